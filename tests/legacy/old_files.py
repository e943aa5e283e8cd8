"""Runs the text of an old file as the runner does, in a namespace of its own."""

from __future__ import annotations

import builtins
import textwrap
from typing import Any

from pong_pg.legacy.compile.rewrite import rewrite
from pong_pg.legacy.read.source import parse
from pong_pg.legacy.runtime import helpers


def run(text: str, *, python2: bool = False, fixed_api: bool = False, **names: Any) -> dict[str, Any]:
    """Run a text and return its namespace."""
    builtins.__dict__["__pong_pg__"] = helpers
    parsed = parse("old.py", textwrap.dedent(text).encode(), python2=python2)
    namespace: dict[str, Any] = {"__name__": "old"}
    if parsed.python2:
        namespace.update(helpers.PYTHON2_NAMES)
    namespace.update(names)
    exec(compile(rewrite(parsed, fixed_api=fixed_api), "old.py", "exec", dont_inherit=True), namespace)
    return namespace
