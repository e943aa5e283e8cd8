"""PPO as the papers have it, slowly: dense inputs, one sample after another, nothing shared with the package."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


class Net(NamedTuple):
    W1: Floats
    heads: Floats
    biases: Floats


def dense(observations: Sequence[npt.NDArray[np.int16]]) -> Floats:
    """The inputs of the network, one row an observation, from the lists of their rows."""
    xs = np.zeros((len(observations), 12_801))
    for x, rows in zip(xs, observations, strict=True):
        for row in rows.tolist():
            x[row if row >= 0 else -row - 1] = 1 if row >= 0 else -1
    return xs


def outputs(net: Net, x: Floats) -> tuple[Floats, float]:
    """Probabilities of the actions, and the value."""
    hidden = np.maximum(0, x @ net.W1)
    *logits, value = net.heads @ hidden + net.biases
    odds = [math.exp(logit) for logit in logits]
    return np.array(odds) / sum(odds), float(value)


def loss(
    net: Net,
    xs: Floats,
    actions: Sequence[int],
    old: Sequence[float],
    advantages: Sequence[float],
    returns: Sequence[float],
    *,
    clip: float,
    value_weight: float,
    entropy_weight: float,
) -> float:
    """What PPO minimises; `old` are the probabilities of the actions before."""
    mean, deviation = np.mean(advantages), np.std(advantages)
    total = 0.0
    for x, action, before, advantage, wanted in zip(xs, actions, old, advantages, returns, strict=True):
        probabilities, value = outputs(net, x)
        standardised = (advantage - mean) / deviation
        ratio = probabilities[action] / before
        clipped = min(max(ratio, 1 - clip), 1 + clip)
        entropy = -sum(p * math.log(p) for p in probabilities)
        total += -min(ratio * standardised, clipped * standardised)
        total += value_weight * (value - wanted) ** 2 / 2 - entropy_weight * entropy
    return float(total / len(actions))


def advantages_of(
    rewards: Sequence[float], values: Sequence[float], over: Sequence[int], gamma: float, gae_lambda: float
) -> list[float]:
    """Each as the sum over the rest of its rally that defines it."""
    found = []
    for start in range(len(rewards)):
        total, weight = 0.0, 1.0
        for step in range(start, len(rewards)):
            ends = rewards[step] != 0 or over[step] == 1
            cut = over[step] == 2
            following = 0.0 if ends else values[step] if cut else values[step + 1]
            total += weight * (rewards[step] + gamma * following - values[step])
            weight *= gamma * gae_lambda
            if ends or cut:
                break
        found.append(total)
    return found
