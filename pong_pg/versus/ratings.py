"""Ratings of players from the games that they played against each other, and intervals of shares."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from pong_pg.evaluation.evaluate import student_t_975

Floats = npt.NDArray[np.float64]

# A difference of 400 Elo points is odds of 10 to 1.
ELO = 400 / math.log(10)
# Virtual draws between each two players who met; see `ratings`.
PRIOR_DRAWS = 1.0
# The last step of Newton's method, in units of `ELO`, from which on ratings are good to a thousandth of a point.
_CONVERGED = 1e-6
_Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True)
class Rating:
    """A player's rating, in Elo points around 0, the mean of all players, with half of its 95 % confidence interval."""

    elo: float
    margin: float


def ratings(wins: npt.ArrayLike, prior_draws: float = PRIOR_DRAWS) -> list[Rating]:
    """Return ratings by the model of Bradley and Terry: i beats j with probability 1 / (1 + 10^((r_j - r_i) / 400)).

    They maximise the likelihood of the games. Someone who won everything would then be infinitely strong; so each two
    players who met count as having drawn `prior_draws` more games, which is a prior with its mode at equal strength.
    For two players the result is 400 log10((wins + prior_draws / 2) / (losses + prior_draws / 2)). The intervals are
    those of the normal distribution with the Fisher information at the maximum.

    Args:
        wins: (players, players): how often the row's player beat the column's; a draw is half a win for each. The
            diagonal is not used.
        prior_draws: more than 0.

    Raises:
        ValueError: the table is not square, holds negative or infinite numbers, the players fall into groups that
            never met, or `prior_draws` is so small that the maximum is not found.
    """
    table = np.array(wins, np.float64)
    if table.ndim != 2 or table.shape[0] != table.shape[1] or not np.isfinite(table).all() or (table < 0).any():
        raise ValueError(f"wins must be a square table of numbers of at least 0; got {wins!r}")
    if not prior_draws > 0:
        raise ValueError(f"prior_draws must be more than 0; got {prior_draws}")
    np.fill_diagonal(table, 0)
    table += np.where(table + table.T > 0, prior_draws / 2, 0)
    games = table + table.T
    if not _all_met(games > 0):
        raise ValueError("some players never met, not even through others, so their ratings can't be compared")
    strength = np.zeros(len(table))
    for _ in range(100):
        expected = _expected(strength)
        gradient = (table * expected.T - table.T * expected).sum(axis=1)
        step = _covariance(games, strength) @ gradient
        # The likelihood is concave, so a step of Newton's method that is short enough always makes it greater.
        size, before = 1.0, _log_likelihood(table, strength)
        while size > 1e-9 and _log_likelihood(table, strength + size * step) < before:
            size /= 2
        strength = strength + size * step
        moved = np.abs(size * step).max()
        if moved < 1e-12:
            break
    # Rounding may keep the steps above that, but not above this.
    if not moved < _CONVERGED:
        raise ValueError(f"the ratings do not converge; prior_draws is {prior_draws}: take a larger one")
    variances = np.diag(_covariance(games, strength))
    strength -= strength.mean()
    return [
        Rating(float(ELO * value), float(ELO * _Z * math.sqrt(variance)))
        for value, variance in zip(strength, variances, strict=True)
    ]


def share_interval(won: float, of: float) -> tuple[float, float]:
    """Return Wilson's 95 % confidence interval of a probability, from how often something happened.

    Args:
        won: how often it did; a draw may count as a half.
        of: number of trials; for 0 the interval is (0, 1).

    Raises:
        ValueError: `won` is not from 0 to `of`.
    """
    if not 0 <= won <= of:
        raise ValueError(f"won must be from 0 to {of:g}; got {won:g}")
    if of == 0:
        return 0.0, 1.0
    share, scale = won / of, 1 + _Z**2 / of
    middle = (share + _Z**2 / (2 * of)) / scale
    half = _Z / scale * math.sqrt(share * (1 - share) / of + _Z**2 / (4 * of**2))
    # The ends are exact where it never or always happened, but for rounding.
    return (0.0 if won == 0 else middle - half), (1.0 if won == of else middle + half)


def point_interval(won: Sequence[float], of: Sequence[float]) -> tuple[float, float] | None:
    """Return the 95 % confidence interval of a share of all points; None for less than two games.

    Points of one game depend on each other, above all between greedy players, who play the same rally again and again.
    So the interval follows from the spread between games: that of the ratio estimator sum(won) / sum(of), by Student's
    t; where it is narrower than `share_interval`, which takes points as independent, that one counts.

    Args:
        won: points won, of each game.
        of: points played, of each game.
    """
    n, total = len(won), float(sum(of))
    if n < 2 or not total:
        return None
    share = sum(won) / total
    squares = sum((w - share * o) ** 2 for w, o in zip(won, of, strict=True))
    half = student_t_975(n - 1) * math.sqrt(n / (n - 1) * squares) / total
    low, high = share_interval(sum(won), total)
    return max(0.0, min(low, share - half)), min(1.0, max(high, share + half))


def _expected(strength: Floats) -> Floats:
    # By logaddexp, which does not overflow and is as precise for probabilities near 0 as for others.
    share: Floats = np.exp(-np.logaddexp(0, strength - strength[:, np.newaxis]))
    return share


def _covariance(games: Floats, strength: Floats) -> Floats:
    # Of strengths that add up to 0: the pseudo-inverse of the Fisher information. Equal strengths more for everybody
    # change no probability, so the information has that direction as its kernel. It is filled in and taken out again:
    # a pseudo-inverse that is left to find the kernel takes what rounding leaves of it for information.
    share = _expected(strength)
    weights = games * share * share.T
    information = np.diag(weights.sum(axis=1)) - weights
    kernel = np.full_like(information, 1 / len(information))
    scale = max(float(information.max()), np.finfo(np.float64).tiny)
    covariance: Floats = np.linalg.inv(information + scale * kernel) - kernel / scale
    return covariance


def _log_likelihood(table: Floats, strength: Floats) -> float:
    return float(-(table * np.logaddexp(0, strength - strength[:, np.newaxis])).sum())


def _all_met(met: npt.NDArray[np.bool_]) -> bool:
    reached = np.zeros(len(met), bool)
    reached[:1] = True
    for _ in met:
        reached |= met[reached].any(axis=0)
    return bool(reached.all())
