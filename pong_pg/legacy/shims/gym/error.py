"""`gym.error`: every error class that Gym had from 2016 to 0.26."""

from __future__ import annotations

from typing import Any

from pong_pg.errors import PongPGError, UnknownEnvError


class Error(PongPGError):
    """The base class of Gym's errors."""


class UnregisteredEnv(UnknownEnvError, Error):  # noqa: N818 - Gym's name
    """No environment has this id."""


# Other names of it in Gym: scripts catch any of them.
Unregistered = NamespaceNotFound = NameNotFound = VersionNotFound = UnregisteredEnv


class UnregisteredBenchmark(UnregisteredEnv):
    """No benchmark has this id."""


class DeprecatedEnv(Error):  # noqa: N818 - Gym's name
    """The environment is deprecated and can't be made."""


class ResetNeeded(Error):  # noqa: N818 - Gym's name
    """`step` is called before `reset`, or after the episode has ended."""


class ResetNotAllowed(Error):  # noqa: N818 - Gym's name
    """`reset` is called before the episode has ended, in a monitor that forbids it."""


class APIError(Error):
    """A network service failed; no function here uses the network any more.

    Args:
        message: what failed.
        details: further attributes, such as `http_status`.
    """

    def __init__(self, message: str | None = None, **details: Any) -> None:
        super().__init__(message)
        vars(self).update(details)


class AlreadyPendingCallError(Error):
    """The last call of a vector environment is still pending.

    Args:
        message: what was called.
        name: the pending call.
    """

    def __init__(self, message: str, name: str = "") -> None:
        super().__init__(message)
        self.name = name


class NoAsyncCallError(AlreadyPendingCallError):
    """The result of an asynchronous call of a vector environment was requested without that call."""


def _derived(name: str, base: type[Error] = Error) -> Any:
    return type(name, (base,), {"__module__": __name__, "__doc__": f"Gym's {name}."})


ClosedEnvironmentError = _derived("ClosedEnvironmentError")
CustomSpaceError = _derived("CustomSpaceError")
DependencyNotInstalled = _derived("DependencyNotInstalled")
DeprecatedWrapper = _derived("DeprecatedWrapper")
DoubleWrapperError = _derived("DoubleWrapperError")
InvalidAction = _derived("InvalidAction")
InvalidBound = _derived("InvalidBound")
InvalidFrame = _derived("InvalidFrame")
InvalidMetadata = _derived("InvalidMetadata")
InvalidProbability = _derived("InvalidProbability")
MissingArgument = _derived("MissingArgument")
RegistrationError = _derived("RegistrationError")
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
