"""`gym.error`: the error classes that Gym had from 2016 to 0.26."""

from __future__ import annotations

from typing import Any

from pong_pg.errors import PongPGError, UnknownEnvError
from pong_pg.legacy.shims.gym.submodules import gone


class Error(PongPGError):
    """The base class of Gym's errors."""


class UnregisteredEnv(UnknownEnvError, Error):  # noqa: N818 - Gym's name
    """No environment has this id."""


# Other names of it in Gym: scripts catch any of them.
Unregistered = NamespaceNotFound = NameNotFound = VersionNotFound = UnregisteredEnv


class DeprecatedEnv(Error):  # noqa: N818 - Gym's name
    """The environment is deprecated and can't be made."""


class ResetNeeded(Error):  # noqa: N818 - Gym's name
    """`step` is called before `reset`, or after the episode has ended."""


class UnsupportedMode(Error):  # noqa: N818 - Gym's name
    """The environment has no such render mode."""


class DoubleWrapperError(Error):
    """There is a wrapper of this class within already."""


class DependencyNotInstalled(Error):  # noqa: N818 - Gym's name
    """A package is missing; nothing here raises it."""


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    raise gone(__name__, name)
