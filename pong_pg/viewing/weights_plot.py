"""Plot the hidden units of a policy as pictures, as in "Pong from Pixels"."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.viewing.figures import GREY, drawn_figure
from pong_pg.viewing.weights import HiddenUnits, captions, colored, side_by_side

# How many units are in a row of the page, by the number of their planes.
_COLUMNS = {1: 6, 2: 4, 3: 3, 4: 2}
_WIDTH = 12.0
# Darker than the colours of the pictures, to be legible on white.
_UP, _DOWN = "#b86a00", "#1c62c4"


def write_weights(units: HiddenUnits, path: Path, title: str, *, shown: int = 24) -> None:
    """Write a page of the units that contribute most.

    Args:
        units: of a policy.
        path: the file, which ends in .png or .svg.
        title: of the figure.
        shown: how many units, at least 1.

    Raises:
        MissingPackageError: matplotlib is not installed.
        PongPGError: the file can't be written.
    """
    drawn = units.first(shown)
    count, planes = drawn.pictures.shape[:2]
    columns = min(_COLUMNS[planes], count)
    rows = math.ceil(count / columns)
    width = _WIDTH / _COLUMNS[planes]
    total = max(float(units.contributions.sum()), np.finfo(float).tiny)
    caption = captions(units)
    # Room for the title and the lines at the foot, even on a page of one unit.
    height = rows * (0.9 * width / planes + 0.3) + 0.8 + 0.15 * len(caption)
    with drawn_figure("-o", path, max(8.0, columns * width), height) as figure:
        grid = figure.subplots(rows, columns, squeeze=False).ravel()
        for place, (axes, picture) in enumerate(zip(grid, side_by_side(colored(drawn)), strict=False)):
            _draw_unit(axes, picture)
            share = 100 * drawn.contributions[place] / total
            side, colour = ("up", _UP) if drawn.upward[place] > 0 else ("down", _DOWN)
            axes.set_title(f"unit {drawn.numbers[place]}: {side}, {share:.1f} %", fontsize=9, color=colour, pad=3)
        for axes in grid[count:]:
            axes.set_axis_off()
        figure.suptitle(title, x=0.01, ha="left")
        figure.supxlabel("\n".join(caption), fontsize=8)


def _draw_unit(axes: Any, picture: npt.NDArray[np.uint8]) -> None:
    axes.imshow(picture, interpolation="nearest")
    axes.set(xticks=[], yticks=[])
    axes.grid(False)
    for spine in axes.spines.values():
        spine.set(visible=True, color=GREY, linewidth=0.5)
