from __future__ import annotations

import dataclasses

import pytest
from histories import history
from report_pages import ppo_rows

from pong_pg.viewing.report.curves import AXES, curves_of
from pong_pg.viewing.report.drawing import histogram, plot_of, tick_step

MINUS = "\N{MINUS SIGN}"


def test_a_point_stands_for_several_updates_where_there_are_many() -> None:
    curves = curves_of([ppo_rows(100)], points=30)
    assert curves.updates_per_point == 4
    assert curves.x[0]["updates"] == [4.0 * point for point in range(1, 26)]
    assert curves.x[0]["minutes"][-1] == pytest.approx(10)
    assert curves.x[0]["steps"][-1] == pytest.approx(0.1)
    for chart in curves.charts:
        assert [len(series.y) for series in chart.series if series is not None] == [25]
    (entropy,) = (chart for chart in curves.charts if chart.key == "entropy")
    assert entropy.series[0] is not None
    assert set(entropy.series[0].y) == {0.5}


def test_the_return_is_the_mean_of_50_games_in_the_range_of_these() -> None:
    # Ten games an update: five updates at the end have returned 5, and their games 1 to 9.
    rows = [
        dataclasses.replace(row, min_return=row.mean_return - 4, max_return=row.mean_return + 4)
        for row in history([-20.0] * 10 + [5.0] * 5)
        if row.mean_return is not None
    ]
    (series,) = curves_of([rows]).charts[0].series
    assert series is not None
    assert (series.y[9], series.low[9], series.high[9]) == (-20, -24, -16)
    assert (series.y[12], series.low[12], series.high[12]) == (-5, -24, 9)
    assert (series.y[14], series.low[14], series.high[14]) == (5, 1, 9)


def test_what_a_run_lacks_is_no_curve_and_what_all_lack_no_chart() -> None:
    curves = curves_of([history([-20.0] * 3), ppo_rows(6)])
    charts = {chart.key: chart for chart in curves.charts}
    assert charts["kl"].series[0] is None
    assert charts["kl"].series[1] is not None
    assert charts["return"].series[1] is not None
    # With several runs there would be too many bands.
    assert charts["return"].series[1].low == []
    without_games = curves_of([history([None] * 3)])
    assert not {"return", "kl", "episode_length"} & {chart.key for chart in without_games.charts}


@pytest.mark.parametrize(
    ("low", "high", "step"),
    [(0, 1, 0.2), (-21, 21, 10), (0, 6, 1), (0, 6.01, 2), (0.0009, 0.0015, 1e-4), (0, 3e7, 5e6)],
)
def test_ticks_are_round_numbers(low: float, high: float, step: float) -> None:
    assert tick_step(low, high) == pytest.approx(step)


def test_a_curve_is_drawn_from_edge_to_edge() -> None:
    curves = curves_of([history([-20.0] * 5 + [0.0] * 5)])
    plot = plot_of(curves, curves.charts[0], "updates")
    assert [(tick.place, tick.label) for tick in plot.x_ticks] == [
        ("0%", "0"),
        ("20%", "2"),
        ("40%", "4"),
        ("60%", "6"),
        ("80%", "8"),
        ("100%", "10"),
    ]
    assert [(tick.place, tick.label) for tick in plot.y_ticks][:2] == [("100%", f"{MINUS}20"), ("75%", f"{MINUS}15")]
    (line,) = plot.lines
    assert line.path.startswith("M1000 10000L2000 10000L3000 10000")
    assert line.path.endswith("L10000 0h0")
    assert line.band.endswith("Z")


@pytest.mark.parametrize("axis", [axis.key for axis in AXES])
def test_one_update_is_drawn_too(axis: str) -> None:
    curves = curves_of([history([-20.0])])
    for chart in curves.charts:
        plot = plot_of(curves, chart, axis)
        assert plot.lines[0].path == "M10000 5000h0"
        assert len(plot.y_ticks) > 1


def test_a_histogram_has_a_bar_for_each_return() -> None:
    found = histogram([-21, -21, 3], margin=2.0)
    assert [bar.text for bar in found.bars] == [f"return {MINUS}21: 2 games", "return 3: 1 game"]
    assert [bar.height for bar in found.bars] == ["100.00%", "50.00%"]
    # -13 of -21.5 to 21.5.
    assert found.mean == "19.77%"
    assert found.interval == ("15.12%", "9.30%")
    assert [tick.label for tick in found.ticks] == [
        (MINUS if end < 0 else "") + str(abs(end)) for end in range(-20, 21, 5)
    ]


def test_a_histogram_of_other_returns_is_wider() -> None:
    found = histogram([-1000.0, 0.5, 1234.5])
    assert len(found.bars) == 3
    assert found.interval is None
    assert [tick.label for tick in found.ticks] == [f"{MINUS}1000", "117.5", "1236"]


def test_an_interval_ends_where_the_picture_does() -> None:
    assert histogram([20, 21], margin=9.0).interval == ("76.74%", "23.26%")
