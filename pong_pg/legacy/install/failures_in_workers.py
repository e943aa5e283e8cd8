"""Reads the traceback that Ray has, as text, of a failure in a worker."""

from __future__ import annotations

import importlib
import re

from pong_pg.errors import PongPGError

_OWN_FRAME = re.compile(r'\s+File "[^"]*[/\\]pong_pg[/\\]legacy[/\\]')
_LAST_LINE = re.compile(r"(?P<module>[\w.]+)\.(?P<name>\w+): (?P<message>.*)|ModuleNotFoundError: (?P<missing>.*)")
_NAME = re.compile(r"No module named '(?P<name>[^']+)'")


def without_this_package(text: str) -> str:
    """Return the text of a traceback without the frames of this package and the source lines under them."""
    kept: list[str] = []
    dropping = False
    for line in text.split("\n"):
        is_frame = line.lstrip().startswith('File "')
        if is_frame or not line.startswith("    "):
            dropping = bool(is_frame and _OWN_FRAME.match(line))
        # Ray drops its own frames, but leaves the carets that were under them.
        stray = line.strip() and not line.strip(" ^~") and not (kept and kept[-1].startswith("    "))
        if not dropping and not stray:
            kept.append(line)
    return "\n".join(kept)


def last_error(text: str) -> BaseException | None:
    """Return the error that a traceback's text ends with if one line is enough for it; None otherwise."""
    match = _LAST_LINE.fullmatch(text.strip().rpartition("\n")[2])
    if match is None:
        return None
    if match["missing"]:
        named = _NAME.search(match["missing"])
        return ModuleNotFoundError(match["missing"], name=named["name"]) if named else None
    try:
        kind = getattr(importlib.import_module(match["module"]), match["name"])
    except (ImportError, AttributeError):
        return None
    return PongPGError(match["message"]) if isinstance(kind, type) and issubclass(kind, PongPGError) else None
