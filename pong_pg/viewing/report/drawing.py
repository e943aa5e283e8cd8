"""Where the lines, ticks and bars of a chart are, for the SVG of a report.

Pixels are the browser's: a plot is as wide as there is room, so places are percentages of it, and paths have
coordinates from 0 to 10,000 that are stretched. `templates/page.js` does the same again when a curve is zoomed or drawn
over another axis; a test in a browser compares the two.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pong_pg.game.counts import counted
from pong_pg.viewing.report.curves import Chart, Curves, Series, Values

_UNITS = 10_000
_STEPS = (1, 2, 5, 10)


@dataclass(frozen=True)
class Tick:
    """A tick: its place in percent from the left or the top, and its label."""

    place: str
    label: str


@dataclass(frozen=True)
class Line:
    """A curve: number of the run, its path, and the path of the band around it, "" if there is none."""

    run: int
    path: str
    band: str


@dataclass(frozen=True)
class Plot:
    """A chart as it is drawn."""

    x_ticks: Sequence[Tick]
    y_ticks: Sequence[Tick]
    lines: Sequence[Line]


def plot_of(curves: Curves, chart: Chart, axis: str) -> Plot:
    """Return how a chart is drawn over one of `curves.AXES`."""
    high_x = max((x for run, series in zip(curves.x, chart.series, strict=True) if series for x in run[axis][-1:]))
    high_x = high_x or 1.0
    low, high = _range([series for series in chart.series if series is not None])
    step = tick_step(low, high)
    low, high = math.floor(low / step + 1e-9) * step, math.ceil(high / step - 1e-9) * step
    lines = []
    for number, series in enumerate(chart.series):
        if series is not None:
            xs = [x / high_x for x in curves.x[number][axis]]
            y, band_low, band_high = (
                [None if value is None else (value - low) / (high - low) for value in values]
                for values in (series.y, series.low, series.high)
            )
            lines.append(Line(number, _path(xs, y), _band(xs, band_low, band_high)))
    return Plot(_ticks(0, high_x, across=True), _ticks(low, high, across=False), lines)


def _range(series: Iterable[Series]) -> tuple[float, float]:
    values = [value for one in series for part in (one.y, one.low, one.high) for value in part if value is not None]
    low, high = min(values), max(values)
    if low == high:
        margin = abs(low) / 10 or 1.0
        return low - margin, high + margin
    return low, high


def tick_step(low: float, high: float, most: int = 6) -> float:
    """Return 1, 2 or 5 times a power of ten, so that there are at most so many steps from `low` to `high`."""
    least = (high - low) / most
    power = math.floor(math.log10(least))
    return next(step * 10.0**power for step in _STEPS if step * 10.0**power >= least * (1 - 1e-9))


def _ticks(low: float, high: float, *, across: bool) -> list[Tick]:
    step = tick_step(low, high)
    numbers = range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)
    decimals = max(0, -math.floor(math.log10(step) + 1e-9))
    parts = [(number * step - low) / (high - low) for number in numbers]
    return [
        Tick(f"{_units(part if across else 1 - part) / 100:g}%", signed(number * step, f".{decimals}f"))
        for number, part in zip(numbers, parts, strict=True)
    ]


def signed(value: float, form: str = "g") -> str:
    """Return a formatted number with a minus sign instead of a hyphen."""
    return format(value, form).replace("-", "\N{MINUS SIGN}")


def _units(part: float) -> int:
    """Return a part of the plot in units, rounded as JavaScript rounds."""
    return math.floor(part * _UNITS + 0.5)


def _path(xs: Sequence[float], ys: Values) -> str:
    points = [f"{_units(x)} {_units(1 - y)}" for x, y in zip(xs, ys, strict=True) if y is not None]
    # A single point is a dot.
    return f"M{'L'.join(points)}h0" if points else ""


def _band(xs: Sequence[float], low: Values, high: Values) -> str:
    points = [
        (x, bottom, top)
        for x, bottom, top in zip(xs, low, high, strict=False)
        if bottom is not None and top is not None
    ]
    if not points:
        return ""
    there = "L".join(f"{_units(x)} {_units(1 - top)}" for x, _, top in points)
    back = "L".join(f"{_units(x)} {_units(1 - bottom)}" for x, bottom, _ in reversed(points))
    return f"M{there}L{back}Z"


@dataclass(frozen=True)
class Bar:
    """A bar of a histogram: left edge, width and height as percentages, and what it stands for."""

    left: str
    width: str
    top: str
    height: str
    text: str


@dataclass(frozen=True)
class Histogram:
    """A distribution of returns.

    Attributes:
        bars: those that are not empty.
        ticks: of the returns.
        mean: place of the mean, in percent.
        interval: left edge and width of the confidence interval of the mean, in percent; None if there is none.
    """

    bars: Sequence[Bar]
    ticks: Sequence[Tick]
    mean: str
    interval: tuple[str, str] | None


def histogram(returns: Sequence[float], margin: float | None = None) -> Histogram:
    """Return the histogram of the returns of games: a bar for each whole number, from -21 to 21.

    Returns that Pong does not have, of another environment, widen it, to at most 43 bars.

    Args:
        returns: at least one.
        margin: half the width of the confidence interval of their mean.
    """
    low, high = min(-21.0, math.floor(min(returns))) - 0.5, max(21.0, math.ceil(max(returns))) + 0.5
    bins = min(43, round(high - low))
    width = (high - low) / bins
    counts: dict[int, int] = {}
    for value in returns:
        place = min(bins - 1, math.floor((value - low) / width))
        counts[place] = counts.get(place, 0) + 1
    most = max(counts.values())

    def percent(value: float) -> str:
        return f"{min(100.0, max(0.0, (value - low) / (high - low) * 100)):.2f}%"

    def name(place: int) -> str:
        left = low + place * width
        return signed(left + 0.5) if width == 1 else f"{signed(left, '.4g')} to {signed(left + width, '.4g')}"

    bars = [
        Bar(
            f"{place / bins * 100 + 0.2:.2f}%",
            f"{100 / bins - 0.4:.2f}%",
            f"{100 - 100 * count / most:.2f}%",
            f"{100 * count / most:.2f}%",
            f"return {name(place)}: {counted(count, 'game')}",
        )
        for place, count in sorted(counts.items())
    ]
    ends = range(-20, 21, 5) if bins == 43 and width == 1 else ()
    ticks = [Tick(percent(end), signed(end)) for end in ends]
    ticks = ticks or [Tick(percent(end), signed(end, ".4g")) for end in (low, (low + high) / 2, high)]
    mean = math.fsum(returns) / len(returns)
    interval = None
    if margin is not None:
        left, right = (max(low, mean - margin), min(high, mean + margin))
        interval = percent(left), f"{max(0.0, right - left) / (high - low) * 100:.2f}%"
    return Histogram(bars, ticks, percent(mean), interval)
