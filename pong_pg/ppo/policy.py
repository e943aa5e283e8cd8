"""The policy that PPO trains, as it plays outside of training."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.compat import Env
from pong_pg.game.decision import Decision, Mask, change_of
from pong_pg.game.frames import PIXELS, SIDE, Frame, check_frame, crop, mask_table
from pong_pg.game.player import GameSeeds, action_rng
from pong_pg.game.results import GameResult
from pong_pg.ppo.encoder import Encoder, make_encoder
from pong_pg.ppo.loss import values_of
from pong_pg.ppo.network import ACTIONS, Layout, Weights, to_fixed_point
from pong_pg.ppo.positions import pixels_of, positions_of
from pong_pg.ppo.rollout import play_games
from pong_pg.ppo.symmetry import reflected, swap_up_and_down

Rows = npt.NDArray[np.intp]


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


class _View(NamedTuple):
    """The inputs of an observation or of its reflection, and the pixels that they follow from.

    Attributes:
        rows: of W1, without the bias; a row is listed once for each pixel that its input follows from.
        pixels: (rows,), in the observation; -1 for an input that follows from no pixel.
        inputs: (rows,), 1 or -1, and a share of that where there are several pixels.
    """

    rows: Rows
    pixels: Rows
    inputs: npt.NDArray[np.float64]


def _inspect(weights: Weights, mask: Mask, before: Mask) -> Decision:
    """Return the decision of f(x) = g(x) + P g(M x), see `pong_pg.ppo.symmetry`, computed in float64.

    Args:
        weights: the network's.
        mask: (80, 80) int8, zeros and ones, of the present frame.
        before: the same of the frame before; in a game's first frame, that of the present frame.

    Raises:
        ValueError: a mask is not of shape (80, 80), or holds other numbers than 0 and 1.
    """
    change = change_of(mask, before)
    now = np.asarray(mask, np.int8)
    heads = weights.heads.astype(np.float64)
    outputs = np.zeros((1, weights.actions + 1))
    influence = np.zeros(PIXELS)
    layers = []
    for is_reflected, view in enumerate(_views(now, change, weights.layout)):
        terms = weights.W1[view.rows].astype(np.float64) * view.inputs[:, np.newaxis]
        hidden = np.maximum(terms.sum(axis=0) + weights.W1[weights.layout.bias], 0)
        layers.append(hidden)
        found = (heads @ hidden + weights.biases)[np.newaxis]
        added, drawn = terms @ ((heads[-3] - heads[-2]) * (hidden > 0)), view.pixels >= 0
        added = np.bincount(view.pixels[drawn], added[drawn], PIXELS)
        # The reflection's logit of going up is this frame's of going down.
        outputs += swap_up_and_down(found) if is_reflected else found
        influence += -added if is_reflected else added
    logits = outputs[0, :-1]
    odds = np.exp(logits - logits.max())
    return Decision(
        actions=ACTIONS[weights.actions],
        probabilities=odds / odds.sum(),
        value=float(values_of(outputs[:, -1])[0]),
        mask=now,
        change=change,
        hidden=np.concatenate(layers).astype(np.float32),
        influence=influence.reshape(SIDE, SIDE).astype(np.float32),
    )


def _views(now: Mask, change: Mask, layout: Layout) -> tuple[_View, _View]:
    """Return what the network is given of an observation, and of its reflection."""
    if layout.pixels:
        lit, moved = np.flatnonzero(now), np.flatnonzero(change)
        signs = np.concatenate([np.ones(len(lit)), change.ravel()[moved]])
        seen = _View(np.concatenate([lit, PIXELS + moved]), np.concatenate([lit, moved]), signs)
    else:
        rows, of = positions_of(now.ravel() > 0, (now - change).ravel() > 0)
        lit_by_name = pixels_of(now.ravel() > 0)
        pixels = [np.concatenate([lit_by_name[name] for name in names]) if names else np.array([-1]) for names in of]
        counts = np.array([*map(len, pixels)])
        seen = _View(np.repeat(rows, counts), np.concatenate(pixels), np.repeat(1 / counts, counts))
    return seen, seen._replace(rows=reflected(seen.rows.astype(np.int16), layout).astype(np.intp))
