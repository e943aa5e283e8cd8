"""The result of a finished game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GameResult:
    """The result of a finished game.

    Attributes:
        game: index of the game in its batch or evaluation, from 0.
        env_seed: seed of the environment's `reset`.
        total_reward: undiscounted return of the game, -21 to 21 in Pong.
        steps: length of the game in agent steps.
        truncated: whether the game was truncated instead of played to its end.
    """

    game: int
    env_seed: int
    total_reward: float
    steps: int
    truncated: bool
