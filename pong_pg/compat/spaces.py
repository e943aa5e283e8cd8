"""Convert spaces of OpenAI Gym to spaces of Gymnasium and back."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.compat._versions import accepts


def _discrete(space: Any, target: Any) -> Any:
    start = int(getattr(space, "start", 0))
    if accepts(target.Discrete, "start"):
        return target.Discrete(int(space.n), start=start)
    # Before gym 0.22 every discrete space began at 0; one that does not is left unconverted.
    return target.Discrete(int(space.n)) if start == 0 else space


def _box(space: Any, target: Any) -> Any:
    return target.Box(low=space.low, high=space.high, dtype=space.dtype.type)


def _multi_discrete(space: Any, target: Any) -> Any:
    arguments = {name: getattr(space, name) for name in ("dtype", "start") if hasattr(space, name)}
    if not accepts(target.MultiDiscrete, "start") and np.any(arguments.pop("start", 0)):
        return space
    return target.MultiDiscrete(space.nvec, **{n: v for n, v in arguments.items() if accepts(target.MultiDiscrete, n)})


_CONVERSIONS: dict[str, Callable[[Any, Any], Any]] = {
    "Box": _box,
    "Discrete": _discrete,
    "MultiBinary": lambda space, target: target.MultiBinary(space.n),
    "MultiDiscrete": _multi_discrete,
    "Tuple": lambda space, target: target.Tuple([converted(part, target) for part in space.spaces]),
    # Both packages sort the keys of a plain dictionary.
    "Dict": lambda space, target: target.Dict(
        OrderedDict((key, converted(part, target)) for key, part in space.spaces.items())
    ),
}


def converted(space: Any, target: Any) -> Any:
    """Return the equivalent of a space in another package.

    Args:
        space: a space of OpenAI Gym or of Gymnasium; anything else, such as a user's own class, and a space that the
            target package can't express, is returned unchanged.
        target: the `spaces` module of the package to convert to.
    """
    if isinstance(space, target.Space):
        return space
    for cls in type(space).__mro__:
        package = cls.__module__.partition(".")[0]
        if package in {"gym", "gymnasium"} and cls.__name__ in _CONVERSIONS and hasattr(target, cls.__name__):
            return _CONVERSIONS[cls.__name__](space, target)
    return space
