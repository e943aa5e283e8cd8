"""What the network makes of one frame, with what each pixel adds to it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.game.decision import Decision, Mask, change_of
from pong_pg.game.frames import PIXELS, SIDE
from pong_pg.ppo.fixed_point import FixedPointWeights, PlayedWeights
from pong_pg.ppo.network import ACTIONS, Layout, more_inputs_of
from pong_pg.ppo.positions import positions_of
from pong_pg.ppo.scene import pixels_of
from pong_pg.ppo.symmetry import reflected, swap_up_and_down
from pong_pg.ppo.value import values_of

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


_NOTHING = _Seen(np.zeros(0, np.intp), np.zeros(0, np.intp), np.zeros(0), np.zeros(0, np.intp))


def inspect_network(weights: PlayedWeights, value_loss: str, mask: Mask, before: Mask) -> Decision:
    """Return the decision of f(x) = g(x) + P g(M x), see `pong_pg.ppo.symmetry`, computed in float64.

    Args:
        weights: those that play.
        value_loss: by which the value was trained, see `pong_pg.ppo.value`.
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
    for is_reflected, seen in enumerate(_views(now, change, weights.layout)):
        terms = _rows_of(weights, seen.rows) * seen.inputs[:, np.newaxis]
        others = _rows_of(weights, seen.others).sum(axis=0)
        hidden = np.maximum(terms.sum(axis=0) + others + _bias(weights), 0)
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
        value=float(values_of(outputs[:, -1], value_loss)[0]),
        mask=now,
        change=change,
        hidden=np.concatenate(layers).astype(np.float32),
        influence=influence.astype(np.float32),
    )


def _views(now: Mask, change: Mask, layout: Layout) -> tuple[_Seen, _Seen]:
    """Return what the network is given of an observation, and of its reflection."""
    pixels, image = (_of_pixels(now[::way].ravel(), change[::way].ravel(), layout) for way in (1, -1))
    y, x = np.divmod(image.pixels, SIDE)
    positions = _of_positions(now, change, layout)
    rows, others = (
        reflected(part.astype(np.int16), layout).astype(np.intp) for part in (positions.rows, positions.others)
    )
    return (
        _joined(pixels, positions),
        _joined(image._replace(pixels=(SIDE - 1 - y) * SIDE + x), positions._replace(rows=rows, others=others)),
    )


def _joined(*parts: _Seen) -> _Seen:
    return _Seen(*(np.concatenate(fields) for fields in zip(*parts, strict=True)))


def _of_pixels(now: Mask, change: Mask, layout: Layout) -> _Seen:
    if not layout.planes:
        return _NOTHING
    lit, moved = np.flatnonzero(now), np.flatnonzero(change)
    rows, pixels = [lit, PIXELS + moved], [lit, moved]
    mask, before = now.astype(np.bool_), (now - change).astype(np.bool_)
    for first, (places, of) in zip(layout.planes[2:], more_inputs_of(mask, before, layout), strict=True):
        rows.append(first + places)
        pixels.append(of)
    inputs = np.concatenate([np.ones(len(lit)), change[moved], np.ones(sum(map(len, rows[2:])))])
    return _Seen(np.concatenate(rows), np.concatenate(pixels), inputs, np.zeros(0, np.intp))


def _of_positions(now: Mask, change: Mask, layout: Layout) -> _Seen:
    if layout.positions is None:
        return _NOTHING
    mask, before = now.ravel() > 0, (now - change).ravel() > 0
    places, of = positions_of(mask, before, pairs=layout.pairs)
    rows, lit = layout.positions + places, pixels_of(mask)
    pixels = [np.concatenate([lit[name] for name in names]) if names else np.zeros(0, np.intp) for names in of]
    counts = np.array([*map(len, pixels)])
    inputs = np.repeat(1 / np.maximum(counts, 1), counts)
    return _Seen(np.repeat(rows, counts), np.concatenate([*pixels, rows[:0]]), inputs, rows[counts == 0])


def _rows_of(weights: PlayedWeights, rows: Rows) -> npt.NDArray[np.float64]:
    """Return some rows of the first layer, without the bias, as float64."""
    if not isinstance(weights, FixedPointWeights):
        return weights.W1[rows].astype(np.float64)
    return weights.rows(rows).astype(np.float64) * float(weights.scale[0])


def _bias(weights: PlayedWeights) -> npt.NDArray[np.float64]:
    if not isinstance(weights, FixedPointWeights):
        bias: npt.NDArray[np.float64] = weights.W1[weights.layout.bias].astype(np.float64)
        return bias
    return weights.hidden_biases.astype(np.float64) * float(weights.scale[0])
