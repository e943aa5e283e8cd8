"""Discounted returns within each rally, and the advantages that REINFORCE makes of them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]


def discounted_returns(rewards: Sequence[float] | Floats, gamma: float) -> Floats:
    """Return the discounted sum of the rewards that follow each step, within its rally.

    R[t] = r[t] + gamma * R[t+1], and R[t] = r[t] at every non-zero reward, because a point ends a rally.

    Args:
        rewards: (steps,) rewards of one game.
        gamma: discount, 0 to 1.

    Returns:
        (steps,) float64.
    """
    returns = np.zeros(len(rewards), np.float64)
    running = 0.0
    for t in range(len(rewards) - 1, -1, -1):
        reward = float(rewards[t])
        running = reward if reward != 0.0 else gamma * running
        returns[t] = running
    return returns


def advantages(rewards: Sequence[float] | Floats, gamma: float) -> Floats | None:
    """Return the discounted returns of a game, standardised over the whole game.

    Args:
        rewards: (steps,) rewards of one game.
        gamma: discount, 0 to 1.

    Returns:
        (steps,) float64 with mean 0 and population standard deviation 1; or None where all returns are equal: such a
        game has no gradient, and there is no deviation to divide by.
    """
    returns = discounted_returns(rewards, gamma)
    if returns.size == 0 or returns.min() == returns.max():
        return None
    returns -= returns.mean()
    returns /= returns.std()
    return returns
