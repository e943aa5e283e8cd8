"""Generalised advantage estimation, GAE (Schulman et al. 2016), with each rally as an episode."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

# The state of the game after a step.
GOES_ON, TERMINATED, TRUNCATED = range(3)


def generalised_advantages(
    rewards: Array, values: Array, over: npt.NDArray[np.uint8], gamma: float, gae_lambda: float
) -> Array:
    """Return the advantage of each step of some streams of play.

    A[t] = delta[t] + gamma lambda A[t+1], with delta[t] = r[t] + gamma V[t+1] - V[t]. A reward that is not zero, which
    is a point, or the end of the game ends the episode: V[t+1] and A[t+1] then count as zero. A truncated game would
    have gone on from about where it was: V[t] stands in for V[t+1], which belongs to the next game, and A[t+1] counts
    as zero.

    Args:
        rewards: (streams, steps).
        values: (streams, steps + 1), of the observation before each step, and of the one after the last step.
        over: (streams, steps), GOES_ON (0), TERMINATED (1) or TRUNCATED (2): the state of the game after each step.
        gamma: discount, 0 to 1.
        gae_lambda: 0 (one step) to 1 (the whole rally).

    Returns:
        (streams, steps) advantages; advantages plus values are the returns that the values are trained on.
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
