"""Measure what an update of PPO costs the driver as workers are added, and compute training times from it.

    python benchmarks/scale_ppo.py [--workers 2 10 50 100 200] [--steps 256 512] [--json FILE]
    python benchmarks/scale_ppo.py --cores 2 16 64 --agent-steps 2500000

Rollouts are played and recorded once, by the pretrained weights. After that the workers return the recorded rollouts,
on a cluster of several nodes that is simulated on this machine (see `scale.py`), through the pool's own code: so the
driver sends weights, receives and copies rollouts and learns from them as with real workers. There is at least one
environment for each worker. Times are the driver's processor time with that of Ray's threads in its process, medians
over the updates after the first.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import itertools
import json
import math
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

from rich.console import Console
from rich.table import Table
from scale import simulated_cluster
from workloads import rate, raw_emulator

from pong_pg.compat.emulator import load_pong
from pong_pg.evaluation.pretrained import pretrained
from pong_pg.ppo import trainer as trainer_module
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.learner import learn
from pong_pg.ppo.network import to_fixed_point
from pong_pg.ppo.policy import ActorCritic
from pong_pg.ppo.ray_pool import RayRolloutPool
from pong_pg.ppo.rollout import Position, Rollout
from pong_pg.ppo.state import PPOState
from pong_pg.ppo.trainer import PPOTrainer, learning_threads
from pong_pg.ppo.workers import RolloutWorker
from pong_pg.viewing.machine import this_machine

RECORDED_ENVS = 16
# More threads than that do not share the learning, see `pong_pg.ppo.compiled_kernels`.
MOST_THREADS = 4


@dataclass(frozen=True)
class Row:
    """What an update costs; times in milliseconds.

    Attributes:
        workers: how many there are.
        samples: agent steps of an update.
        learn: the driver's processor time for learning, in one thread and NumPy.
        rest: its other processor time: weights out, rollouts in, Ray's threads.
        learn_wall: how long learning took here, with its threads.
        megabytes: of all rollouts.
    """

    workers: int
    samples: int
    learn: float
    rest: float
    learn_wall: float
    megabytes: float


def record(steps: int) -> tuple[list[Rollout], float]:
    """Return recorded rollouts, from the middle of games, and the agent steps per second of playing them."""
    policy = pretrained("fast")[0]
    if not isinstance(policy, ActorCritic):
        raise SystemExit("the pretrained weights `fast` are not PPO's")
    config = PPOConfig(num_envs=RECORDED_ENVS)
    weights = to_fixed_point(policy.weights)
    with contextlib.closing(RolloutWorker(config, None)) as worker:
        worker.play(weights, 400, dict.fromkeys(range(RECORDED_ENVS), Position.start()))
        seconds, rollouts = worker.play(weights, steps, dict.fromkeys(range(RECORDED_ENVS)))
    return list(rollouts.values()), steps * RECORDED_ENVS / seconds


class Host:
    """A Ray actor whose process several workers share; it returns recorded rollouts."""

    def __init__(self, rollouts: list[Rollout]) -> None:
        self._rollouts = rollouts

    def prepare(self) -> None:
        """Do nothing: there is nothing to make."""

    def play(
        self, _weights: Any, _steps: int, positions: dict[int, Position | None]
    ) -> tuple[float, dict[int, Rollout]]:
        """Return a rollout for each environment."""
        return 0.001, {env: self._rollouts[env % len(self._rollouts)] for env in positions}


class ReplayPool(RayRolloutPool):
    """The pool of Ray actors, whose workers return what was recorded, and share processes."""

    def __init__(self, config: PPOConfig, hosts: Sequence[Any], size: int) -> None:
        self._hosts = itertools.cycle(hosts)
        super().__init__(config, None, size, 0)

    def _new_actor(self) -> Any:
        host = next(self._hosts)
        return SimpleNamespace(prepare=host.prepare, play=host.play)

    def close(self) -> None:
        """Give up the workers; the processes stay for the next pool."""
        self._actors.clear()
        super().close()


def measure(config: PPOConfig, workers: int, hosts: Sequence[Any], updates: int, nbytes: float) -> Row:
    """Make some updates and return what one of them costs."""
    import ray

    learned: list[tuple[float, float]] = []

    def timed(*arguments: Any, **named: Any) -> Any:
        cpu, wall = time.process_time(), time.perf_counter()
        found = learn(*arguments, **named)
        learned.append((time.process_time() - cpu, time.perf_counter() - wall))
        return found

    pool = ReplayPool(config, hosts, workers)
    ray.get(list(pool.starting))
    pool.starting.clear()
    spent = []
    with contextlib.closing(pool), mock.patch.object(trainer_module, "learn", timed):
        trainer = PPOTrainer(PPOState.initial(config), pool)
        for _ in range(updates + 1):
            began = time.process_time()
            trainer.update(lambda _: None, lambda: False)
            spent.append(time.process_time() - began)
    learning, walls = ([1000 * pair[index] for pair in learned[1:]] for index in (0, 1))
    rest = [1000 * whole - part for whole, part in zip(spent[1:], learning, strict=True)]
    return Row(
        workers=workers,
        samples=config.num_envs * config.rollout_steps,
        learn=statistics.median(learning),
        rest=statistics.median(rest),
        learn_wall=statistics.median(walls),
        megabytes=nbytes * config.num_envs / 1e6,
    )


def nearest_row(rows: Sequence[Row], workers: int) -> Row:
    """Return the measurement whose number of workers is nearest."""
    return min(rows, key=lambda row: abs(math.log(row.workers / workers)))


def minutes_on(cores: int, agent_steps: int, row: Row, speed: float, start: float) -> tuple[float, float]:
    """Return steps per second on so many cores, and the minutes for so many agent steps.

    Assumes cores like this machine's that do not slow each other down. The learner has a core, and three more from 16
    cores on, which speed up all of its work as they do here; the workers have the others, or what it leaves of them.
    """
    threads = min(MOST_THREADS, learning_threads(cores, cores))
    busy = (row.learn + row.rest) / 1000
    if cores <= MOST_THREADS:
        # All share all cores.
        seconds = (row.samples / speed + busy) / cores
    else:
        seconds = max(row.samples / (speed * (cores - threads)), row.learn / threads / 1000 + row.rest / 1000)
    return row.samples / seconds, (start + agent_steps / row.samples * seconds) / 60


def main() -> None:
    """Measure, print a table, and what follows from it for machines with more cores."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 10, 50, 100, 200], metavar="N")
    parser.add_argument("--steps", type=int, nargs="+", default=[256, 512], metavar="N", help="of a rollout")
    parser.add_argument("--updates", type=int, default=5, metavar="N", help="to measure, after a first one")
    parser.add_argument("--nodes", type=int, default=3, metavar="N", help="nodes with workers, beside the driver's")
    parser.add_argument("--processes", type=int, default=8, metavar="N", help="processes that the workers share")
    parser.add_argument("--cores", type=int, nargs="+", default=[2, 16, 64], metavar="N", help="to compute times for")
    parser.add_argument("--agent-steps", type=int, default=2_500_000, metavar="N", help="to compute times for")
    parser.add_argument("--start", type=float, default=7.0, metavar="S", help="seconds until the first game")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    options = parser.parse_args()
    console = Console(width=None if Console().is_terminal else 120)
    rows: list[Row] = []
    with simulated_cluster(options.nodes), console.status("recording") as status:
        import ray

        raw = rate(raw_emulator(200), 2)
        for steps in options.steps:
            rollouts, speed = record(steps)
            host = ray.remote(Host).options(num_cpus=0, resources={"seat": 0.001}, scheduling_strategy="SPREAD")
            hosts = [host.remote(rollouts) for _ in range(options.processes)]
            nbytes = statistics.mean(sum(array.nbytes for array in rollout[:-1]) for rollout in rollouts)
            for workers in options.workers:
                status.update(f"{workers} workers, rollouts of {steps} steps")
                config = PPOConfig(
                    num_envs=max(PPOConfig().num_envs, workers),
                    rollout_steps=steps,
                    final_rollout_steps=steps,
                    # The same recorded rollouts again and again would exceed it, and cut the epochs short.
                    target_kl=1e9,
                )
                rows.append(measure(config, workers, hosts, options.updates, nbytes))
    table = Table(title="an update of PPO; ms of the driver's processor time")
    for column in ("workers", "agent steps", "learn", "rest", "rest a worker", "MB in", "learn, wall"):
        table.add_column(column, justify="right")
    for row in rows:
        cells = row.learn, row.rest, row.rest / row.workers, row.megabytes, row.learn_wall
        table.add_row(f"{row.workers}", f"{row.samples:,}", *(f"{cell:,.1f}" for cell in cells))
    console.print(table)
    console.print(f"raw emulator {raw:,.0f} steps/s; a worker's rollouts {speed:,.0f} steps/s, {speed / raw:.2f} of it")
    computed = Table(title=f"computed for {options.agent_steps:,} agent steps, {options.start:g} s of Ray's start")
    for column in ("cores", "steps/s", "minutes"):
        computed.add_column(column, justify="right")
    for cores in options.cores:
        nearest = nearest_row(rows, cores)
        rates, minutes = minutes_on(cores, options.agent_steps, nearest, speed, options.start)
        computed.add_row(f"{cores}", f"{rates:,.0f}", f"{minutes:.1f}")
    console.print(computed)
    if options.json is not None:
        machine = this_machine(load_pong().binding)
        data = {"machine": machine, "raw": raw, "speed": speed, "rows": [dataclasses.asdict(row) for row in rows]}
        options.json.write_text(json.dumps(data, indent=1) + "\n")


if __name__ == "__main__":
    main()
