"""Old names of Ray: those of exceptions, and modules that fall back to today's."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from ray import exceptions

from pong_pg.legacy.runtime.messages import not_covered
from pong_pg.legacy.tables.ray import NAMES

_EXCEPTIONS = "ray.exceptions."


def fall_back(name: str, target: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of a module that scripts know, which looks names up in a module of today."""

    def get(attribute: str) -> Any:
        if attribute.startswith("__"):
            raise AttributeError(f"module {name!r} has no attribute {attribute!r}")
        try:
            return getattr(importlib.import_module(target), attribute)
        except AttributeError:
            raise not_covered(name, attribute) from None

    return get


def add_old_exceptions() -> None:
    """Add the old names of exceptions to `ray.exceptions`, which is today's module."""
    for name, row in NAMES.items():
        if name.startswith(_EXCEPTIONS) and not hasattr(exceptions, name.removeprefix(_EXCEPTIONS)):
            setattr(exceptions, name.removeprefix(_EXCEPTIONS), getattr(exceptions, row.modern.rpartition(".")[2]))
