from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inputs import dense, whole_game

from pong_pg.game.frames import PIXELS, crop, mask
from pong_pg.reinforce.frame_changes import FrameChanges

Frames = npt.NDArray[np.uint8]
KINDS = ["rgb", "cropped palette", "whole palette"]
SHAPES = {"rgb": (210, 160, 3), "cropped palette": (210, 160), "whole palette": (210, 160)}


class Oracle:
    """The frames of some games, each with the oracle's two masks of it."""

    def __init__(self, kind: str, frames: list[Frames]) -> None:
        self._whole = kind == "whole palette"
        self.frame_changes = FrameChanges(len(frames), None if self._whole else frames[0])
        self._before = [mask(frame) for frame in frames]
        self._now = list(self._before)
        for game, frame in enumerate(frames):
            self.frame_changes.begin(game, frame)

    def show(self, frames: list[Frames]) -> None:
        canvases = self.frame_changes.buffers
        for canvas, frame in zip(canvases, frames, strict=True):
            canvas[...] = frame if self._whole else crop(frame)
        self._now = [mask(frame) for frame in frames]

    def begin(self, game: int, frame: Frames) -> None:
        self.frame_changes.begin(game, frame)
        self._before[game] = self._now[game] = mask(frame)

    def drop(self, game: int) -> None:
        self.frame_changes.drop(game)
        for masks in (self._before, self._now):
            masks[game] = masks[-1]
            masks.pop()

    def check(self) -> int:
        """Compare with the difference frames; returns how many pixels have changed."""
        expected = [(now - before).ravel() for now, before in zip(self._now, self._before, strict=True)]
        differences = self.frame_changes.differences()
        assert [array.dtype.name for array in differences] == ["int32", "float32", np.dtype(np.intp).name]
        np.testing.assert_array_equal(dense(differences), np.reshape(expected, (-1, PIXELS)))
        self._before = list(self._now)
        return int(np.count_nonzero(expected))


def frame_like(before: Frames, share: float, rng: np.random.Generator) -> Frames:
    """The frame with some of its pixels drawn anew, from values of which half are dark."""
    values = rng.choice(np.array([0, 144, 109, 34, 236, 92, 14, 33, 206, 255], np.uint8), before.shape)
    return np.where(rng.random(before.shape) < share, values, before)


