"""What is drawn beside the screen says what the decision says."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from pong_pg.game.decision import Decision
from pong_pg.viewing.game_steps import Step
from pong_pg.viewing.overlay import COLORS, Overlay, decided, seen

UP, DOWN, STAY = 2, 3, 0


def decision() -> Decision:
    mask, change = np.zeros((2, 80, 80), np.int8)
    influence = np.zeros((80, 80), np.float32)
    mask[10, 10:13] = 1
    change[10, 12], change[10, 9] = 1, -1
    influence[10, 10], influence[10, 11], influence[10, 12] = 4, 1, -2
    return Decision(
        (STAY, UP, DOWN), np.array([0.25, 0.5, 0.25]), -0.5, mask, change, np.zeros(2, np.float32), influence
    )


def step(made: Decision | None, over: str | None = None) -> Step:
    return Step(0, 1, np.full((210, 160, 3), 90, np.uint8), made, None if over else UP, 0.0, (0, 0), over)


def color_of(action: int) -> np.ndarray:
    return np.array(COLORS[action])


def test_lit_new_and_gone_pixels_differ() -> None:
    image = seen(decision())
    assert [tuple(image[10, column]) for column in (8, 9, 10, 12)] == [
        (0, 0, 0), (238, 68, 68), (136, 136, 136), (85, 238, 85),
    ]  # fmt: skip
    assert not image[11:].any()


def test_the_pixels_that_decided_have_the_colour_of_the_action() -> None:
    image = decided(decision()).astype(int)
    assert (image[10, 10] == color_of(UP)).all()
    # A quarter of the influence is half as bright; colours are rounded to a few levels.
    assert np.abs(image[10, 11] - color_of(UP) / 2).max() <= 17
    assert image[10, 12, 2] > image[10, 12, 0]
    assert not image[11:].any()
    still = dataclasses.replace(decision(), influence=np.zeros((80, 80), np.float32))
    assert not decided(still).any()


@pytest.mark.parametrize("scale", [2, 3])
def test_bars_are_as_long_as_the_probabilities(scale: int) -> None:
    overlay = Overlay(scale)
    picture = overlay.picture(step(decision()).screen, step(decision()))
    assert picture.shape == (210 * scale, 240 * scale, 3)
    assert (picture[:, : 160 * scale] == 90).all()
    # The bars, without the words on their left and the numbers on their right.
    panel = picture[:, 179 * scale : 220 * scale]
    lengths = {}
    for line, action in enumerate((UP, DOWN, STAY)):
        row = panel[(8 * line + 5) * scale]
        lengths[action] = int((row == color_of(action)).all(axis=1).sum())
    assert lengths[UP] == pytest.approx(2 * lengths[DOWN], abs=2)
    assert lengths[DOWN] == lengths[STAY] > 5
    # The value is red from the middle to the left: a quarter of the bar.
    assert (panel[29 * scale] == (238, 68, 68)).all(axis=1).sum() == pytest.approx(lengths[DOWN], abs=1)
