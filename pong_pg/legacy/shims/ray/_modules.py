"""Modules of old Ray that fall back to modules of the installed Ray."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

from pong_pg.legacy.runtime.uncovered import not_covered


def fall_back(name: str, target: str) -> Callable[[str], Any]:
    """Return the `__getattr__` of a module, which looks names up in a module of the installed Ray.

    Args:
        name: the module as scripts know it, such as "ray.services".
        target: the module of the installed Ray, such as "ray._private.services".
    """

    def get(attribute: str) -> Any:
        if attribute.startswith("__"):
            raise AttributeError(f"module {name!r} has no attribute {attribute!r}")
        try:
            return getattr(importlib.import_module(target), attribute)
        except AttributeError:
            raise not_covered(name, attribute) from None

    return get
