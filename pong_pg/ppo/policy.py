"""The policy that PPO trains, as it plays outside of training."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env
from pong_pg.game.console_game import Game
from pong_pg.game.decision import Decision, change_of
from pong_pg.game.frames import PIXELS, SIDE, Mask, check_frame
from pong_pg.game.frames import mask as mask_of
from pong_pg.game.player import GameSeeds, action_rng
from pong_pg.game.results import GameResult
from pong_pg.ppo.network import ACTIONS, BIAS, OUTPUTS, SWAPPED, Weights, reflected_rows, to_fixed_point
from pong_pg.ppo.play import Player, make_player
from pong_pg.ppo.reference import values_of
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
        self._player = None

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
            self._player = self._begin_game(mask)
        else:
            self._player.begin(self._played, 1)
            self._player.game.mask[...] = mask
            self._player.observe()
        return ACTIONS[self._player.select(0.0 if greedy else self._rng.random(), greedy)]

    def _begin_game(self, mask: Mask) -> Player:
        player = make_player(Game())
        player.begin(self._played, 1)
        player.game.mask[...] = mask
        player.observe_first(player.game.mask)
        return player

    def inspect(self, mask: Mask, before: Mask) -> Decision:
        """Return what the policy makes of a frame, see `pong_pg.game.decision.Inspectable`."""
        return _inspect(self.weights, mask, before)

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
        # A player holds addresses, which mean nothing elsewhere; the last mask is all that is needed.
        last = None if self._player is None else self._player.game.mask.copy()
        return {"weights": self.weights, "rng": self._rng, "last_mask": last}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.weights, self._rng = state["weights"], state["rng"]
        self.weights.check()
        last = state["last_mask"]
        self._player = None if last is None else self._begin_game(last)

    def __repr__(self) -> str:
        return f"ActorCritic(hidden={self.hidden})"


def _inspect(weights: Weights, mask: Mask, before: Mask) -> Decision:
    """Return the decision of f(x) = g(x) + P g(M x), see `pong_pg.ppo.network`, computed in float64.

    Args:
        weights: the network's.
        mask: (80, 80) int8, zeros and ones, of the present frame.
        before: the same of the frame before; in a game's first frame, that of the present frame.

    Raises:
        ValueError: a mask is not of shape (80, 80), or holds other numbers than 0 and 1.
    """
    change = change_of(mask, before)
    now = np.asarray(mask, np.int8)
    lit, changed = np.flatnonzero(now), np.flatnonzero(change)
    rows, pixels = np.concatenate([lit, PIXELS + changed]), np.concatenate([lit, changed])
    signs = np.concatenate([np.ones(len(lit)), change.ravel()[changed]])[:, np.newaxis]
    heads = weights.heads.astype(np.float64)
    outputs, influence, layers = np.zeros(OUTPUTS), np.zeros(PIXELS), []
    for view, order, sign in ((rows, slice(None), 1), (reflected_rows()[rows], SWAPPED, -1)):
        terms = weights.W1[view].astype(np.float64) * signs
        hidden = np.maximum(terms.sum(axis=0) + weights.W1[BIAS], 0)
        layers.append(hidden)
        outputs += (heads @ hidden + weights.biases)[order]
        # The reflection's logit of going up is this frame's of going down.
        influence += sign * np.bincount(pixels, terms @ ((heads[1] - heads[2]) * (hidden > 0)), PIXELS)
    odds = np.exp(outputs[:-1] - outputs[:-1].max())
    return Decision(
        actions=ACTIONS,
        probabilities=odds / odds.sum(),
        value=float(values_of(outputs[-1])),
        mask=now,
        change=change,
        hidden=np.concatenate(layers).astype(np.float32),
        influence=influence.reshape(SIDE, SIDE).astype(np.float32),
    )
