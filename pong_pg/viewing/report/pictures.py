"""The pictures of a report, as SVG."""

from __future__ import annotations

import io
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from pong_pg.viewing.curve_plots import SIZE, PlottedRun, draw_run_curves
from pong_pg.viewing.figures import COLOURS, figure_in


@dataclass(frozen=True)
class Returns:
    """The returns of some games, at least one.

    Attributes:
        title: what games they are.
        values: the returns.
        margin: half the width of the confidence interval of their mean; None where there is none.
    """

    title: str
    values: Sequence[float]
    margin: float | None


def curves_picture(runs: Sequence[PlottedRun]) -> bytes:
    """Return the learning curves of runs, at least one, each with at least one row."""
    file = io.BytesIO()
    with figure_in(file, "svg", *SIZE) as figure:
        draw_run_curves(figure, runs)
    return file.getvalue()


def returns_picture(groups: Sequence[Returns]) -> bytes:
    """Return a histogram of each group of returns, side by side, with its mean and confidence interval."""
    file = io.BytesIO()
    with figure_in(file, "svg", SIZE[0], 2.6) as figure:
        for axes, (title, values, margin) in zip(
            figure.subplots(1, 2, squeeze=False)[0], [vars(group).values() for group in groups], strict=False
        ):
            # A bar for each whole number, unless an environment has other returns than Pong.
            low, high = min(-21.0, *values), max(21.0, *values)
            axes.hist(values, bins=43, range=(low - 0.5, high + 0.5), color=COLOURS[0], rwidth=0.85)
            mean = statistics.fmean(values)
            axes.axvline(mean, color=COLOURS[1], linewidth=2)
            if margin is not None:
                axes.axvspan(mean - margin, mean + margin, color=COLOURS[1], alpha=0.25, linewidth=0)
            axes.set(title=title, xlabel="return", ylabel="games", xlim=(low - 1, high + 1))
            axes.yaxis.get_major_locator().set_params(integer=True)
        for axes in figure.axes[len(groups) :]:
            axes.set_axis_off()
    return file.getvalue()