@settings(max_examples=60, deadline=None)
@given(
    kind=st.sampled_from(KINDS),
    games=st.integers(1, 4),
    doings=st.lists(st.sampled_from(["show", "show", "begin", "drop"]), max_size=8),
    share=st.sampled_from([0.0, 0.001, 0.3, 1.0]),
    seed=st.integers(0, 2**32),
)
def test_the_changes_are_the_differences_of_the_masks(
    kind: str, games: int, doings: list[str], share: float, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    frames = [frame_like(np.zeros(SHAPES[kind], np.uint8), 1.0, rng) for _ in range(games)]
    oracle = Oracle(kind, frames)
    assert oracle.check() == 0, "nothing has changed in a first frame"
    for doing in doings:
        frames = [frame_like(frame, share, rng) for frame in frames]
        oracle.show(frames)
        game = int(rng.integers(len(frames)))
        if doing == "begin":
            frames[game] = frame_like(frames[game], 1.0, rng)
            oracle.begin(game, frames[game])
        elif doing == "drop" and len(frames) > 1:
            frames[game] = frames[-1]
            frames.pop()
            oracle.drop(game)
        oracle.check()


@pytest.mark.parametrize("kind", KINDS)
def test_many_random_frames_of_many_games(kind: str) -> None:
    rng = np.random.default_rng(5)
    frames = [frame_like(np.zeros(SHAPES[kind], np.uint8), 1.0, rng) for _ in range(10)]
    oracle = Oracle(kind, frames)
    oracle.check()
    seen = 0
    for _ in range(20):
        frames = [frame_like(frame, share, rng) for frame, share in zip(frames, rng.random(10) ** 3, strict=True)]
        oracle.show(frames)
        seen += oracle.check()
    assert seen > 100_000
    oracle.show(frames)
    assert oracle.check() == 0
    while len(frames) > 1:
        frames = [frame_like(frame, 0.2, rng) for frame in frames[:-1]]
        oracle.drop(int(rng.integers(len(frames) + 1)))
        oracle.show(frames)
        assert oracle.check() > 100
    oracle.drop(0)
    assert oracle.check() == 0


def test_the_oracle_would_notice_a_frame_that_was_not_shown() -> None:
    dark, lit = np.zeros((210, 160), np.uint8), np.full((210, 160), 14, np.uint8)
    oracle = Oracle("whole palette", [dark, dark])
    oracle.show([dark, lit])
    oracle.frame_changes.buffers[0][35, 0] = 14
    with pytest.raises(AssertionError):
        oracle.check()


def outside() -> npt.NDArray[np.bool_]:
    grid = np.zeros((210, 160), np.bool_)
    crop(grid)[...] = True
    assert grid.sum() == PIXELS
    return ~grid


@pytest.mark.parametrize("kind", KINDS)
def test_pixels_outside_the_grid_are_not_seen(kind: str) -> None:
    dark = np.zeros(SHAPES[kind], np.uint8)
    lit = dark.copy()
    lit[outside()] = 236
    oracle = Oracle(kind, [dark, dark])
    oracle.show([lit, dark])
    assert oracle.check() == 0
    lit[35 + 2 * 79, 2 * 79] = 236
    oracle.show([lit, dark])
    assert oracle.check() == 1


@pytest.mark.parametrize("row", range(30, 40))
def test_the_first_row_that_is_seen_is_the_35th(row: int) -> None:
    oracle = Oracle("whole palette", [np.zeros((210, 160), np.uint8)])
    frame = np.zeros((210, 160), np.uint8)
    frame[row] = 14
    oracle.show([frame])
    assert oracle.check() == (80 if row in {35, 37, 39} else 0)


def hand_frame() -> tuple[Frames, Frames]:
    first = np.full((210, 160, 3), 144, np.uint8)
    second = first.copy()
    second[..., 0] = 109
    second[35 + 2 * 3, 2 * 7, 0] = 236
    return first, second


def test_one_background_turning_into_the_other_is_no_change() -> None:
    first, second = hand_frame()
    frame_changes = FrameChanges(1, first)
    frame_changes.begin(0, first)
    for frame, sign in ((second, 1), (first, -1)):
        frame_changes.buffers[0][...] = crop(frame)
        pixels, signs, ends = frame_changes.differences()
        np.testing.assert_array_equal(pixels, [3 * 80 + 7])
        np.testing.assert_array_equal(signs, [sign])
        np.testing.assert_array_equal(ends, [1])


def test_a_frame_that_the_environment_reuses_is_not_looked_at_later() -> None:
    buffer = np.full((210, 160), 34, np.uint8)
    frame_changes = FrameChanges(1)
    frame_changes.begin(0, buffer)
    buffer[35, 0] = 14
    frame_changes.buffers[0][...] = 34
    assert not frame_changes.differences().pixels.size


def test_what_was_returned_stays_as_it_was() -> None:
    frame_changes = FrameChanges(1)
    frame_changes.begin(0, np.zeros((210, 160), np.uint8))
    frame_changes.buffers[0][...] = 14
    differences = frame_changes.differences()
    kept = [array.copy() for array in differences]
    for value in (0, 14, 0):
        frame_changes.buffers[0][...] = value
        frame_changes.differences()
    for array, copied in zip(differences, kept, strict=True):
        np.testing.assert_array_equal(array, copied)
    assert len(differences.pixels) == PIXELS


@pytest.mark.parametrize("kind", KINDS)
def test_the_changes_are_the_references_difference_frames_in_a_whole_game(kind: str) -> None:
    import reference

    rgb = whole_game("rgb")
    frames = rgb if kind == "rgb" else whole_game("palette")
    assert len(rgb) == len(frames) > 700
    frame_changes: Any = FrameChanges(1, None if kind == "whole palette" else frames[0])
    frame_changes.begin(0, frames[0])
    before, seen = reference.preprocess(rgb[0]), 0
    for frame, colours in zip(frames[1:], rgb[1:], strict=True):
        frame_changes.buffers[0][...] = frame if kind == "whole palette" else crop(frame)
        now = reference.preprocess(colours)
        differences = frame_changes.differences()
        np.testing.assert_array_equal(dense(differences)[0], now - before)
        before, seen = now, seen + len(differences.pixels)
    assert seen > 5_000
