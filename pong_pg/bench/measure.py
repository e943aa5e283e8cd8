"""Measure the speed of this machine: one process and training with 1 to N workers, relative to the raw emulator."""

from __future__ import annotations

import contextlib
import math
import os
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pong_pg.bench import ppo
from pong_pg.bench.machine import this_machine
from pong_pg.bench.progress import Progress
from pong_pg.bench.report import (
    Report,
    Training,
    Turn,
    rate_of,
    time_shares,
    training_of,
    worker_counts,
)
from pong_pg.bench.workloads import Workload, published_example, rate, raw_emulator, rollouts_and_gradients
from pong_pg.compat._versions import installed_version
from pong_pg.compat.emulator import load_pong
from pong_pg.distributed import cluster
from pong_pg.distributed.actors import share_of_cpu
from pong_pg.distributed.threads import limit_native_threads
from pong_pg.errors import ClusterError, ConfigError, PongPGError
from pong_pg.game.counts import counted
from pong_pg.ppo.trainer import PPOTrainer
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.ray_pool import RayPool
from pong_pg.reinforce.state import TrainState
from pong_pg.reinforce.trainer import Trainer
from pong_pg.reinforce.workers import LocalPool, Spent

# Agent steps of the raw emulator between two readings of the clock.
_RAW_STEPS = 200
# A larger batch would only make the turns of one process longer: a worker plays no more games at a time.
_ONE_PROCESS_BATCH = 10
# Seconds within which all workers must answer; Ray starts a few of them per second.
_START_TIMEOUT = 60.0


@dataclass(frozen=True)
class Budget:
    """How long to measure; a turn takes at least one game or one update, however long that is.

    Attributes:
        rounds: turns of each workload in one process.
        seconds: seconds of a turn in one process.
        raw_seconds: seconds of a turn of the raw emulator.
        one_process_seconds: seconds after which no further round starts, on machines that are slow or busy.
        training_turns: turns of training for each number of workers.
        training_turn: seconds of a turn of training, if there is time.
        all_seconds: seconds after which no further turn of training starts, except the first of each number of workers.
    """

    rounds: int = 5
    seconds: float = 1.0
    raw_seconds: float = 0.4
    one_process_seconds: float = 25.0
    training_turns: int = 3
    training_turn: float = 4.0
    all_seconds: float = 85.0


