"""Measure this machine: one process beside the raw emulator, then training on 1 to N workers."""

from __future__ import annotations

import contextlib
import math
import os
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pong_pg.bench.machine import this_machine
from pong_pg.bench.players import Player, published_example, rate, raw_emulator, rollouts_and_gradients
from pong_pg.bench.progress import Progress
from pong_pg.bench.report import (
    Report,
    Turn,
    counted,
    rate_of,
    time_shares,
    training_of,
    worker_counts,
)
from pong_pg.compat._versions import installed_version
from pong_pg.compat.emulator import load_pong
from pong_pg.distributed import cluster
from pong_pg.distributed.actors import share_of_cpu
from pong_pg.distributed.threads import limit_native_threads
from pong_pg.errors import ClusterError, ConfigError, PongPGError
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.ray_pool import RayPool
from pong_pg.reinforce.state import TrainState
from pong_pg.reinforce.trainer import Trainer
from pong_pg.reinforce.workers import LocalPool, Spent

# Agent steps of the raw emulator between two looks at the clock.
_RAW_STEPS = 200
# A larger batch would only make the turns of one process longer: a worker plays no more games side by side.
_ONE_PROCESS_BATCH = 10
# Seconds in which all workers are to answer; Ray starts some of them a second.
_START_TIMEOUT = 60.0


@dataclass(frozen=True)
class Effort:
    """How long things are measured; a turn is at least one game or one update, however long that takes.

    Attributes:
        rounds: turns of each contender in one process.
        seconds: of a turn in one process.
        raw_seconds: of a turn of the raw emulator.
        one_process_seconds: after which no further round begins, on machines that are slow or busy.
        training_turns: for each number of workers.
        training_turn: seconds of one of these, if there is time.
        all_seconds: after which no further turn of training begins but the first of each number of workers.
    """

    rounds: int = 5
    seconds: float = 1.0
    raw_seconds: float = 0.4
    one_process_seconds: float = 25.0
    training_turns: int = 3
    training_turn: float = 4.0
    all_seconds: float = 85.0


class _Deadline:
    """Tells whether there is time for another turn.

    Args:
        seconds: from now on.
    """

    def __init__(self, seconds: float) -> None:
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds that are left; negative where it has passed."""
        return self._end - time.monotonic()


def measure(workers: int | None, batch_size: int, progress: Progress, effort: Effort | None = None) -> Report:
    """Measure this machine.

    Args:
        workers: the largest number of workers; None for one a CPU, as far as the games of a batch go.
        batch_size: games of an update.
        progress: is told how far this has come.
        effort: how long to measure; None for what takes about a minute.

    Raises:
        ConfigError: there are more workers than games.
        ClusterError: Ray does not start.
        MissingPackageError: the emulator, its ROM or Ray is missing.
    """
    if workers is not None and workers > batch_size:
        raise ConfigError(
            "workers", f"must be at most the games of a batch, {batch_size} (--batch-size); got {workers}"
        )
    effort = effort or Effort()
    began, load = time.perf_counter(), os.getloadavg()[0]
    machine = this_machine(load_pong().binding)
    beside_raw = _BesideRaw(effort.raw_seconds)
    deadline = _Deadline(effort.all_seconds)
    guessed = worker_counts(_largest(workers, batch_size, machine.cores))
    progress.expect(effort.rounds + effort.training_turns * len(guessed))
    ours, theirs, notes = _one_process(batch_size, beside_raw, progress, effort)
    progress.say("starting Ray")
    with cluster.connected("local") as cpus:
        largest = _largest(workers, batch_size, cpus)
        counts = worker_counts(largest)
        training = []
        for done, count in enumerate(counts):
            progress.expect(effort.training_turns * (len(counts) - done))
            progress.say(f"starting {counted(count)}")
            own = _Deadline(deadline.left / (len(counts) - done))
            with _trainer(ReinforceConfig(batch_size=batch_size), count, cpus) as trainer:
                turns, ledger = _training(trainer, count, beside_raw, own, effort=effort, progress=progress)
            shares = time_shares(ledger.spent, ledger.optimiser, count, ledger.wall)
            training.append((training_of(count, turns, ledger.updates), shares))
    return Report(
        machine=machine,
        batch_size=batch_size,
        seconds=time.perf_counter() - began,
        raw=statistics.median(beside_raw.rates),
        one_process=rate_of(ours, theirs),
        published=rate_of(theirs, theirs) if theirs else None,
        training=[row for row, _ in training],
        time=training[-1][1],
        notes=notes + notes_on(workers, largest, cpus, load),
    )


def _largest(workers: int | None, batch_size: int, cpus: float) -> int:
    return workers or min(max(1, math.floor(cpus)), batch_size)


def notes_on(workers: int | None, largest: int, cpus: float, load: float) -> list[str]:
    """Return what a reader has to know of the CPUs.

    Args:
        workers: the largest number of workers that was asked for, if any.
        largest: the one that was measured.
        cpus: what Ray has free.
        load: programs that wanted a CPU in the minute before.
    """
    notes = []
    if largest > cpus:
        notes.append(f"{largest} workers share {cpus:g} CPUs: beyond these, more workers are no faster")
    elif workers is None and largest < math.floor(cpus):
        notes.append(f"{cpus:g} CPUs, but a batch of {largest} games has work for {largest}: see --batch-size")
    if load > cpus / 2:
        notes.append(
            f"other programs were busy when this began (load {load:.1f} on {cpus:g} CPUs): "
            "measure again when they are not"
        )
    return notes


class _BesideRaw:
    """Measures rates with the raw emulator's just before and just after, since machines change their speed.

    Attributes:
        rates: of the raw emulator, all that were measured.
    """

    def __init__(self, seconds: float) -> None:
        self._player = raw_emulator(_RAW_STEPS)
        self._seconds = seconds
        self.rates: list[float] = []

    def begin(self) -> None:
        """Measure the raw emulator before the first of several turns."""
        self.rates.append(rate(self._player, self._seconds))

    def turn(self, measured: Callable[[], float]) -> Turn:
        """Measure a rate, and the raw emulator's after it, which is also the one before the next turn."""
        found = measured()
        self.begin()
        return Turn(found, statistics.mean(self.rates[-2:]))


