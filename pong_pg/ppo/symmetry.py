"""Up and down are alike in Pong: the network sees every picture, and the same picture upside down.

    f(x) = g(x) + P g(M x)

M turns the picture over, P swaps what is said of up and of down, and g is the network of `pong_pg.ppo.network`. So
f(M x) = P f(x): what is learned of a ball that comes from above is known of one from below.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import PIXELS, SIDE
from pong_pg.ppo.kernels import Gradient, kernels
from pong_pg.ppo.network import ROWS, Array, Inputs, Weights


def _mirrored_rows() -> npt.NDArray[np.int16]:
    """Return the row of W1 for each input turned over; complements, which are negative, count from the end."""
    pixels = np.arange(PIXELS).reshape(SIDE, SIDE)[::-1].ravel()
    rows = np.concatenate([pixels, PIXELS + pixels, [ROWS - 1]])
    return np.concatenate([rows, ~rows[::-1]]).astype(np.int16)


_MIRRORED = _mirrored_rows()


def with_images(inputs: Inputs) -> Inputs:
    """Return n observations and, after them, the same turned over: 2 n."""
    rows, begins, ends = inputs
    size = len(rows)
    return Inputs(
        np.concatenate([rows, _MIRRORED[rows]]),
        np.concatenate([begins, begins + size]),
        np.concatenate([ends, ends + size]),
    )


def part(inputs: Inputs, places: npt.NDArray[np.intp]) -> Inputs:
    """Return some of the n observations of what `with_images` gave, and after them their images."""
    both = np.concatenate([places, places + len(inputs.ends) // 2])
    return Inputs(inputs.rows, inputs.begins[both], inputs.ends[both])


def forward(weights: Weights, inputs: Inputs) -> tuple[Array, Array]:
    """Return the hidden layers, (2 n, hidden), and the outputs, (n, actions + 1), for what `with_images` gives."""
    states, outputs = kernels().forward(weights, inputs)
    half = len(outputs) // 2
    return states, outputs[:half] + swapped(outputs[half:])


def backward(weights: Weights, inputs: Inputs, states: Array, d_outputs: Array) -> Gradient:
    """Return the gradient with respect to the weights, from that with respect to the outputs, (n, actions + 1)."""
    return kernels().backward(weights, inputs, states, np.concatenate([d_outputs, swapped(d_outputs)]))


def swapped(outputs: Array) -> Array:
    """Return outputs, (n, actions + 1), with up, the last action but one, and down, the last, in each other's place."""
    turned: Array = outputs.copy()
    turned[:, -3], turned[:, -2] = outputs[:, -2], outputs[:, -3]
    return turned
