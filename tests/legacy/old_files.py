"""Runs the text of an old file as the runner does, in a namespace of its own."""

from __future__ import annotations

import builtins
import contextlib
import importlib
import textwrap
from collections.abc import Iterator
from typing import Any

from pong_pg.legacy.compile.compiled import compile_parsed
from pong_pg.legacy.read.source import Context, parse
from pong_pg.legacy.runtime import helpers, stdlib
from pong_pg.legacy.tables.python2 import NAMES


def run(text: str, *, python2: bool = False, **names: Any) -> dict[str, Any]:
    """Run a text and return its namespace, which holds `names` when it begins."""
    parsed = parse("old.py", textwrap.dedent(text).encode(), Context(python2=python2))
    builtins.__dict__["__pong_pg__"] = helpers
    namespace: dict[str, Any] = {"__name__": "old", **names}
    exec(compile_parsed(parsed, "old.py"), namespace)
    return namespace


@contextlib.contextmanager
def missing_names() -> Iterator[None]:
    """Give the standard library's modules the names that they no longer have, for a while."""
    modules = [importlib.import_module(name) for name in NAMES]
    before = [set(vars(module)) for module in modules]
    stdlib.add_missing_names()
    try:
        yield
    finally:
        for module, names in zip(modules, before, strict=True):
            for name in set(vars(module)) - names:
                delattr(module, name)
