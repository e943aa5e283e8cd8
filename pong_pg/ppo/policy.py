"""The policy that PPO trains, as it plays outside of training."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env
from pong_pg.game.decision import Decision, change_of
from pong_pg.game.frames import SIDE, Mask
from pong_pg.game.network_policy import NetworkPolicy
from pong_pg.game.player import GameSeeds
from pong_pg.game.results import GameResult
from pong_pg.ppo.network import ACTIONS, BIAS, Weights, observation, reflected_rows, to_fixed_point
from pong_pg.ppo.play import Player
from pong_pg.ppo.reference import forward, values_of
from pong_pg.ppo.rollout import make_runner

# Agent steps after which `play_games` looks whether games have ended.
_STEPS = 256


class PPOPolicy(NetworkPolicy):
    """A policy trained by PPO. It plays like `ReinforcePolicy`: `act` for each frame, `reset` at the start of a game.

    Args:
        weights: see `Weights`; float32 arrays in C order are not copied, others are converted. They must not be changed
            afterwards.

    Raises:
        ValueError: the shapes do not fit together, or the weights are no real numbers.
    """

    def __init__(self, weights: Weights) -> None:
        super().__init__()
        if not {np.asarray(array).dtype.kind for array in weights} <= set("fiub"):
            raise ValueError(f"weights must be arrays of real numbers; got {[str(array.dtype) for array in weights]}")
        # No copies, unless their type or order is not what the network takes.
        self.weights = Weights(*(np.ascontiguousarray(array, np.float32) for array in weights))
        self.weights.check()

    @property
    def hidden(self) -> int:
        """Number of hidden units."""
        return self.weights.hidden

    @functools.cached_property
    def _played(self) -> Weights:
        return to_fixed_point(self.weights)

    @property
    def value(self) -> float | None:
        """Estimate of how the present rally ends, from -1 if it is lost to 1 if it is won.

        It is of the last frame that `act` or `predict` was given. None where a game begins, and after frames of several
        environments.
        """
        if self._now is None or self._before is None or len(self._now) > 1:
            return None
        return self.inspect(self._now[0], self._before[0]).value

    def arrays(self) -> dict[str, npt.NDArray[np.float32]]:
        """Return the weights: W1, heads and biases."""
        return self.weights._asdict()

    def _choose(self, now: Mask, before: Mask, greedy: bool) -> int:
        if self._eye is None:
            self._eye = Player()
            self._eye.begin(self._played, 0)
        game = self._eye.game
        game.before[...], game.mask[...] = before, now
        return ACTIONS[self._eye.decide(0.0 if greedy else self._rng.random(), greedy)]

    def inspect(self, mask: Mask, before: Mask) -> Decision:
        """Return what the policy makes of a frame, see `pong_pg.game.decision.Inspectable`."""
        change, now = change_of(mask, before), np.asarray(mask, np.int8)
        x = observation(now, before)
        rows, influence = np.flatnonzero(x[:BIAS]), np.zeros(BIAS)
        hidden_layers, (outputs,) = forward(self.weights, x[np.newaxis])
        up_minus_down = self.weights.heads[1] - self.weights.heads[2]
        views: list[npt.NDArray[Any]] = [rows, reflected_rows()[rows]]
        # The reflection's logit of going up is this frame's of going down.
        for (layer,), view, sign in zip(hidden_layers, views, (1, -1), strict=True):
            influence[rows] += sign * x[rows] * (self.weights.W1[view] @ (up_minus_down * (layer > 0)))
        odds = np.exp(outputs[:-1].astype(np.float64) - outputs[:-1].max())
        return Decision(
            actions=ACTIONS,
            probabilities=odds / odds.sum(),
            value=float(values_of(outputs[-1])),
            mask=now,
            change=change,
            hidden=hidden_layers.ravel(),
            influence=influence.reshape(2, SIDE, SIDE).sum(axis=0).astype(np.float32),
        )

    def play_games(self, env: Env, games: GameSeeds, *, greedy: bool = False) -> Iterator[GameResult]:
        """Yield the results of whole games, see `pong_pg.game.player.GamePlayer`."""
        runner = make_runner(env, games)
        while True:
            yield from runner.rollout(self._played, _STEPS, greedy=greedy).games

    def __repr__(self) -> str:
        return f"PPOPolicy(hidden={self.hidden})"
