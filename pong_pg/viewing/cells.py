"""Pictures and text as cells of a terminal, and what to send to turn one screen of cells into the next.

Rich would send whole screens; of a game, some twenty cells change from frame to frame.
"""

from __future__ import annotations

import functools

import numpy as np
import numpy.typing as npt
from rich.color import Color, ColorSystem
from rich.color_triplet import ColorTriplet

Image = npt.NDArray[np.uint8]
Colors = npt.NDArray[np.int32]

# The terminal's own colour.
PLAIN = -1
# The console draws pixels that are wider than high: 160x210 of them fill a 4:3 television.
PIXEL_ASPECT = 1.6


def fitted(height: int, width: int, columns: int, rows: int, aspect: float = PIXEL_ASPECT) -> tuple[int, int]:
    """Return the largest size (columns, rows) of cells in which a picture keeps its shape; at least (1, 1).

    Args:
        height: of the picture, in pixels.
        width: of the picture, in pixels.
        columns: available, at least 1.
        rows: available, at least 1; a cell is two half blocks, each about as wide as high.
        aspect: width of a pixel divided by its height.
    """
    factor = min(columns / (width * aspect), 2 * rows / height)
    return max(1, min(columns, round(width * aspect * factor))), max(1, min(rows, round(height * factor / 2)))


def resized(image: Image, height: int, width: int) -> Colors:
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
    colors: Colors = (keys & 0xFFFFFF).astype(np.int32)
    return colors


def _most_frequent(colors: npt.NDArray[np.integer]) -> int:
    found, counts = np.unique(colors, return_counts=True)
    return int(found[np.argmax(counts)])


class Cells:
    """A screen of cells: a character each, with its colour and that of its background.

    Attributes:
        glyphs: (rows, columns) of one character each.
        foreground: (rows, columns) int32, 0xRRGGBB or `PLAIN`.
        background: (rows, columns) int32, 0xRRGGBB or `PLAIN`.
    """

    def __init__(self, columns: int, rows: int) -> None:
        self.glyphs = np.full((rows, columns), " ", "<U1")
        self.foreground: Colors = np.full((rows, columns), PLAIN, np.int32)
        self.background: Colors = np.full((rows, columns), PLAIN, np.int32)

    def text(self, row: int, column: int, text: str, color: int = PLAIN) -> None:
        """Write a line of text of narrow characters; what does not fit is cut off."""
        rows, columns = self.glyphs.shape
        if 0 <= row < rows and 0 <= column < columns:
            text = text[: columns - column]
            self.glyphs[row, column : column + len(text)] = list(text)
            self.foreground[row, column : column + len(text)] = color
            self.background[row, column : column + len(text)] = PLAIN

    def picture(self, row: int, column: int, columns: int, rows: int, *, image: Image, colored: bool) -> None:
        """Draw a picture over these cells, which must lie on the screen.

        Args:
            row: of the top left cell.
            column: of the top left cell.
            columns: width in cells.
            rows: height in cells.
            image: (h, w, 3) uint8.
            colored: whether the terminal shows colours; else what differs from the most frequent colour is lit.
        """
        packed = resized(image, 2 * rows, columns)
        upper, lower = packed[::2], packed[1::2]
        place = (slice(row, row + rows), slice(column, column + columns))
        if not colored:
            background = _most_frequent(packed)
            self.glyphs[place] = np.array(list(" ▀▄█"))[(upper != background) + 2 * (lower != background)]
            self.foreground[place] = self.background[place] = PLAIN
            return
        # One spelling for a cell of one colour: it is a space, whose foreground does not count.
        same = upper == lower
        self.glyphs[place] = np.where(same, " ", "▀")
        self.foreground[place] = np.where(same, PLAIN, upper)
        self.background[place] = lower


def difference(before: Cells | None, now: Cells, system: ColorSystem | None) -> str:
    """Return what a terminal has to be sent to show `now` in place of `before`: only the cells that changed.

    Args:
        before: what it shows; None, or cells of another size: unknown, everything is sent.
        now: what it is to show.
        system: the colours that it shows; None for none.
    """
    if before is None or before.glyphs.shape != now.glyphs.shape:
        changed = np.ones(now.glyphs.shape, bool)
        parts = ["\x1b[0m\x1b[2J"]
    else:
        changed = before.glyphs != now.glyphs
        changed |= before.foreground != now.foreground
        changed |= before.background != now.background
        parts = []
    colors: tuple[int, int] | None = None
    at: tuple[int, int] | None = None
    for row, column in np.argwhere(changed).tolist():
        if at != (row, column):
            parts.append(f"\x1b[{row + 1};{column + 1}H")
        wanted = (int(now.foreground[row, column]), int(now.background[row, column]))
        if system is not None and wanted != colors:
            parts.append(_color_codes(*wanted, system))
            colors = wanted
        parts.append(str(now.glyphs[row, column]))
        at = (row, column + 1)
    if colors is not None:
        parts.append("\x1b[0m")
    return "".join(parts)


@functools.lru_cache(maxsize=4096)
def _color_codes(foreground: int, background: int, system: ColorSystem) -> str:
    codes: list[str] = []
    for color, is_foreground in ((foreground, True), (background, False)):
        made = Color.default()
        if color != PLAIN:
            triplet = ColorTriplet(color >> 16, color >> 8 & 255, color & 255)
            made = Color.from_triplet(triplet).downgrade(system)
        codes += made.get_ansi_codes(foreground=is_foreground)
    return f"\x1b[{';'.join(codes)}m"
