"""What benchmarks/lost_points.py finds before a point that a policy loses."""

from __future__ import annotations

import itertools
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from benchmark_scripts import script

import pong_pg

pytestmark = pytest.mark.needs("ale-py")


@pytest.fixture(scope="module")
def lost_points() -> ModuleType:
    """The script, and the one that it takes its game from."""
    script("best_approach")
    return script("lost_points")


def test_a_point_is_lost_in_the_last_steps_and_the_game_goes_on(lost_points: ModuleType) -> None:
    game = script("best_approach").Game(pong_pg.load("fast"), 3)
    point, played = lost_points.next_lost_point(game, 4)
    assert played >= 1
    assert point.steps >= 60
    assert point.hits >= 0
    assert set(point.means) == {age for age in lost_points.AGES if age <= point.steps}
    assert all(-1 <= mean <= 1 for mean in point.means.values())
    # It is lost when the ball has passed, and was open before.
    assert point.means[5] < max(point.means.values())
    other, _ = lost_points.next_lost_point(game, 1)
    assert other != point


def test_a_rally_that_does_not_end_is_left_out(lost_points: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    game = script("best_approach").Game(pong_pg.load("fast"), 3)
    rewards = iter([0.0] * 30 + [1.0] + [0.0] * 9 + [-1.0])
    monkeypatch.setattr(lost_points, "LONGEST", 20)
    monkeypatch.setattr(game, "step", lambda: next(rewards))
    places = itertools.count()
    monkeypatch.setattr(game, "place", lambda: SimpleNamespace(column=0, number=next(places)))
    monkeypatch.setattr(game, "play_on", lambda place: place.number)
    put: list[Any] = []
    monkeypatch.setattr(game, "put", put.append)
    point, played = lost_points.next_lost_point(game, 1)
    assert (point.steps, point.hits, played) == (10, 0, 2)
    # The last step began in place 40: that five steps before its end is 36.
    assert point.means == {5: 36, 8: 33}
    # The game goes on where it was after the point.
    assert [place.number for place in put] == [41]
