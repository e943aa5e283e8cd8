"""What a measurement found, and the arithmetic that makes it of what was timed."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from pong_pg.bench.machine import Machine
from pong_pg.reinforce.workers import Spent


@dataclass(frozen=True)
class Turn:
    """One turn of a contender.

    Attributes:
        rate: its agent steps a second.
        raw: the raw emulator's in one process, the mean of just before and just after.
    """

    rate: float
    raw: float


@dataclass(frozen=True)
class Rate:
    """How fast one process is.

    Attributes:
        steps_per_second: agent steps a second, the median of the turns.
        of_raw: share of the raw emulator's rate, the median of the turns' shares.
        times_published: how many times as fast as the published example, likewise; None where that is left out.
    """

    steps_per_second: float
    of_raw: float
    times_published: float | None


@dataclass(frozen=True)
class Training:
    """How fast training is with so many workers.

    Attributes:
        workers: number of them.
        updates: made while it was timed.
        steps_per_second: agent steps a second from the start to the end of updates, the median of the turns.
        of_ideal: share of workers x the raw emulator's rate, the median of the turns' shares.
    """

    workers: int
    updates: int
    steps_per_second: float
    of_ideal: float


@dataclass(frozen=True)
class TimeShares:
    """Where the time of updates goes, as shares of workers x wall time; they add up to 1.

    Attributes:
        play: workers play.
        gradient: workers compute gradients.
        transfer: the workers wait for the driver to send weights or to take in sums of gradients.
        optimiser: they wait for the driver's step.
        idle: what is left: they wait for each other, for Ray, or for a CPU.
    """

    play: float
    gradient: float
    transfer: float
    optimiser: float
    idle: float


@dataclass(frozen=True)
class Report:
    """A whole measurement.

    Attributes:
        machine: what it ran on.
        batch_size: games of an update.
        seconds: how long measuring took.
        raw: the raw emulator's agent steps a second in one process, the median.
        one_process: rollouts and gradients in one process.
        published: those of the published example; None where it is left out.
        training: by number of workers.
        time: where an update's time goes with the last of these numbers.
        notes: what a reader has to know besides.
    """

    machine: Machine
    batch_size: int
    seconds: float
    raw: float
    one_process: Rate
    published: Rate | None
    training: list[Training]
    time: TimeShares
    notes: list[str]

    def to_json(self) -> str:
        """Return the report as one JSON object."""
        return json.dumps(asdict(self), indent=2)


def rate_of(turns: Sequence[Turn], published: Sequence[Turn]) -> Rate:
    """Return a contender's rate; the published example took the same turns, or none."""
    times = [ours.rate / theirs.rate for ours, theirs in zip(turns, published, strict=False)]
    return Rate(
        steps_per_second=statistics.median(turn.rate for turn in turns),
        of_raw=statistics.median(turn.rate / turn.raw for turn in turns),
        times_published=statistics.median(times) if times else None,
    )


def training_of(workers: int, turns: Sequence[Turn], updates: int) -> Training:
    """Return the rate of training from its turns."""
    share = statistics.median(turn.rate / turn.raw for turn in turns) / workers
    return Training(workers, updates, statistics.median(turn.rate for turn in turns), share)


def time_shares(spent: Spent, optimiser: float, workers: int, wall: float) -> TimeShares:
    """Return where the time of updates went.

    A second of the driver costs each worker a second; of those in which it transfers, only what the workers do not
    spend on playing meanwhile.

    Args:
        spent: of the updates.
        optimiser: seconds of the driver's steps.
        workers: number of them.
        wall: seconds from the start to the end of the updates.
    """
    left, shares = 1.0, {}
    for name, seconds in (
        ("play", spent.play / workers),
        ("gradient", spent.gradient / workers),
        ("optimiser", optimiser),
        ("transfer", spent.transfer),
    ):
        shares[name] = min(seconds / wall, left)
        left -= shares[name]
    return TimeShares(**shares, idle=left)


def worker_counts(largest: int, most: int = 5) -> list[int]:
    """Return the numbers of workers to measure: 1, 2, 4 and so on and the largest, thinned out to so many."""
    counts = [2**power for power in range(largest.bit_length()) if 2**power < largest] + [largest]
    if len(counts) <= most:
        return counts
    return [counts[round(place * (len(counts) - 1) / (most - 1))] for place in range(most)]


def counted(workers: int) -> str:
    """Return a number of workers in words."""
    return "1 worker" if workers == 1 else f"{workers} workers"
