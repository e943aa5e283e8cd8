"""`gym.logger`: the levels and functions of every version; messages go to standard error."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from typing import Any

DEBUG = 10
INFO = 20
WARN = 30
ERROR = 40
DISABLED = 50

# Scripts also set one of them directly: 0.19 reads the first, 0.26 the second.
MIN_LEVEL = min_level = WARN


def set_level(level: int) -> None:
    """Set the level from which on messages are shown: 10 debug, 20 info, 30 warn, 40 error, 50 none."""
    global MIN_LEVEL, min_level  # noqa: PLW0603 - module variables are this module's interface
    MIN_LEVEL = min_level = level


setLevel = set_level  # noqa: N816 - Gym's name


def _at(level: int) -> Callable[..., None]:
    def log(msg: str, *args: Any, **_options: Any) -> None:
        if level >= (MIN_LEVEL if min_level == WARN else min_level):
            print(f"{logging.getLevelName(level)}: {msg % args if args else msg}", file=sys.stderr)

    return log


debug, info, warn, error = _at(DEBUG), _at(INFO), _at(WARN), _at(ERROR)
warning = deprecation = warn


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # In 2016 gym.logger was a logger of the standard library.
    return getattr(logging.getLogger("gym"), name)
