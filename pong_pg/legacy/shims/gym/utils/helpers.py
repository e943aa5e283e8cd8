"""`gym.utils`: Gym's own helpers that scripts used."""

from __future__ import annotations

import atexit
import contextlib
import itertools
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

color2num = {
    name: 30 + number
    for number, name in enumerate(("gray", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "crimson"))
}


def colorize(string: str, color: str, bold: bool = False, highlight: bool = False) -> str:
    """Return a string in a colour for terminals.

    Args:
        string: the string.
        color: gray, red, green, yellow, blue, magenta, cyan, white or crimson.
        bold: use bold letters.
        highlight: colour the background instead of the letters.
    """
    codes = [str(color2num[color] + (10 if highlight else 0)), *(["1"] if bold else [])]
    return f"\x1b[{';'.join(codes)}m{string}\x1b[0m"


class EzPickle:
    """Base class of objects that are copied and unpickled by calling their class with the same arguments.

    Args:
        args: the positional arguments.
        kwargs: the keyword arguments.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._ezpickle_args = args
        self._ezpickle_kwargs = kwargs

    def __getstate__(self) -> dict[str, Any]:
        return {"_ezpickle_args": self._ezpickle_args, "_ezpickle_kwargs": self._ezpickle_kwargs}

    def __setstate__(self, state: dict[str, Any]) -> None:
        made: Any = type(self)(*state["_ezpickle_args"], **state["_ezpickle_kwargs"])
        vars(self).update(vars(made))


class Closer:
    """A registry of objects that are closed when the interpreter exits, unless they are unregistered before.

    Args:
        atexit_register: whether to close them at exit.
    """

    def __init__(self, atexit_register: bool = True) -> None:
        self._numbers = itertools.count()
        self.closeables: weakref.WeakValueDictionary[int, Any] = weakref.WeakValueDictionary()
        if atexit_register:
            atexit.register(self.close)

    def register(self, closeable: Any) -> int:
        """Add an object that has a method `close`; returns its number."""
        number = next(self._numbers)
        self.closeables[number] = closeable
        return number

    def unregister(self, id: int) -> None:  # noqa: A002 - Gym's name
        """Remove an object by its number."""
        self.closeables.pop(id, None)

    def close(self) -> None:
        """Close all objects."""
        for closeable in list(self.closeables.values()):
            closeable.close()


@contextlib.contextmanager
def atomic_write(filepath: str) -> Iterator[Any]:
    """Open a text file for writing that replaces an existing one only after it is complete."""
    part = Path(f"{filepath}~")
    try:
        with part.open("w") as file:
            yield file
        part.replace(filepath)
    finally:
        part.unlink(missing_ok=True)


def check_env(env: Any, warn: bool = True, skip_render_check: bool = True) -> None:  # noqa: ARG001 - Gym's form
    """Check that an environment's spaces contain what it observes, and that `step` returns as many values as it should.

    Raises:
        AssertionError: the environment breaks one of these rules; the message says which.
    """
    for kind in ("observation_space", "action_space"):
        assert hasattr(getattr(env, kind, None), "contains"), f"the environment has no {kind} from gym.spaces"
    observed = env.reset()
    observed = observed[0] if isinstance(observed, tuple) and not env.observation_space.contains(observed) else observed
    observation, *rest = env.step(env.action_space.sample())
    assert len(rest) in {3, 4}, f"step() must return observation, reward, done, info; got {len(rest) + 1} values"
    for method, value in (("reset", observed), ("step", observation)):
        assert env.observation_space.contains(value), f"the observation of {method}() is not in the observation_space"
    assert isinstance(rest[-1], dict), "the info that step() returns must be a dictionary"
