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
from pong_pg.ppo.compiled_kernels import kernels
from pong_pg.ppo.kernels import Ends, Gradient, Inputs, Lists, Touched, grouped
from pong_pg.ppo.network import Array, Layout, Weights
from pong_pg.ppo.position_tables import reflected_positions


@functools.cache
def reflections(layout: Layout) -> npt.NDArray[np.int16]:
    """Return the reflection of each row of W1, and after them of their complements: these index from the end."""
    rows = np.arange(layout.rows)
    if layout.pixels:
        for first in (0, PIXELS):
            rows[first : first + PIXELS] = rows[first : first + PIXELS].reshape(SIDE, SIDE)[::-1].ravel()
    else:
        rows[...] = reflected_positions()
    found = np.concatenate([rows, ~rows[::-1]]).astype(np.int16)
    found.flags.writeable = False
    return found


def reflected(rows: npt.NDArray[np.int16], layout: Layout) -> npt.NDArray[np.int16]:
    """Return the rows of observations' reflections, in a W1 of this layout."""
    return reflections(layout)[rows]


def with_reflections(rows: npt.NDArray[np.int16], ends: Ends, layout: Layout) -> Inputs:
    """Return the inputs of n observations and, after them, of their reflections: 2 n.

    Args:
        rows: those of each observation, see `network.inputs_of`, one after another.
        ends: (n,) int64, where each observation's rows end.
        layout: of the first layer.
    """
    if layout.pixels:
        inputs = grouped(rows, ends)
        lists, images = _reflected_groups(inputs.rows, layout)
    else:
        # Each position is a group of its own.
        lists = Lists(np.arange(layout.rows, dtype=np.int16), np.arange(1, layout.rows + 1))
        inputs = Inputs(rows.astype(np.int32), np.append(0, ends[:-1]), ends, lists)
        images = reflections(layout).astype(np.int32)
    groups, begins, ends, _ = inputs
    return Inputs(
        np.concatenate([groups, images[groups]]),
        np.concatenate([begins, begins + len(groups)]),
        np.concatenate([ends, ends + len(groups)]),
        lists,
    )


def _reflected_groups(lists: Lists, layout: Layout) -> tuple[Lists, npt.NDArray[np.int32]]:
    """Return groups and, after them, their reflections that are not among them; and the reflection of each.

    The rows of a reflection are in ascending order, as those of a group are that was seen where it lies. Complements,
    which are negative, index the reflections from the end.
    """
    rows, ends = lists
    images = reflections(layout)[rows]
    images = images[np.lexsort((images, np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))))]
    both = grouped(np.concatenate([rows, images]), np.concatenate([ends, ends + len(rows)]))
    # The groups, which all differ, keep their numbers.
    found = both.groups[len(ends) :]
    return both.rows, np.concatenate([found, ~found[::-1]])


def select(inputs: Inputs, indices: npt.NDArray[np.intp]) -> Touched:
    """Return some of the n observations that `with_reflections` was given and, after them, their reflections.

    Args:
        inputs: the 2 n that `with_reflections` returned.
        indices: of the observations, 0 to n - 1.
    """
    both = np.concatenate([indices, indices + len(inputs.ends) // 2])
    return kernels().touched(inputs._replace(begins=inputs.begins[both], ends=inputs.ends[both]))


def forward(weights: Weights, touched: Touched) -> tuple[Array, Array]:
    """Return the hidden layers, (2 n, hidden), and the outputs f(x), (n, actions + 1), of n observations.

    Args:
        weights: the network's.
        touched: the observations and their reflections, from `select`.
    """
    hidden_layers, outputs = kernels().forward(weights, touched)
    half = len(outputs) // 2
    return hidden_layers, outputs[:half] + swap_up_and_down(outputs[half:])


def backward(weights: Weights, touched: Touched, hidden_layers: Array, d_outputs: Array) -> Gradient:
    """Return the gradient with respect to the weights, from that with respect to the outputs, (n, actions + 1).

    Args:
        weights: the network's.
        touched: what `forward` was given.
        hidden_layers: what it returned.
        d_outputs: the gradient with respect to f(x).
    """
    both = np.concatenate([d_outputs, swap_up_and_down(d_outputs)])
    return kernels().backward(weights, touched, hidden_layers, both)


def swap_up_and_down(outputs: Array) -> Array:
    """Return P outputs, (n, actions + 1): up, the last action but one, and down, the last, change places."""
    swapped: Array = outputs.copy()
    swapped[:, -3], swapped[:, -2] = outputs[:, -2], outputs[:, -3]
    return swapped
