"""The value function: what the network's last output stands for, and the loss by which it is trained.

    cross-entropy:  V = 2 s(u) - 1,  loss = log(1 + exp(u)) - q u  with q = (1 + R) / 2
    squared:        V = u,           loss = (V - R)^2 / 2

u is the output, s the logistic function, V the value and R the return that it is trained on. A rally is won (1) or lost
(-1), so with a discount near 1 the value is twice the probability of a win, minus 1: the first loss is that of logistic
regression. Its slope in u, s(u) - q, is the error of that probability. Where rallies are all but decided, large outputs
cost the network no precision, as they would where the output itself has to be 1. Farebrother et al. 2024, "Stop
Regressing: Training Value Functions via Classification for Scalable Deep RL", have the same for Q-learning.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pong_pg.ppo.kernels import kernels

Array = npt.NDArray[np.float64]


def values_of(outputs: Array, value_loss: str) -> Array:
    """Return the values that the network's last outputs stand for, of the same shape.

    Args:
        outputs: float64.
        value_loss: "cross-entropy", whose values are from -1 to 1, or "squared".
    """
    return outputs if value_loss == "squared" else _of_odds(outputs, kernels().exp(-np.abs(outputs)))


def value_losses(outputs: Array, returns: Array, value_loss: str) -> tuple[Array, Array]:
    """Return the loss of each sample, and its derivative with respect to the output: (n,) each.

    Args:
        outputs: (n,) float64, the network's last outputs.
        returns: (n,), what the values should be; from -1 to 1 for "cross-entropy".
        value_loss: as for `values_of`.
    """
    if value_loss == "squared":
        errors = outputs - returns
        return errors * errors / 2, errors
    odds = kernels().exp(-np.abs(outputs))
    # log(1 + exp(u)), without overflow.
    normalisers = np.maximum(outputs, 0) + kernels().log(1 + odds)
    return normalisers - (1 + returns) / 2 * outputs, (_of_odds(outputs, odds) - returns) / 2


def _of_odds(outputs: Array, odds: Array) -> Array:
    """Return 2 s(u) - 1 from u and exp(-|u|), which does not overflow."""
    values: Array = np.copysign((1 - odds) / (1 + odds), outputs)
    return values
