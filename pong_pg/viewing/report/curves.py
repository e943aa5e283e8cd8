"""The curves of runs for a report: values over agent steps, games, minutes and updates, in not too many points."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pong_pg.game.metrics import UpdateMetrics
from pong_pg.viewing.curves import WINDOW, curve_of

# Points of a curve at most. Where a run has more updates, a point stands for several that follow each other.
POINTS = 500
Values = list[float | None]


@dataclass(frozen=True)
class Axis:
    """What curves are drawn over; `label` has the unit."""

    key: str
    label: str


AXES = (
    Axis("steps", "million agent steps"),
    Axis("games", "games"),
    Axis("minutes", "minutes of training"),
    Axis("updates", "updates"),
)


@dataclass(frozen=True)
class Series:
    """The curve of one run in one chart.

    Attributes:
        y: a value for each of the run's points; None where there is none.
        low: the lower end of a band around it; empty if there is no band.
        high: the upper end.
    """

    y: Values
    low: Values
    high: Values


@dataclass(frozen=True)
class Chart:
    """A chart: one curve for each run.

    Attributes:
        key: its name in the page.
        title: its heading.
        about: what is drawn, in a sentence.
        digits: significant digits of a value when it is shown.
        series: of each run, in order; None for a run that does not have these values.
    """

    key: str
    title: str
    about: str
    digits: int
    series: Sequence[Series | None]


@dataclass(frozen=True)
class Curves:
    """All curves.

    Attributes:
        x: for each run the x values by the key of the axis, one for each point.
        charts: those that have a curve; the first is that of the return.
        updates_per_point: of the run with the most updates.
    """

    x: Sequence[dict[str, list[float]]]
    charts: Sequence[Chart]
    updates_per_point: int


@dataclass(frozen=True)
class _Measure:
    title: str
    about: str
    digits: int = 3


# By the names of the columns of the metrics.
_MEASURES = {
    "entropy": _Measure("Entropy", "Mean entropy of the policy in nats: 0 if it always takes the same action."),
    "kl": _Measure(
        "KL divergence", "Approximate KL divergence between the policy before and after an update, in nats."
    ),
    "value_loss": _Measure(
        "Value loss", "Mean loss of the value function: cross-entropy, or half the squared error (--value-loss)."
    ),
    "gradient_norm": _Measure("Gradient norm", "Euclidean norm of the gradient before clipping."),
    "episode_length": _Measure("Episode length", "Mean length of the games in agent steps."),
    "steps_per_second": _Measure("Speed", "Agent steps per second of wall time.", 4),
    "clipped": _Measure("Clip fraction", "Fraction of the samples whose probability ratio was clipped."),
    "learning_rate": _Measure("Learning rate", "Learning rate of the optimizer."),
}


def curves_of(runs: Sequence[Sequence[UpdateMetrics]], points: int = POINTS) -> Curves:
    """Return the curves of runs.

    Args:
        runs: the rows of each.
        points: how many a curve may have.
    """
    grouped = [_groups(rows, points) for rows in runs]
    returns = [_return_series(rows, groups, band=len(runs) == 1) for rows, groups in zip(runs, grouped, strict=True)]
    band = " The band is from the lowest to the highest of these." if len(runs) == 1 else ""
    charts = [
        Chart(
            "return",
            "Return",
            f"Mean return of the last {WINDOW} training games, \N{MINUS SIGN}21 to 21.{band}",
            3,
            returns,
        )
    ]
    for key, measure in _MEASURES.items():
        series = [_series(groups, key) for groups in grouped]
        charts.append(Chart(key, measure.title, measure.about, measure.digits, series))
    return Curves(
        [_x(rows, groups) for rows, groups in zip(runs, grouped, strict=True)],
        [chart for chart in charts if any(series is not None for series in chart.series)],
        max((len(groups[0]) for groups in grouped if groups), default=1),
    )


def _groups(rows: Sequence[UpdateMetrics], points: int) -> list[Sequence[UpdateMetrics]]:
    size = max(1, -(-len(rows) // points))
    return [rows[start : start + size] for start in range(0, len(rows), size)]


def _x(rows: Sequence[UpdateMetrics], groups: Sequence[Sequence[UpdateMetrics]]) -> dict[str, list[float]]:
    minutes: dict[int, float] = {}
    seconds = 0.0
    for row in rows:
        seconds += row.seconds
        minutes[row.update] = seconds / 60
    of: dict[str, Callable[[UpdateMetrics], float]] = {
        "steps": lambda row: row.agent_steps / 1e6,
        "games": lambda row: row.games,
        "minutes": lambda row: minutes[row.update],
        "updates": lambda row: row.update,
    }
    return {axis.key: [_short(of[axis.key](group[-1])) for group in groups] for axis in AXES}


def _return_series(
    rows: Sequence[UpdateMetrics], groups: Sequence[Sequence[UpdateMetrics]], *, band: bool
) -> Series | None:
    curve = curve_of(rows)
    if not curve:
        return None
    # The curve begins with the update in which the first game ended.
    means = dict(zip((row.update for row in rows[len(rows) - len(curve) :]), curve, strict=True))
    found = [means.get(group[-1].update) for group in groups]
    y = [None if point is None else _short(point.mean_return) for point in found]
    if not band:
        return Series(y, [], [])
    ranges = _ranges(rows)
    found_ranges = [ranges.get(group[-1].update) for group in groups]
    return Series(
        y,
        [None if ends is None else ends[0] for ends in found_ranges],
        [None if ends is None else ends[1] for ends in found_ranges],
    )


def _ranges(rows: Sequence[UpdateMetrics]) -> dict[int, tuple[float, float]]:
    """Return the lowest and the highest return of the games of `curve_of` for each update that has any."""
    ended: list[tuple[int, float, float]] = []
    found = {}
    games = 0
    for row in rows:
        new, games = row.games - games, row.games
        if new and row.min_return is not None and row.max_return is not None:
            ended.append((new, row.min_return, row.max_return))
            while sum(count for count, *_ in ended[1:]) >= WINDOW:
                del ended[0]
        if ended:
            found[row.update] = min(low for _, low, _ in ended), max(high for *_, high in ended)
    return found


def _series(groups: Sequence[Sequence[UpdateMetrics]], key: str) -> Series | None:
    def mean(group: Sequence[UpdateMetrics]) -> float | None:
        values: list[Any] = [value for row in group if (value := getattr(row, key, None)) is not None]
        return _short(statistics.fmean(values)) if values else None

    y = [mean(group) for group in groups]
    return Series(y, [], []) if any(value is not None for value in y) else None


def _short(value: float) -> float:
    """Return a value with as many digits as a picture shows."""
    return float(f"{value:.6g}")
