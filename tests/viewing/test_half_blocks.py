"""Pictures as lines of half blocks."""

from __future__ import annotations

import re

import numpy as np
import pytest
from rich.color import ColorSystem

from pong_pg.viewing.watching import fitted, half_blocks, resized


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


def test_half_blocks_with_and_without_colours() -> None:
    image = np.full((4, 4, 3), 90, np.uint8)
    image[0, 0] = image[1, 1] = image[0:2, 2] = 236
    assert half_blocks(image, 4, 2, None) == ["▀▄█ ", "    "]
    line, _ = half_blocks(image, 4, 2, ColorSystem.TRUECOLOR)
    light, dark = "236;236;236", "90;90;90"
    assert re.findall(r"38;2;([\d;]+);48;2;([\d;]+)m(.)", line) == [
        (light, dark, "▀"),
        (dark, light, "▀"),
        (light, light, " "),
        (dark, dark, " "),
    ]
    line, _ = half_blocks(image, 4, 2, ColorSystem.EIGHT_BIT)
    assert line.count("38;5;") == 4
