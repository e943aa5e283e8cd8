"""What is said to the user while the script runs: on standard error, each thing once a process."""

from __future__ import annotations

import sys

_said: dict[str, None] = {}


def say_once(text: str) -> None:
    """Print one line on standard error, unless this process has printed it before."""
    if text not in _said:
        _said[text] = None
        print(f"pong-pg run: {text}", file=sys.stderr, flush=True)


def said() -> list[str]:
    """Return what this process has said, in order."""
    return list(_said)
