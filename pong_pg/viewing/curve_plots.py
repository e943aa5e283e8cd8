"""Plots of learning curves: several columns of each run, and groups of runs that differ in their seeds alone."""

from __future__ import annotations

import itertools
import statistics
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pong_pg.config import TrainConfig
from pong_pg.errors import RunDirError
from pong_pg.game.counts import counted
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.training.directory import read_config, read_metrics
from pong_pg.viewing.curves import WINDOW, Group, Point, curve_of, names_of, value_at
from pong_pg.viewing.figures import COLOURS, GREY, drawn_figure

# A line is the mean of this fraction of a run's updates.
_SMOOTHED = 0.02
_DASHES = ("-", "--", ":", "-.")
_UNITS = ((1e6, "million "), (1e3, "thousand "))
# Number of points of the median and the range of a group.
_POINTS = 200
# Characters of a line of the legend, which fit into the width of the figure.
_LABEL_WIDTH = 180
# In inches: the figure with a legend of a few lines, and each line more.
_WIDTH, _HEIGHT, _LINE_HEIGHT = 13, 4.5, 0.17
_FEW_LINES = 3
# In inches: the figure of runs.
SIZE = 11, 7.5
_COMPARED: dict[str, Callable[[Point], float]] = {
    "games": lambda point: point.games,
    "million agent steps": lambda point: point.agent_steps / 1e6,
    "minutes": lambda point: point.minutes,
}


@dataclass(frozen=True)
class PlottedRun:
    """A run's name in the legend, its configuration, and its rows of metrics, at least one."""

    name: str
    config: TrainConfig
    rows: list[UpdateMetrics]


@dataclass(frozen=True)
class Panel:
    """A part of the figure: a column of the metrics, its title, the label of its axis, and whether that begins at 0."""

    column: str
    title: str
    label: str
    from_zero: bool = True


RETURN = Panel("mean_return", "Return", f"mean return of {WINDOW} games", from_zero=False)
PANELS = (
    Panel("entropy", "Entropy of the policy", "nats"),
    Panel("kl", "KL divergence of an update", "nats"),
    Panel("steps_per_second", "Speed", "agent steps per second"),
)


def read_runs(paths: Sequence[Path]) -> list[PlottedRun]:
    """Read runs from their directories.

    Raises:
        RunDirError: one is not the directory of a run, or no update of the run has been made yet.
    """
    runs = []
    for path, name in zip(paths, names_of(paths), strict=True):
        config, rows = read_config(path)[0], read_metrics(path)
        if not rows:
            raise RunDirError(f"{path} has nothing to plot, since the run has made no update yet: train it for longer")
        runs.append(PlottedRun(name, config, rows))
    return runs


def minutes(rows: Sequence[UpdateMetrics]) -> list[float]:
    """Return the wall time that a run's updates have taken, up to the end of each, in minutes."""
    return [seconds / 60 for seconds in itertools.accumulate(row.seconds for row in rows)]


_AXES: dict[str, tuple[str, Callable[[Sequence[UpdateMetrics]], list[float]]]] = {
    "steps": ("agent steps", lambda rows: [float(row.agent_steps) for row in rows]),
    "minutes": ("minutes of training", minutes),
    "updates": ("updates", lambda rows: [float(row.update) for row in rows]),
}
X_AXES = tuple(_AXES)


def moving_mean(values: Sequence[float], window: int) -> list[float]:
    """Return the mean of the last `window` values at each of them; of fewer where there are no more."""
    sums = [0.0, *itertools.accumulate(values)]
    return [
        (sums[end] - sums[max(0, end - window)]) / (end - max(0, end - window)) for end in range(1, len(values) + 1)
    ]


def write_run_curves(runs: Sequence[PlottedRun], path: Path, x: str = "steps") -> None:
    """Write the figure: the return, and below it what the runs have of `PANELS`.

    Args:
        runs: at least one.
        path: the file, which ends in .png or .svg.
        x: the horizontal axis, one of `X_AXES`.

    Raises:
        MissingPackageError: matplotlib is not installed.
        PongPGError: the file can't be written.
    """
    with drawn_figure("-o", path, *SIZE) as figure:
        draw_run_curves(figure, runs, x)
        names = runs[0].name if len(runs) == 1 else f"{len(runs)} runs"
        about = ", ".join(dict.fromkeys(f"{run.config.algorithm} on {run.config.env}" for run in runs))
        figure.suptitle(f"{names}: {about}", x=0.01, ha="left")


