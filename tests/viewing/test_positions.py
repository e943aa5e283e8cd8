"""Where the ball and the paddles are, on real screens and on drawn ones."""

from __future__ import annotations

import contextlib

import numpy as np
import pytest

from pong_pg.training.checkpoint import load_with_config
from pong_pg.viewing.game_steps import play_steps
from pong_pg.viewing.positions import Positions, hits_of, positions_of


def test_they_are_found_on_the_screens_of_a_game() -> None:
    policy, config = load_with_config("fast")
    assert config is not None
    with contextlib.closing(play_steps(policy, config, seed=0)) as steps:
        screens = [next(steps).screen for _ in range(120)]
    places = [positions_of(screen) for screen in screens]
    assert places[0].ball is None, "the ball is served later"
    assert places[59] == Positions((137.5, 123.5), 118.5, 133.5)
    for place, screen in zip(places, screens, strict=True):
        if place.policy is not None:
            # The paddle is 4 wide, and up to 16 high.
            assert tuple(screen[round(place.policy), 141]) == (92, 186, 92)
        if place.ball is not None:
            assert screen[int(place.ball[1]), int(place.ball[0])].tolist() == [236, 236, 236]
    opponent, own = hits_of(places)
    assert opponent == [30]
    assert own == [60]


def test_an_empty_court_has_nothing_in_it() -> None:
    assert positions_of(np.zeros((210, 160, 3), np.uint8)) == Positions(None, None, None)
    with pytest.raises(ValueError, match=r"screen must be \(210, 160, 3\) uint8; got float64 of shape \(2, 2\)"):
        positions_of(np.zeros((2, 2)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("xs", "opponent", "policy"),
    [
        ([10, 14, 18, 14, 10], [], [2]),
        ([18, 14, 10, 14], [2], []),
        ([10, 14, 14, 10], [], [2]),
        # The ball goes out on the left and is served again.
        ([14, 10, 6, None, None, 80, 84], [], []),
        ([10], [], []),
    ],
)
def test_hits_are_where_the_ball_turns_round(xs: list[int | None], opponent: list[int], policy: list[int]) -> None:
    places = [Positions(None if x is None else (float(x), 100.0), 90.0, 90.0) for x in xs]
    assert hits_of(places) == (opponent, policy)
