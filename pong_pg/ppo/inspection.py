"""What the network makes of one frame, with what each pixel adds to it."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pong_pg.game.decision import Decision, Mask, change_of
from pong_pg.game.frames import PIXELS, SIDE
from pong_pg.ppo.fixed_point import FixedPointWeights, PlayedWeights
from pong_pg.ppo.network import ACTIONS, BIAS, PLANES, more_inputs_of, places_of
from pong_pg.ppo.symmetry import swap_up_and_down
from pong_pg.ppo.value import values_of

Rows = npt.NDArray[np.intp]


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
    for is_reflected in (False, True):
        seen, changed = (now[::-1], change[::-1]) if is_reflected else (now, change)
        rows, pixels, signs = _inputs(seen.ravel(), changed.ravel(), weights.planes)
        W1, bias = _first_layer(weights, rows)
        terms = W1 * signs[:, np.newaxis]
        hidden = np.maximum(terms.sum(axis=0) + bias, 0)
        layers.append(hidden)
        found = (weights.heads.astype(np.float64) @ hidden + weights.biases)[np.newaxis]
        upwards = (weights.heads[-3].astype(np.float64) - weights.heads[-2]) * (hidden > 0)
        added = np.bincount(pixels, terms @ upwards, PIXELS).reshape(SIDE, SIDE)
        # The reflection's logit of going up is this frame's of going down.
        outputs += swap_up_and_down(found) if is_reflected else found
        influence += -added[::-1] if is_reflected else added
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


def _inputs(seen: Mask, changed: Mask, planes: int) -> tuple[Rows, Rows, Mask]:
    """Return the rows of W1 without the bias, the pixel that each is of, and the inputs, 1 or -1."""
    lit, moved = np.flatnonzero(seen), np.flatnonzero(changed)
    rows, pixels = [lit, PIXELS + moved], [lit, moved]
    now, before = seen.astype(np.bool_), (seen - changed).astype(np.bool_)
    for first, (places, of) in zip(PLANES[2:], more_inputs_of(now, before, planes), strict=False):
        rows.append(first + places)
        pixels.append(of)
    signs = np.concatenate([np.ones(len(lit)), changed[moved], np.ones(sum(map(len, rows[2:])))]).astype(np.int8)
    return np.concatenate(rows), np.concatenate(pixels), signs


def _first_layer(weights: PlayedWeights, rows: Rows) -> tuple[np.ndarray, np.ndarray]:
    """Return some rows of the first layer, and its bias, as float64."""
    if not isinstance(weights, FixedPointWeights):
        return weights.W1[rows].astype(np.float64), weights.W1[BIAS].astype(np.float64)
    plane, pixel = places_of(rows)
    scale = float(weights.scale[0])
    return weights.pixels[pixel, plane] * scale, weights.hidden_biases * scale
