"""`gym.spaces` of every version."""

from __future__ import annotations

from typing import Any

from pong_pg.compat._versions import require
from pong_pg.legacy.runtime.uncovered import not_covered
from pong_pg.legacy.shims.gym.spaces import prng
from pong_pg.legacy.shims.gym.spaces.classes import (
    Box,
    Dict,
    Discrete,
    MultiBinary,
    MultiDiscrete,
    Space,
    Tuple,
)
from pong_pg.legacy.shims.gym.spaces.flattening import flatdim, flatten, flatten_space, unflatten
from pong_pg.legacy.shims.gym.submodules import publish

__all__ = [
    "Box",
    "Dict",
    "Discrete",
    "MultiBinary",
    "MultiDiscrete",
    "Space",
    "Tuple",
    "flatdim",
    "flatten",
    "flatten_space",
    "prng",
    "unflatten",
]

_todays: Any = require("gymnasium.spaces", "a script that imports gym")


def __getattr__(name: str) -> Any:
    # Text, Sequence and Graph were added in gym 0.25, and are Gymnasium's.
    if name in _todays.__all__:
        return getattr(_todays, name)
    raise not_covered("gym.spaces", name)


publish(
    __name__,
    {
        **dict.fromkeys(
            ("space", "discrete", "box", "multi_binary", "multi_discrete", "utils", "tuple", "dict", "tuple_space"),
            __name__,
        ),
        "dict_space": __name__,
        **{name: f"gymnasium.spaces.{name}" for name in ("text", "sequence", "graph")},
    },
)
