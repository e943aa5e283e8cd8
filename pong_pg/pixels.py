"""Frames of Pong as the reference sees them: an 80x80 mask, and the pixels in which two masks differ.

A difference frame has some 10 to 60 non-zero pixels of 6,400, so it is never built. It is kept as an array of
*codes*, one for each pixel that changed: `pixel` where a pixel lit up (+1) and `pixel + 6400` where it went
dark (-1).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

SIDE = 80
PIXELS = SIDE * SIDE
FRAME_SHAPE = (210, 160)

Frame = npt.NDArray[np.uint8]
Codes = npt.NDArray[np.intp]

_ROWS = slice(35, 195, 2)
_COLUMNS = slice(None, None, 2)

# The red channel of Pong's two backgrounds; 0 is dark by itself.
_BACKGROUND_REDS = (0, 144, 109)
# The same in the emulator's NTSC palette: every index whose colour has one of those reds. Odd indices are not
# colours of an NTSC console; the emulator leaves them black.
_BACKGROUND_INDICES = (0, 34, 48, 144, 160, 176, 192, 206, 228, *range(1, 256, 2))


def _mask_table(dark: tuple[int, ...]) -> npt.NDArray[np.int8]:
    table = np.ones(256, np.int8)
    table[list(dark)] = 0
    return table


RED_MASK = _mask_table(_BACKGROUND_REDS)
PALETTE_MASK = _mask_table(_BACKGROUND_INDICES)


def crop(frame: Frame) -> Frame:
    """Return the 80x80 view of a frame that the network sees: rows 35 to 195, every second row and column.

    Args:
        frame: uint8, (210, 160, 3) RGB, of which the red channel is taken, or (210, 160) palette indices.
    """
    if frame.ndim == 3:
        return frame[_ROWS, _COLUMNS, 0]
    return frame[_ROWS, _COLUMNS]


def mask_table(frame: Frame) -> npt.NDArray[np.int8]:
    """Return the (256,) table of 0 and 1 that turns values of `crop(frame)` into the mask."""
    return RED_MASK if frame.ndim == 3 else PALETTE_MASK


def mask(frame: Frame) -> npt.NDArray[np.int8]:
    """Return the (80, 80) int8 mask of a frame: 1 for paddles, ball and walls, 0 for background."""
    return mask_table(frame)[crop(frame)]


class FrameDifference:
    """Turns a game's frames into the codes of the pixels that changed since the frame before.

    Args:
        first: the game's first frame, (210, 160, 3) RGB or (210, 160) palette indices, uint8. The frames
            that follow are of the same kind. No reference to it is kept.
    """

    def __init__(self, first: Frame) -> None:
        table = mask_table(first).astype(np.intp)
        # step[256 * before + now] is the code's offset of a changed value, or -1 where the mask stays.
        now, before = table[np.newaxis, :], table[:, np.newaxis]
        self._offsets = np.where(now == before, -1, np.where(now > before, 0, PIXELS)).ravel()
        self._previous = crop(first).ravel()
        self._current = np.empty_like(self._previous)
        self._changed = np.empty(PIXELS, np.bool_)

    def __call__(self, frame: Frame) -> Codes:
        """Return the codes of the pixels that changed since the last call, ascending by pixel; (k,) intp."""
        current, previous, changed = self._current, self._previous, self._changed
        np.copyto(current.reshape(SIDE, SIDE), crop(frame))
        np.not_equal(current, previous, out=changed)
        pixels = changed.nonzero()[0]
        values = previous.take(pixels).astype(np.intp)
        values <<= 8
        values += current.take(pixels)
        offsets = self._offsets.take(values)
        self._current, self._previous = previous, current
        if np.minimum.reduce(offsets, initial=0) < 0:
            # Another shade of the same mask, such as one background turning into the other.
            stays = offsets >= 0
            pixels, offsets = pixels[stays], offsets[stays]
        pixels += offsets
        return pixels
