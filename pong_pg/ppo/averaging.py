"""The average of the weights over the last updates (Polyak and Juditsky 1992), which plays better than any of them."""

from __future__ import annotations

import numpy as np

from pong_pg.ppo.network import Weights

# Rows at a time: few enough that the intermediate arrays stay in the caches.
_BLOCK = 256


def move_average(average: Weights, weights: Weights, share: float) -> None:
    """Update an exponential moving average in place: average += share * (weights - average).

    Args:
        average: the average so far.
        weights: the present weights.
        share: of the present weights in the new average, 0 to 1; with 1 it is a copy of them.
    """
    if share == 1:
        # By the formula it would be one but for rounding.
        for array, present in zip(average, weights, strict=True):
            array[...] = present
        return
    for array, present in zip(average, weights, strict=True):
        for begin in range(0, len(array), _BLOCK):
            part = array[begin : begin + _BLOCK]
            part += np.float32(share) * (present[begin : begin + _BLOCK] - part)
