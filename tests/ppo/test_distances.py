from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest
from ppo_frames import ALL_PIXELS, PADDLES, frame_with

from pong_pg.ppo.distances import distances_of, places_of_half_rows
from pong_pg.ppo.network import LAYOUTS, inputs_of
from pong_pg.ppo.symmetry import reflected


def by_hand(lit: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The definition, pixel by pixel, in fractions."""
    picture = lit.reshape(80, 80)
    rows = [y for y in range(80) if picture[y, 70] and picture[y, 71]]
    found = []
    for y in range(80):
        for x in range(70):
            if not rows or not picture[y, x] or x in (8, 9):
                continue
            below = y - Fraction(rows[0] + rows[-1], 2)
            if below == 0:
                continue
            if below.denominator == 1:
                below += Fraction(1, 2) if below > 0 else Fraction(-1, 2)
            below = max(min(below, Fraction(79, 2)), Fraction(-79, 2))
            found.append((int(80 * (below + Fraction(79, 2))) + x, 80 * y + x))
    return found


def test_distances_by_hand() -> None:
    # The middle of the paddle is at 33.5. Two pixels of a ball: 6.5 and 7.5 rows below it.
    inputs, pixels = distances_of(frame_with(PADDLES[0], (40, 50), (41, 50)))
    assert inputs.tolist() == [46 * 80 + 50, 47 * 80 + 50]
    assert pixels.tolist() == [40 * 80 + 50, 41 * 80 + 50]
    # Just above and just below the middle; and too far above.
    assert distances_of(frame_with(PADDLES[0], (33, 1), (34, 1)))[0].tolist() == [39 * 80 + 1, 40 * 80 + 1]
    assert distances_of(frame_with(range(72, 80), (3, 1), (36, 2), (37, 2)))[0].tolist() == [1, 2, 80 + 2]
    # The middle is at 76: whole rows count as half a row more, and the middle as nothing.
    assert distances_of(frame_with(PADDLES[1], (75, 1), (76, 1), (77, 1)))[0].tolist() == [38 * 80 + 1, 41 * 80 + 1]


def test_pixels_that_are_far_away_are_counted() -> None:
    lit = frame_with(range(72, 80), (3, 1), (4, 1), (35, 1))
    assert distances_of(lit)[0].tolist() == [1, 1, 1]
    assert distances_of(lit)[1].tolist() == [3 * 80 + 1, 4 * 80 + 1, 35 * 80 + 1]


def test_paddles_are_no_balls() -> None:
    for pixels in ([], [(5, 8), (6, 9)], [(50, 70), (51, 71), (52, 79)]):
        assert not len(distances_of(frame_with(PADDLES[0], *pixels))[0])
    # A ball in one of the paddle's columns does not make the paddle longer.
    assert distances_of(frame_with(PADDLES[0], (20, 70), (40, 50)))[0].tolist() == [46 * 80 + 50]
    assert not len(distances_of(frame_with(PADDLES[3], (40, 50)))[0])


@pytest.mark.parametrize("paddle", PADDLES)
def test_distances_are_those_of_the_definition(paddle: range) -> None:
    rng = np.random.default_rng(len(paddle))
    for _ in range(30):
        lit = frame_with(paddle, *rng.integers(80, size=(20, 2)).tolist())
        found = distances_of(lit)
        assert list(zip(*(part.tolist() for part in found), strict=True)) == by_hand(lit)


@pytest.mark.parametrize("paddle", PADDLES)
def test_upside_down_distances_are_reflected(paddle: range) -> None:
    rng = np.random.default_rng(0)
    for _ in range(30):
        lit = frame_with(paddle, *rng.integers(80, size=(20, 2)).tolist())
        rows = inputs_of(lit, lit, LAYOUTS["pixels+distances"])
        image = lit.reshape(80, 80)[::-1].ravel()
        assert sorted(reflected(rows, ALL_PIXELS).tolist()) == sorted(
            inputs_of(image, image, LAYOUTS["pixels+distances"]).tolist()
        )
        assert len(rows) == lit.sum() + 1 + len(distances_of(lit)[0])


def test_places_of_half_rows() -> None:
    differences = np.array([-200, -79, -78, -3, -2, -1, 1, 2, 3, 78, 79, 200])
    assert places_of_half_rows(differences).tolist() == [0, 0, 0, 38, 38, 39, 40, 41, 41, 79, 79, 79]
    assert (places_of_half_rows(-differences) == 79 - places_of_half_rows(differences)).all()
