from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from inputs import whole_game

from pong_pg.game.frames import check_frame, mask
from pong_pg.reinforce import reference


@pytest.fixture(scope="module")
def rgb_game() -> list[npt.NDArray[np.uint8]]:
    return whole_game("rgb")


@pytest.fixture(scope="module")
def palette_game() -> list[npt.NDArray[np.uint8]]:
    return whole_game("palette")


def test_the_palette_mask_is_the_references_mask_of_the_rgb_frame_in_a_whole_game(
    rgb_game: list[npt.NDArray[np.uint8]], palette_game: list[npt.NDArray[np.uint8]]
) -> None:
    assert len(rgb_game) == len(palette_game) > 700
    for rgb, palette in zip(rgb_game, palette_game, strict=True):
        expected = reference.preprocess(rgb)
        np.testing.assert_array_equal(mask(palette), expected)
        np.testing.assert_array_equal(mask(rgb), expected)
    assert 0 < reference.preprocess(rgb_game[-1]).sum() < 500


@pytest.mark.parametrize(
    ("red", "expected"), [(0, 0), (144, 0), (109, 0), (1, 1), (143, 1), (236, 1), (92, 1), (255, 1)]
)
def test_only_black_and_the_two_backgrounds_are_dark(red: int, expected: int) -> None:
    frame = np.zeros((210, 160, 3), np.uint8)
    frame[..., 0] = red
    assert (mask(frame) == expected).all()


@pytest.mark.parametrize("as_frame", [np.ma.asarray, lambda frame: frame.view(np.memmap)])
def test_a_frame_is_an_array_without_what_subclasses_add(as_frame: Any) -> None:
    frame = np.full((210, 160), 7, np.uint8)
    checked = check_frame(as_frame(frame))
    assert type(checked) is np.ndarray
    assert np.shares_memory(checked, frame)
