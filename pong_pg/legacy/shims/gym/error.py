"""`gym.error`: the error classes that Gym had from 2016 to 0.26."""

from __future__ import annotations

from typing import Any

from pong_pg.errors import PongPGError, UnknownEnvError


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


class APIError(Error):
    """A network service failed; no function here uses the network any more."""


def _derived(name: str, base: type[Error] = Error) -> Any:
    return type(name, (base,), {"__module__": __name__, "__doc__": f"Gym's {name}."})


ClosedEnvironmentError = _derived("ClosedEnvironmentError")
DependencyNotInstalled = _derived("DependencyNotInstalled")
DoubleWrapperError = _derived("DoubleWrapperError")
InvalidAction = _derived("InvalidAction")
InvalidFrame = _derived("InvalidFrame")
ResetNotAllowed = _derived("ResetNotAllowed")
RetriesExceededError = _derived("RetriesExceededError")
UnseedableEnv = _derived("UnseedableEnv")
UnsupportedMode = _derived("UnsupportedMode")
VideoRecorderError = _derived("VideoRecorderError")
WrapAfterConfigureError = _derived("WrapAfterConfigureError")
APIConnectionError = _derived("APIConnectionError", APIError)
AuthenticationError = _derived("AuthenticationError", APIError)
InvalidRequestError = _derived("InvalidRequestError", APIError)
RateLimitError = _derived("RateLimitError", APIError)
ServerError = _derived("ServerError", APIError)
