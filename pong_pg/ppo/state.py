"""The state of a run by PPO: everything that decides how it goes on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from pong_pg.algorithm import Arrays, Shapes
from pong_pg.game.progress import Progress
from pong_pg.game.seeding import weights_rng
from pong_pg.ppo.adam import Adam, Trained
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.network import ACTIONS, Weights
from pong_pg.ppo.policy import PPOPolicy
from pong_pg.ppo.rollout import Position

# The sets of weights in a checkpoint, by the suffixes of their names: those that are trained and Adam's two moment
# estimates; and the weights of networks that only play.
_SETS: dict[str, Any] = {"": Trained, "_mean": Trained, "_square": Trained, "_average": Weights, "_players": Weights}


@dataclass(eq=False)
class PPOState:
    """Configuration, weights, Adam's memory, positions of the environments, and progress: what a checkpoint holds.

    The batch of the next update is played by the weights of one update before, while these learn: so it
    follows from those and the positions of the environments, and is not saved itself.

    Args:
        config: the run's settings.
        adam: the weights, and what moves them; changed in place by the run.
        average: of the weights over the last updates: the policy.
        players: the weights that play the batch of the next update.
        positions: of the environments before that batch.
        progress: how far the run has come.
    """

    config: PPOConfig
    adam: Adam
    average: Weights
    players: Weights
    positions: list[Position]
    progress: Progress = field(default_factory=Progress)

    @classmethod
    def initial(cls, config: PPOConfig, progress: Progress | None = None) -> PPOState:
        """Return the state of a run before its first update."""
        weights = Weights.initial(config.hidden, weights_rng(config.seed))
        positions = [Position()] * config.num_envs
        return cls(config, Adam.initial(weights), weights, weights.copy(), positions, progress or Progress())

    def policy(self) -> PPOPolicy:
        """Return a policy on a copy of the averaged weights."""
        return PPOPolicy(self.average.copy())

    def arrays(self) -> Arrays:
        """Return what a checkpoint holds beside configuration and progress."""
        adam = self.adam
        parts: list[Trained | Weights] = [adam.values, adam.mean, adam.square, self.average, self.players]
        weights = {
            f"{name}{suffix}": array
            for suffix, part in zip(_SETS, parts, strict=True)
            for name, array in part._asdict().items()
        }
        actions = [position.actions for position in self.positions]
        return {
            **weights,
            "adam_steps": np.array(self.adam.steps, np.int64),
            "games": np.array([position.game for position in self.positions], np.int64),
            "steps": np.array([len(played) for played in actions], np.int64),
            "totals": np.array([position.total_reward for position in self.positions], np.float64),
            "actions": np.concatenate(actions),
        }

    @classmethod
    def shapes(cls, config: PPOConfig) -> Shapes:
        """Return type and shape of each of `arrays`; None where a length may be any."""
        envs = (config.num_envs,)
        arrays = {
            f"{name}{suffix}": (np.float32, shape)
            for suffix, kind in _SETS.items()
            for name, shape in kind.shapes(config.hidden).items()
        }
        return {
            **arrays,
            "adam_steps": (np.int64, ()),
            "games": (np.int64, envs),
            "steps": (np.int64, envs),
            "totals": (np.float64, envs),
            "actions": (np.uint8, (None,)),
        }

    @classmethod
    def from_arrays(cls, config: PPOConfig, arrays: Arrays, progress: Progress) -> PPOState:
        """Return the state that `arrays` came from; they have its `shapes`.

        Raises:
            ValueError: the positions of the games contradict each other, or Adam's memory is impossible.
        """
        games, steps, totals, actions = (arrays[name] for name in ("games", "steps", "totals", "actions"))
        # Each first, since sums of very large ones wrap around.
        are_possible = (games >= 0).all() and (steps >= 0).all() and (steps <= len(actions)).all()
        if not are_possible or steps.sum() != len(actions) or (actions >= len(ACTIONS)).any():
            raise ValueError("inconsistent positions of its games")
        squares = [array for name, array in arrays.items() if name.endswith("_square")]
        if arrays["adam_steps"] < 0 or any((square < 0).any() for square in squares):
            raise ValueError("Adam's memory has numbers below 0")
        parts = np.split(actions, np.cumsum(steps)[:-1])
        positions = [Position(int(game), *rest) for game, *rest in zip(games, parts, totals.tolist(), strict=True)]
        values, mean, square, average, players = (
            kind(*(np.ascontiguousarray(arrays[f"{name}{suffix}"]) for name in kind._fields))
            for suffix, kind in _SETS.items()
        )
        adam = Adam(values, mean, square, int(arrays["adam_steps"]))
        return cls(config, adam, average, players, positions, progress)
