"""Plot the learning curves of runs: return, entropy, KL divergence and speed, a line for each run."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pong_pg.compare.curves import WINDOW, curve_of
from pong_pg.config import TrainConfig
from pong_pg.errors import RunDirError
from pong_pg.figures import COLOURS, GREY, drawn_figure
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.training.directory import read_config, read_metrics

# A line is the mean of this fraction of a run's updates.
_SMOOTHED = 0.02
_DASHES = ("-", "--", ":", "-.")
_UNITS = ((1e6, "million "), (1e3, "thousand "))


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

    They are named by the last part of their paths, or the whole paths where these would not tell them apart.

    Raises:
        RunDirError: one is not the directory of a run, or no update of the run has been made yet.
    """
    names = [path.resolve().name for path in paths]
    runs = []
    for path, name in zip(paths, names, strict=True):
        config, rows = read_config(path)[0], read_metrics(path)
        if not rows:
            raise RunDirError(f"{path} has nothing to plot, since the run has made no update yet: train it for longer")
        runs.append(PlottedRun(name if names.count(name) == 1 else str(path), config, rows))
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
    label, axis = _AXES[x]
    xs = [axis(run.rows) for run in runs]
    largest = max(map(max, xs)) if x == "steps" else 0
    unit, prefix = next((found for found in _UNITS if largest >= found[0]), (1, ""))
    scaled = [[value / unit for value in values] for values in xs]
    panels = [panel for panel in PANELS if any(_column(run, panel) for run in runs)]
    with drawn_figure("-o", path, 11, 7.5) as figure:
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
        names = runs[0].name if len(runs) == 1 else f"{len(runs)} runs"
        about = ", ".join(dict.fromkeys(f"{run.config.algorithm} on {run.config.env}" for run in runs))
        figure.suptitle(f"{names}: {about}", x=0.01, ha="left")
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
