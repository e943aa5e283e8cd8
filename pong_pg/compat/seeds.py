"""How environments of each era are seeded, read from their signatures."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from pong_pg.compat._versions import accepts, release
from pong_pg.compat.layers import layers
from pong_pg.errors import EnvError


def checked_seed(seed: Any) -> int:
    """Return a seed as an int.

    Raises:
        EnvError: it is no whole number of at least 0.
    """
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise EnvError(f"seed must be a whole number of at least 0 or None; got {seed!r}")
    return int(seed)


def reset_arguments(env: Any) -> frozenset[str]:
    """Return which of `seed`, `options` and `return_info` reach the innermost `reset` that has a say.

    Every wrapper on the way must name the argument or hand all keywords on.
    """
    names = frozenset({"seed", "options", "return_info"})
    named: frozenset[str] = frozenset()
    for layer in layers(env):
        try:
            parameters = inspect.signature(layer.reset).parameters
        except (AttributeError, TypeError, ValueError):
            return named
        here = names & parameters.keys()
        named |= here
        if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
            return named & parameters.keys()
        if "return_info" not in here and not _knows_return_info(layer):
            # It would hand the argument on and take the pair that comes back for an observation.
            names, named = names - {"return_info"}, named - {"return_info"}
    # The innermost takes any keyword; without a `seed` method, that is how it is seeded.
    return named if hasattr(layer, "seed") else named | {"seed"}


def _knows_return_info(layer: Any) -> bool:
    return type(layer).__module__.startswith("gym.") and release("gym") >= (0, 22)


def seed_inside(env: Any, seed: int) -> bool:
    """Seed an environment whose outermost `reset` takes no seed; returns whether there was a way."""
    if callable(getattr(env, "seed", None)):
        env.seed(seed)
        return True
    for layer in layers(env):
        if accepts(getattr(layer, "reset", None), "seed"):
            # Its generator goes on from here in the episode that the outer reset begins.
            layer.reset(seed=seed)
            return True
    return False
