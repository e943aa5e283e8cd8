"""The name of an `env_factory`, as a checkpoint records it."""

from __future__ import annotations

import functools
import sys
from typing import Any


def factory_name(factory: object) -> str:
    """Return a factory's importable name, ``module:qualname``; otherwise a description, such as "a lambda in module".

    Args:
        factory: a function, a class, or any other callable.
    """
    if isinstance(factory, functools.partial):
        return f"a functools.partial of {factory_name(factory.func)}"
    module, qualname = getattr(factory, "__module__", None), getattr(factory, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(qualname, str):
        kind = type(factory)
        return f"an instance of {kind.__module__}:{kind.__qualname__}"
    if _named(module, qualname) is factory:
        return f"{module}:{qualname}"
    if qualname.endswith("<lambda>"):
        return f"a lambda in {module}"
    return f"{qualname} in {module}, which can't be imported by that name"


def _named(module: str, qualname: str) -> object:
    found: Any = sys.modules.get(module)
    for part in qualname.split("."):
        found = getattr(found, part, None)
    return found
