"""Plot the results of a measurement: throughput by number of workers, and how the time of an update is spent."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path
from typing import Any

from pong_pg.bench.report import Report, TimeShares
from pong_pg.bench.table import machine_lines
from pong_pg.compat._versions import require
from pong_pg.figures import COLOURS, GREY, drawn_figure
from pong_pg.game.counts import counted

_OURS, _RAW, _PUBLISHED = COLOURS[0], GREY, COLOURS[1]
# With more workers than this, the points of the first few would overlap on linear axes.
_MOST_ON_A_LINEAR_AXIS = 4
_COLOURS = {
    "play": "#0b4f83",
    "gradient": "#5b9bd5",
    "transfer": "#e0a030",
    "optimiser": "#7a9e4f",
    "idle": "#d5d8dc",
}


def write_plot(report: Report, path: Path) -> None:
    """Write the plot as a PNG.

    Raises:
        MissingPackageError: matplotlib is not installed.
        PongPGError: the file can't be written.
    """
    with drawn_figure("--plot", path, 11, 5) as figure:
        figure.get_layout_engine().set(wspace=0.06)
        left, right = figure.subplots(1, 2, width_ratios=(3, 2))
        _draw_throughput(left, report)
        _draw_time(right, report)
        figure.supxlabel("\n".join(machine_lines(report)), fontsize=8, color="#555555")


def _draw_throughput(axes: Any, report: Report) -> None:
    workers = [row.workers for row in report.training]
    rates = [row.steps_per_second for row in report.training]
    ideal = [report.raw * count for count in workers]
    axes.plot(workers, ideal, "--", color=_RAW, label="workers x raw emulator")
    axes.plot(workers, rates, "o-", color=_OURS, linewidth=2, label="training, with its fraction of that")
    for row in report.training:
        axes.annotate(
            f"{row.of_ideal:.2f}",
            (row.workers, row.steps_per_second),
            xytext=(0, -9),
            textcoords="offset points",
            ha="center",
            va="top",
            fontsize=9,
            color=_OURS,
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 0.5},
        )
    if report.published is not None:
        rate = report.published.steps_per_second
        axes.axhline(rate, color=_PUBLISHED, linewidth=1.2, linestyle=":", label="published example, one process")
    axes.margins(x=0.15)
    if workers[-1] > _MOST_ON_A_LINEAR_AXIS:
        # Both axes, so that the ideal stays a straight line.
        axes.set_xscale("log", base=2)
        axes.set_yscale("log")
        axes.yaxis.set_major_locator(require("matplotlib.ticker", "--plot").LogLocator(subs=(1, 2, 5)))
        axes.minorticks_off()
        axes.margins(y=0.15)
    else:
        axes.set_ylim(0, 1.15 * max(ideal + rates))
    axes.set_xticks(workers, labels=[str(count) for count in workers], minor=False)
    axes.yaxis.set_major_formatter("{x:,.0f}")
    axes.set(xlabel="workers", ylabel="agent steps per second", title="Throughput")
    axes.grid(False, axis="x")
    axes.legend(loc="upper left", fontsize=10)


def _draw_time(axes: Any, report: Report) -> None:
    bottom = 0.0
    for field in fields(TimeShares):
        share = 100 * getattr(report.time, field.name)
        axes.bar(0, share, bottom=bottom, width=0.8, color=_COLOURS[field.name], label=f"{field.name}  {share:.1f} %")
        bottom += share
    axes.set(xlim=(-0.6, 0.6), ylim=(0, 100), xticks=[], ylabel="% of workers x wall time")
    axes.set_title(
        f"An update of {counted(report.batch_size, 'game')}, {counted(report.training[-1].workers, 'worker')}"
    )
    axes.grid(False)
    axes.spines["bottom"].set_visible(False)
    handles, labels = axes.get_legend_handles_labels()
    axes.legend(handles[::-1], labels[::-1], loc="center left", bbox_to_anchor=(1.0, 0.5), fontsize=10)
