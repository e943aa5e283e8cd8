"""Pictures as lines of half blocks, two pixels in each cell of a terminal."""

from __future__ import annotations

import itertools

import numpy as np
import numpy.typing as npt
from rich.color import Color, ColorSystem
from rich.style import Style

Image = npt.NDArray[np.uint8]

# The console draws pixels that are wider than high: 160x210 of them fill a 4:3 television.
PIXEL_ASPECT = 1.6


def fitted(height: int, width: int, columns: int, rows: int) -> tuple[int, int]:
    """Return the largest size (columns, rows) of cells in which a screen keeps its shape; at least (1, 1).

    Args:
        height: of the screen, in pixels.
        width: of the screen, in pixels.
        columns: available, at least 1.
        rows: available, at least 1; a cell is two half blocks, each about as wide as high.
    """
    factor = min(columns / (width * PIXEL_ASPECT), 2 * rows / height)
    return max(1, min(columns, round(width * PIXEL_ASPECT * factor))), max(1, min(rows, round(height * factor / 2)))


def resized(image: Image, height: int, width: int) -> npt.NDArray[np.int64]:
    """Return a picture in another size, as 0xRRGGBB; a small ball stays visible however small the picture.

    Where several pixels become one, it is the one that differs most from the picture's most frequent colour.

    Args:
        image: (h, w, 3) uint8.
        height: of the result.
        width: of the result.
    """
    wide = image.astype(np.int64)
    packed = wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]
    background = _most_frequent(packed)
    distance = np.abs(wide - [background >> 16, background >> 8 & 255, background & 255]).sum(axis=2)
    # The distance in the high bits and the colour in the low ones, so that the maximum brings its colour along.
    keys = distance << 24 | packed
    for axis, size in ((0, height), (1, width)):
        length = keys.shape[axis]
        if size < length:
            keys = np.maximum.reduceat(keys, np.arange(size) * length // size, axis=axis)
        else:
            keys = np.take(keys, np.arange(size) * length // size, axis=axis)
    colors: npt.NDArray[np.int64] = keys & 0xFFFFFF
    return colors


def _most_frequent(colors: npt.NDArray[np.int64]) -> int:
    found, counts = np.unique(colors, return_counts=True)
    return int(found[np.argmax(counts)])


def half_blocks(image: Image, columns: int, rows: int, system: ColorSystem | None) -> list[str]:
    """Return a picture as lines for a terminal.

    Args:
        image: (h, w, 3) uint8.
        columns: width in cells.
        rows: height in cells.
        system: the colours that the terminal shows; without any, what differs from the most frequent colour is lit.
    """
    colors = resized(image, 2 * rows, columns)
    background = _most_frequent(colors)
    lines = []
    for uppers, lowers in zip(colors[::2].tolist(), colors[1::2].tolist(), strict=True):
        parts = []
        for (upper, lower), cells in itertools.groupby(zip(uppers, lowers, strict=True)):
            count = len(list(cells))
            if system is None:
                parts.append(" ▀▄█"[(upper != background) + 2 * (lower != background)] * count)
            else:
                style = Style(color=_color(upper), bgcolor=_color(lower))
                parts.append(style.render(("▀" if upper != lower else " ") * count, color_system=system))
        lines.append("".join(parts))
    return lines


def _color(packed: int) -> Color:
    return Color.from_rgb(packed >> 16, packed >> 8 & 255, packed & 255)
