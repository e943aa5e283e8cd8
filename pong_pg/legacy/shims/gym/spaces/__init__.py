"""`gym.spaces` of every version."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from pong_pg.compat._versions import require
from pong_pg.legacy.shims.gym.spaces import classes
from pong_pg.legacy.shims.gym.spaces.classes import Box, Dict, Discrete, MultiBinary, MultiDiscrete, Space, Tuple
from pong_pg.legacy.shims.gym.submodules import add, gone, publish

__all__ = ["Box", "Dict", "Discrete", "MultiBinary", "MultiDiscrete", "Space", "Tuple", "prng"]

_todays: Any = require("gymnasium.spaces", "a script that imports gym")

# The generator of all spaces in 2016, whose seed was passed to NumPy unchanged.
prng: Any = ModuleType(f"{__name__}.prng")
prng.np_random, prng.seed = classes.PRNG, classes.PRNG.seed
add(prng)


def __getattr__(name: str) -> Any:
    # Text, Sequence and Graph were added in gym 0.25; they and functions such as `flatten` are Gymnasium's.
    if name in _todays.__all__:
        return getattr(_todays, name)
    raise gone(__name__, name)


_FILES = ("space", "discrete", "box", "multi_binary", "multi_discrete", "utils", "tuple", "dict")
publish(__name__, dict.fromkeys((*_FILES, "tuple_space", "dict_space"), __name__))
