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


def dense(observations: Sequence[npt.NDArray[np.int16]], size: int = 12_801) -> Floats:
    """The inputs of the network, one row an observation, from the lists of their rows."""
    xs = np.zeros((len(observations), size))
    for x, rows in zip(xs, observations, strict=True):
        for row in rows.tolist():
            x[row if row >= 0 else -row - 1] += 1 if row >= 0 else -1
    return xs


def outputs(net: Net, x: Floats) -> list[float]:
    """The logits of the actions, of which the last two are up and down, and the value; from both ways to look at it."""
    *others, up, down, value = plain(net, x)
    *image_others, image_up, image_down, image_value = plain(net, turned_over(x))
    rest = [other + image for other, image in zip(others, image_others, strict=True)]
    return [*rest, up + image_down, down + image_up, value + image_value]


def probabilities_of(logits: Sequence[float]) -> Floats:
    odds = [math.exp(logit) for logit in logits]
    return np.array(odds) / sum(odds)


def plain(net: Net, x: Floats) -> list[float]:
    found: list[float] = (net.heads @ np.maximum(0, x @ net.W1) + net.biases).tolist()
    return found


def turned_over(x: Floats) -> Floats:
    """The same picture upside down: two planes of 80 rows before the input that is always 1."""
    return np.concatenate([*(plane[::-1].ravel() for plane in x[:12_800].reshape(2, 80, 80)), x[12_800:]])


def loss(
    found: Sequence[Sequence[float]],
    actions: Sequence[int],
    old: Sequence[float],
    advantages: Sequence[float],
    returns: Sequence[float],
    *,
    clip: float,
    vf_coef: float,
    ent_coef: float,
) -> float:
    """What PPO minimises; `found` are the outputs, and `old` the probabilities of the actions before."""
    mean, deviation = np.mean(advantages), np.std(advantages)
    total = 0.0
    for (*logits, value), action, before, advantage, wanted in zip(
        found, actions, old, advantages, returns, strict=True
    ):
        probabilities = probabilities_of(logits)
        standardised = (advantage - mean) / deviation
        ratio = probabilities[action] / before
        clipped = min(max(ratio, 1 - clip), 1 + clip)
        entropy = -sum(p * math.log(p) for p in probabilities)
        total += -min(ratio * standardised, clipped * standardised)
        wins, win = (1 + wanted) / 2, 1 / (1 + math.exp(-value))
        error = -wins * math.log(win) - (1 - wins) * math.log(1 - win)
        total += vf_coef * error - ent_coef * entropy
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
