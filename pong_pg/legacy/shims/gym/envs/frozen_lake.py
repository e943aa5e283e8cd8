"""`gym.envs.toy_text.frozen_lake`: random maps, which Gym drew from NumPy's global generator."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.compat._versions import require
from pong_pg.legacy.read import settings


def generate_random_map(size: int = 8, p: float = 0.8, **seed: Any) -> Any:
    """Return the rows of a map that has a path from the start to the goal.

    Args:
        size: the length of each side.
        p: the probability of a frozen tile.
        seed: `seed`, which Gym had from 0.26 on; without it the maps follow `np.random.seed`.
    """
    if seed or settings.current().step_values == 5:
        native: Any = require("gymnasium.envs.toy_text.frozen_lake", "a script that imports gym")
        return native.generate_random_map(size, p, **seed)
    frozen = min(1, p)
    while True:
        tiles = np.random.choice(["F", "H"], (size, size), p=[frozen, 1 - frozen])
        tiles[0][0], tiles[-1][-1] = "S", "G"
        if _has_path(tiles):
            return ["".join(row) for row in tiles]


def _has_path(tiles: Any) -> bool:
    """Return whether a path leads from the first tile to the goal and around the holes."""
    reached, ahead = {(0, 0)}, [(0, 0)]
    while ahead:
        row, column = ahead.pop()
        for place in ((row + 1, column), (row, column + 1), (row - 1, column), (row, column - 1)):
            if min(place) < 0 or max(place) >= len(tiles) or place in reached or tiles[place] == "H":
                continue
            if tiles[place] == "G":
                return True
            reached.add(place)
            ahead.append(place)
    return False


def with_a_map(arguments: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of an environment with a map, which is random if they name none.

    Raises:
        ValueError: they name none, and the script's Gym is 0.9.4, which had no random maps.
    """
    if arguments.get("desc") is not None or arguments.get("map_name", "4x4") is not None:
        return arguments
    if settings.current().is_gym_094:
        raise ValueError("Must provide either desc or map_name")
    return {**arguments, "desc": generate_random_map()}
