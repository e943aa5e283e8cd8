"""The curves of runs for a report: values over agent steps, games, minutes and updates, in not too many points."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

from pong_pg.game.metrics import UpdateMetrics
from pong_pg.viewing.curves import WINDOW, curve_of

# What the curves are drawn over, by the names of the values.
AXES = {
    "steps": "million agent steps",
    "games": "games",
    "minutes": "minutes of training",
    "updates": "updates",
}
# The other charts, by the names of the columns of the metrics: title, what it shows, significant digits.
_MEASURES = {
    "entropy": ("Entropy", "Mean entropy of the policy in nats: 0 if it always takes the same action.", 3),
    "kl": ("KL divergence", "Approximate KL divergence between the policy before and after an update, in nats.", 3),
    "value_loss": ("Value loss", "Mean loss of the value function.", 3),
    "gradient_norm": ("Gradient norm", "Euclidean norm of the gradient before clipping.", 3),
    "episode_length": ("Episode length", "Mean length of the games in agent steps.", 3),
    "steps_per_second": ("Speed", "Agent steps per second of wall time.", 4),
    "clipped": ("Clip fraction", "Fraction of the samples whose probability ratio was clipped.", 3),
    "learning_rate": ("Learning rate", "Learning rate of the optimizer.", 3),
}
Values = list[float | None]


@dataclass(frozen=True)
class Chart:
    """A chart: one curve for each run.

    Attributes:
        key: its name in the page.
        title: its heading.
        about: what is drawn, in a sentence.
        digits: significant digits of a value when it is shown.
        series: of each run, in order: the values "y", and the ends "low" and "high" of a band around them, which are
            empty where there is none; None for a run that does not have these values.
    """

    key: str
    title: str
    about: str
    digits: int
    series: Sequence[dict[str, Values] | None]


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


def curves_of(runs: Sequence[Sequence[UpdateMetrics]], points: int) -> Curves:
    """Return the curves of runs.

    Args:
        runs: the rows of each.
        points: how many a curve may have. Where a run has more updates, a point stands for several.
    """
    sizes = [max(1, -(-len(rows) // points)) for rows in runs]
    returns = [_returns(rows, size, band=len(runs) == 1) for rows, size in zip(runs, sizes, strict=True)]
    band = " The band is from the lowest to the highest of these." if len(runs) == 1 else ""
    about = f"Mean return of the last {WINDOW} training games, \N{MINUS SIGN}21 to 21.{band}"
    charts = [Chart("return", "Return", about, 3, returns)]
    for key, (title, about, digits) in _MEASURES.items():
        series = [_means(rows, size, key) for rows, size in zip(runs, sizes, strict=True)]
        charts.append(Chart(key, title, about, digits, series))
    return Curves(
        [_x(rows, size) for rows, size in zip(runs, sizes, strict=True)],
        [chart for chart in charts if any(series is not None for series in chart.series)],
        max(sizes, default=1),
    )


def _lasts(values: Sequence[float], size: int) -> list[float]:
    """Return the last of each `size` values."""
    return [_short(values[min(end, len(values)) - 1]) for end in range(size, len(values) + size, size)]


def _x(rows: Sequence[UpdateMetrics], size: int) -> dict[str, list[float]]:
    return {
        "steps": _lasts([row.agent_steps / 1e6 for row in rows], size),
        "games": _lasts([row.games for row in rows], size),
        "minutes": _lasts([seconds / 60 for seconds in itertools.accumulate(row.seconds for row in rows)], size),
        "updates": _lasts([row.update for row in rows], size),
    }


def _returns(rows: Sequence[UpdateMetrics], size: int, *, band: bool) -> dict[str, Values] | None:
    curve = curve_of(rows)
    if not curve:
        return None
    # The curve begins with the update in which the first game ended.
    padded = [None] * (len(rows) - len(curve)) + list(curve)
    found = [padded[min(end, len(rows)) - 1] for end in range(size, len(rows) + size, size)]
    names = {"y": "mean_return", "low": "low", "high": "high"} if band else {"y": "mean_return"}
    series: dict[str, Values] = {"low": [], "high": []}
    for name, field in names.items():
        series[name] = [None if point is None else _short(getattr(point, field)) for point in found]
    return series


def _means(rows: Sequence[UpdateMetrics], size: int, key: str) -> dict[str, Values] | None:
    y: Values = []
    for start in range(0, len(rows), size):
        values = [value for row in rows[start : start + size] if (value := getattr(row, key, None)) is not None]
        y.append(_short(statistics.fmean(values)) if values else None)
    return {"y": y, "low": [], "high": []} if any(value is not None for value in y) else None


def _short(value: float) -> float:
    """Return a value with as many digits as a picture shows."""
    return float(f"{value:.6g}")
