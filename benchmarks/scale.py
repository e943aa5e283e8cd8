"""Measure the driver's time per update as batches and workers grow.

    python benchmarks/scale.py [--workers 2 10 50 100 200] [--batch-sizes 10 60 300 600]

Real games are played and recorded once. After that the workers replay them, on a cluster of several nodes that is
simulated on this machine: they do all that a worker does except running the emulator and computing gradients, through
the pool's own code, so that the driver sends and receives what it would with real workers. The driver is on a node
without workers, and every gradient sum comes from another node's object store. Many workers share a process here
(`--processes`), each with a sum of its own; that makes no difference to the driver. Its times are processor time,
including that of Ray's threads in its process; medians over the updates after the first.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import itertools
import logging
import os
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from pong_pg.distributed.threads import limit_native_threads
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.exact_sum import GradientSum, PackedSum
from pong_pg.reinforce.gradient import Gradient
from pong_pg.reinforce.ray_pool import RayPool, _RayBatch
from pong_pg.reinforce.rollout import Episode
from pong_pg.reinforce.state import TrainState
from pong_pg.reinforce.trainer import Trainer
from pong_pg.reinforce.workers import LearnedGame, WeightArrays, Worker

# What only the nodes with workers have, so that none is started beside the driver.
_SEAT = {"seat": 0.001}
_STORE = 1_500_000_000


@dataclass(frozen=True)
class Recorded:
    """A recorded game.

    Attributes:
        episode: the episode, without the arrays that only the gradient needs.
        gradient: of the game, if it has one.
    """

    episode: Episode
    gradient: Gradient | None


class Recorder(Worker):
    """Plays games and keeps them.

    Attributes:
        recorded: the games so far.
    """

    def __init__(self, config: ReinforceConfig) -> None:
        super().__init__(config, None)
        self.recorded: list[Recorded] = []

    def _gradient(self, episode: Episode) -> Gradient | None:
        gradient = super()._gradient(episode)
        slim = dataclasses.replace(
            episode,
            pixels=episode.pixels[:0],
            signs=episode.signs[:0],
            change_counts=episode.change_counts[:0],
            hidden=episode.hidden[:0],
        )
        self.recorded.append(Recorded(slim, gradient))
        return gradient


def record(config: ReinforceConfig, weights: WeightArrays, games: Sequence[int]) -> list[Any]:
    """Play some games and leave each in the object store."""
    import ray

    limit_native_threads()
    recorder = Recorder(config)
    recorder.play(weights, 0, games, 0)
    return [ray.put(game) for game in recorder.recorded]


class Replayer(Worker):
    """A worker that replays the recorded games instead of playing new ones."""

    def __init__(self, config: ReinforceConfig, recorded: Sequence[Recorded]) -> None:
        super().__init__(config, None, own_process=True)
        self._recorded = recorded
        self._turns = 0
        self._replayed: Recorded | None = None

    def prepare(self, envs: int = 1) -> None:
        """Make no environment."""

    def play(
        self, weights: WeightArrays, update: int, games: Sequence[int], batch: int, **asked: Any
    ) -> tuple[list[LearnedGame], float]:
        """Replay some games, see `Worker.play`."""
        self._games = iter(games)
        return super().play(weights, update, games, batch, **asked)

    def _episode(self, env_seed: int, rng: np.random.Generator, should_stop: Callable[[], bool] | None) -> Episode:
        self._turns, index = divmod(next(self._games), len(self._recorded))
        self._replayed = self._recorded[index]
        return self._replayed.episode

    def _gradient(self, episode: Episode) -> Gradient | None:
        gradient = None if self._replayed is None else self._replayed.gradient
        if gradient is None or self._turns == 0:
            return gradient
        # Where a batch has more games than are recorded, the same game again would add up as no other game does.
        # With the hidden units' parts exchanged it is as good as another: they all began alike.
        rolled = np.roll(gradient.W1_rows, self._turns, axis=1)
        return Gradient(gradient.pixels, rolled, np.roll(gradient.W2, self._turns))


class Host:
    """A Ray actor whose process several workers share."""

    def __init__(self, games: list[Any]) -> None:
        import ray

        self._recorded: list[Recorded] = ray.get(games)
        self._seats: dict[int, Replayer] = {}

    def prepare(self, seat: int, config: ReinforceConfig) -> None:
        """Make a new worker with this number."""
        self._seats[seat] = Replayer(config, self._recorded)

    def play_share(self, seat: int, *arguments: Any) -> tuple[tuple[list[LearnedGame], float], PackedSum | None]:
        """Have a worker replay some games."""
        return self._seats[seat].play_share(*arguments)

    def pack(self, seat: int) -> tuple[tuple[list[LearnedGame], float], PackedSum]:
        """Return a worker's sum."""
        return self._seats[seat].pack()


