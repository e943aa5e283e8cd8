"""The name of an `env_factory`, as a checkpoint records it."""

from __future__ import annotations

import functools
import operator
import sys


def factory_name(factory: object) -> str:
    """Return a factory's importable name, ``module:qualname``; otherwise a description.

    Args:
        factory: a function, a class, or any other callable.
    """
    if isinstance(factory, functools.partial):
        return f"a functools.partial of {factory_name(factory.func)}"
    module, qualname = getattr(factory, "__module__", None), getattr(factory, "__qualname__", None)
    if not isinstance(module, str) or not isinstance(qualname, str):
        kind = type(factory)
        return f"an instance of {kind.__module__}:{kind.__qualname__}"
    try:
        found = operator.attrgetter(qualname)(sys.modules[module])
    except (KeyError, AttributeError):  # of a function within another, or a lambda
        found = None
    return (
        f"{module}:{qualname}" if found is factory else f"{qualname} in {module}, which can't be imported by that name"
    )
