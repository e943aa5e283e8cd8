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


# What is added to a pixel that changed, by its new value: dark, lit.
_OFFSETS = np.array([PIXELS, 0], np.intp)

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
        self._translation = mask_table(first).tobytes()
        self._changed = np.empty(PIXELS, np.bool_)
        self._previous = self._mask(first)

    def _mask(self, frame: Frame) -> npt.NDArray[np.uint8]:
        # `translate` looks 6,400 bytes up in a table several times faster than indexing does.
        return np.frombuffer(crop(frame).tobytes().translate(self._translation), np.uint8)

    def __call__(self, frame: Frame) -> Codes:
        """Return the codes of the pixels that changed since the last call, ascending by pixel; (k,) intp."""
        current = self._mask(frame)
        codes = np.not_equal(current, self._previous, out=self._changed).nonzero()[0]
        codes += _OFFSETS.take(current.take(codes))
        self._previous = current
        return codes
