"""Generalised advantage estimation (Schulman et al. 2016) over segments of play, in which each rally is an episode."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

# How a step leaves the game.
GOES_ON, TERMINATED, TRUNCATED = range(3)


def generalised_advantages(
    rewards: Array, values: Array, over: npt.NDArray[np.uint8], gamma: float, gae_lambda: float
) -> Array:
    """Return how much better each step turned out than the value of what was seen before it.

    With delta[t] = r[t] + gamma V[t+1] - V[t], A[t] = delta[t] + gamma lambda A[t+1]. After a reward that is not zero,
    a point, or the end of the game there is nothing more to come: neither V[t+1] nor A[t+1] counts. A game that was
    cut off would have gone on from about where it was: there V[t] stands for V[t+1], which belongs to another game.

    Args:
        rewards: (streams, steps).
        values: (streams, steps + 1), the last of them of what is seen after the last step.
        over: (streams, steps), 0 where the game goes on, 1 where it ended and 2 where it was cut off.
        gamma: discount, 0 to 1.
        gae_lambda: 0 (one step) to 1 (the whole rally).

    Returns:
        (streams, steps) advantages; with the values they give the returns that the values should have been.
    """
    ends = (rewards != 0) | (over == TERMINATED)
    following = np.where(over == TRUNCATED, values[:, :-1], values[:, 1:])
    deltas = rewards + gamma * np.where(ends, 0.0, following) - values[:, :-1]
    carries = np.where(ends | (over == TRUNCATED), 0.0, gamma * gae_lambda)
    advantages = np.empty_like(deltas)
    after = np.zeros(len(rewards))
    for step in range(rewards.shape[1] - 1, -1, -1):
        after = deltas[:, step] + carries[:, step] * after
        advantages[:, step] = after
    return advantages
