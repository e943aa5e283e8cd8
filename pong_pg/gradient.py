"""From a played game to its policy gradient, at the pixels that changed and nowhere else."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pong_pg.pixels import PIXELS
from pong_pg.policy import Policy
from pong_pg.returns import advantages
from pong_pg.rollout import Episode

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


def episode_gradient(policy: Policy, episode: Episode, gamma: float) -> Gradient | None:
    """Return the REINFORCE gradient of one game.

    With c[t] = (y[t] - p[t]) * advantage[t], y = 1 for up and 0 for down:
    dW2 = sum_t c[t] h[t], and dW1 = sum_t outer(c[t] W2 where h[t] > 0, x[t]).

    Every sum runs in step order over one column at a time: no BLAS kernel, each of which has an order of additions
    of its own, has a say in the bits.

    Args:
        policy: the policy that played the game.
        episode: the game.
        gamma: discount of the returns, 0 to 1.

    Returns:
        The gradient, in the policy's dtype; or None where the game teaches nothing: it was truncated, so its
        last rally has no outcome, or every advantage is equal.
    """
    advantage = None if episode.truncated else advantages(episode.rewards, gamma)
    if advantage is None:
        return None
    dtype = policy.W2.dtype
    coefficients = ((episode.went_up - episode.p_up) * advantage).astype(dtype)[:, np.newaxis]
    hidden = episode.hidden
    d_hidden = coefficients * policy.W2
    d_hidden[hidden <= 0] = 0

    codes = episode.codes
    step_of_code = np.repeat(np.arange(len(hidden)), episode.code_counts)
    negative = codes >= PIXELS
    # Row t + steps of `signed` is minus row t, so that a pixel that went dark needs no multiplication.
    signed = np.concatenate([d_hidden, -d_hidden])
    rows = step_of_code + len(hidden) * negative
    pixel_of_code = codes - PIXELS * negative
    # Stable, so that the codes of one pixel stay in step order.
    order = np.argsort(pixel_of_code, kind="stable")
    rows = rows[order]
    pixels, first = np.unique(pixel_of_code[order], return_index=True)
    bounds = [*first.tolist(), len(rows)]
    W1_rows = np.empty((len(pixels), policy.hidden), dtype)
    for k, (start, end) in enumerate(itertools.pairwise(bounds)):
        np.add.reduce(signed.take(rows[start:end], axis=0), axis=0, out=W1_rows[k])
    return Gradient(pixels, W1_rows, np.add.reduce(coefficients * hidden, axis=0))
