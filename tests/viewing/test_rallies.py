"""Which rally is chosen, and that it is one of the games of an evaluation."""

from __future__ import annotations

import pytest

from pong_pg.viewing.game_steps import Rally, best_rally, rallies_of


def test_a_game_falls_into_rallies() -> None:
    assert rallies_of([0, 0, 1, -1, 0]) == [Rally(0, 3, 1), Rally(3, 4, -1), Rally(4, 5, 0)]
    assert rallies_of([]) == []


@pytest.mark.parametrize(
    ("rallies", "best"),
    [
        ([(5, 1), (9, -1), (7, 1), (7, 1)], 2),  # the first of the longest that the policy won
        ([(5, -1), (9, -1), (3, 0)], 1),  # it won none
        ([(5, 1), (90, 1), (9, 1)], 2),  # longer than 20 steps is too long
        ([(90, 1), (50, 1), (9, -1)], 1),  # unless there is nothing else
    ],
)
def test_the_longest_rally_that_the_policy_won_is_the_best(rallies: list[tuple[int, int]], best: int) -> None:
    made = [Rally(100 * number, 100 * number + steps, reward) for number, (steps, reward) in enumerate(rallies)]
    assert best_rally(made, at_most=20) == made[best]
