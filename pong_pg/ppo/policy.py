"""The policy that PPO trains, as it plays outside of training."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env
from pong_pg.game.decision import Decision, change_of
from pong_pg.game.frames import SIDE, Mask, check_frame
from pong_pg.game.frames import mask as mask_of
from pong_pg.game.player import GameSeeds, action_rng
from pong_pg.game.results import GameResult
from pong_pg.ppo.network import ACTIONS, BIAS, Weights, observation, reflected_rows, to_fixed_point
from pong_pg.ppo.play import Player
from pong_pg.ppo.reference import forward, values_of
from pong_pg.ppo.rollout import play_games


class ActorCritic:
    """A policy trained by PPO. It plays like `Policy`: `act` for each frame, `reset` at the start of a game.

    Copies and pickles go on with the same game: they hold the last frame and the state of the random generator.

    Args:
        weights: see `Weights`; float32 arrays in C order are not copied, others are converted. They must not be changed
            afterwards.

    Raises:
        ValueError: the shapes do not fit together, or the weights are no real numbers.
    """

    def __init__(self, weights: Weights) -> None:
        if not {np.asarray(array).dtype.kind for array in weights} <= set("fiub"):
            raise ValueError(f"weights must be arrays of real numbers; got {[str(array.dtype) for array in weights]}")
        # No copies, unless their type or order is not what the network takes.
        self.weights = Weights(*(np.ascontiguousarray(array, np.float32) for array in weights))
        self.weights.check()
        self._rng = np.random.default_rng()
        self._last: Mask | None = None
        self._player: Player | None = None

    @property
    def hidden(self) -> int:
        """Number of hidden units."""
        return self.weights.hidden

    @functools.cached_property
    def _played(self) -> Weights:
        return to_fixed_point(self.weights)

    def reset(self, seed: int | np.random.Generator | None = None) -> None:
        """Prepare for a new game: forget the last frame, and draw actions from this seed or generator from now on.

        Raises:
            ArgumentError: the seed is neither an integer of at least 0 nor a generator.
        """
        if seed is not None:
            self._rng = action_rng(seed)
        self._last = None

    def act(self, observation: npt.ArrayLike, *, greedy: bool = False) -> int:
        """Return the action for the next frame of a game: 0 (stay), 2 (up) or 3 (down).

        The network's inputs are this frame and what changed since the frame of the previous call, so call `reset` when
        a game begins.

        Args:
            observation: uint8 frame, (210, 160, 3) RGB or (210, 160) palette indices.
            greedy: take the most probable action instead of drawing one.

        Raises:
            ArgumentError: the observation is not a frame of this dtype and shape.
        """
        mask = mask_of(check_frame(observation))
        if self._player is None:
            self._player = Player()
            self._player.begin(self._played, 0)
        game = self._player.game
        game.before[...] = mask if self._last is None else self._last
        game.mask[...] = self._last = mask
        return ACTIONS[self._player.decide(0.0 if greedy else self._rng.random(), greedy)]

    def inspect(self, mask: Mask, before: Mask) -> Decision:
        """Return what the policy makes of a frame, see `pong_pg.game.decision.Inspectable`."""
        change, now = change_of(mask, before), np.asarray(mask, np.int8)
        x = observation(now, before)
        rows, influence = np.flatnonzero(x[:BIAS]), np.zeros(BIAS)
        hidden_layers, (outputs,) = forward(self.weights, x[np.newaxis])
        up_minus_down = self.weights.heads[1] - self.weights.heads[2]
        # The reflection's logit of going up is this frame's of going down.
        views = (rows, 1, hidden_layers[0, 0]), (reflected_rows()[rows], -1, hidden_layers[1, 0])
        for view, sign, layer in views:
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
        return play_games(env, self._played, games, greedy=greedy)

    def digest(self) -> str:
        """Return `sha256:...` of the weights as little-endian float32: W1, heads, biases."""
        sha = hashlib.sha256()
        for array in self.weights:
            sha.update(np.ascontiguousarray(array, "<f4").tobytes())
        return f"sha256:{sha.hexdigest()}"

    def __getstate__(self) -> dict[str, Any]:
        # A player holds addresses, which mean nothing elsewhere.
        return {**self.__dict__, "_player": None}

    def __repr__(self) -> str:
        return f"ActorCritic(hidden={self.hidden})"
