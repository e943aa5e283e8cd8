from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest
import reference
from inputs import dense, whole_game
from pong_pg.reinforce.network import Differences
from pong_pg.reinforce.numpy_forward import NumPyForward

from pong_pg.game.frames import PIXELS, crop, mask
from pong_pg.reinforce.policy import Policy

Frames = npt.NDArray[np.uint8]
KINDS = ["rgb", "cropped palette", "whole palette"]
SHAPES = {"rgb": (210, 160, 3), "cropped palette": (210, 160), "whole palette": (210, 160)}
POLICY = Policy.initial(5, np.random.default_rng(0))


def inputs_of(kind: str, frames: list[Frames]) -> npt.NDArray[np.float64]:
    """One row of 6,400 for each frame after the first: what the network was shown."""
    forward = NumPyForward(POLICY, whole=kind == "whole palette")
    forward.begin(frames[0])
    for frame in frames[1:]:
        forward.screen[...] = frame if kind == "whole palette" else crop(frame)
        forward.forward()
    found = forward.recorded()
    assert [array.dtype for array in found.values()] == [np.int32, np.float32, np.intp, np.float32]
    return dense(Differences(found["pixels"], found["signs"], np.cumsum(found["change_counts"])))


def frame_like(before: Frames, share: float, rng: np.random.Generator) -> Frames:
    """The frame with some of its pixels drawn anew, from values of which half are dark."""
    values = rng.choice(np.array([0, 144, 109, 34, 236, 92, 14, 33, 206, 255], np.uint8), before.shape)
    return np.where(rng.random(before.shape) < share, values, before)


@pytest.mark.parametrize("kind", KINDS)
def test_the_inputs_are_the_differences_of_the_masks(kind: str) -> None:
    rng = np.random.default_rng(5)
    frames = [frame_like(np.zeros(SHAPES[kind], np.uint8), 1.0, rng)]
    for share in [0.0, 1.0, *rng.random(20) ** 3]:
        frames.append(frame_like(frames[-1], share, rng))
    masks = [mask(frame).ravel() for frame in frames]
    expected = np.diff(np.array(masks), axis=0)
    np.testing.assert_array_equal(inputs_of(kind, frames), expected)
    assert not expected[0].any()
    assert np.count_nonzero(expected) > 10_000


@pytest.mark.parametrize("kind", KINDS)
def test_the_inputs_are_the_references_in_a_whole_game(kind: str) -> None:
    rgb = whole_game("rgb")
    found = inputs_of(kind, rgb if kind == "rgb" else whole_game("palette"))
    expected = np.diff([reference.preprocess(frame) for frame in rgb], axis=0)
    np.testing.assert_array_equal(found, expected)
    assert len(found) > 700
    assert np.count_nonzero(found) > 5_000


@pytest.mark.parametrize("kind", KINDS)
def test_pixels_outside_the_grid_are_not_seen(kind: str) -> None:
    dark, grid = np.zeros(SHAPES[kind], np.uint8), np.zeros((210, 160), np.bool_)
    crop(grid)[...] = True
    assert grid.sum() == PIXELS
    lit = dark.copy()
    lit[~grid] = 236
    corner = lit.copy()
    corner[35 + 2 * 79, 2 * 79] = 236
    found = inputs_of(kind, [dark, lit, corner])
    assert not found[0].any()
    assert np.flatnonzero(found[1]).tolist() == [PIXELS - 1]


@pytest.mark.parametrize("row", range(30, 40))
def test_the_first_row_that_is_seen_is_the_35th(row: int) -> None:
    frame = np.zeros((210, 160), np.uint8)
    frame[row] = 14
    found = inputs_of("whole palette", [np.zeros((210, 160), np.uint8), frame])
    assert np.count_nonzero(found) == (80 if row in {35, 37, 39} else 0)


def test_one_background_turning_into_the_other_is_no_change() -> None:
    first = np.full((210, 160, 3), 144, np.uint8)
    second = first.copy()
    second[..., 0] = 109
    second[35 + 2 * 3, 2 * 7, 0] = 236
    found = inputs_of("rgb", [first, second, first])
    assert [np.flatnonzero(row).tolist() for row in found] == [[3 * 80 + 7]] * 2
    assert found[:, 3 * 80 + 7].tolist() == [1, -1]


def test_another_game_begins_anew() -> None:
    forward = NumPyForward(POLICY, whole=True)
    for first in (0, 14):
        forward.begin(np.full((210, 160), first, np.uint8))
        forward.forward()
        assert not len(forward.recorded()["pixels"])
