"""The value function: what the network's last output stands for, and the loss by which it is trained.

    V = 2 s(u) - 1,  loss = log(1 + exp(u)) - q u  with q = (1 + R) / 2

u is the output, s the logistic function, V the value and R the return that it is trained on. A rally is won (1) or lost
(-1), so with a discount near 1 the value is twice the probability of a win, minus 1, and the loss is the cross-entropy
of logistic regression. Its slope in u, s(u) - q, is the error of that probability. Where rallies are all but decided,
large outputs cost the network no precision, as they would where the output itself has to be 1. Farebrother et al. 2024,
"Stop Regressing: Training Value Functions via Classification for Scalable Deep RL", have the same for Q-learning.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pong_pg.ppo.kernels import kernels

Array = npt.NDArray[np.float64]


def values_of(outputs: Array) -> Array:
    """Return the values, from -1 to 1, that the network's last outputs stand for: float64, of the same shape."""
    return _of_odds(outputs, kernels().exp(-np.abs(outputs)))


def value_losses(outputs: Array, returns: Array) -> tuple[Array, Array]:
    """Return the loss of each sample, and its derivative with respect to the output: (n,) each.

    Args:
        outputs: (n,) float64, the network's last outputs.
        returns: (n,), what the values should be, from -1 to 1.
    """
    odds = kernels().exp(-np.abs(outputs))
    # log(1 + exp(u)), without overflow.
    normalisers = np.maximum(outputs, 0) + kernels().log(1 + odds)
    return normalisers - (1 + returns) / 2 * outputs, (_of_odds(outputs, odds) - returns) / 2


def _of_odds(outputs: Array, odds: Array) -> Array:
    """Return 2 s(u) - 1 from u and exp(-|u|), which does not overflow."""
    values: Array = np.copysign((1 - odds) / (1 + odds), outputs)
    return values
