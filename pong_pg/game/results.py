"""The result of a finished game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GameResult:
    """A finished game.

    Attributes:
        game: its index: in its batch, or among the games of an evaluation; from 0.
        env_seed: the seed of the environment's `reset`.
        total_reward: its return, -21 to 21 in Pong.
        steps: its length in agent steps.
        truncated: it was cut off instead of being played to its end.
    """

    game: int
    env_seed: int
    total_reward: float
    steps: int
    truncated: bool
