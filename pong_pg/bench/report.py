"""The results of a measurement, and how they are computed from what was timed."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from pong_pg.bench.machine import Machine
from pong_pg.reinforce.workers import Spent


@dataclass(frozen=True)
class Turn:
    """One measurement of a workload between two of the raw emulator.

    Attributes:
        rate: agent steps per second of the workload.
        raw: agent steps per second of the raw emulator in one process, the mean of just before and just after.
    """

    rate: float
    raw: float


@dataclass(frozen=True)
class Rate:
    """The speed of one process.

    Attributes:
        steps_per_second: agent steps per second, the median over the turns.
        of_raw: fraction of the raw emulator's rate, the median of each turn's fraction.
        times_published: speed as a multiple of the published example's, the median of each turn's multiple; None if
            the published example was not measured.
    """

    steps_per_second: float
    of_raw: float
    times_published: float | None


@dataclass(frozen=True)
class Training:
    """The speed of training with a number of workers.

    Attributes:
        workers: number of workers.
        updates: number of updates that were timed.
        steps_per_second: agent steps per second from the start to the end of updates, the median over the turns.
        of_ideal: fraction of workers x the raw emulator's rate, the median of each turn's fraction.
    """

    workers: int
    updates: int
    steps_per_second: float
    of_ideal: float


@dataclass(frozen=True)
class TimeShares:
    """How the time of updates is spent, as fractions of workers x wall time that add up to 1.

    Attributes:
        play: workers play.
        gradient: workers compute gradients.
        transfer: workers wait while the driver sends weights or receives sums of gradients.
        optimiser: workers wait for the driver's optimiser step.
        idle: the rest: workers wait for each other, for Ray, or for a CPU.
    """

    play: float
    gradient: float
    transfer: float
    optimiser: float
    idle: float


@dataclass(frozen=True)
class Report:
    """The results of a whole measurement.

    Attributes:
        machine: the machine and the packages.
        batch_size: games per update.
        seconds: duration of the measurement.
        raw: agent steps per second of the raw emulator in one process, the median.
        one_process: speed of rollouts and gradients in one process.
        published: speed of the published example in one process; None if it was not measured.
        ppo_one_process: speed of PPO's rollouts in one process.
        ppo_training: speed of training by PPO with the largest number of workers.
        training: speed of training, for each number of workers in increasing order.
        time: how the time of an update is spent with the largest number of workers.
        notes: remarks that are needed to read the results.
    """

    machine: Machine
    batch_size: int
    seconds: float
    raw: float
    one_process: Rate
    published: Rate | None
    ppo_one_process: Rate
    ppo_training: Training
    training: list[Training]
    time: TimeShares
    notes: list[str]

    def to_json(self) -> str:
        """Return the report as one JSON object."""
        return json.dumps(asdict(self), indent=2)


def rate_of(turns: Sequence[Turn], published: Sequence[Turn]) -> Rate:
    """Return a workload's rate from its turns and those of the published example in the same rounds, or none."""
    times = [ours.rate / theirs.rate for ours, theirs in zip(turns, published, strict=False)]
    return Rate(
        steps_per_second=statistics.median(turn.rate for turn in turns),
        of_raw=statistics.median(turn.rate / turn.raw for turn in turns),
        times_published=statistics.median(times) if times else None,
    )


def training_of(workers: int, turns: Sequence[Turn], updates: int) -> Training:
    """Return the speed of training from its turns."""
    share = statistics.median(turn.rate / turn.raw for turn in turns) / workers
    return Training(workers, updates, statistics.median(turn.rate for turn in turns), share)


def time_shares(spent: Spent, optimiser: float, workers: int, wall: float) -> TimeShares:
    """Return how the time of updates was spent.

    A second in which the driver is busy costs each worker a second, but a transfer counts only as far as the workers
    do not play meanwhile.

    Args:
        spent: seconds of the updates that were spent on playing, gradients and transfers.
        optimiser: seconds of the driver's optimiser steps.
        workers: number of workers.
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
    """Return the numbers of workers to measure: powers of 2 and the largest number, thinned out to `most` of them."""
    counts = [2**power for power in range(largest.bit_length()) if 2**power < largest] + [largest]
    if len(counts) <= most:
        return counts
    return [counts[round(place * (len(counts) - 1) / (most - 1))] for place in range(most)]
