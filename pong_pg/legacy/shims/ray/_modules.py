"""Modules that fall through to one of today's Ray."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from pong_pg.legacy.runtime.uncovered import not_covered


def fall_through(name: str, target: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of a module that the script knows as `name`.

    Args:
        name: such as "ray.services".
        target: the module of today's Ray that has what is not redefined, such as "ray._private.services".
    """

    def get(attribute: str) -> Any:
        if attribute.startswith("__"):
            raise AttributeError(f"module {name!r} has no attribute {attribute!r}")
        try:
            return getattr(importlib.import_module(target), attribute)
        except AttributeError:
            raise not_covered(name, attribute) from None

    return get
