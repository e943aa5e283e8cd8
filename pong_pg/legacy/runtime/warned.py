"""Warnings of operations that a helper carries out are shown at the line of the script that asked for them."""

from __future__ import annotations

import sys
import warnings
from typing import Any

from pong_pg.legacy.read.own import is_own
from pong_pg.legacy.runtime import arithmetic

_shown = warnings.showwarning


def install() -> None:
    """Show such warnings at the script's line, once for each line, from now on."""
    if warnings.showwarning is not _show:
        # Once for each line of the script is decided when it is shown again.
        warnings.filterwarnings("always", category=RuntimeWarning, module=arithmetic.__name__.replace(".", r"\."))
        warnings.showwarning = _show


def _show(  # noqa: PLR0917 - the signature of `warnings.showwarning`
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: Any = None,
    line: str | None = None,
) -> None:
    frame: Any = sys._getframe(1) if filename == arithmetic.__file__ else None
    while frame is not None and not is_own(frame.f_code.co_filename):
        frame = frame.f_back
    if frame is None:
        _shown(message, category, filename, lineno, file, line)
        return
    registry = frame.f_globals.setdefault("__warningregistry__", {})
    warnings.warn_explicit(message, category, frame.f_code.co_filename, frame.f_lineno, registry=registry)
