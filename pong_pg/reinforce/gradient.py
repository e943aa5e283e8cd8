"""The policy gradient of a game, computed for the pixels that changed only."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pong_pg.native.row_sums import row_sums
from pong_pg.reinforce.network import Network
from pong_pg.reinforce.returns import advantages
from pong_pg.reinforce.rollout import Episode

Array = npt.NDArray[np.floating]


@dataclass(frozen=True)
class Gradient:
    """The gradient of one game, sum over its steps of d log pi(a|x) times the advantage.

    Attributes:
        pixels: (k,) intp, ascending, the pixels that changed at least once.
        W1_rows: (k, hidden), the rows of the transposed W1's gradient at those pixels; all others are zero.
        W2: (hidden,).
    """

    pixels: npt.NDArray[np.intp]
    W1_rows: Array
    W2: Array


def coefficients_of(policy: Network, episode: Episode, gamma: float) -> Array | None:
    """Return c of `episode_gradient`, (steps, 1) in the policy's dtype; None where a game has no gradient."""
    advantage = None if episode.truncated else advantages(episode.rewards, gamma)
    if advantage is None:
        return None
    return ((episode.went_up - episode.p_up) * advantage).astype(policy.W2.dtype)[:, np.newaxis]


def episode_gradient(policy: Network, episode: Episode, gamma: float) -> Gradient | None:
    """Return the REINFORCE gradient of one game.

    With c[t] = (y[t] - p[t]) * advantage[t], y = 1 for up and 0 for down:
    dW2 = sum_t c[t] h[t], and dW1 = sum_t outer(c[t] W2 where h[t] > 0, x[t]).

    Every sum runs in step order over one column at a time, without BLAS, whose order of additions depends on the
    processor: so the bits are the same everywhere.

    Args:
        policy: the behaviour policy of the game.
        episode: the game.
        gamma: discount of the returns, 0 to 1.

    Returns:
        The gradient, in the policy's dtype; or None where the game has none: it was truncated, so its last rally has no
        outcome, or all its returns are equal.
    """
    coefficients = coefficients_of(policy, episode, gamma)
    if coefficients is None:
        return None
    hidden = episode.hidden
    d_hidden = coefficients * policy.W2
    d_hidden *= hidden > 0

    steps = np.repeat(np.arange(len(hidden), dtype=np.int32), episode.change_counts)
    # Stable, so that the changes of one pixel stay in step order; in 16 bits, which NumPy sorts by radix, faster.
    order = np.argsort(episode.pixels.astype(np.uint16), kind="stable")
    in_order = episode.pixels.take(order)
    last_of_pixel = np.flatnonzero(np.append(in_order[1:] != in_order[:-1], np.ones(min(1, len(order)), np.bool_)))
    W1_rows = row_sums(d_hidden)(steps.take(order), episode.signs.take(order), last_of_pixel + 1)
    return Gradient(in_order.take(last_of_pixel).astype(np.intp), W1_rows, np.add.reduce(coefficients * hidden, axis=0))
