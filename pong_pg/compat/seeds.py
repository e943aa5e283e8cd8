"""Seed environments of any Gym or Gymnasium version; how, is read from their signatures."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from pong_pg.compat._versions import accepts, release
from pong_pg.compat.wrappers import wrapper_stack
from pong_pg.errors import EnvError


def checked_seed(seed: Any) -> int:
    """Return a seed as an int.

    Raises:
        EnvError: it is not an integer of at least 0.
    """
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise EnvError(f"seed must be an integer of at least 0 or None; got {seed!r}")
    return int(seed)


def reset_arguments(env: Any) -> frozenset[str]:
    """Return which of `seed`, `options` and `return_info` can be passed to `reset` and reach their destination.

    The wrappers are followed inwards as long as their `reset` passes all keywords on; every wrapper on the way must
    name the argument or pass all keywords on.
    """
    names = frozenset({"seed", "options", "return_info"})
    named: frozenset[str] = frozenset()
    for wrapper in wrapper_stack(env):
        try:
            parameters = inspect.signature(wrapper.reset).parameters
        except (AttributeError, TypeError, ValueError):
            return named
        here = names & parameters.keys()
        named |= here
        if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
            return named & parameters.keys()
        knows_return_info = type(wrapper).__module__.startswith("gym.") and release("gym") >= (0, 22)
        if "return_info" not in here and not knows_return_info:
            # It would pass the argument on and take the returned pair for an observation.
            names, named = names - {"return_info"}, named - {"return_info"}
    # The innermost takes any keyword; without a `seed` method, that is how it is seeded.
    return named if hasattr(wrapper, "seed") else named | {"seed"}


def seed_inner_env(env: Any, seed: int) -> bool:
    """Seed an environment whose outermost `reset` takes no seed; return whether it could be seeded."""
    if callable(getattr(env, "seed", None)):
        env.seed(seed)
        return True
    for wrapper in wrapper_stack(env):
        if accepts(getattr(wrapper, "reset", None), "seed"):
            # Its generator continues from here in the episode that the outer reset starts.
            wrapper.reset(seed=seed)
            return True
    return False