class Seat:
    """The handle of one worker, as that of its own actor would be.

    Args:
        host: the actor that it sits in.
        number: of the seat.
        config: the run's settings.
    """

    def __init__(self, host: Any, number: int, config: ReinforceConfig) -> None:
        self.prepare = SimpleNamespace(remote=lambda: host.prepare.remote(number, config))
        self.play_share = _OfSeat(host.play_share, number)
        self.pack = _OfSeat(host.pack, number)


class _OfSeat:
    """A method of the actor, for one of its seats."""

    def __init__(self, method: Any, number: int) -> None:
        self._method, self._number = method, number

    def options(self, **options: Any) -> SimpleNamespace:
        """Return the method with these options of Ray."""
        method = self._method.options(**options)
        return SimpleNamespace(remote=lambda *arguments: method.remote(self._number, *arguments))


class MeasuredSum(GradientSum):
    """Keeps the sizes of what is added.

    Attributes:
        sizes: bytes of each sum.
    """

    def __init__(self, hidden: int) -> None:
        super().__init__(hidden)
        self.sizes: list[int] = []

    def add_sum(self, other: PackedSum) -> None:
        """Add the sum that another worker has gathered."""
        self.sizes.append(other.nbytes)
        super().add_sum(other)


class MeasuredBatch(_RayBatch):
    """Keeps what taking in costs.

    Attributes:
        total: see `_RayBatch`.
        taking_sums: seconds of processor time spent with what brought a sum: getting it, adding it.
        calls: how many calls came back.
    """

    total: MeasuredSum

    def __init__(self, pool: RayPool, config: ReinforceConfig, weights: Any, update: int, number: int) -> None:
        super().__init__(pool, config, weights, update, number)
        self.total = MeasuredSum(config.hidden)
        self.taking_sums = 0.0
        self.calls = 0

    def take(self, reference: Any, on_game: Callable[[Any], None]) -> None:
        """Take in what a call has come back with; see `_RayBatch`."""
        before, began = len(self.total.sizes), time.thread_time()
        super().take(reference, on_game)
        self.calls += 1
        if len(self.total.sizes) > before:
            self.taking_sums += time.thread_time() - began


class ReplayPool(RayPool):
    """The pool of Ray actors, whose workers replay and share processes.

    Attributes:
        latest: the batch that was begun last.
    """

    latest: MeasuredBatch

    def __init__(self, config: ReinforceConfig, hosts: Sequence[Any], size: int) -> None:
        self._free = itertools.count()
        self._hosts = hosts
        super().__init__(config, None, size, 0)

    def _new_actor(self) -> Any:
        number = next(self._free)
        return Seat(self._hosts[number % len(self._hosts)], number, self._config)

    def _new_batch(self, weights: Any, update: int) -> _RayBatch:
        self.latest = MeasuredBatch(self, self._config, weights, update, next(self._batches))
        return self.latest

    def close(self) -> None:
        """Give up the seats; the processes stay for the next pool."""
        self._actors.clear()
        super().close()


@dataclass(frozen=True)
class Row:
    """The driver's time per update; times in milliseconds of processor time, medians over the updates.

    Attributes:
        workers: how many there are.
        batch: games of an update.
        calls: calls that came back in an update.
        begin: putting the weights into the object store and handing out the first games.
        sums: getting and adding the sums.
        waiting: the rest of the time in which games are played: waiting, calls without a sum, Ray's threads.
        apply: the optimiser's step.
        driver: all of it.
        a_sum: `sums` for each sum.
        a_sum_in_all: `begin`, `sums` and `waiting` for each sum.
        mean_bytes: bytes of a worker's sum.
        most_bytes: of the largest one.
    """

    workers: int
    batch: int
    calls: int
    begin: float
    sums: float
    waiting: float
    apply: float
    driver: float
    a_sum: float
    a_sum_in_all: float
    mean_bytes: float
    most_bytes: int


def measure(config: ReinforceConfig, workers: int, hosts: Sequence[Any], updates: int) -> Row:
    """Make some updates and return what one of them costs."""
    import ray

    pool = ReplayPool(config, hosts, workers)
    # All of them, as in an update far into a run.
    ray.get(list(pool.starting))
    pool.starting.clear()
    trainer = Trainer(TrainState.initial(config), pool)
    spent, sizes = [], []
    with contextlib.closing(pool):
        for _ in range(updates + 1):
            times = [time.process_time()]
            trainer.begin()
            times.append(time.process_time())
            batch = trainer.play()
            times.append(time.process_time())
            trainer.apply(batch)
            times.append(time.process_time())
            latest = pool.latest
            if len(latest.total.sizes) != workers:
                raise SystemExit(f"{len(latest.total.sizes)} of {workers} workers had games")
            begin, play, apply = np.diff(times) * 1000
            sums = latest.taking_sums * 1000
            spent.append((begin, sums, play - sums, apply, times[-1] * 1000 - times[0] * 1000))
            sizes = latest.total.sizes
    begin, sums, waiting, apply, driver = np.median(spent[1:], axis=0).tolist()
    return Row(
        workers=workers,
        batch=config.batch_size,
        calls=latest.calls,
        begin=begin,
        sums=sums,
        waiting=waiting,
        apply=apply,
        driver=driver,
        a_sum=sums / workers,
        a_sum_in_all=(begin + sums + waiting) / workers,
        mean_bytes=statistics.mean(sizes),
        most_bytes=max(sizes),
    )


