"""Ratings and intervals: by hand, against an optimiser, and where somebody wins everything."""

from __future__ import annotations

import math

import numpy as np
import pytest

from pong_pg.versus.ratings import ELO, point_interval, ratings, share_interval


def test_two_players_by_hand() -> None:
    # With the virtual draw 3.5 wins against 1.5.
    first, second = ratings([[0, 3], [1, 0]])
    assert first.elo == pytest.approx(400 * math.log10(3.5 / 1.5) / 2)
    assert second.elo == pytest.approx(-first.elo)
    # The variance of the difference is 1 / (5 p q), and a rating is half of the difference.
    assert first.margin == pytest.approx(1.959964 * ELO * math.sqrt(1 / (5 * 0.7 * 0.3)) / 2, rel=1e-5)


def test_an_optimiser_finds_the_same() -> None:
    optimize = pytest.importorskip("scipy.optimize")
    wins = np.array([[0, 7, 2.5, 10], [3, 0, 6, 9], [7.5, 4, 0, 5], [0, 1, 5, 0]])
    table = wins + np.where(wins + wins.T > 0, 0.5, 0)

    def loss(strength: np.ndarray) -> float:
        return float((table * np.log1p(np.exp(strength - strength[:, np.newaxis]))).sum() + strength.sum() ** 2)

    expected = optimize.minimize(loss, np.zeros(4), tol=1e-12).x
    assert [rating.elo for rating in ratings(wins)] == pytest.approx(ELO * expected, abs=0.05)


@pytest.mark.parametrize("games", [1, 10, 10**6])
def test_who_wins_or_loses_everything_stays_finite(games: int) -> None:
    found = ratings([[0, games, games], [0, 0, games], [0, 0, 0]])
    elos = [rating.elo for rating in found]
    assert elos == sorted(elos, reverse=True)
    assert np.isfinite([(rating.elo, rating.margin) for rating in found]).all()
    assert all(rating.margin > 0 for rating in found)
    assert sum(elos) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("games", [1, 40, 160_000, 580_000, 10**6, 25 * 10**6])
def test_intervals_of_two_players_are_those_of_the_formula(games: int) -> None:
    # The null space of the information must not be taken for information, whatever rounding makes of it.
    first, second = ratings([[0, games], [0, 0]])
    p, q = (games + 0.5) / (games + 1), 0.5 / (games + 1)
    expected = 1.959964 * ELO * math.sqrt(1 / ((games + 1) * p * q)) / 2
    assert first.margin == pytest.approx(expected, rel=1e-5)
    assert second.margin == pytest.approx(expected, rel=1e-5)


def test_intervals_of_several_players_are_those_of_differences() -> None:
    # Without one player's column and row, the information can simply be inverted: covariances relative to that player.
    wins = np.array([[0, 7000, 2, 10**6], [3, 0, 6000, 9], [7, 4, 0, 500_000], [0, 1, 5, 0]], float)
    found = ratings(wins)
    table = wins + 0.5 * (1 - np.eye(4))
    elo = np.array([rating.elo for rating in found]) / ELO
    p = 1 / (1 + np.exp(elo - elo[:, np.newaxis]))
    weights = (table + table.T) * p * p.T
    information = np.diag(weights.sum(axis=1)) - weights
    relative = np.zeros((4, 4))
    relative[1:, 1:] = np.linalg.inv(information[1:, 1:])
    centre = np.eye(4) - 1 / 4
    expected = 1.959964 * ELO * np.sqrt(np.diag(centre @ relative @ centre.T))
    assert [rating.margin for rating in found] == pytest.approx(expected, rel=1e-5)


def test_a_prior_that_is_too_small_is_refused() -> None:
    # By the formula; a weaker prior still leaves the maximum where Newton's method can't reach it.
    assert ratings([[0, 100], [0, 0]], 1e-30)[0].elo == pytest.approx(400 * math.log10(100 / 0.5e-30) / 2)
    with pytest.raises(ValueError, match="do not converge; prior_draws is 1e-100"):
        ratings([[0, 100], [0, 0]], 1e-100)


@pytest.mark.parametrize(
    ("wins", "complaint"),
    [
        ([[0, 1]], "square table"),
        ([[0, -1], [1, 0]], "at least 0"),
        ([[0, math.nan], [1, 0]], "square table"),
        ([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]], "never met"),
    ],
)
def test_tables_that_can_not_be(wins: list[list[float]], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        ratings(wins)


def test_a_share_by_hand() -> None:
    assert share_interval(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert share_interval(0, 10) == pytest.approx((0, 0.2775), abs=1e-4)
    assert share_interval(10, 10) == pytest.approx((0.7225, 1), abs=1e-4)
    assert share_interval(0, 0) == (0, 1)
    with pytest.raises(ValueError, match="from 0 to 3"):
        share_interval(4, 3)


def test_shares_of_points() -> None:
    assert point_interval([21], [30]) is None
    # Where every game is the same, points count as independent.
    assert point_interval([21, 21], [21, 21]) == share_interval(42, 42)
    # Games that differ much, by hand: share 1/2, residuals 10.5 and -10.5, t = 12.706 for one degree of freedom.
    assert point_interval([21, 0], [21, 21]) == (0, 1)
    low, high = point_interval([12, 10, 11, 9], [21, 21, 21, 21]) or (0, 0)
    assert (low, high) == pytest.approx(share_interval(42, 84))


@pytest.mark.parametrize("spread", [0.0, 0.25])
def test_the_interval_holds_the_truth_as_often_as_it_says(spread: float) -> None:
    rng = np.random.default_rng(3)
    inside = 0
    for _ in range(400):
        # Of each game its own probability around one half: points of a game then depend on each other.
        shares = 0.5 + spread * rng.choice([-1, 1], 12)
        won = rng.binomial(30, shares)
        low, high = point_interval(won.tolist(), [30] * 12) or (0, 0)
        inside += low <= 0.5 <= high
    assert inside / 400 > 0.92
    if spread:
        won_of = rng.binomial(30, 0.5 + spread * rng.choice([-1, 1], (400, 12))).sum(axis=1).tolist()
        independent = [share_interval(won, 360) for won in won_of]
        assert sum(low <= 0.5 <= high for low, high in independent) / 400 < 0.8
