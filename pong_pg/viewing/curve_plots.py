"""Plots of learning curves: several columns of the metrics of each run."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.viewing.curves import WINDOW, Run
from pong_pg.viewing.figures import COLOURS, GREY, drawn_figure

# A line is the mean of this fraction of a run's updates.
_SMOOTHED = 0.02
# Of the figure, in inches.
SIZE = 11, 7.5
# Columns of the metrics, with the title and the label of the axis of their panels.
_PANELS = {
    "mean_return": ("Return", f"mean return of {WINDOW} games"),
    "entropy": ("Entropy of the policy", "nats"),
    "kl": ("KL divergence of an update", "nats"),
    "steps_per_second": ("Speed", "agent steps per second"),
}


def moving_mean(values: Sequence[float], window: int) -> npt.NDArray[np.float64]:
    """Return the mean of the last `window` values at each of them; of fewer where there are no more."""
    sums = np.cumsum([0.0, *values])
    ends = np.arange(1, len(values) + 1)
    begins = np.maximum(0, ends - window)
    return np.asarray((sums[ends] - sums[begins]) / (ends - begins))


def write_run_curves(runs: Sequence[Run], path: Path) -> None:
    """Write the figure: the return, and below it what the runs have of entropy, KL divergence and speed.

    Args:
        runs: at least one, each with at least one update.
        path: the file, which ends in .png or .svg.

    Raises:
        MissingPackageError: matplotlib is not installed.
        PongPGError: the file can't be written.
    """
    with drawn_figure(path, *SIZE) as figure:
        draw_run_curves(figure, runs)
        names = runs[0].name if len(runs) == 1 else f"{len(runs)} runs"
        about = ", ".join(dict.fromkeys(f"{run.config.algorithm} on {run.config.env}" for run in runs))
        figure.suptitle(f"{names}: {about}", x=0.01, ha="left")


def draw_run_curves(figure: Any, runs: Sequence[Run]) -> None:
    """Draw on a figure of `SIZE`; see `write_run_curves`."""
    first, *others = [
        column for column in _PANELS if column == "mean_return" or any(_known(run, column) for run in runs)
    ]
    axes = figure.subplot_mosaic([[first] * len(others), others], height_ratios=(3, 2))
    for column, panel in axes.items():
        title, y_label = _PANELS[column]
        for run, colour in zip(runs, itertools.cycle(COLOURS), strict=False):
            _draw_line(panel, run, column, [row.agent_steps / 1e6 for row in run.rows], colour)
        panel.set(xlabel="million agent steps", title=title, ylabel=y_label, xlim=(0, None))
        if column == first:
            panel.axhline(0, color=GREY, linewidth=0.8)
            return_axis(panel)
        else:
            panel.set_ylim(0, None)
            panel.yaxis.set_major_formatter("{x:,.5g}")
    if len(runs) > 1:
        axes[first].legend(loc="best")
    figure.supxlabel(
        f"Pale: each update. Strong: the games of the last updates that have at least {WINDOW}; "
        f"below, the mean of the last {100 * _SMOOTHED:g} % of a run's updates.",
        fontsize=8,
    )


def return_axis(axes: Any) -> None:
    """Let the vertical axis be that of returns of Pong, from -21 to 21."""
    axes.set(ylim=(-21.5, 21.5), yticks=range(-21, 22, 7))
    axes.spines.left.set_bounds(-21, 21)


def _known(run: Run, column: str) -> dict[int, float]:
    """Return the values of a column by the indices of their rows."""
    found = {index: getattr(row, column, None) for index, row in enumerate(run.rows)}
    return {index: value for index, value in found.items() if value is not None}


def _draw_line(panel: Any, run: Run, column: str, places: Sequence[float], colour: str) -> None:
    found = _known(run, column)
    at, values = [places[index] for index in found], list(found.values())
    panel.plot(at, values, color=colour, alpha=0.2, linewidth=0.8)
    if column == "mean_return":
        strong: Any = [point.mean_return for point in run.curve]
        at = list(places[len(places) - len(strong) :])
    else:
        strong = moving_mean(values, max(1, round(_SMOOTHED * len(values))))
    # One update alone is a point.
    panel.plot(at, strong, color=colour, linewidth=2, label=run.name, marker="o" if len(strong) == 1 else None)
