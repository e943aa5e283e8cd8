"""Preprocess frames of Pong as the reference implementation does: crop and mask them to 80x80 zeros and ones."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from pong_pg.errors import ArgumentError

SIDE = 80
PIXELS = SIDE * SIDE
FRAME_SHAPES = ((210, 160), (210, 160, 3))
ROWS = slice(35, 195, 2)

Frame = npt.NDArray[np.uint8]
Mask = npt.NDArray[np.int8]
Scalar = TypeVar("Scalar", bound=np.generic)

# Values of the red channel that count as background: black and Pong's two background colours.
_BACKGROUND_REDS = (0, 144, 109)
# The same in the emulator's NTSC palette: every index whose colour has one of those reds. Odd indices are not
# colours of an NTSC console; the emulator leaves them black.
_BACKGROUND_INDICES = (0, 34, 48, 144, 160, 176, 192, 206, 228, *range(1, 256, 2))

_RED_MASK = np.isin(np.arange(256), _BACKGROUND_REDS, invert=True).astype(np.int8)
PALETTE_MASK = np.isin(np.arange(256), _BACKGROUND_INDICES, invert=True).astype(np.int8)


def crop(frame: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
    """Return the (80, 80) view of a frame for the network: every second row from 35 to 193, every second column.

    Args:
        frame: uint8 array, (210, 160, 3) RGB, of which the red channel is used, or (210, 160) palette indices.
    """
    return (frame[..., 0] if frame.ndim == 3 else frame)[ROWS, ::2]


def mask(frame: Frame) -> Mask:
    """Return the (80, 80) int8 mask of a frame: 1 for paddles, ball and walls, 0 for background."""
    return (_RED_MASK if frame.ndim == 3 else PALETTE_MASK)[crop(frame)]


def check_frame(observation: npt.ArrayLike) -> Frame:
    """Return an observation as a frame, after checking its shape and dtype.

    Raises:
        ArgumentError: it is not a uint8 array of shape (210, 160, 3) or (210, 160).
    """
    frame = np.asarray(observation) if hasattr(observation, "__array__") else None
    if frame is None or frame.dtype != np.uint8 or frame.shape not in FRAME_SHAPES:
        found = f"a {type(observation).__name__}" if frame is None else f"{frame.dtype} of shape {frame.shape}"
        raise ArgumentError(f"an observation must be a uint8 array of shape (210, 160, 3) or (210, 160); got {found}")
    return frame
