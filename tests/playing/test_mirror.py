"""What the left player sees is what the right player of the mirrored game sees."""

from __future__ import annotations

import numpy as np
import pytest

from pong_pg.game.frames import mask
from pong_pg.playing.mirror import BACKGROUND, LEFT_COLOR, RIGHT_COLOR, mirrored

pytestmark = pytest.mark.any_stack

BALL = 14


def screen(left: int, right: int, ball: tuple[int, int] | None = None) -> np.ndarray:
    """A screen with the paddles at these places in the console's memory, which draws the left one a row higher."""
    frame = np.full((210, 160), BALL, np.uint8)
    frame[:24] = BACKGROUND
    frame[34:194] = BACKGROUND
    frame[0, :8] = 0
    frame[1:21, 36:48] = LEFT_COLOR
    frame[1:21, 116:118] = RIGHT_COLOR
    frame[left - 1 : left + 15, 16:20] = LEFT_COLOR
    frame[right : right + 16, 140:144] = RIGHT_COLOR
    if ball is not None:
        frame[ball[0] : ball[0] + 4, ball[1] : ball[1] + 2] = BALL
    return frame


def test_places_colours_and_scores_by_hand() -> None:
    seen = mirrored(screen(100, 60, (120, 30)))
    expected = screen(60, 100, (120, 128))
    # The scores change places and colours, and their digits are not reflected.
    expected[1:21] = BACKGROUND
    expected[1:21, 116:128] = RIGHT_COLOR
    expected[1:21, 36:38] = LEFT_COLOR
    assert (seen == expected).all()
    assert (mirrored(seen) == screen(100, 60, (120, 30))).all()
    assert (mask(seen) == mask(expected)).all()


def test_without_paddles_and_at_the_walls() -> None:
    empty = screen(100, 60)
    empty[34:194] = BACKGROUND
    assert (mirrored(empty)[34:194] == BACKGROUND).all()
    cut = screen(100, 60)
    cut[34:194, 16:20] = BACKGROUND
    cut[34:40, 16:20] = LEFT_COLOR
    column = mirrored(cut)[34:194, 140]
    assert (column[:7] == RIGHT_COLOR).all()
    assert (column[7:] == BACKGROUND).all()


def test_another_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=r"shape \(210, 160\); got \(80, 80\)"):
        mirrored(np.zeros((80, 80), np.uint8))
