"""A comparison as a picture: the learning curves against games, agent steps and minutes."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pong_pg.compare.curves import WINDOW, Group, Point, at
from pong_pg.compat._versions import quiet, require
from pong_pg.errors import PongPGError
from pong_pg.files import atomic_file

_COLOURS = ("#0b4f83", "#c8553d", "#7a9e4f", "#e0a030", "#7b5ea7", "#4aa3a2", "#8a8f98")
# Places at which the curves of a group are compared.
_PLACES = 200
_MEASURES: dict[str, Callable[[Point], float]] = {
    "games": lambda point: point.games,
    "million agent steps": lambda point: point.agent_steps / 1e6,
    "minutes": lambda point: point.minutes,
}


def write_comparison(groups: Sequence[Group], path: Path) -> None:
    """Write the picture as a PNG: of each group the median over its seeds and, as far as all have come, the range.

    Raises:
        MissingPackageError: matplotlib is not installed.
        PongPGError: the file can't be written.
    """
    figure_module = require("matplotlib.figure", "--plot")
    agg = require("matplotlib.backends.backend_agg", "--plot")
    try:
        with quiet(), atomic_file(path) as file:
            figure = figure_module.Figure(figsize=(13, 4.5), dpi=150, layout="constrained")
            agg.FigureCanvasAgg(figure)
            for axes, (label, measure) in zip(figure.subplots(1, 3, sharey=True), _MEASURES.items(), strict=True):
                for index, group in enumerate(groups):
                    _draw(axes, group, measure, _COLOURS[index % len(_COLOURS)])
                axes.axhline(0, color="#8a8f98", linewidth=0.8)
                axes.set(xlabel=label, xlim=(0, None), ylim=(-21.5, 21.5))
                axes.grid(color="#eeeeee")
                axes.set_axisbelow(True)
                axes.spines[["top", "right"]].set_visible(False)
            figure.axes[0].set_ylabel(f"mean return of the last {WINDOW} games")
            figure.axes[0].legend(loc="best", frameon=False, fontsize=8)
            figure.savefig(file, format="png")
    except OSError as error:
        raise PongPGError(f"--plot {path} could not be written ({error.strerror}): name another file") from error


def _draw(axes: Any, group: Group, measure: Callable[[Point], float], colour: str) -> None:
    seeds = "1 seed" if len(group.runs) == 1 else f"{len(group.runs)} seeds"
    label = f"{group.name} ({seeds})"
    # As far as the median is over more than half of them.
    ends = sorted(measure(run.curve[-1]) for run in group.runs)
    far = ends[(len(ends) - 1) // 2]
    places = [far * place / _PLACES for place in range(1, _PLACES + 1)]
    found = [[value for run in group.runs if (value := at(run, measure, place)) is not None] for place in places]
    drawn = [(place, values) for place, values in zip(places, found, strict=True) if values]
    axes.plot(
        [place for place, _ in drawn],
        [statistics.median(values) for _, values in drawn],
        color=colour,
        linewidth=2,
        label=label,
    )
    whole = [(place, values) for place, values in drawn if len(values) == len(group.runs)]
    if len(group.runs) > 1:
        axes.fill_between(
            [place for place, _ in whole],
            [min(values) for _, values in whole],
            [max(values) for _, values in whole],
            color=colour,
            alpha=0.2,
            linewidth=0,
        )
