"""What the runner tells its user: lines on standard error, and errors for old names that nothing has any more."""

from __future__ import annotations

import sys

from pong_pg.errors import PongPGError

_printed: dict[str, None] = {}


def say_once(text: str) -> None:
    """Print one line on standard error, unless this process has printed it before."""
    if text not in _printed:
        _printed[text] = None
        print(f"pong-pg run: {text}", file=sys.stderr, flush=True)


def printed() -> list[str]:
    """Return the messages that this process has printed, in order."""
    return list(_printed)


class NotCoveredError(PongPGError, AttributeError):
    """A script uses an API that neither today's package nor its shim has.

    It is an AttributeError, too, so that `hasattr` and `from ... import ...` work as the script expects.
    """


class NotCoveredModuleError(PongPGError, ImportError):
    """A script imports an old module that no shim covers; it is an ImportError, too, so that scripts can catch it."""


def not_covered(module: str, name: str, advice: str = "") -> NotCoveredError:
    """Return the error for a name in a module, as the script imports it, with what modern code says instead."""
    return NotCoveredError(_message(f"{module}.{name}", advice))


def module_not_covered(name: str) -> NotCoveredModuleError:
    """Return the error for `import name`."""
    return NotCoveredModuleError(_message(name, ""))


def _message(name: str, advice: str) -> str:
    reason = f"{name} is not covered: neither today's packages nor pong-pg run have it"
    return f"{reason}; {advice}" if advice else reason