@contextlib.contextmanager
def simulated_cluster(nodes: int) -> Iterator[None]:
    """Start a head for the driver and so many nodes for the workers, and end them."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray
    from ray.cluster_utils import Cluster

    # No CPUs: for each of them Ray would start a process that nobody asked for.
    cluster = Cluster(
        initialize_head=True,
        head_node_args={"num_cpus": 0, "object_store_memory": _STORE, "include_dashboard": False},
    )
    try:
        for _ in range(nodes):
            cluster.add_node(num_cpus=0, object_store_memory=_STORE, resources={"seat": 1})
        ray.init(address=cluster.address, logging_level=logging.CRITICAL, log_to_driver=False)
        yield
    finally:
        ray.shutdown()
        cluster.shutdown()


# Of the printed table, in the order of `Row`; ms, then ms a sum, MB of a worker.
COLUMNS = ("workers", "batch", "calls", "begin", "sums", "wait", "apply", "driver", "a sum", "in all", "MB", "most")


def print_rows(console: Console, rows: Sequence[Row], title: str) -> None:
    """Print what was measured."""
    table = Table(title=title, padding=0)
    for column in COLUMNS:
        table.add_column(column, justify="right")
    for row in rows:
        table.add_row(
            *(str(figure) for figure in (row.workers, row.batch, row.calls)),
            *(f"{figure:.0f}" for figure in (row.begin, row.sums, row.waiting, row.apply, row.driver)),
            *(f"{figure:.2f}" for figure in (row.a_sum, row.a_sum_in_all, row.mean_bytes / 1e6, row.most_bytes / 1e6)),
        )
    console.print(table)


def arguments() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 10, 50, 100, 200], metavar="N")
    parser.add_argument("--games-a-worker", type=int, nargs="+", default=[1, 3], metavar="N")
    parser.add_argument("--batch-sizes", type=int, nargs="+", default=[10, 60, 300, 600], metavar="N")
    parser.add_argument("--fixed", type=int, nargs="+", default=[2, 10], metavar="N", help="workers for --batch-sizes")
    parser.add_argument("--updates", type=int, default=10, metavar="N", help="updates to measure, after a first one")
    parser.add_argument("--record", type=int, default=120, metavar="N", help="games to record")
    parser.add_argument("--nodes", type=int, default=3, metavar="N", help="nodes with workers, beside the driver's")
    parser.add_argument("--processes", type=int, default=12, metavar="N", help="processes that the workers share")
    return parser.parse_args()


def main() -> None:
    """Record games, and measure what was asked for."""
    import ray

    options, console = arguments(), Console()
    if not console.is_terminal:
        # What goes to a file is not to be folded.
        console.width = 120
    config = ReinforceConfig()
    weights = TrainState.initial(config).weights
    with limit_native_threads(), simulated_cluster(options.nodes), console.status("recording") as status:
        recorder = ray.remote(record).options(num_cpus=0, resources=_SEAT, scheduling_strategy="SPREAD")
        shares = [range(options.record)[part::2] for part in range(2)]
        recorded = ray.get([recorder.remote(config, weights, [*share]) for share in shares])
        games = list(itertools.chain(*recorded))
        hosts = [
            ray.remote(Host).options(num_cpus=0, resources=_SEAT, scheduling_strategy="SPREAD").remote(games)
            for _ in range(options.processes)
        ]
        plan = [
            *(("more games", workers, batch) for workers in options.fixed for batch in options.batch_sizes),
            *(("more workers", n, n * each) for each in options.games_a_worker for n in options.workers),
        ]
        measured: dict[str, list[Row]] = {"more games": [], "more workers": []}
        for sweep, workers, batch in plan:
            status.update(f"{workers} workers, batch {batch}")
            of_batch = dataclasses.replace(config, batch_size=batch)
            measured[sweep].append(measure(of_batch, workers, hosts, options.updates))
    for sweep, rows in measured.items():
        print_rows(console, rows, f"{sweep}; ms of the driver's processor time per update")


if __name__ == "__main__":
    main()
