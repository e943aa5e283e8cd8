"""What the network makes of one frame, with what each pixel adds to it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.game.decision import Decision, Mask, change_of
from pong_pg.game.frames import PIXELS, SIDE
from pong_pg.ppo.loss import values_of
from pong_pg.ppo.network import ACTIONS, Layout, Weights
from pong_pg.ppo.positions import pixels_of, positions_of
from pong_pg.ppo.symmetry import reflected, swap_up_and_down

Rows = npt.NDArray[np.intp]


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


def inspect_network(weights: Weights, mask: Mask, before: Mask) -> Decision:
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
