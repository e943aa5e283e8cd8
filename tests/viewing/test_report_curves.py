from __future__ import annotations

import dataclasses

import pytest
from histories import history
from report_pages import ppo_rows

from pong_pg.viewing.report.curves import curves_of


def test_a_point_stands_for_several_updates_where_there_are_many() -> None:
    curves = curves_of([ppo_rows(100)], points=30)
    assert curves.updates_per_point == 4
    assert curves.x[0]["updates"] == [4.0 * point for point in range(1, 26)]
    assert curves.x[0]["minutes"][-1] == pytest.approx(10)
    assert curves.x[0]["steps"][-1] == pytest.approx(0.1)
    for chart in curves.charts:
        assert [len(series["y"]) for series in chart.series if series is not None] == [25]
    (entropy,) = (chart for chart in curves.charts if chart.key == "entropy")
    assert entropy.series[0] is not None
    assert set(entropy.series[0]["y"]) == {0.5}


def test_the_return_is_the_mean_of_50_games_in_the_range_of_these() -> None:
    # Ten games an update: five updates at the end have returned 5, and their games 1 to 9.
    rows = [
        dataclasses.replace(row, min_return=row.mean_return - 4, max_return=row.mean_return + 4)
        for row in history([-20.0] * 10 + [5.0] * 5)
        if row.mean_return is not None
    ]
    (series,) = curves_of([rows], 500).charts[0].series
    assert series is not None
    assert (series["y"][9], series["low"][9], series["high"][9]) == (-20, -24, -16)
    assert (series["y"][12], series["low"][12], series["high"][12]) == (-5, -24, 9)
    assert (series["y"][14], series["low"][14], series["high"][14]) == (5, 1, 9)


def test_what_a_run_lacks_is_no_curve_and_what_all_lack_no_chart() -> None:
    curves = curves_of([history([-20.0] * 3), ppo_rows(6)], 500)
    charts = {chart.key: chart for chart in curves.charts}
    assert charts["kl"].series[0] is None
    assert charts["kl"].series[1] is not None
    assert charts["return"].series[1] is not None
    # With several runs there would be too many bands.
    assert charts["return"].series[1]["low"] == []
    without_games = curves_of([history([None] * 3)], 500)
    assert not {"return", "kl", "episode_length"} & {chart.key for chart in without_games.charts}
