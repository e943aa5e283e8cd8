"""The present and the previous frame of several games side by side, and the pixels in which they differ."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from pong_pg.pixels import COLUMN_STEP, FIRST_ROW, FRAME_SHAPE, PALETTE_MASK, ROW_STEP, SIDE, Frame, crop, mask_table

# Frames are compared eight bytes at a time, and only words that differ are looked at more closely.
_WORD = 8


class Changes(NamedTuple):
    """The difference frames of several games, as the pixels that are not zero in them.

    Attributes:
        pixels: (k,) int32, 0 to 6399, ascending within each game, one game after another.
        signs: (k,) int8, 1 where the pixel lit up and -1 where it went dark.
        ends: (games,) intp, where each game's pixels end.
    """

    pixels: npt.NDArray[np.int32]
    signs: npt.NDArray[np.int8]
    ends: npt.NDArray[np.intp]


class _Layout:
    """Where the network's pixels are in what is kept of a frame.

    Args:
        shape: of what is kept of each frame.
        first: the first byte that is compared, and `last` the one after the last.
        pixel_of_word: for each compared word, the first of its pixels; -1 if it has none.
        step: bytes from one pixel to the next.
    """

    def __init__(
        self, shape: tuple[int, int], first: int, last: int, pixel_of_word: npt.NDArray[np.int32], step: int
    ) -> None:
        self.shape = shape
        self.compared = slice(first // _WORD, last // _WORD)
        self.pixel_of_word = pixel_of_word
        self.looked_at = None if (pixel_of_word >= 0).all() else pixel_of_word >= 0
        self.step = step
        self.within_word = np.arange(_WORD // step, dtype=np.int32)


def _whole_screen() -> _Layout:
    height, width = FRAME_SHAPE
    words_of_row = width // _WORD
    rows = np.arange(ROW_STEP * SIDE - ROW_STEP + 1)
    first_pixels = np.where(rows % ROW_STEP == 0, rows // ROW_STEP * SIDE, -1)[:, np.newaxis]
    pixels = first_pixels + np.arange(words_of_row) * (_WORD // COLUMN_STEP)
    pixels[first_pixels[:, 0] < 0] = -1
    first = FIRST_ROW * width
    return _Layout((height, width), first, first + rows.size * width, pixels.ravel().astype(np.int32), COLUMN_STEP)


_WHOLE = _whole_screen()
_CROPPED = _Layout((SIDE, SIDE), 0, SIDE * SIDE, np.arange(0, SIDE * SIDE, _WORD, dtype=np.int32), 1)


class Screens:
    """The last two frames of several games.

    Each game's frames are either copied in by `put`, or drawn by the environment itself into `canvases`, as
    whole palette screens. `changes` compares them with those before and makes room for the next.

    Args:
        games: how many there are at first; `drop` makes them fewer.
        example: one frame of the kind that is put, (210, 160, 3) RGB or (210, 160) palette indices, uint8; None
            where the environments draw.
    """

    def __init__(self, games: int, example: Frame | None = None) -> None:
        self._layout = _WHOLE if example is None else _CROPPED
        self._mask = PALETTE_MASK if example is None else mask_table(example)
        self._buffers = [np.zeros((games, *self._layout.shape), np.uint8) for _ in range(2)]
        self._resize(games)

    def _resize(self, games: int) -> None:
        layout = self._layout
        self._games = games
        self._frames = [buffer[:games] for buffer in self._buffers]
        self._words = [frames.reshape(-1).view(np.uint64) for frames in self._frames]
        each = layout.shape[0] * layout.shape[1] // _WORD
        by_game = [words.reshape(games, each) for words in self._words]
        self._compared = [words[:, layout.compared] for words in by_game]
        self._canvases = [list(frames) for frames in self._frames]
        count = len(layout.pixel_of_word)
        self._differs = np.empty((games, count), np.bool_)
        starts = np.arange(games)[:, np.newaxis] * each
        self._word_at = (starts + np.arange(count) + layout.compared.start).ravel()
        self._pixel_of_word = np.tile(layout.pixel_of_word, games)
        self._looked_at = None if layout.looked_at is None else np.tile(layout.looked_at, games)
        self._word_ends = np.arange(1, games + 1) * count

    @property
    def canvases(self) -> list[Frame]:
        """Where each game's next frame goes; other arrays after each call of `changes`."""
        return self._canvases[0]

    def put(self, game: int, frame: Frame) -> None:
        """Copy a game's next frame in."""
        self._canvases[0][game][...] = crop(frame)

    def begin(self, game: int) -> None:
        """Take the frame that is there now as a game's first: nothing has changed in it."""
        self._canvases[1][game][...] = self._canvases[0][game]

    def drop(self, game: int) -> None:
        """Forget a game; the last one takes its place."""
        last = self._games - 1
        for frames in self._frames:
            frames[game] = frames[last]
        self._resize(last)

    def changes(self) -> Changes:
        """Return where the frames differ from those before; then the frames are those before."""
        np.not_equal(*self._compared, out=self._differs)
        words = self._differs.reshape(-1).nonzero()[0]
        if self._looked_at is not None:
            words = words[self._looked_at.take(words)]
        at = self._word_at.take(words)
        step = self._layout.step
        now, before = (self._mask.take(flat.take(at).view(np.uint8)[::step]) for flat in self._words)
        signs = now - before
        changed = signs.nonzero()[0]
        first_pixels = self._pixel_of_word.take(words)
        pixels = (first_pixels[:, np.newaxis] + self._layout.within_word).reshape(-1).take(changed)
        ends = changed.searchsorted(words.searchsorted(self._word_ends) * (_WORD // step))
        for pair in (self._compared, self._words, self._canvases):
            pair.reverse()
        return Changes(pixels, signs.take(changed), ends)
