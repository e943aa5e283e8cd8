"""Pictures and text as cells of a terminal, and what to send to turn one screen of cells into the next."""

from __future__ import annotations

import enum
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]
Colors = npt.NDArray[np.int32]

# The terminal's own colour.
PLAIN = -1

# The console draws pixels that are wider than high: 160x210 of them fill a 4:3 television.
PIXEL_ASPECT = 1.6


class Depth(enum.Enum):
    """The colours that a terminal shows."""

    TRUE = "24-bit"
    PALETTE = "256 colours"
    MONOCHROME = "no colours"


def color_depth(environ: Mapping[str, str]) -> Depth:
    """Return the colours that a terminal shows, from NO_COLOR, TERM and COLORTERM of its environment."""
    term = environ.get("TERM", "")
    if environ.get("NO_COLOR") or term in ("", "dumb") or term.startswith("vt"):
        return Depth.MONOCHROME
    if environ.get("COLORTERM") in ("truecolor", "24bit") or term.endswith("-direct"):
        return Depth.TRUE
    return Depth.PALETTE


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


def resized(image: Image, height: int, width: int) -> Image:
    """Return a picture in another size; a small ball stays visible however small the picture.

    Where several pixels become one, it is the one that differs most from the picture's most frequent colour.

    Args:
        image: (h, w, 3) uint8.
        height: of the result.
        width: of the result.
    """
    packed = _packed(image)
    colors, counts = np.unique(packed, return_counts=True)
    background = _unpacked(colors[np.argmax(counts)])
    distance = np.abs(image.astype(np.int32) - background).sum(axis=2)
    # The distance in the high bits and the colour in the low ones, so that the maximum brings its colour along.
    keys = (distance.astype(np.int64) << 24) | packed
    for axis, size in ((0, height), (1, width)):
        length = keys.shape[axis]
        if size < length:
            keys = np.maximum.reduceat(keys, np.arange(size) * length // size, axis=axis)
        else:
            keys = np.take(keys, np.arange(size) * length // size, axis=axis)
    return _unpacked(keys & 0xFFFFFF).astype(np.uint8)


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

    def picture(self, row: int, column: int, columns: int, rows: int, *, image: Image, depth: Depth) -> None:
        """Draw a picture over these cells, which must lie on the screen.

        Without colours, what differs from the picture's most frequent colour is lit.

        Args:
            row: of the top left cell.
            column: of the top left cell.
            columns: width in cells.
            rows: height in cells.
            image: (h, w, 3) uint8.
            depth: the colours that the terminal shows.
        """
        packed = _packed(resized(image, 2 * rows, columns))
        upper, lower = packed[::2], packed[1::2]
        place = (slice(row, row + rows), slice(column, column + columns))
        if depth is Depth.MONOCHROME:
            colors, counts = np.unique(packed, return_counts=True)
            background = colors[np.argmax(counts)]
            self.glyphs[place] = np.array(list(" ▀▄█"))[(upper != background) + 2 * (lower != background)]
            self.foreground[place] = self.background[place] = PLAIN
            return
        # One spelling for a cell of one colour: it is a space, whose foreground does not count.
        same = upper == lower
        self.glyphs[place] = np.where(same, " ", "▀")
        self.foreground[place] = np.where(same, PLAIN, upper)
        self.background[place] = lower


def difference(before: Cells | None, now: Cells, depth: Depth) -> str:
    """Return what a terminal has to be sent to show `now` in place of `before`: only the cells that changed.

    Args:
        before: what it shows; None, or cells of another size: unknown, everything is sent.
        now: what it is to show.
        depth: the colours that it shows.
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
        if depth is not Depth.MONOCHROME and wanted != colors:
            parts.append(_sgr(*wanted, depth))
            colors = wanted
        parts.append(str(now.glyphs[row, column]))
        at = (row, column + 1)
    if colors is not None:
        parts.append("\x1b[0m")
    return "".join(parts)


def _sgr(foreground: int, background: int, depth: Depth) -> str:
    return f"\x1b[{_color(foreground, 3, depth)};{_color(background, 4, depth)}m"


def _color(color: int, ground: int, depth: Depth) -> str:
    if color == PLAIN:
        return f"{ground}9"
    red, green, blue = color >> 16, color >> 8 & 255, color & 255
    if depth is Depth.TRUE:
        return f"{ground}8;2;{red};{green};{blue}"
    # The cube of the 256 colours: 6 steps of each of red, green and blue, from number 16.
    return f"{ground}8;5;{16 + 36 * _step(red) + 6 * _step(green) + _step(blue)}"


def _step(part: int) -> int:
    # Its steps are 0, 95, 135, 175, 215 and 255.
    return 0 if part < 48 else min(5, max(1, (part - 35) // 40))


def _packed(image: Image) -> Colors:
    wide = image.astype(np.int32)
    packed: Colors = wide[..., 0] << 16 | wide[..., 1] << 8 | wide[..., 2]
    return packed


def _unpacked(packed: npt.NDArray[np.integer] | np.integer) -> npt.NDArray[np.int32]:
    return np.stack([packed >> 16 & 255, packed >> 8 & 255, packed & 255], axis=-1).astype(np.int32)
