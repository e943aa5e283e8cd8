"""`gym.logger`: the levels and functions of every version; messages go to standard error."""

from __future__ import annotations

import logging
import sys
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


def debug(msg: str, *args: Any) -> None:
    """Log a message of level 10."""
    _log(DEBUG, msg, args)


def info(msg: str, *args: Any) -> None:
    """Log a message of level 20."""
    _log(INFO, msg, args)


def warn(msg: str, *args: Any, **_options: Any) -> None:
    """Log a message of level 30."""
    _log(WARN, msg, args)


warning = deprecation = warn


def error(msg: str, *args: Any) -> None:
    """Log a message of level 40."""
    _log(ERROR, msg, args)


def _log(level: int, msg: str, args: tuple[Any, ...]) -> None:
    threshold = MIN_LEVEL if min_level == WARN else min_level
    if level >= threshold:
        print(f"{logging.getLevelName(level)}: {msg % args if args else msg}", file=sys.stderr)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    # In 2016 gym.logger was a logger of the standard library.
    return getattr(logging.getLogger("gym"), name)
