"""Walk a stack of environment wrappers, of any package, and find attributes in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def wrapper_stack(env: Any) -> Iterator[Any]:
    """Yield an environment and the environments it wraps, from the outermost to the innermost.

    A wrapper holds the next environment as its attribute `env`, shimmy's as `gym_env`.
    """
    while env is not None:
        yield env
        attributes = getattr(env, "__dict__", {})
        env = attributes.get("env", attributes.get("gym_env"))


def require_attribute(env: Any, name: str) -> Any:
    """Return an attribute of an environment or of the innermost one that it wraps.

    Where several have it, the first value that is not None is returned; None if all of them are.

    Raises:
        AttributeError: neither has the attribute.
    """
    found = False
    for candidate in (env, getattr(env, "unwrapped", env)):
        try:
            # Gymnasium's wrappers forward attributes with a warning, or not at all, but have a method for it.
            has_own_way = hasattr(candidate, "get_wrapper_attr")
            value = candidate.get_wrapper_attr(name) if has_own_way else getattr(candidate, name)
        except AttributeError:
            continue
        if value is not None:
            return value
        found = True
    if not found:
        raise AttributeError(f"{env} has no attribute {name!r}")
    return None


def find_attribute(env: Any, name: str) -> Any:
    """Return an attribute as `require_attribute` does, or None where no environment has it."""
    try:
        return require_attribute(env, name)
    except AttributeError:
        return None
