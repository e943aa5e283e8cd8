"""Names that used OpenAI's server, such as `gym.upload` and `gym.scoreboard`: they do nothing."""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.runtime.notes import say_once


class ClosedService:
    """A function or module that used a server: calling it does nothing, with one note on standard error.

    Args:
        name: as the script writes it.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, *_args: Any, **_kwargs: Any) -> None:
        """Do nothing, with one note on standard error."""
        say_once(f"{self._name}() does nothing: nothing goes over the network; the server no longer exists")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return ClosedService(f"{self._name}.{name}")


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return ClosedService(f"gym.{name}")
