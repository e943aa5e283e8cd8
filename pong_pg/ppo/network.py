"""The actor-critic network: the present mask and the difference frame in, logits of the actions and a value out.

Every observation is seen twice, see `pong_pg.ppo.symmetry`.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env
from pong_pg.game.frames import DOWN, PIXELS, UP, check_frame, crop, mask_table
from pong_pg.game.player import GameSeeds
from pong_pg.game.results import GameResult

Array = npt.NDArray[np.float32]

# A row of W1 for each pixel that is lit, one for each that changed, and the hidden layer's bias, which is always added.
ROWS = 2 * PIXELS + 1
STAY = 0
# What the network chooses from. Two learn sooner, three play better in the end.
ACTIONS = {2: (UP, DOWN), 3: (STAY, UP, DOWN)}

# Forty to ninety inputs are not zero. A quarter of what keeps the hidden layer at unit scale for the least of them: so
# what is learned soon outweighs what was drawn, which stays in the rows of pixels that are seldom lit.
_TYPICAL_INPUTS = 40
FIRST_W1 = 0.25
# Nearly equal probabilities, and values near zero, to begin with, from twice so many hidden units.
_FIRST_HEADS = 0.1


class Weights(NamedTuple):
    """The weights: h = max(0, x W1), g(x) = h heads' + biases; the outputs are g(x) + P g(M x), see `mirror`.

    Attributes:
        W1: (12801, hidden) float32: 6,400 rows for lit pixels, 6,400 for changed ones, and the bias.
        heads: (actions + 1, hidden) float32: a row for each action's logit, and one for the value.
        biases: (actions + 1,) float32.
    """

    W1: Array
    heads: Array
    biases: Array

    @classmethod
    def initial(cls, hidden: int, actions: int, rng: np.random.Generator) -> Weights:
        """Return fresh weights: W1 drawn from N(0, 1/640), the heads from N(0, 0.005/hidden), biases of zero."""
        W1 = (rng.standard_normal((ROWS, hidden)) * (FIRST_W1 / math.sqrt(_TYPICAL_INPUTS))).astype(np.float32)
        W1[-1] = 0
        heads = rng.standard_normal((actions + 1, hidden)) * (_FIRST_HEADS / math.sqrt(2 * hidden))
        return cls(W1, heads.astype(np.float32), np.zeros(actions + 1, np.float32))

    @property
    def hidden(self) -> int:
        """Number of hidden units."""
        return int(self.W1.shape[1])

    @property
    def actions(self) -> int:
        """Number of actions."""
        return len(self.biases) - 1

    def copy(self) -> Weights:
        """Return weights of their own that do not move on with these."""
        return Weights(*(array.copy() for array in self))


class Inputs(NamedTuple):
    """The inputs that are not zero, for some observations.

    Attributes:
        rows: (k,) int16: the index of a row of W1, or its complement (~index) where the row is subtracted.
        begins: (observations,) int64, where each observation's rows begin.
        ends: (observations,) int64, where they end.
    """

    rows: npt.NDArray[np.int16]
    begins: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]

    @classmethod
    def one(cls, rows: npt.NDArray[np.int16]) -> Inputs:
        """Return a single observation."""
        return cls(rows, np.zeros(1, np.int64), np.array([len(rows)]))


def inputs_of(mask: npt.NDArray[np.bool_], before: npt.NDArray[np.bool_]) -> npt.NDArray[np.int16]:
    """Return the rows of W1 for one observation: lit pixels, those newly lit, the bias; and those gone dark.

    What is added comes before what is subtracted: a processor guesses wrong where the one becomes the other.

    Args:
        mask: (6400,), the present frame's.
        before: (6400,), that of the frame before; the same in a game's first frame.
    """
    lit, dark = np.flatnonzero(mask & ~before), np.flatnonzero(before & ~mask)
    return np.concatenate([np.flatnonzero(mask), PIXELS + lit, [ROWS - 1], ~(PIXELS + dark)]).astype(np.int16)


class ActorCritic:
    """A policy trained by PPO. It plays like `Policy`: `act` for each frame, `reset` at the start of a game.

    Args:
        weights: see `Weights`; they are not copied.

    Raises:
        ValueError: the shapes do not fit together.
    """

    def __init__(self, weights: Weights) -> None:
        W1, heads, biases = weights
        actions = len(biases) - 1
        if actions not in ACTIONS or W1.shape != (ROWS, heads.shape[-1]) or heads.shape != (actions + 1, W1.shape[1]):
            raise ValueError(
                f"W1 must have the shape ({ROWS}, hidden), heads (actions + 1, hidden) and biases (actions + 1,), for "
                f"2 or 3 actions; got {W1.shape}, {heads.shape} and {biases.shape}"
            )
        self.weights = weights
        self._rng = np.random.default_rng()
        self._before: npt.NDArray[np.bool_] | None = None

    @property
    def hidden(self) -> int:
        """Number of hidden units."""
        return self.weights.hidden

    def reset(self, seed: int | np.random.Generator | None = None) -> None:
        """Forget the last frame, as at the start of a game; with `seed`, draw the same actions again."""
        self._before = None
        if seed is not None:
            self._rng = np.random.default_rng(seed)

    def act(self, observation: npt.ArrayLike, *, greedy: bool = False) -> int:
        """Return the action for the next frame of a game: 0 (stay, if it plays three actions), 2 (up) or 3 (down).

        Args:
            observation: uint8 frame, (210, 160, 3) RGB or (210, 160) palette indices.
            greedy: take the likeliest action instead of drawing one.

        Raises:
            ValueError: the observation is not such a frame.
        """
        from pong_pg.ppo.kernels import choose
        from pong_pg.ppo.symmetry import forward, with_images

        frame = check_frame(observation)
        mask = mask_table(frame)[crop(frame)].ravel() != 0
        rows = inputs_of(mask, mask if self._before is None else self._before)
        self._before = mask
        _, outputs = forward(self.weights, with_images(Inputs.one(rows)))
        action = choose(outputs[0, :-1].tolist(), -1.0 if greedy else self._rng.random())
        return ACTIONS[self.weights.actions][action]

    def play_games(self, env: Env, games: GameSeeds, *, greedy: bool = False) -> Iterator[GameResult]:
        """Yield the results of whole games, see `pong_pg.game.player.GamePlayer`."""
        from pong_pg.ppo.rollout import play_games

        return play_games(env, self.weights, games, greedy=greedy)

    def digest(self) -> str:
        """Return `sha256:...` of the weights as little-endian float32: W1, heads, biases."""
        sha = hashlib.sha256()
        for array in self.weights:
            sha.update(np.ascontiguousarray(array, "<f4").tobytes())
        return f"sha256:{sha.hexdigest()}"

    def __repr__(self) -> str:
        return f"ActorCritic(hidden={self.hidden}, actions={self.weights.actions})"
