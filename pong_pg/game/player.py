"""The protocols of a policy that can play."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env
from pong_pg.errors import check_argument
from pong_pg.game.results import GameResult


class GameSeeds(Protocol):
    """The seeds of games."""

    def __call__(self, game: int, /) -> tuple[int, np.random.Generator]:
        """Return, for the index of a game from 0, the seed of the environment's `reset` and the actions' generator."""


class Player(Protocol):
    """A policy that plays frame by frame. `pong_pg.evaluate` takes any class with these methods."""

    def reset(self, seed: int | np.random.Generator | None = None) -> None:
        """Forget the last frame, as at the start of a game.

        Args:
            seed: seed or generator to sample actions with from now on; None to continue with the current generator.
        """

    def act(self, observation: npt.ArrayLike, *, greedy: bool = False) -> int:
        """Return the action for the next frame of a game.

        Args:
            observation: uint8 frame, (210, 160, 3) RGB or (210, 160) palette indices.
            greedy: whether to take the most likely action instead of sampling one.
        """

    def digest(self) -> str:
        """Return a string that identifies the weights, such as ``sha256:...``."""


class GamePlayer(Player, Protocol):
    """A player that can also play whole games, faster than frame by frame and with the same results."""

    def play_games(self, env: Env, games: GameSeeds, *, greedy: bool = False) -> Iterator[GameResult]:
        """Yield the results of games 0, 1, 2, ... without end.

        Args:
            env: an environment from `training_env`.
            games: returns the seeds of each game.
            greedy: whether to take the most likely actions instead of sampling them.
        """


def check_player(policy: object) -> None:
    """Check that what is to play has the methods of a `Player`.

    Raises:
        ArgumentError: it has not, or is a class.
    """
    plays = all(callable(getattr(policy, name, None)) for name in ("reset", "act"))
    check_argument(
        plays and not isinstance(policy, type),
        "policy",
        "must be an object with the methods of pong_pg.Player, such as what pong_pg.load returns",
        policy,
    )
