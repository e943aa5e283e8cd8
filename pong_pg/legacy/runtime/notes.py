"""Messages to the user while a script runs: on standard error, each of them once a process."""

from __future__ import annotations

import sys

_printed: dict[str, None] = {}


def say_once(text: str) -> None:
    """Print one line on standard error, unless this process has printed it before.

    Args:
        text: the line, without what names the command.
    """
    if text not in _printed:
        _printed[text] = None
        print(f"pong-pg run: {text}", file=sys.stderr, flush=True)


def printed() -> list[str]:
    """Return the messages that this process has printed, in order."""
    return list(_printed)