def _one_process(
    batch_size: int, beside_raw: _BesideRaw, progress: Progress, effort: Effort
) -> tuple[list[Turn], list[Turn], list[str]]:
    """Measure rollouts and gradients in this process: the turns of ours and of the published example, and notes."""
    config = ReinforceConfig(batch_size=min(batch_size, _ONE_PROCESS_BATCH))
    progress.say("one process: warming up")
    with limit_native_threads(), contextlib.closing(LocalPool(config)) as pool:
        ours = rollouts_and_gradients(pool, TrainState.initial(config).weights)
        theirs, notes = _published()
        turns: dict[Player, list[Turn]] = {player: [] for player in (ours, theirs) if player is not None}
        for player in turns:
            player()
        progress.say("one process, in turns with the raw emulator")
        beside_raw.begin()
        deadline = _Deadline(effort.one_process_seconds)
        for done in range(effort.rounds):
            if done and deadline.left < 0:
                break
            for player, taken in turns.items():
                taken.append(beside_raw.turn(lambda player=player: rate(player, effort.seconds)))  # type: ignore[misc]  # mypy sees no type in a default
            ours_last, *theirs_last = [taken[-1] for taken in turns.values()]
            beside = "".join(f", published example {turn.rate:,.0f}" for turn in theirs_last)
            progress.turn(f"one process {ours_last.rate:,.0f} steps/s{beside}, raw emulator {ours_last.raw:,.0f}")
    return turns[ours], turns[theirs] if theirs else [], notes


def _published() -> tuple[Player | None, list[str]]:
    """Return the published example, or else a note that says why it is left out."""
    if installed_version("gymnasium") is None:
        return None, ["the published example is left out, since it needs Gymnasium: pip install 'pong-pg[gymnasium]'"]
    try:
        return published_example(1), []
    except PongPGError as error:
        return None, [f"the published example is left out: {error}"]


@contextlib.contextmanager
def _trainer(config: ReinforceConfig, workers: int, cpus: float) -> Iterator[Trainer]:
    """Give a trainer whose workers have all answered, after a first update.

    Raises:
        ClusterError: they do not.
    """
    with contextlib.closing(RayPool(config, None, workers, share_of_cpu(workers, cpus))) as pool:
        trainer = Trainer(TrainState.initial(config), pool)
        began = time.monotonic()
        trainer.step()
        while len(pool.ready()) < workers:
            if time.monotonic() - began > _START_TIMEOUT:
                raise ClusterError(
                    f"Ray has started {len(pool.ready())} of {workers} workers in {_START_TIMEOUT:.0f} s: "
                    "ask for fewer with --workers"
                )
            trainer.step()
        yield trainer


def _training(
    trainer: Trainer,
    workers: int,
    beside_raw: _BesideRaw,
    deadline: _Deadline,
    *,
    effort: Effort,
    progress: Progress,
) -> tuple[list[Turn], _Ledger]:
    """Measure updates in turns with the raw emulator."""
    ledger = _Ledger()
    seconds = min(effort.training_turn, max(0.0, deadline.left) / effort.training_turns)
    progress.say(f"training on {counted(workers)}")
    beside_raw.begin()
    turns: list[Turn] = []
    while len(turns) < effort.training_turns and (not turns or deadline.left > 0):
        turn = beside_raw.turn(lambda: ledger.updates_for(trainer, seconds))
        share = turn.rate / turn.raw / workers
        progress.turn(
            f"{counted(workers)} {turn.rate:,.0f} steps/s, {share:.2f} of {workers} x raw emulator {turn.raw:,.0f}"
        )
        turns.append(turn)
    return turns, ledger


class _Ledger:
    """Makes updates and keeps account of their time.

    Attributes:
        updates: how many there were.
        spent: where the time of playing them went.
        optimiser: seconds of their steps.
        wall: seconds from their starts to their ends.
    """

    def __init__(self) -> None:
        self.updates = 0
        self.spent = Spent()
        self.optimiser = self.wall = 0.0

    def updates_for(self, trainer: Trainer, seconds: float) -> float:
        """Make updates until so many seconds have passed, at least one; returns their agent steps a second."""
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