class _Deadline:
    """A point in time until which turns may start.

    Args:
        seconds: seconds from now until the deadline.
    """

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds until the deadline; negative after it has passed."""
        return self._end - time.monotonic()


def measure(workers: int | None, batch_size: int, progress: Progress, budget: Budget | None = None) -> Report:
    """Measure the speed of this machine.

    Args:
        workers: the largest number of workers; None for one per CPU, but at most `batch_size`.
        batch_size: games per update.
        progress: display for the progress.
        budget: how long to measure; None for the default, which takes one to two minutes.

    Raises:
        ConfigError: there are more workers than games in a batch.
        ClusterError: Ray does not start, or does not start all workers.
        MissingPackageError: the emulator, its ROM or Ray is missing.
    """
    if workers is not None and workers > batch_size:
        raise ConfigError("workers", f"must be at most the batch size, {batch_size} (--batch-size); got {workers}")
    budget = budget or Budget()
    began, load = time.perf_counter(), os.getloadavg()[0]
    machine = this_machine(load_pong().binding)
    paired_rates = _PairedRates(budget.raw_seconds)
    deadline = _Deadline(budget.all_seconds)
    guessed = worker_counts(_largest(workers, batch_size, machine.cores))
    # PPO with the largest number of workers counts as one more.
    progress.expect(budget.rounds + budget.training_turns * (len(guessed) + 1))
    turns, notes = _one_process(batch_size, paired_rates, progress, budget)
    ours, theirs, of_ppo = turns["ours"], turns["published"], turns["ppo"]
    progress.say("starting Ray")
    with cluster.connected("local") as cpus:
        largest = _largest(workers, batch_size, cpus)
        counts = worker_counts(largest)
        training = []
        for done, count in enumerate(counts):
            progress.expect(budget.training_turns * (len(counts) + 1 - done))
            progress.say(f"starting {counted(count, 'worker')}")
            own = _Deadline(deadline.left / (len(counts) + 1 - done))
            with _trainer(ReinforceConfig(batch_size=batch_size), count, cpus) as trainer:
                taken, timer = _training(trainer, count, paired_rates, own, budget=budget, progress=progress)
            shares = time_shares(timer.spent, timer.optimiser, count, timer.wall)
            training.append((training_of(count, taken, timer.updates), shares))
        progress.say(f"PPO: starting {counted(largest, 'worker')}")
        with ppo.training(largest, share_of_cpu(largest, cpus)) as ppo_trainer:
            ppo_training = _ppo_training(ppo_trainer, largest, paired_rates, budget=budget, progress=progress)
    return Report(
        machine=machine,
        batch_size=batch_size,
        seconds=time.perf_counter() - began,
        raw=statistics.median(paired_rates.rates),
        one_process=rate_of(ours, theirs),
        published=rate_of(theirs, theirs) if theirs else None,
        ppo_one_process=rate_of(of_ppo, theirs),
        ppo_training=ppo_training,
        training=[row for row, _ in training],
        time=training[-1][1],
        notes=notes + notes_on(workers, largest, cpus, load),
    )


def _largest(workers: int | None, batch_size: int, cpus: float) -> int:
    return workers or min(max(1, math.floor(cpus)), batch_size)


def notes_on(workers: int | None, largest: int, cpus: float, load: float) -> list[str]:
    """Return remarks on the CPUs that are needed to read the results.

    Args:
        workers: the largest number of workers that was requested; None if it was not given.
        largest: the largest number of workers that was measured.
        cpus: CPUs that Ray had free.
        load: load average of the minute before the measurement.
    """
    notes = []
    if largest > cpus:
        notes.append(f"{largest} workers share {counted(cpus, 'CPU', 'g')}: more workers than CPUs are no faster")
    elif workers is None and largest < math.floor(cpus):
        games = counted(largest, "game")
        notes.append(f"{cpus:g} CPUs, but a batch of {games} can use only {largest}: increase --batch-size")
    if load > cpus / 2:
        notes.append(
            f"other programs were using the CPUs at the start (load {load:.1f} on {cpus:g} CPUs): "
            "measure again when the machine is idle"
        )
    return notes


class _PairedRates:
    """Measures each rate between two rates of the raw emulator, since the speed of a machine varies over time.

    Attributes:
        rates: all rates of the raw emulator that were measured, in agent steps per second.
    """

    def __init__(self, seconds: float) -> None:
        self._raw_emulator = raw_emulator(_RAW_STEPS)
        self._seconds = seconds
        self.rates: list[float] = []

    def begin(self) -> None:
        """Measure the raw emulator before the first of several turns."""
        self.rates.append(rate(self._raw_emulator, self._seconds))

    def turn(self, measured: Callable[[], float]) -> Turn:
        """Measure a rate and then the raw emulator's, which is also the one before the next turn."""
        found = measured()
        self.begin()
        return Turn(found, statistics.mean(self.rates[-2:]))


def _one_process(
    batch_size: int, paired_rates: _PairedRates, progress: Progress, budget: Budget
) -> tuple[dict[str, list[Turn]], list[str]]:
    """Measure rollouts in this process, those of REINFORCE with their gradients.

    Returns:
        The turns of "ours" (REINFORCE), "published" (none where it can't be measured) and "ppo"; and notes.
    """
    config = ReinforceConfig(batch_size=min(batch_size, _ONE_PROCESS_BATCH))
    progress.say("one process: warming up")
    with limit_native_threads(), contextlib.closing(LocalPool(config)) as pool, ppo.rollouts() as of_ppo:
        theirs, notes = _published()
        ours = rollouts_and_gradients(pool, TrainState.initial(config).weights)
        workloads = {"ours": ours, "published": theirs, "ppo": of_ppo}
        turns: dict[str, list[Turn]] = {name: [] for name in workloads}
        measured = {name: workload for name, workload in workloads.items() if workload is not None}
        for workload in measured.values():
            workload()
        progress.say("one process, alternating with the raw emulator")
        paired_rates.begin()
        deadline = _Deadline(budget.one_process_seconds)
        for done in range(budget.rounds):
            if done and deadline.left < 0:
                break
            for name, workload in measured.items():
                turns[name].append(paired_rates.turn(lambda workload=workload: rate(workload, budget.seconds)))  # type: ignore[misc]  # mypy sees no type in a default
            last = {name: taken[-1] for name, taken in turns.items() if taken}
            beside = f", published example {last['published'].rate:,.0f}" if "published" in last else ""
            progress.turn(
                f"one process {last['ours'].rate:,.0f} steps/s, PPO {last['ppo'].rate:,.0f}{beside}, "
                f"raw emulator {last['ours'].raw:,.0f}"
            )
    return turns, notes


