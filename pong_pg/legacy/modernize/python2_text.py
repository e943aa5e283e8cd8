"""Turns the text of a Python 2 file into Python 3's syntax, by the fixers of 2to3 (fissix), which keep its layout."""

from __future__ import annotations

import functools
from typing import Any

from pong_pg.legacy.read.python2_syntax import fissix_module

_FIXERS = (
    "except",
    "exec",
    "has_key",
    "metaclass",
    "ne",
    "numliterals",
    "paren",
    "print",
    "raise",
    "repr",
    "throw",
    "tuple_params",
)


@functools.cache
def _tool() -> Any:
    return fissix_module("refactor").RefactoringTool([f"fissix.fixes.fix_{name}" for name in _FIXERS])


def as_python3(text: str) -> str:
    """Return a Python 2 file in Python 3's syntax."""
    ended = text if text.endswith("\n") else text + "\n"
    new = str(_tool().refactor_string(ended, "<script>"))
    return new if text.endswith("\n") else new.removesuffix("\n")
