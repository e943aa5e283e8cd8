"""The loss of PPO (Schulman et al. 2017) over a minibatch, and its gradient with respect to the network's outputs.

The value is the probability that the rally is won, by logistic regression:

    V = 2 s(u) - 1,  loss = log(1 + exp(u)) - q u  with q = (1 + R) / 2

u is the network's last output, s the logistic function, V the value and R the return that it is trained on. A rally is
won (1) or lost (-1), so with a discount near 1 the value is twice the probability of a win, minus 1, and the loss is
the cross-entropy. Its slope in u, s(u) - q, is the error of that probability. Where rallies are all but decided, large
outputs cost the network no precision, as they would where the output itself has to be 1. Farebrother et al. 2024, "Stop
Regressing: Training Value Functions via Classification for Scalable Deep RL", have the same for Q-learning.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.ppo.compiled_kernels import kernels

Array = npt.NDArray[np.float64]

# Keeps equal advantages from being divided by zero.
_LEAST_DEVIATION = 1e-8
# Far beyond any clip range, and small enough for the exponential.
_LARGEST_LOG_RATIO = 50.0


class Minibatch(NamedTuple):
    """A minibatch of n samples.

    Attributes:
        actions: (n,) intp, 0 to actions - 1.
        log_probabilities: (n,), of the actions under the proximal policy, the one before the first step on the batch.
        advantages: (n,), not standardised yet.
        returns: (n,), the targets of the values.
    """

    actions: npt.NDArray[np.intp]
    log_probabilities: Array
    advantages: Array
    returns: Array

    def select(self, indices: npt.NDArray[np.intp]) -> Minibatch:
        """Return some of the samples."""
        return Minibatch(
            self.actions[indices], self.log_probabilities[indices], self.advantages[indices], self.returns[indices]
        )


class Terms(NamedTuple):
    """The terms of the loss and two diagnostics, each a mean over the samples.

    Attributes:
        policy: -min(ratio A, clip(ratio, 1 - clip, 1 + clip) A), the clipped surrogate objective, negative.
        value: the cross-entropy of the probability of a win.
        entropy: of the policy, in nats.
        clipped: clip fraction, the share of samples whose policy term has no gradient.
        kl: ratio - 1 - log ratio, an estimate of the KL divergence from the proximal policy.
    """

    policy: float
    value: float
    entropy: float
    clipped: float
    kl: float


def objective(
    outputs: Array, batch: Minibatch, clip: float, value_coef: float, entropy_coef: float
) -> tuple[Terms, Array]:
    """Return the terms of the loss, policy + value_coef * value - entropy_coef * entropy, and its gradient.

    Args:
        outputs: (n, actions + 1), the logits of each sample, and what its value follows from.
        batch: the samples.
        clip: clip range, the distance of the probability ratio from 1 beyond which it has no gradient.
        value_coef: coefficient of the value term.
        entropy_coef: coefficient of the entropy.

    Returns:
        The terms, and the gradient with respect to the outputs, (n, actions + 1).
    """
    n, advantages = len(batch.actions), standardised(batch.advantages)
    samples = np.arange(n)
    logs, probabilities = log_softmax(outputs[:, :-1])
    log_ratios = logs[samples, batch.actions] - batch.log_probabilities
    ratios = kernels().exp(np.minimum(log_ratios, _LARGEST_LOG_RATIO))
    surrogate = np.minimum(ratios * advantages, np.clip(ratios, 1 - clip, 1 + clip) * advantages)
    moves = np.where(advantages >= 0, ratios <= 1 + clip, ratios >= 1 - clip)
    entropies = -np.add.reduce(probabilities * logs, axis=1)
    losses, slopes = value_losses(outputs[:, -1], batch.returns)

    d_outputs = np.empty_like(outputs)
    # d log p(a) / d logits = onehot(a) - p, and d entropy / d logits = -p (log p + entropy).
    pull = np.where(moves, ratios * advantages, 0.0)
    d_outputs[:, :-1] = probabilities * (pull[:, np.newaxis] + entropy_coef * (logs + entropies[:, np.newaxis]))
    d_outputs[samples, batch.actions] -= pull
    d_outputs[:, -1] = value_coef * slopes
    d_outputs /= n
    terms = Terms(
        policy=-float(np.mean(surrogate)),
        value=float(np.mean(losses)),
        entropy=float(np.mean(entropies)),
        clipped=1 - float(np.mean(moves)),
        kl=float(np.mean(ratios - 1 - log_ratios)),
    )
    return terms, d_outputs


def standardised(advantages: Array) -> Array:
    """Return the advantages with mean 0 and population standard deviation 1; zeros where all are equal."""
    away: Array = advantages - np.add.reduce(advantages) / len(advantages)
    deviation = math.sqrt(np.add.reduce(away * away) / len(advantages))
    away /= deviation + _LEAST_DEVIATION
    return away


def log_softmax(logits: Array) -> tuple[Array, Array]:
    """Return the log probabilities and the probabilities, (n, actions) each."""
    # A row for each action: NumPy is slow at many short rows.
    columns = np.ascontiguousarray(logits.T)
    away = columns - np.maximum.reduce(columns, axis=0)
    odds = kernels().exp(away)
    total = np.add.reduce(odds, axis=0)
    return (away - kernels().log(total)).T, (odds / total).T


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
