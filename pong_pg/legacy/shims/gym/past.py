"""What Gym had beside its environments: its version, its set-up of logging, and the server of OpenAI.

Names that used the server, such as `gym.upload` and `gym.scoreboard`, do nothing, with one note on standard error.
"""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.messages import say_once

# Scripts print it, and set it in `gym.scoreboard`.
api_key: Any = None


class ClosedService:
    """A function or module that used a server: calling it does nothing, with one note on standard error."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, *_args: Any, **_kwargs: Any) -> None:
        """Do nothing, with one note on standard error."""
        say_once(f"{self._name}() does nothing: nothing goes over the network; the server no longer exists")

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return ClosedService(f"{self._name}.{name}")


def logger_setup(*_args: object) -> None:
    """Do nothing: messages go to standard error where `gym.logger` decides which are shown."""


undo_logger_setup = logger_setup


def version() -> str:
    """Return 0.9.4 for scripts of before 2019, otherwise 0.19.0 with four values per step and 0.26.2 with five."""
    if settings.current().is_gym_094:
        return "0.9.4"
    return "0.26.2" if settings.current().step_values == 5 else "0.19.0"


def __getattr__(name: str) -> Any:
    if name == "VERSION":
        return version()
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return ClosedService(f"gym.{name}")
