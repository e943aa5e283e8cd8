"""Equivariance under reflection: turned upside down, a game of Pong is a game of Pong with up and down swapped.

    f(x) = g(x) + P g(M x)

M reflects an observation upside down, P swaps the outputs for up and down, and g is the network of
`pong_pg.ppo.network`. Since M and P are their own inverses, f(M x) = P f(x): what is learned of a ball that comes from
above holds for one from below.

Where the inputs are positions, the reflection has rows of W1 of its own, and f is equivariant only as far as these
share weights with the others: see `pong_pg.ppo.positions`.
"""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import PIXELS, SIDE
from pong_pg.ppo.groups import row_classes
from pong_pg.ppo.kernel_interface import Gradient, Touched
from pong_pg.ppo.kernels import kernels
from pong_pg.ppo.network import SINGLE_ROWS, Array, Groups, Indices, Inputs, Layout, Weights
from pong_pg.ppo.position_tables import REFLECTED_POSITIONS


@functools.cache
def reflections(layout: Layout) -> npt.NDArray[np.int16]:
    """Return the reflection of each row of W1, and after them of their complements: these index from the end."""
    rows = np.arange(layout.rows)
    if layout.pixels:
        for first in (0, PIXELS):
            rows[first : first + PIXELS] = rows[first : first + PIXELS].reshape(SIDE, SIDE)[::-1].ravel()
    else:
        rows[...] = REFLECTED_POSITIONS
    found = np.concatenate([rows, ~rows[::-1]]).astype(np.int16)
    found.flags.writeable = False
    return found


def reflected(rows: Indices, layout: Layout) -> npt.NDArray[np.int16]:
    """Return the rows of observations' reflections, in a W1 of this layout."""
    return reflections(layout)[rows]


def with_reflections(inputs: Inputs, layout: Layout) -> Inputs:
    """Return n observations and, after them, their reflections: 2 n.

    Args:
        inputs: the observations.
        layout: of the first layer.
    """
    rows, begins, ends, groups = inputs
    size = len(rows)
    images: Indices = reflections(layout)
    if groups is not SINGLE_ROWS:
        groups, images = _groups_with_reflections(groups, layout)
    return Inputs(
        np.concatenate([rows, images[rows]], dtype=np.int32),
        np.concatenate([begins, begins + size]),
        np.concatenate([ends, ends + size]),
        groups,
    )


def _groups_with_reflections(groups: Groups, layout: Layout) -> tuple[Groups, npt.NDArray[np.int32]]:
    """Return groups and, after them, their reflections that are not among them; and the reflection of each.

    The rows of a reflection are in ascending order, as those of a group are that was seen where it lies. Complements,
    which are negative, index the reflections from the end.
    """
    rows, ends = groups
    number = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
    images = reflected(rows, layout)
    images = images[np.lexsort((images, number))]
    all_ends = np.concatenate([ends, ends + len(rows)])
    inputs = Inputs(np.concatenate([rows, images]), np.append(0, all_ends[:-1]), all_ends)
    both = kernels().grouped(inputs, row_classes(layout))
    # The groups, which all differ, keep their numbers.
    found = both.rows[len(ends) :]
    return both.groups, np.concatenate([found, ~found[::-1]])


def select(inputs: Inputs, indices: npt.NDArray[np.intp]) -> Inputs:
    """Return some of the n observations that `with_reflections` was given and, after them, their reflections.

    Args:
        inputs: the 2 n that `with_reflections` returned.
        indices: of the observations, 0 to n - 1.
    """
    both = np.concatenate([indices, indices + len(inputs.ends) // 2])
    return Inputs(inputs.rows, inputs.begins[both], inputs.ends[both], inputs.groups)


def forward(weights: Weights, inputs: Inputs, touched: Touched | None = None) -> tuple[Array, Array]:
    """Return the hidden layers, (2 n, hidden), and the outputs f(x), (n, actions + 1), of n observations.

    Args:
        weights: the network's.
        inputs: the observations and their reflections, from `with_reflections` or `select`.
        touched: what `kernels().touched` returned for the inputs, if it is known.
    """
    hidden_layers, outputs = kernels().forward(weights, inputs, touched)
    half = len(outputs) // 2
    return hidden_layers, outputs[:half] + swap_up_and_down(outputs[half:])


def backward(
    weights: Weights, inputs: Inputs, hidden_layers: Array, d_outputs: Array, touched: Touched | None = None
) -> Gradient:
    """Return the gradient with respect to the weights, from that with respect to the outputs, (n, actions + 1).

    Args:
        weights: the network's.
        inputs: what `forward` was given.
        hidden_layers: what it returned.
        d_outputs: the gradient with respect to f(x).
        touched: what `kernels().touched` returned for the inputs, if it is known.
    """
    both = np.concatenate([d_outputs, swap_up_and_down(d_outputs)])
    return kernels().backward(weights, inputs, hidden_layers, both, touched)


def swap_up_and_down(outputs: Array) -> Array:
    """Return P outputs, (n, actions + 1): up, the last action but one, and down, the last, change places."""
    swapped: Array = outputs.copy()
    swapped[:, -3], swapped[:, -2] = outputs[:, -2], outputs[:, -3]
    return swapped
