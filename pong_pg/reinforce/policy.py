"""The policy that REINFORCE trains: the two-layer network of "Pong from Pixels"."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env
from pong_pg.game.actions import DOWN, UP
from pong_pg.game.decision import Decision, change_of
from pong_pg.game.frames import PIXELS, Mask
from pong_pg.game.network_policy import NetworkPolicy
from pong_pg.game.player import GameSeeds
from pong_pg.game.results import GameResult
from pong_pg.reinforce.kernels import new_record
from pong_pg.reinforce.reference import initial_weights, sigmoid
from pong_pg.reinforce.rollout import Games

Array = npt.NDArray[np.float32]


class ReinforcePolicy(NetworkPolicy):
    """p(up) = sigmoid(W2 . max(0, W1 x)), where x is the difference of two 80x80 masks. No biases.

    It plays frame by frame, `act` for each and `reset` at the start of a game, or whole games, `play_games`.

    Args:
        W1: (hidden, 6400) weights of the first layer.
        W2: (hidden,) weights of the second. Both are converted to float32.

    Attributes:
        W1_T: (6400, hidden) float32, W1 transposed: the weights of one pixel are contiguous.
        W2: (hidden,) float32.

    Raises:
        ValueError: the shapes do not fit together, or the weights are no real numbers.
    """

    def __init__(self, W1: npt.ArrayLike, W2: npt.ArrayLike) -> None:
        super().__init__()
        first, second = np.asarray(W1), np.asarray(W2)
        if first.ndim != 2 or len(first) < 1 or first.shape[1] != PIXELS or second.shape != first.shape[:1]:
            raise ValueError(
                f"W1 must have the shape (hidden, {PIXELS}) and W2 (hidden,), hidden at least 1; "
                f"got {first.shape} and {second.shape}"
            )
        if not {first.dtype.kind, second.dtype.kind} <= set("fiub"):
            raise ValueError(f"W1 and W2 must be arrays of real numbers; got {first.dtype} and {second.dtype}")
        # What is in this type and order already is not copied.
        self.W1_T: Array = np.ascontiguousarray(first.T, np.float32)
        self.W2: Array = np.ascontiguousarray(second, np.float32)

    @classmethod
    def initial(cls, hidden: int, rng: np.random.Generator) -> ReinforcePolicy:
        """Return a policy with initial weights: W1 drawn from N(0, 1/6400), then W2 from N(0, 1/hidden)."""
        W1_T, W2 = initial_weights(hidden, rng)
        return cls(W1_T.T, W2)

    @property
    def W1(self) -> Array:  # noqa: N802 - the field's name for it
        """(hidden, 6400) view of the first layer."""
        W1: Array = self.W1_T.T
        return W1

    @property
    def hidden(self) -> int:
        """Number of hidden units."""
        return len(self.W2)

    def arrays(self) -> dict[str, Array]:
        """Return the weights in the reference's layout: W1 and W2."""
        return {"W1": self.W1, "W2": self.W2}

    def _choose(self, now: Mask, before: Mask, greedy: bool) -> int:
        # As whole games are played, to the last bit.
        self._eye = self._eye or new_record(self.hidden)
        self._eye.begin(self.W1_T, self.W2)
        self._eye.look(before)
        p_up = self._eye.look(now)
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
        played = Games(env, self.hidden)
        for game in itertools.count():
            env_seed, rng = games(game)
            episode = played.play((self.W1_T, self.W2), env_seed, rng, greedy=greedy)
            yield GameResult(game, env_seed, float(episode.rewards.sum()), len(episode.rewards), episode.truncated)

    def __repr__(self) -> str:
        return f"{type(self).__name__}(hidden={self.hidden}, dtype={self.W2.dtype})"
