"""What went to OpenAI's server, such as `gym.upload` and `gym.scoreboard`: nothing leaves here."""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.runtime.notes import say_once


class Nowhere:
    """A name of what used to talk to a server: calling it does nothing, and says so once.

    Args:
        name: as the script writes it.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, *_args: Any, **_kwargs: Any) -> None:
        """Do nothing, and say so once."""
        say_once(f"{self._name}(): nothing goes over the network; the server is gone")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return Nowhere(f"{self._name}.{name}")


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return Nowhere(f"gym.{name}")
