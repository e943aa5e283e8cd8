"""Pictures as cells of a terminal, and the difference of two screens."""

from __future__ import annotations

import numpy as np
import pytest
from rich.color import ColorSystem

from pong_pg.viewing.cells import PLAIN, Cells, difference, fitted, resized


def field() -> np.ndarray:
    image = np.full((160, 160, 3), 90, np.uint8)
    image[33:37, 61:63] = 236
    return image


@pytest.mark.parametrize("size", [(4, 3), (36, 58), (160, 160), (300, 500)])
def test_a_ball_is_visible_in_every_size(size: tuple[int, int]) -> None:
    small = resized(field(), *size)
    assert small.shape == size
    assert set(np.unique(small).tolist()) == {0x5A5A5A, 0xECECEC}


@pytest.mark.parametrize(("columns", "rows", "expected"), [(80, 20, (64, 20)), (20, 50, (20, 6)), (1, 1, (1, 1))])
def test_a_picture_keeps_its_shape(columns: int, rows: int, expected: tuple[int, int]) -> None:
    assert fitted(160, 160, columns, rows) == expected


def test_only_what_changed_is_sent() -> None:
    before, now = Cells(10, 4), Cells(10, 4)
    assert difference(before, now, ColorSystem.TRUECOLOR) == ""
    now.text(1, 2, "ab", 0xFF8000)
    assert difference(before, now, ColorSystem.TRUECOLOR) == "\x1b[2;3H\x1b[38;2;255;128;0;49mab\x1b[0m"
    assert difference(before, now, ColorSystem.EIGHT_BIT) == "\x1b[2;3H\x1b[38;5;208;49mab\x1b[0m"
    assert difference(before, now, None) == "\x1b[2;3Hab"
    assert difference(Cells(9, 4), now, None).count("H") == 4
    now.text(9, 0, "off the screen")
    now.text(0, 8, "cut off")
    assert "".join(now.glyphs[0]) == "        cu"


def test_half_blocks_with_and_without_colours() -> None:
    image = np.full((4, 4, 3), 90, np.uint8)
    image[0, 0] = image[1, 1] = image[0:2, 2] = 236
    cells = Cells(4, 2)
    cells.picture(0, 0, 4, 2, image=image, colored=True)
    assert "".join(cells.glyphs[0]) == "▀▀  "
    assert cells.background[0].tolist() == [0x5A5A5A, 0xECECEC, 0xECECEC, 0x5A5A5A]
    assert cells.foreground[0].tolist() == [0xECECEC, 0x5A5A5A, PLAIN, PLAIN]
    cells.picture(0, 0, 4, 2, image=image, colored=False)
    assert "".join(cells.glyphs[0]) == "▀▄█ "