def draw_run_curves(figure: Any, runs: Sequence[PlottedRun], x: str = "steps") -> None:
    """Draw on a figure of `SIZE`; see `write_run_curves`."""
    label, axis = _AXES[x]
    xs = [axis(run.rows) for run in runs]
    largest = max(map(max, xs)) if x == "steps" else 0
    unit, prefix = next((found for found in _UNITS if largest >= found[0]), (1, ""))
    scaled = [[value / unit for value in values] for values in xs]
    panels = [panel for panel in PANELS if any(_column(run, panel) for run in runs)]
    mosaic = [[RETURN.column] * len(panels), [panel.column for panel in panels]]
    axes = figure.subplot_mosaic(mosaic, height_ratios=(3, 2))
    for panel in (RETURN, *panels):
        _draw_panel(axes[panel.column], panel, runs, scaled)
        axes[panel.column].set(xlabel=prefix + label, title=panel.title, ylabel=panel.label)
    returns = axes[RETURN.column]
    returns.axhline(0, color=GREY, linewidth=0.8)
    returns.set_ylim(-22, 22)
    returns.set_yticks([-21, -14, -7, 0, 7, 14, 21])
    if len(runs) > 1:
        returns.legend(loc="best")
    figure.supxlabel(
        f"Pale: each update. Strong: the games of the last updates that have at least {WINDOW}; "
        f"below, the mean of the last {100 * _SMOOTHED:g} % of a run's updates.",
        fontsize=8,
    )


def _column(run: PlottedRun, panel: Panel) -> list[tuple[int, float]]:
    """Return the indices of the rows that have a value in the panel's column, and the values."""
    found = ((index, getattr(row, panel.column, None)) for index, row in enumerate(run.rows))
    return [(index, value) for index, value in found if value is not None]


def _draw_panel(axes: Any, panel: Panel, runs: Sequence[PlottedRun], xs: Sequence[Sequence[float]]) -> None:
    for number, (run, places) in enumerate(zip(runs, xs, strict=True)):
        found = _column(run, panel)
        style = {
            "color": COLOURS[number % len(COLOURS)],
            "linestyle": _DASHES[number // len(COLOURS) % len(_DASHES)],
        }
        at = [places[index] for index, _ in found]
        values = [value for _, value in found]
        if panel is RETURN:
            strong = [point.mean_return for point in curve_of(run.rows)]
            strong_at = places[len(places) - len(strong) :]
        else:
            strong, strong_at = moving_mean(values, max(1, round(_SMOOTHED * len(values)))), at
        axes.plot(at, values, color=style["color"], alpha=0.2, linewidth=0.8)
        # One update alone is a point.
        axes.plot(strong_at, strong, **style, linewidth=2, label=run.name, marker="o" if len(strong) == 1 else None)
    axes.set_xlim(0, None)
    if panel.from_zero:
        axes.set_ylim(0, None)
    axes.yaxis.set_major_formatter("{x:,.3g}" if panel.column != "steps_per_second" else "{x:,.0f}")


def write_comparison(groups: Sequence[Group], path: Path) -> None:
    """Write the plot as a PNG: for each group the median over its seeds and, while all runs last, the range.

    Raises:
        MissingPackageError: matplotlib is not installed.
        PongPGError: the file can't be written.
    """
    labels = [_label(group) for group in groups]
    lines = sum(label.count("\n") + 1 for label in labels)
    height = _HEIGHT + _LINE_HEIGHT * max(0, lines - _FEW_LINES)
    with drawn_figure("--plot", path, _WIDTH, height) as figure:
        for axes, (label, axis) in zip(figure.subplots(1, 3, sharey=True), _COMPARED.items(), strict=True):
            for index, group in enumerate(groups):
                _draw_group(axes, group, axis, COLOURS[index % len(COLOURS)], labels[index])
            axes.axhline(0, color=GREY, linewidth=0.8)
            axes.set(xlabel=label, xlim=(0, None), ylim=(-21.5, 21.5))
        figure.axes[0].set_ylabel(f"mean return of the last {WINDOW} games")
        # Above the axes, which long names of groups would squeeze.
        figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside upper left")


def _label(group: Group) -> str:
    seeds = counted(len(group.runs), "seed")
    return textwrap.fill(f"{group.name} ({seeds})", _LABEL_WIDTH)


def _draw_group(axes: Any, group: Group, axis: Callable[[Point], float], colour: str, label: str) -> None:
    # Up to where the median is still that of more than half of the runs.
    ends = sorted(axis(run.curve[-1]) for run in group.runs)
    end = ends[(len(ends) - 1) // 2]
    # The end itself comes as it is: a rounding error beyond it would be beyond the runs.
    xs = [*(end * point / _POINTS for point in range(1, _POINTS)), end]
    found = [[value for run in group.runs if (value := value_at(run, axis, x)) is not None] for x in xs]
    drawn = [(x, values) for x, values in zip(xs, found, strict=True) if values]
    axes.plot(
        [x for x, _ in drawn],
        [statistics.median(values) for _, values in drawn],
        color=colour,
        linewidth=2,
        label=label,
    )
    complete = [(x, values) for x, values in drawn if len(values) == len(group.runs)]
    if len(group.runs) > 1:
        axes.fill_between(
            [x for x, _ in complete],
            [min(values) for _, values in complete],
            [max(values) for _, values in complete],
            color=colour,
            alpha=0.2,
            linewidth=0,
        )
