"""Plot a comparison: the learning curves over games, agent steps and minutes."""

from __future__ import annotations

import statistics
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pong_pg.compare.curves import WINDOW, Group, Point, value_at
from pong_pg.figures import COLOURS, GREY, drawn_figure
from pong_pg.game.counts import counted

# Number of points of the median and the range of a group.
_POINTS = 200
# Characters of a line of the legend, which fit into the width of the figure.
_LABEL_WIDTH = 180
# In inches: the figure with a legend of a few lines, and each line more.
_WIDTH, _HEIGHT, _LINE_HEIGHT = 13, 4.5, 0.17
_FEW_LINES = 3
_AXES: dict[str, Callable[[Point], float]] = {
    "games": lambda point: point.games,
    "million agent steps": lambda point: point.agent_steps / 1e6,
    "minutes": lambda point: point.minutes,
}


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
        for axes, (label, axis) in zip(figure.subplots(1, 3, sharey=True), _AXES.items(), strict=True):
            for index, group in enumerate(groups):
                _draw(axes, group, axis, COLOURS[index % len(COLOURS)], labels[index])
            axes.axhline(0, color=GREY, linewidth=0.8)
            axes.set(xlabel=label, xlim=(0, None), ylim=(-21.5, 21.5))
        figure.axes[0].set_ylabel(f"mean return of the last {WINDOW} games")
        # Above the axes, which long names of groups would squeeze.
        figure.legend(*figure.axes[0].get_legend_handles_labels(), loc="outside upper left")


def _label(group: Group) -> str:
    seeds = counted(len(group.runs), "seed")
    return textwrap.fill(f"{group.name} ({seeds})", _LABEL_WIDTH)


def _draw(axes: Any, group: Group, axis: Callable[[Point], float], colour: str, label: str) -> None:
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
