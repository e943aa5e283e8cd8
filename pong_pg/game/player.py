"""A policy that plays, as a type."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env
from pong_pg.game.results import GameResult

# For the index of a game, from 0: the seed of the environment's `reset`, and the generator of the player's actions.
GameSeeds = Callable[[int], tuple[int, np.random.Generator]]


class Player(Protocol):
    """A policy that plays, frame by frame. `pong_pg.evaluate` takes any; so yours may be a class of a few lines."""

    def reset(self, seed: int | np.random.Generator | None = None) -> None:
        """Forget the last frame, as at the start of a game; draw actions from this seed or generator from now on."""

    def act(self, observation: npt.ArrayLike, *, greedy: bool = False) -> int:
        """Return the action for the next frame of a game.

        Args:
            observation: uint8 frame, (210, 160, 3) RGB or (210, 160) palette indices.
            greedy: take the likeliest action instead of drawing one.
        """

    def digest(self) -> str:
        """Return a string that tells these weights from all others, such as ``sha256:...``."""


@runtime_checkable
class GamePlayer(Player, Protocol):
    """A player that plays whole games faster than frame by frame, and to the same end."""

    def play_games(self, env: Env, games: GameSeeds, *, greedy: bool = False) -> Iterator[GameResult]:
        """Yield the results of games 0, 1, 2, ... without end, in an environment from `training_env`."""
