"""The difference frames of several games that are played side by side, as lists of the pixels that changed.

Between the few NumPy calls of a step, the emulators evict everything else from the caches, so a call costs more than
what it computes. Hence each call serves all games, and there are as few calls as possible.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import COLUMN_STEP, FRAME_SHAPE, PALETTE_MASK, PIXELS, SIDE, Frame, crop, mask_table

# Frames are compared in words of eight bytes; only words that differ are compared byte by byte.
_WORD = 8


class FrameDifferences(NamedTuple):
    """The difference frames of several games: the mask of each game's frame minus that of the frame before it.

    Only the pixels that are not zero are listed.

    Attributes:
        pixels: (k,) int32, 0 to 6399, ascending within each game, one game after another.
        signs: (k,) float32, 1 where the pixel lit up and -1 where it went dark.
        ends: (games,) intp, where each game's pixels end in `pixels` and `signs`.
    """

    pixels: npt.NDArray[np.int32]
    signs: npt.NDArray[np.float32]
    ends: npt.NDArray[np.intp]


class _Layout(NamedTuple):
    """Where the network's pixels are in the frames as `FrameChanges` stores them.

    Attributes:
        shape: shape of each stored frame.
        step: bytes from one pixel to the next in a row.
        pixels: (words, pixels in a word) int32, 0 to 6399; -1 in words without pixels of the network.
    """

    shape: tuple[int, int]
    step: int
    pixels: npt.NDArray[np.int32]


def _whole_screen() -> _Layout:
    pixels = np.full(FRAME_SHAPE, -1, np.int32)
    crop(pixels)[...] = np.arange(PIXELS, dtype=np.int32).reshape(SIDE, SIDE)
    return _Layout(FRAME_SHAPE, COLUMN_STEP, pixels.reshape(-1, _WORD)[:, ::COLUMN_STEP].copy())


_WHOLE = _whole_screen()
_CROPPED = _Layout((SIDE, SIDE), 1, np.arange(PIXELS, dtype=np.int32).reshape(-1, _WORD))


class FrameChanges:
    """Holds the last two frames of several games, and computes their difference frames.

    The next frames are written to `buffers`, either whole palette screens as the emulator draws them, (210, 160), or
    the (80, 80) part that `crop` takes from a frame. `differences` compares them with the frames before.

    Args:
        games: number of games at first; `drop` removes one.
        example: a frame of the kind that is cropped, (210, 160, 3) RGB or (210, 160) palette indices, uint8;
            None for whole palette screens.
    """

    def __init__(self, games: int, example: Frame | None = None) -> None:
        self._layout = _WHOLE if example is None else _CROPPED
        self._mask = (PALETTE_MASK if example is None else mask_table(example)).astype(np.float32)
        self._frames = np.zeros((2, games, *self._layout.shape), np.uint8)
        self._now = 0
        self._resize(games)

    def __getstate__(self) -> dict[str, Any]:
        # The other arrays are views of the frames, or follow from them.
        return {"crops": self._layout is _CROPPED, "mask": self._mask, "frames": self._frames, "now": self._now}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._layout = _CROPPED if state["crops"] else _WHOLE
        self._mask, self._frames, self._now = state["mask"], state["frames"].copy(), state["now"]
        self._resize(self._frames.shape[1])

    def _resize(self, games: int) -> None:
        if games < self._frames.shape[1]:
            self._frames = self._frames[:, :games].copy()
        layout = self._layout
        self._buffers = [list(frames) for frames in self._frames]
        self._words = self._frames.reshape(2, -1).view(np.uint64)
        self._differs = np.empty(self._words.shape[1], np.bool_)
        # Numbered through all games, so that one search finds where each game ends.
        self._pixels = np.tile(layout.pixels, (games, 1)) + np.repeat(
            np.arange(games, dtype=np.int32) * PIXELS, len(layout.pixels)
        ).reshape(-1, 1)
        has_pixels = np.tile(layout.pixels[:, 0] >= 0, games)
        self._has_pixels = None if has_pixels.all() else has_pixels
        self._ends = np.arange(1, games + 1, dtype=np.int32) * PIXELS

    @property
    def buffers(self) -> list[Frame]:
        """The array for each game's next frame; other arrays after each call of `differences`."""
        return self._buffers[self._now]

    def begin(self, game: int, frame: Frame) -> None:
        """Begin a game with its first frame, whose difference frame is zero."""
        self._frames[:, game] = frame if self._layout is _WHOLE else crop(frame)

    def drop(self, game: int) -> None:
        """Remove a game; the last one takes its place."""
        last = self._frames.shape[1] - 1
        self._frames[:, game] = self._frames[:, last]
        self._resize(last)

    def differences(self) -> FrameDifferences:
        """Return the difference frames, and make the present frames the previous ones."""
        one, other = self._words
        words = np.not_equal(one, other, out=self._differs).nonzero()[0]
        if self._has_pixels is not None:
            words = words[self._has_pixels.take(words)]
        masks = self._mask.take(self._words.take(words, axis=1).view(np.uint8)[:, :: self._layout.step])
        signs = masks[self._now] - masks[1 - self._now]
        changed = signs.nonzero()[0]
        pixels = self._pixels.take(words, axis=0).reshape(-1).take(changed)
        ends = pixels.searchsorted(self._ends)
        pixels %= PIXELS
        self._now = 1 - self._now
        return FrameDifferences(pixels, signs.take(changed), ends)
