"""The policy that PPO trains, as it plays outside of training."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env
from pong_pg.game.decision import Decision, Mask
from pong_pg.game.frames import Frame, check_frame, crop, mask_table
from pong_pg.game.player import GameSeeds, action_rng
from pong_pg.game.results import GameResult
from pong_pg.ppo.encoder import Encoder, make_encoder
from pong_pg.ppo.inspection import inspect_network
from pong_pg.ppo.network import ACTIONS, Weights, to_fixed_point
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
        if self.weights.actions not in ACTIONS:
            raise ValueError(f"weights must be of 2 or 3 actions; got {self.weights.actions}")
        self._rng = np.random.default_rng()
        self._encoder: Encoder | None = None
        self._table: npt.NDArray[np.int8] | None = None

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
        self._encoder = None

    def act(self, observation: npt.ArrayLike, *, greedy: bool = False) -> int:
        """Return the action for the next frame of a game: 0 (stay, if it plays three actions), 2 (up) or 3 (down).

        The network's inputs are this frame and what changed since the frame of the previous call, so call `reset` when
        a game begins.

        Args:
            observation: uint8 frame, (210, 160, 3) RGB or (210, 160) palette indices.
            greedy: take the most probable action instead of drawing one.

        Raises:
            ArgumentError: the observation is not a frame of this dtype and shape.
        """
        frame = check_frame(observation)
        encoder = self._encoder
        if encoder is None:
            encoder = self._begin_game(crop(frame), mask_table(frame))
        crop(encoder.screen)[...] = crop(frame)
        encoder.begin_rollout(self._played, 1, None)
        encoder.encode()
        action = encoder.select_action(0.0 if greedy else self._rng.random(), greedy)
        return ACTIONS[self.weights.actions][action]

    def _begin_game(self, cropped: Frame, table: npt.NDArray[np.int8]) -> Encoder:
        self._table = table
        self._encoder = encoder = make_encoder(table)
        crop(encoder.screen)[...] = cropped
        encoder.begin_game()
        return encoder

    def inspect(self, mask: Mask, before: Mask) -> Decision:
        """Return what the policy makes of a frame, see `pong_pg.game.decision.Inspectable`."""
        return inspect_network(self.weights, mask, before)

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
        # An encoder may hold addresses, which mean nothing elsewhere; the frame on its screen is all that is needed.
        last = None if self._encoder is None else (crop(self._encoder.screen).copy(), self._table)
        return {"weights": self.weights, "rng": self._rng, "last_frame": last}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.weights, self._rng = state["weights"], state["rng"]
        self.weights.check()
        self._encoder = self._table = None
        if state["last_frame"] is not None:
            self._begin_game(*state["last_frame"])

    def __repr__(self) -> str:
        return f"ActorCritic(hidden={self.hidden}, actions={self.weights.actions})"
