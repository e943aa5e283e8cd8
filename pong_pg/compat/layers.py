"""Look through a stack of wrappers, of whatever package."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def layers(env: Any) -> Iterator[Any]:
    """Yield an environment and, one after another, those that its wrappers hold as `env` (shimmy: `gym_env`)."""
    while env is not None:
        yield env
        attributes = getattr(env, "__dict__", {})
        env = attributes.get("env", attributes.get("gym_env"))


def require_attribute(env: Any, name: str) -> Any:
    """Return an attribute of an environment or of one that it wraps; None where none has more to say.

    Raises:
        AttributeError: none has it.
    """
    found = False
    for layer in (env, getattr(env, "unwrapped", env)):
        try:
            # Gymnasium's wrappers forward attributes with a warning, or not at all; this is their own way to ask.
            value = layer.get_wrapper_attr(name) if hasattr(layer, "get_wrapper_attr") else getattr(layer, name)
        except AttributeError:
            continue
        if value is not None:
            return value
        found = True
    if not found:
        raise AttributeError(f"{env} has no attribute {name!r}")
    return None


def attribute(env: Any, name: str) -> Any:
    """Return an attribute of an environment or of one that it wraps; None where none has it."""
    try:
        return require_attribute(env, name)
    except AttributeError:
        return None
