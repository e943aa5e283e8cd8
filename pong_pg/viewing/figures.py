"""The style of every figure that matplotlib draws, and the files they are written to.

An SVG has its texts as paths, so that it looks the same on machines that lack the font, and it is the same, byte for
byte, whenever it is drawn from the same numbers with the same matplotlib.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from pong_pg.compat._versions import quiet, require
from pong_pg.untrusted.writing import output_file

# Of the first, second, ... thing that is compared; and of what is in the background.
COLOURS = ("#0b4f83", "#c8553d", "#7a9e4f", "#e0a030", "#7b5ea7", "#4aa3a2", "#8a8f98")
GREY, PALE, TEXT = "#8a8f98", "#eeeeee", "#333333"
_DPI = 150
_STYLE = {
    "axes.axisbelow": True,
    "axes.edgecolor": GREY,
    "axes.grid": True,
    "axes.labelcolor": TEXT,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "figure.titlesize": 13,
    "font.size": 10,
    "grid.color": PALE,
    "legend.fontsize": 8,
    "legend.frameon": False,
    "text.color": TEXT,
    # A dollar sign in the name of a directory is that.
    "text.parse_math": False,
    "xtick.color": GREY,
    "xtick.labelcolor": TEXT,
    "ytick.color": GREY,
    "ytick.labelcolor": TEXT,
    "svg.fonttype": "path",
    "svg.hashsalt": "pong_pg",
}


@contextlib.contextmanager
def drawn_figure(path: Path, width: float, height: float) -> Iterator[Any]:
    """Yield a figure as `figure_in`, which is written to a .png or .svg file at the end.

    Raises:
        MissingPackageError: matplotlib is not installed.
        PongPGError: the file can't be written.
    """
    kind = path.suffix.lower().removeprefix(".")
    with output_file(path) as file, figure_in(file, kind, width, height) as figure:
        yield figure


@contextlib.contextmanager
def figure_in(file: IO[bytes], kind: str, width: float, height: float) -> Iterator[Any]:
    """Yield a `matplotlib.figure.Figure` to draw on, which is written to an open file when the block ends.

    Args:
        file: open for writing.
        kind: "png" or "svg".
        width: in inches, of 150 pixels each in a PNG.
        height: in inches.

    Raises:
        MissingPackageError: matplotlib is not installed.
    """
    figure_module = require("matplotlib.figure", "drawing a figure")
    agg = require("matplotlib.backends.backend_agg", "drawing a figure")
    style = require("matplotlib.style", "drawing a figure")
    # Old versions of matplotlib warn about names that newer versions of its dependencies have changed. The defaults
    # come first, so that no matplotlibrc of the user changes the figure.
    with quiet(), style.context(["default", _STYLE]):
        # The figure's own canvas draws with Agg, whichever backend is configured, and opens no window.
        figure = figure_module.Figure(figsize=(width, height), dpi=_DPI, layout="constrained")
        agg.FigureCanvasAgg(figure)
        yield figure
        # An SVG would have the time in it.
        figure.savefig(file, format=kind, metadata={"Date": None} if kind == "svg" else None)
