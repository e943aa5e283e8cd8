"""Runs the text of an old file as the runner does, in a namespace of its own."""

from __future__ import annotations

import builtins
import textwrap
from typing import Any

from pong_pg.legacy.compile.compiled import compile_parsed
from pong_pg.legacy.read.source import Context, parse
from pong_pg.legacy.runtime import helpers


def run(text: str, *, python2: bool = False, **names: Any) -> dict[str, Any]:
    """Run a text and return its namespace, which holds `names` when it begins."""
    parsed = parse("old.py", textwrap.dedent(text).encode(), Context(python2=python2))
    builtins.__dict__["__pong_pg__"] = helpers
    namespace: dict[str, Any] = {"__name__": "old", **names}
    exec(compile_parsed(parsed, "old.py"), namespace)
    return namespace
