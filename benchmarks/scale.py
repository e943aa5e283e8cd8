"""The driver's processor time for an update as Ray workers are added, and what follows for machines with more cores.

    python benchmarks/scale.py reinforce --workers 2 10 50 100 200
    python benchmarks/scale.py ppo --workers 2 10 32

Real games are played once and recorded. After that every worker answers with what was recorded, through the pool's own
code and Ray, so that the driver sends and receives what it would with workers that play. The cluster is simulated on
this machine: the driver is on a node without workers, and every answer comes from the object store of another node.
Many workers share a process, which makes no difference to the driver. Its times include those of Ray's threads in its
process, and are medians over the updates after the first.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import itertools
import logging
import math
import os
import pickle
import pkgutil
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest import mock

import pong_pg
from pong_pg.commands.bench import raw_speed
from pong_pg.distributed.actors import RayActors
from pong_pg.distributed.threads import limit_native_threads
from pong_pg.evaluation.pretrained import pretrained
from pong_pg.ppo.network import to_fixed_point
from pong_pg.ppo.policy import PPOPolicy
from pong_pg.ppo.ray_pool import RayRolloutPool
from pong_pg.ppo.rollout import Position, Rollout
from pong_pg.ppo.state import PPOState
from pong_pg.ppo.trainer import PPOTrainer
from pong_pg.ppo.workers import RolloutWorker
from pong_pg.reinforce.ray_pool import RayPool
from pong_pg.reinforce.state import ReinforceState
from pong_pg.reinforce.trainer import ReinforceTrainer
from pong_pg.reinforce.workers import Worker

# What only the nodes with workers have, so that none is started beside the driver.
SEAT = {"seat": 0.001}
STORE_BYTES = 1_000_000_000
NODES, PROCESSES = 3, 8
RECORDED = 32
# Assumed: of the driver's network, per second; and the games of a half-trained policy, in agent steps.
GIGABITS = 10.0
MEAN_STEPS, LONGEST_STEPS = 3_300, 5_000
# Cores of a machine or cluster, games of a batch, and the seconds that Ray's documentation gave for an update, if any.
CLUSTERS = ((8, 10, "-"), (64, 10, "2.5"), (64, 60, "3"), (198, 300, "10"))


class Row(NamedTuple):
    """What an update costs the driver.

    Attributes:
        workers: how many there are.
        amount: games of an update of REINFORCE, or agent steps of one of PPO.
        learning: milliseconds of processor time of the optimiser, or of PPO's learning.
        rest: the same of all else: sending weights, handing out work, taking in answers, Ray's threads.
        megabytes: of all answers.
    """

    workers: int
    amount: int
    learning: float
    rest: float
    megabytes: float


class Host:
    """A Ray actor that answers for several workers with what was recorded."""

    def __init__(self, answers: list[Any]) -> None:
        self._answers = answers

    def prepare(self) -> None:
        """Do nothing: there is nothing to make."""

    def play_share(self, _weights: Any, _update: int, games: list[int]) -> Any:
        """Return a recorded game of REINFORCE and its gradient; see `Worker`."""
        (results, seconds), gradient = self._answers[games[0] % len(self._answers)]
        return ([dataclasses.replace(results[0], game=games[0])], seconds), gradient

    def play(self, _weights: Any, _steps: int, positions: dict[int, Position | None]) -> tuple[float, Any]:
        """Return a recorded rollout for each environment; see `RolloutWorker`."""
        return 0.001, {env: self._answers[env % len(self._answers)] for env in positions}


class Replayed(RayActors):
    """Has the actors of a pool share processes.

    Args:
        hosts: handles of the processes.
        arguments: of the pool.
    """

    def __init__(self, hosts: Sequence[Any], *arguments: Any) -> None:
        self._hosts = itertools.cycle(hosts)
        super().__init__(*arguments)

    def _new_actor(self) -> Any:
        host = next(self._hosts)
        return SimpleNamespace(prepare=host.prepare, play=host.play, play_share=host.play_share)

    def close(self) -> None:
        """Give up the workers; the processes stay for the next pool."""
        self._actors.clear()
        super().close()


class GamesPool(Replayed, RayPool):
    """The pool of REINFORCE with recorded answers."""


class RolloutsPool(Replayed, RayRolloutPool):
    """The pool of PPO with recorded answers."""


def record_games() -> tuple[list[Any], float]:
    """Return games of a random policy as `Worker.play_share` returns them, and agent steps per second of a worker."""
    config = pong_pg.ReinforceConfig()
    weights = ReinforceState.initial(config).weights
    worker = Worker(config, None)
    worker.play_share(weights, 0, [0])
    began = time.process_time()
    answers = [worker.play_share(weights, 1, [game]) for game in range(RECORDED)]
    return answers, sum(steps_of(answers)) / (time.process_time() - began)


def steps_of(answers: list[Any]) -> list[int]:
    """Return the lengths of recorded games, in agent steps."""
    return [result.steps for (results, _), _ in answers for result in results]


def record_rollouts(steps: int) -> tuple[list[Rollout], float]:
    """Return rollouts of the pretrained policy from the middle of games on, and agent steps per second of a worker."""
    policy = pretrained("fast")[0]
    if not isinstance(policy, PPOPolicy):
        raise SystemExit("the pretrained weights `fast` are not PPO's")
    weights = to_fixed_point(policy.weights)
    with contextlib.closing(RolloutWorker(pong_pg.PPOConfig(num_envs=RECORDED), None)) as worker:
        worker.play(weights, 400, dict.fromkeys(range(RECORDED), Position()))
        seconds, rollouts = worker.play(weights, steps, dict.fromkeys(range(RECORDED)))
    return list(rollouts.values()), steps * RECORDED / seconds


def measure(pool: Replayed, trainer: Any, updates: int, learner: str) -> tuple[float, float]:
    """Make some updates, and return the milliseconds that one of them spends on learning and on the rest.

    Args:
        pool: plays for the trainer, and is closed.
        trainer: makes the updates.
        updates: how many, after a first one that is not counted.
        learner: the full name of the function that learns.
    """
    import ray

    function = pkgutil.resolve_name(learner)
    spent: list[float] = []

    def timed(*arguments: Any, **named: Any) -> Any:
        began = time.process_time()
        learned = function(*arguments, **named)
        spent.append(1000 * (time.process_time() - began))
        return learned

    # All workers are ready, as far into a run.
    ray.get(list(pool.starting))
    pool.starting.clear()
    rest = []
    with contextlib.closing(pool), mock.patch(learner, timed):
        for _ in range(updates + 1):
            began = time.process_time()
            trainer.update(lambda _: None, lambda: False)
            rest.append(1000 * (time.process_time() - began) - spent[-1])
    return statistics.median(spent[1:]), statistics.median(rest[1:])


@contextlib.contextmanager
def hosts_of(answers: list[Any]) -> Iterator[list[Any]]:
    """Start a node for the driver, and others with processes that answer for the workers; end them."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray
    from ray.cluster_utils import Cluster

    # No CPUs: for each of them Ray would start a process that nobody asked for.
    head = {"num_cpus": 0, "object_store_memory": STORE_BYTES, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    try:
        for _ in range(NODES):
            cluster.add_node(num_cpus=0, object_store_memory=STORE_BYTES, resources={"seat": 1})
        ray.init(address=cluster.address, logging_level=logging.CRITICAL, log_to_driver=False)
        remote = ray.remote(Host).options(num_cpus=0, resources=SEAT, scheduling_strategy="SPREAD")
        yield [remote.remote(answers) for _ in range(PROCESSES)]
    finally:
        ray.shutdown()
        cluster.shutdown()


def print_rows(rows: Sequence[Row], amount: str) -> None:
    """Print what was measured."""
    print(f"{'workers':>8}{amount:>13}{'learning, ms':>14}{'rest, ms':>10}{'rest a worker':>15}{'MB in':>7}")
    for row in rows:
        each = row.rest / row.workers
        print(f"{row.workers:8}{row.amount:13,}{row.learning:14.0f}{row.rest:10.0f}{each:15.2f}{row.megabytes:7.1f}")


def nearest_row(rows: Sequence[Row], workers: int) -> Row:
    """Return the measurement whose number of workers is nearest."""
    return min(rows, key=lambda row: abs(math.log(row.workers / workers)))


def print_games(rows: Sequence[Row], speed: float, policies: dict[str, tuple[float, float]]) -> None:
    """Print how long updates of REINFORCE would take beside the published times, by mean and longest game."""
    print(f"{'cores':>6}{'batch':>6}  {'policy':14}{'play, s':>8}{'driver, s':>10}{'update, s':>10}{'published':>11}")
    for (cores, batch, published), (policy, (mean, longest)) in itertools.product(CLUSTERS, policies.items()):
        games = math.ceil(batch / min(cores, batch))
        workers = math.ceil(batch / games)
        # The slowest worker has the longest game, and its other games are like all.
        play = (longest + (games - 1) * mean) / speed
        row = nearest_row(rows, workers)
        network = row.megabytes * 8 / 1000 / GIGABITS
        # As if all workers ended at once, and none of it happened while others play.
        driver = (row.rest / 1000 + network) * workers / row.workers + row.learning / 1000
        print(f"{cores:6}{batch:6}  {policy:14}{play:8.2f}{driver:10.2f}{play + driver:10.2f}{published:>11}")


def print_training(rows: Sequence[Row], speed: float) -> None:
    """Print how many agent steps per second PPO would make on machines with more cores.

    A quarter of the cores learns, and the others play. The learner's work is divided without loss.
    """
    print(f"{'cores':>8}{'playing, steps/s':>18}{'learning, steps/s':>19}{'update, ms':>12}")
    for cores in (2, 8, 16, 64):
        learners = max(1, cores // 4)
        row = nearest_row(rows, min(cores, rows[-1].workers))
        playing = speed * (cores - learners)
        learning = row.amount / (row.learning / learners + row.rest) * 1000
        print(f"{cores:8}{playing:18,.0f}{learning:19,.0f}{1000 * row.amount / min(playing, learning):12.1f}")


def reinforce(workers: Sequence[int], updates: int) -> None:
    """Measure REINFORCE with one game for each worker, and print what follows."""
    answers, speed = record_games()
    megabytes = statistics.mean(len(pickle.dumps(gradient)) for _, gradient in answers) / 1e6
    rows = []
    with hosts_of(answers) as hosts:
        for count in workers:
            config = pong_pg.ReinforceConfig(batch_size=count)
            pool = GamesPool(hosts, config, None, count, 0)
            trainer = ReinforceTrainer(ReinforceState.initial(config), pool)
            spent = measure(pool, trainer, updates, "pong_pg.reinforce.state.ReinforceState.ascend")
            rows.append(Row(count, count, *spent, count * megabytes))
    print_rows(rows, "games")
    mean, longest = statistics.mean(steps_of(answers)), max(steps_of(answers))
    print(f"a worker plays {speed:,.0f} steps/s; {mean:.0f} steps a game, the longest {longest}")
    print_games(rows, speed, {"random": (mean, longest), "half-trained": (MEAN_STEPS, LONGEST_STEPS)})


def ppo(workers: Sequence[int], updates: int) -> None:
    """Measure PPO with the environments of the preset `fast`, and print what follows."""
    # The same recorded rollouts again and again would exceed the target KL, and end the epochs early.
    config = pong_pg.PPOConfig(target_kl=1e9, final_n_steps=pong_pg.PPOConfig().n_steps)
    answers, speed = record_rollouts(config.n_steps)
    megabytes = statistics.mean(len(pickle.dumps(rollout)) for rollout in answers) / 1e6
    rows = []
    with hosts_of(answers) as hosts:
        for count in workers:
            pool = RolloutsPool(hosts, config, None, count, 0)
            trainer = PPOTrainer(PPOState.initial(config), pool)
            spent = measure(pool, trainer, updates, "pong_pg.ppo.trainer.learn")
            amount = config.num_envs * config.n_steps
            rows.append(Row(count, amount, *spent, config.num_envs * megabytes))
    print_rows(rows, "agent steps")
    print(f"a worker plays {speed:,.0f} steps/s")
    print_training(rows, speed)


ALGORITHMS: dict[str, Callable[[Sequence[int], int], None]] = {"reinforce": reinforce, "ppo": ppo}


def main() -> None:
    """Measure one of the algorithms."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("algorithm", choices=ALGORITHMS)
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 10, 32], metavar="N")
    parser.add_argument("--updates", type=int, default=5, metavar="N", help="updates to measure, after a first one")
    options = parser.parse_args()
    with limit_native_threads():
        print(f"raw emulator {raw_speed(2):,.0f} steps/s")
        ALGORITHMS[options.algorithm](options.workers, options.updates)


if __name__ == "__main__":
    main()
