"""The state of a run by PPO: everything that decides how it goes on."""

from __future__ import annotations

import numpy as np

from pong_pg.algorithm import Arrays, Shapes
from pong_pg.game.progress import Progress
from pong_pg.game.seeding import weights_rng
from pong_pg.ppo.adam import Adam, FirstLayer
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.network import ACTIONS, OUTPUTS, ROWS, SHARED, Weights, to_fixed_point
from pong_pg.ppo.policy import ActorCritic
from pong_pg.ppo.rollout import Position

# Suffixes, in a checkpoint, of the three sets of weights and of Adam's two moment estimates.
_SETS = ("", "_average", "_players", "_mean", "_square")
# Prefix of the arrays of `FirstLayer`.
_FIRST_LAYER = "blocks_"


class PPOState:
    """Configuration, weights, Adam's memory, positions of the environments, and progress: what a checkpoint holds.

    The batch of the next update is played by the weights of one update before, while these learn: so it
    follows from those and the positions of the environments, and is not saved itself.

    Args:
        config: the run's settings.
        weights: changed in place by the run.
        average: of the weights over the last updates: the policy.
        players: the weights that play the batch of the next update.
        positions: of the environments before that batch.
        adam: moves the weights; by default one that has taken no step.
        progress: how far the run has come.

    Raises:
        ValueError: an array of weights has another dtype or shape than `Weights` says, is not in C order, or is
            read-only.
    """

    def __init__(
        self,
        config: PPOConfig,
        weights: Weights,
        average: Weights,
        players: Weights,
        positions: list[Position],
        *,
        adam: Adam | None = None,
        progress: Progress | None = None,
    ) -> None:
        for own in (weights, average, players):
            own.check(writeable=True)
            if own.hidden != config.hidden:
                raise ValueError(f"weights must be of {config.hidden} hidden units; got {own.hidden}")
        self.config = config
        self.weights = weights
        self.average = average
        self.players = players
        self.positions = positions
        self.adam = adam or Adam(weights, config.block_rate)
        self.progress = progress or Progress()

    @classmethod
    def initial(cls, config: PPOConfig, progress: Progress | None = None) -> PPOState:
        """Return the state of a run before its first update."""
        weights = Weights.initial(config.hidden, weights_rng(config.seed))
        return cls(
            config, weights, weights.copy(), weights.copy(), [Position.start()] * config.num_envs, progress=progress
        )

    def copy(self) -> PPOState:
        """Return a state of its own that does not move on with this one."""
        arrays = {name: array.copy() for name, array in self.arrays().items()}
        return PPOState.from_arrays(self.config, arrays, self.progress)

    def policy(self) -> ActorCritic:
        """Return a policy on a copy of the averaged weights."""
        return ActorCritic(self.average.copy())

    @property
    def steps_under_way(self) -> int:
        """Agent steps of the games that have not ended, which are played again where the run is resumed."""
        return sum(len(position.actions) for position in self.positions)

    def played(self) -> Weights:
        """Return what plays the batch of the next update."""
        return to_fixed_point(self.players)

    def arrays(self) -> Arrays:
        """Return what a checkpoint holds beside configuration and progress."""
        adam = self.adam
        sets = dict(zip(_SETS, (self.weights, self.average, self.players, adam.mean, adam.square), strict=True))
        weights = {
            f"{name}{suffix}": array for suffix, arrays in sets.items() for name, array in arrays._asdict().items()
        }
        # W1 is the sums of these.
        del weights["W1"]
        weights.update({f"{_FIRST_LAYER}{name}": array for name, array in adam.first_layer._asdict().items()})
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
        weights = {"W1": (ROWS, config.hidden), "heads": (OUTPUTS, config.hidden), "biases": (OUTPUTS,)}
        envs = (config.num_envs,)
        arrays = {f"{name}{suffix}": (np.float32, shape) for suffix in _SETS for name, shape in weights.items()}
        del arrays["W1"]
        for name in FirstLayer._fields:
            rows = ROWS if name == "own" else SHARED
            arrays[f"{_FIRST_LAYER}{name}"] = np.float32, (rows, config.hidden)
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
        if (games < 0).any() or (steps < 0).any() or (steps > len(actions)).any():
            raise ValueError("inconsistent positions of its games")
        if steps.sum() != len(actions) or (actions >= len(ACTIONS)).any():
            raise ValueError("inconsistent positions of its games")
        squares = [array for name, array in arrays.items() if name.endswith("_square")]
        if arrays["adam_steps"] < 0 or any((square < 0).any() for square in squares):
            raise ValueError("Adam's memory has numbers below 0")
        first_layer = FirstLayer(*(np.ascontiguousarray(arrays[f"{_FIRST_LAYER}{n}"]) for n in FirstLayer._fields))
        arrays = {**arrays, "W1": np.empty_like(first_layer.own)}
        parts = np.split(actions, np.cumsum(steps)[:-1])
        positions = [
            Position(int(game), part, float(total)) for game, part, total in zip(games, parts, totals, strict=True)
        ]
        weights, average, players, mean, square = (
            Weights(*(np.ascontiguousarray(arrays[f"{name}{suffix}"]) for name in Weights._fields)) for suffix in _SETS
        )
        adam = Adam(
            weights,
            config.block_rate,
            mean=mean,
            square=square,
            first_layer=first_layer,
            steps=int(arrays["adam_steps"]),
        )
        adam.finish()
        return cls(config, weights, average, players, positions, adam=adam, progress=progress)
