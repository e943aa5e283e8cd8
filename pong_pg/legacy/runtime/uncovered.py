"""Errors for old names that neither today's packages nor the shims have; the runner adds the place in the script."""

from __future__ import annotations

from pong_pg.errors import PongPGError


class NotCoveredError(PongPGError, AttributeError):
    """A script uses an API that neither today's package nor its shim has.

    It is an AttributeError, too, so that `hasattr` and `from ... import ...` work as the script expects.
    """


class NotCoveredModuleError(PongPGError, ImportError):
    """A script imports an old module that no shim covers; it is an ImportError, too, so that scripts can catch it."""


def not_covered(module: str, name: str, advice: str = "") -> NotCoveredError:
    """Return the error for `module.name`.

    Args:
        module: the module by the name that the script imports, such as "gym.wrappers".
        name: the name in it.
        advice: what modern code says instead; "" if nothing does.
    """
    return NotCoveredError(_message(f"{module}.{name}", advice))


def module_not_covered(name: str) -> NotCoveredModuleError:
    """Return the error for `import name`."""
    return NotCoveredModuleError(_message(name, ""))


def _message(name: str, advice: str) -> str:
    reason = f"{name} is not covered: neither today's packages nor pong-pg run have it"
    return f"{reason}; {advice}" if advice else reason
