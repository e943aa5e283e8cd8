"""Wrappers of environments, of any package: walk a stack of them, find attributes in it, and forward attributes."""

from __future__ import annotations

import math
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


# Attributes that are set on a `Forwarding` wrapper itself; others without an underscore are set on the environment.
_OWN = frozenset({"env", "action_space", "observation_space"})


class Forwarding:
    """The base class of wrappers whose other attributes are those of the environment in them, `env`."""

    env: Any

    # The base classes of Gym and Gymnasium have attributes of these names, which would hide the environment's own.
    @property
    def np_random(self) -> Any:
        """The environment's own generator."""
        return require_attribute(self.env, "np_random")

    @property
    def reward_range(self) -> tuple[float, float]:
        """The environment's own range of rewards; (-inf, inf) if it has none."""
        low, high = find_attribute(self.env, "reward_range") or (-math.inf, math.inf)
        return float(low), float(high)

    def close(self) -> None:
        """Close the environment."""
        self.env.close()

    def __getattr__(self, name: str) -> Any:
        # Unpickling and copying look up names on an object that has no `env` yet: without the guard they would recurse.
        if name.startswith("__") or name == "observation_space" or "env" not in vars(self):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return require_attribute(self.env, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name.startswith("_") or name in _OWN or hasattr(type(self), name):
            object.__setattr__(self, name, value)
        else:
            setattr(getattr(self.env, "unwrapped", self.env), name, value)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __str__(self) -> str:
        return repr(self)