def _published() -> tuple[Workload | None, list[str]]:
    """Return the workload of the published example, or a note that says why it is not measured."""
    if installed_version("gymnasium") is None:
        return None, [
            "the published example is not measured, since it needs Gymnasium: run  pip install 'pong-pg[gymnasium]'"
        ]
    try:
        return published_example(1), []
    except PongPGError as error:
        return None, [f"the published example is not measured: {error}"]


@contextlib.contextmanager
def _trainer(config: ReinforceConfig, workers: int, cpus: float) -> Iterator[Trainer]:
    """Yield a trainer whose workers have all started, after at least one update.

    Raises:
        ClusterError: they do not start in time.
    """
    with contextlib.closing(RayPool(config, None, workers, share_of_cpu(workers, cpus))) as pool:
        trainer = Trainer(TrainState.initial(config), pool)
        began = time.monotonic()
        trainer.step()
        while len(pool.ready()) < workers:
            if time.monotonic() - began > _START_TIMEOUT:
                raise ClusterError(
                    f"Ray has started only {len(pool.ready())} of {workers} workers in {_START_TIMEOUT:.0f} s: "
                    "use fewer with --workers"
                )
            trainer.step()
        yield trainer


def _training(
    trainer: Trainer,
    workers: int,
    paired_rates: _PairedRates,
    deadline: _Deadline,
    *,
    budget: Budget,
    progress: Progress,
) -> tuple[list[Turn], _UpdateTimer]:
    """Measure updates, alternating with the raw emulator."""
    timer = _UpdateTimer()
    seconds = min(budget.training_turn, max(0.0, deadline.left) / budget.training_turns)
    progress.say(f"training with {counted(workers, 'worker')}")
    paired_rates.begin()
    turns: list[Turn] = []
    while len(turns) < budget.training_turns and (not turns or deadline.left > 0):
        turn = paired_rates.turn(lambda: timer.updates_for(trainer, seconds))
        share = turn.rate / turn.raw / workers
        progress.turn(
            f"{counted(workers, 'worker')} {turn.rate:,.0f} steps/s, "
            f"{share:.2f} of {workers} x raw emulator {turn.raw:,.0f}"
        )
        turns.append(turn)
    return turns, timer


def _ppo_training(
    trainer: PPOTrainer, workers: int, paired_rates: _PairedRates, *, budget: Budget, progress: Progress
) -> Training:
    """Measure updates of PPO, alternating with the raw emulator."""
    before = trainer.state.progress.update
    paired_rates.begin()
    turns = []
    for _ in range(budget.training_turns):
        turns.append(paired_rates.turn(lambda: ppo.updates_for(trainer, budget.training_turn)))
        progress.turn(
            f"PPO, {counted(workers, 'worker')} {turns[-1].rate:,.0f} steps/s, "
            f"{turns[-1].rate / turns[-1].raw / workers:.2f} of {workers} x raw emulator {turns[-1].raw:,.0f}"
        )
    return training_of(workers, turns, trainer.state.progress.update - before)


class _UpdateTimer:
    """Makes updates and adds up their times.

    Attributes:
        updates: number of updates.
        spent: seconds spent on playing, gradients and transfers.
        optimiser: seconds of the optimiser steps.
        wall: wall time of the updates in seconds.
    """

    def __init__(self) -> None:
        self.updates = 0
        self.spent = Spent()
        self.optimiser = self.wall = 0.0

    def updates_for(self, trainer: Trainer, seconds: float) -> float:
        """Make updates for at least `seconds`, at least one; return their agent steps per second."""
        before, began = trainer.state.progress, time.perf_counter()
        took = 0.0
        while took == 0.0 or took < seconds:
            batch = trainer.play()
            played = time.perf_counter()
            trainer.apply(batch)
            ended = time.perf_counter()
            self.spent += batch.spent
            self.optimiser += ended - played
            took = ended - began
        after = trainer.state.progress
        self.updates += after.update - before.update
        self.wall += took
        return (after.agent_steps - before.agent_steps) / took
