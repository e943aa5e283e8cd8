"""`gym.utils` of every version."""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.shims.gym.submodules import gone, publish

__all__ = ["EzPickle", "colorize"]

_COLORS = ("gray", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "crimson")


def colorize(string: str, color: str, bold: bool = False, highlight: bool = False) -> str:
    """Return a string in gray, red, green, yellow, blue, magenta, cyan, white or crimson, for terminals."""
    codes = [str(_COLORS.index(color) + (40 if highlight else 30)), *(["1"] if bold else [])]
    return f"\x1b[{';'.join(codes)}m{string}\x1b[0m"


class EzPickle:
    """Base class of objects that are copied and unpickled by calling their class with the same arguments."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._ezpickle_args = args
        self._ezpickle_kwargs = kwargs

    def __getstate__(self) -> dict[str, Any]:
        return {"_ezpickle_args": self._ezpickle_args, "_ezpickle_kwargs": self._ezpickle_kwargs}

    def __setstate__(self, state: dict[str, Any]) -> None:
        made: Any = type(self)(*state["_ezpickle_args"], **state["_ezpickle_kwargs"])
        vars(self).update(vars(made))


publish(__name__, {"ezpickle": __name__})


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    raise gone(__name__, name)
