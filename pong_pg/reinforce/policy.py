"""The policy that REINFORCE trains, as it plays outside of training."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env
from pong_pg.game.actions import DOWN, UP
from pong_pg.game.decision import Decision, Mask, change_of
from pong_pg.game.frames import PIXELS, check_frame, mask
from pong_pg.game.player import GameSeeds, action_rng
from pong_pg.game.results import GameResult
from pong_pg.reinforce.network import Array, Differences, Network, sigmoid
from pong_pg.reinforce.rollout import play_games


class Policy(Network):
    """The policy of "Pong from Pixels": p(up) = sigmoid(W2 . max(0, W1 x)) for a difference frame x. See `Network`.

    It plays frame by frame, `act` for each and `reset` at the start of a game, or whole games, `play_games`. Copies and
    pickles go on with the same game: they hold the last mask and the state of the random generator.
    """

    def _set(self, W1_T: Array, W2: Array) -> None:
        super()._set(W1_T, W2)
        self._rng = np.random.default_rng()
        self._before: Mask | None = None

    def reset(self, seed: int | np.random.Generator | None = None) -> None:
        """Prepare for a new game: forget the last frame, and draw actions from this seed or generator from now on.

        Raises:
            ArgumentError: the seed is neither an integer of at least 0 nor a generator.
        """
        if seed is not None:
            self._rng = action_rng(seed)
        self._before = None

    def act(self, observation: npt.ArrayLike, *, greedy: bool = False) -> int:
        """Return the action for the next frame of a game: 2 (up) or 3 (down).

        The network's input is the difference from the frame of the previous call, so call `reset` when a game begins.

        Args:
            observation: uint8 frame, (210, 160, 3) RGB or (210, 160) palette indices.
            greedy: take the more probable action instead of drawing one.

        Raises:
            ArgumentError: the observation is not a frame of this dtype and shape.
        """
        seen = mask(check_frame(observation))
        differences = Differences.between(seen, seen if self._before is None else self._before)
        self._before = seen
        p_up = sigmoid(self.forward(differences)[1][0])
        return UP if (p_up >= 0.5 if greedy else self._rng.random() < p_up) else DOWN

    def inspect(self, mask: Mask, before: Mask) -> Decision:
        """Return what the policy makes of a frame, see `pong_pg.game.decision.Inspectable`."""
        change = change_of(mask, before)
        # Few pixels change, so only their rows are converted.
        rows = np.flatnonzero(change)
        terms = self.W1_T[rows].astype(np.float64) * change.ravel()[rows, np.newaxis]
        hidden = np.maximum(terms.sum(axis=0), 0)
        p_up = sigmoid(float(hidden @ self.W2))
        # With one logit, that of going up against going down.
        influence = np.zeros(PIXELS, np.float32)
        influence[rows] = terms @ np.where(hidden > 0, self.W2, 0)
        return Decision(
            actions=(UP, DOWN),
            probabilities=np.array([p_up, 1 - p_up]),
            value=None,
            mask=np.asarray(mask, np.int8),
            change=change,
            hidden=hidden.astype(np.float32),
            influence=influence.reshape(change.shape),
        )

    def play_games(self, env: Env, games: GameSeeds, *, greedy: bool = False) -> Iterator[GameResult]:
        """Yield the results of whole games, see `pong_pg.game.player.GamePlayer`."""
        return play_games(env, self, games, greedy=greedy)

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "rng": self._rng, "before": self._before}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._rng, self._before = state["rng"], state["before"]
