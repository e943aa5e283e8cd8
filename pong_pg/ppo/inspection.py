"""What the network makes of one frame, with what each pixel adds to it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.game.decision import Decision, Mask, change_of
from pong_pg.game.frames import PIXELS, SIDE
from pong_pg.ppo.loss import values_of
from pong_pg.ppo.network import ACTIONS, FixedPointWeights, Layout
from pong_pg.ppo.positions import pixels_of, positions_of
from pong_pg.ppo.symmetry import reflected, swap_up_and_down

Rows = npt.NDArray[np.intp]


class _Seen(NamedTuple):
    """The inputs of an observation or of its reflection, and the pixels that they follow from.

    Attributes:
        rows: of W1, without the bias; a row is listed once for each pixel that its input follows from.
        pixels: (rows,), in the observation.
        inputs: (rows,), 1 or -1, and a share of that where there are several pixels.
        others: the rows of inputs of 1 that follow from no pixel.
    """

    rows: Rows
    pixels: Rows
    inputs: npt.NDArray[np.float64]
    others: Rows


def inspect_network(weights: FixedPointWeights, mask: Mask, before: Mask) -> Decision:
    """Return the decision of f(x) = g(x) + P g(M x), see `pong_pg.ppo.symmetry`, computed in float64.

    Args:
        weights: those that play.
        mask: (80, 80) int8, zeros and ones, of the present frame.
        before: the same of the frame before; in a game's first frame, that of the present frame.

    Raises:
        ValueError: a mask is not of shape (80, 80), or holds other numbers than 0 and 1.
    """
    change = change_of(mask, before)
    now = np.asarray(mask, np.int8)
    outputs = np.zeros((1, weights.actions + 1))
    influence = np.zeros((SIDE, SIDE))
    layers = []
    bias = _rows_of(weights, np.array([weights.layout.bias]))[0]
    for is_reflected, seen in enumerate(_views(now, change, weights.layout)):
        terms = _rows_of(weights, seen.rows) * seen.inputs[:, np.newaxis]
        others = _rows_of(weights, seen.others).sum(axis=0)
        hidden = np.maximum(terms.sum(axis=0) + others + bias, 0)
        layers.append(hidden)
        found = (weights.heads.astype(np.float64) @ hidden + weights.biases)[np.newaxis]
        upwards = (weights.heads[-3].astype(np.float64) - weights.heads[-2]) * (hidden > 0)
        added = np.bincount(seen.pixels, terms @ upwards, PIXELS).reshape(SIDE, SIDE)
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
        influence=influence.astype(np.float32),
    )


def _views(now: Mask, change: Mask, layout: Layout) -> tuple[_Seen, _Seen]:
    """Return what the network is given of an observation, and of its reflection."""
    if not layout.pixels:
        seen = _of_positions(now, change)
        rows, others = (reflected(part.astype(np.int16), layout).astype(np.intp) for part in (seen.rows, seen.others))
        return seen, seen._replace(rows=rows, others=others)
    seen, image = (_of_pixels(now[::way].ravel(), change[::way].ravel()) for way in (1, -1))
    y, x = np.divmod(image.pixels, SIDE)
    return seen, image._replace(pixels=(SIDE - 1 - y) * SIDE + x)


def _of_pixels(now: Mask, change: Mask) -> _Seen:
    lit, moved = np.flatnonzero(now), np.flatnonzero(change)
    inputs = np.concatenate([np.ones(len(lit)), change[moved]])
    return _Seen(np.concatenate([lit, PIXELS + moved]), np.concatenate([lit, moved]), inputs, lit[:0])


def _of_positions(now: Mask, change: Mask) -> _Seen:
    mask, before = now.ravel() > 0, (now - change).ravel() > 0
    rows, of = positions_of(mask, before)
    lit = pixels_of(mask)
    pixels = [np.concatenate([lit[name] for name in names]) if names else rows[:0] for names in of]
    counts = np.array([*map(len, pixels)])
    inputs = np.repeat(1 / np.maximum(counts, 1), counts)
    return _Seen(np.repeat(rows, counts), np.concatenate([*pixels, rows[:0]]), inputs, rows[counts == 0])


def _rows_of(weights: FixedPointWeights, rows: Rows) -> npt.NDArray[np.float64]:
    """Return some rows of the first layer as float64."""
    return weights.W1[rows].astype(np.float64) * float(weights.scale[0])
