"""The driver's processor time for an update as workers are added, and what follows for machines with more cores.

    python benchmarks/scale.py reinforce --workers 2 10 50 100 200
    python benchmarks/scale.py ppo --workers 2 10 50 100 200

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
import statistics
import time
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple
from unittest import mock

from pong_pg.commands.bench import raw_speed
from pong_pg.distributed.actors import RayActors
from pong_pg.distributed.threads import limit_native_threads
from pong_pg.evaluation.pretrained import pretrained
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.learner import learn
from pong_pg.ppo.network import to_fixed_point
from pong_pg.ppo.policy import ActorCritic
from pong_pg.ppo.ray_pool import RayRolloutPool
from pong_pg.ppo.rollout import Position, Rollout
from pong_pg.ppo.state import PPOState
from pong_pg.ppo.trainer import PPOTrainer
from pong_pg.ppo.workers import RolloutWorker
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.exact_sum import GradientSum
from pong_pg.reinforce.ray_pool import RayPool
from pong_pg.reinforce.state import ReinforceState
from pong_pg.reinforce.trainer import ReinforceTrainer
from pong_pg.reinforce.workers import LearnedGame, Worker

# What only the nodes with workers have, so that none is started beside the driver.
_SEAT = {"seat": 0.001}
_STORE = 1_000_000_000
_NODES, _PROCESSES = 3, 8
# Environments whose rollouts are recorded for PPO.
_RECORDED_ENVS = 16


class Recording(NamedTuple):
    """What the workers answer.

    Attributes:
        answers: PPO: a rollout each. REINFORCE: what `Worker.play_share` has returned.
        lengths: of the recorded games of REINFORCE, in agent steps.
        speed: agent steps per second of a worker.
        megabytes: mean size of an answer.
    """

    answers: list[Any]
    lengths: list[int]
    speed: float
    megabytes: float


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


def record_games(each: int, count: int) -> Recording:
    """Record games of a random policy, so many for each of `count` answers."""
    config = ReinforceConfig()
    weights = ReinforceState.initial(config).weights
    worker = Worker(config, None)
    worker.play_share(weights, 0, [0])
    began = time.process_time()
    games = [range(each * number, each * (number + 1)) for number in range(count)]
    answers = [worker.play_share(weights, 1, share) for share in games]
    seconds = time.process_time() - began
    lengths = [result.steps for (results, _), _ in answers for result in results]
    size = statistics.mean(len(pickle.dumps(gradient)) for _, gradient in answers)
    return Recording(answers, lengths, sum(lengths) / seconds, size / 1e6)


def record_rollouts(steps: int) -> Recording:
    """Record rollouts of the pretrained policy, from the middle of games on."""
    policy = pretrained("fast")[0]
    if not isinstance(policy, ActorCritic):
        raise SystemExit("the pretrained weights `fast` are not PPO's")
    weights = to_fixed_point(policy.weights)
    with contextlib.closing(RolloutWorker(PPOConfig(num_envs=_RECORDED_ENVS), None)) as worker:
        worker.play(weights, 400, dict.fromkeys(range(_RECORDED_ENVS), Position()))
        seconds, rollouts = worker.play(weights, steps, dict.fromkeys(range(_RECORDED_ENVS)))
    size = statistics.mean(len(pickle.dumps(rollout)) for rollout in rollouts.values())
    return Recording(list(rollouts.values()), [], steps * _RECORDED_ENVS / seconds, size / 1e6)


class GameHost:
    """A Ray actor that answers for several workers of REINFORCE."""

    def __init__(self, answers: list[Any]) -> None:
        self._answers = answers

    def prepare(self) -> None:
        """Do nothing: there is nothing to make."""

    def play(self, *_: Any) -> Any:
        """Do nothing: this is what PPO's workers do."""

    def play_share(
        self, _weights: Any, _update: int, games: list[int]
    ) -> tuple[tuple[list[LearnedGame], float], GradientSum]:
        """Return recorded games and the sum of their gradients."""
        (results, seconds), gradient = self._answers[games[0] // len(games) % len(self._answers)]
        named = [dataclasses.replace(result, game=game) for result, game in zip(results, games, strict=True)]
        return (named, seconds), gradient


class RolloutHost(GameHost):
    """A Ray actor that answers for several workers of PPO."""

    def play(
        self, _weights: Any, _steps: int, positions: dict[int, Position | None]
    ) -> tuple[float, dict[int, Rollout]]:
        """Return a recorded rollout for each environment."""
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
        return SimpleNamespace(prepare=host.prepare, **{name: getattr(host, name) for name in ("play", "play_share")})

    def close(self) -> None:
        """Give up the workers; the processes stay for the next pool."""
        self._actors.clear()
        super().close()


class GamesPool(Replayed, RayPool):
    """The pool of REINFORCE with recorded answers."""


class RolloutsPool(Replayed, RayRolloutPool):
    """The pool of PPO with recorded answers."""


class TimedTrainer(ReinforceTrainer):
    """Keeps the optimiser's seconds of processor time."""

    learning = 0.0

    def update(self, *arguments: Any) -> Any:
        """See `ReinforceTrainer`."""
        ascend = ReinforceState.ascend

        def timed(state: ReinforceState, gradient: GradientSum) -> float:
            began = time.process_time()
            norm = ascend(state, gradient)
            self.learning = time.process_time() - began
            return norm

        with mock.patch.object(ReinforceState, "ascend", timed):
            return super().update(*arguments)


class TimedPPOTrainer(PPOTrainer):
    """Keeps the learner's seconds of processor time."""

    learning = 0.0

    def update(self, *arguments: Any) -> Any:
        """See `PPOTrainer`."""

        def timed(*learned_from: Any, **named: Any) -> dict[str, Any]:
            began = time.process_time()
            learned = learn(*learned_from, **named)
            self.learning = time.process_time() - began
            return learned

        with mock.patch("pong_pg.ppo.trainer.learn", timed):
            return super().update(*arguments)


def hosts_of(host: type, recording: Recording) -> list[Any]:
    """Start the processes that answer for the workers."""
    import ray

    remote = ray.remote(host).options(num_cpus=0, resources=_SEAT, scheduling_strategy="SPREAD")
    return [remote.remote(recording.answers) for _ in range(_PROCESSES)]


def measure(pool: Replayed, trainer: TimedTrainer | TimedPPOTrainer, updates: int) -> tuple[float, float]:
    """Make some updates; return the milliseconds that one of them spends with learning, and with the rest."""
    import ray

    # All workers are ready, as far into a run.
    ray.get(list(pool.starting))
    pool.starting.clear()
    learning, rest = [], []
    with contextlib.closing(pool):
        for _ in range(updates + 1):
            began = time.process_time()
            trainer.update(lambda _: None, lambda: False)
            spent = time.process_time() - began
            learning.append(1000 * trainer.learning)
            rest.append(1000 * (spent - trainer.learning))
    return statistics.median(learning[1:]), statistics.median(rest[1:])


@contextlib.contextmanager
def simulated_cluster() -> Iterator[None]:
    """Start a node for the driver and others for the workers, and end them."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    import ray
    from ray.cluster_utils import Cluster

    # No CPUs: for each of them Ray would start a process that nobody asked for.
    head = {"num_cpus": 0, "object_store_memory": _STORE, "include_dashboard": False}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    try:
        for _ in range(_NODES):
            cluster.add_node(num_cpus=0, object_store_memory=_STORE, resources={"seat": 1})
        ray.init(address=cluster.address, logging_level=logging.CRITICAL, log_to_driver=False)
        yield
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


# Cores of a machine or cluster, games of a batch, and the seconds that Ray's documentation gave for an update.
PUBLISHED = (
    ("64 cores", 64, 10, 2.5),
    ("64 cores", 64, 60, 3.0),
    ("11 x 18 cores", 198, 300, 10.0),
)


def print_games(rows: Sequence[Row], speed: float, policies: dict[str, tuple[float, float]], gigabits: float) -> None:
    """Print how long updates of REINFORCE would take beside the published times, by mean and longest game."""
    print(f"{'':14}{'batch':>6}  {'policy':14}{'play, s':>8}{'driver, s':>10}{'update, s':>10}{'published, s':>13}")
    for (name, cores, batch, published), (policy, (mean, longest)) in itertools.product(PUBLISHED, policies.items()):
        games = math.ceil(batch / min(cores, batch))
        workers = math.ceil(batch / games)
        # The slowest worker has the longest game, and its other games are like all.
        play = (longest + (games - 1) * mean) / speed
        row = nearest_row(rows, workers)
        network = row.megabytes * 8 / 1000 / gigabits
        # As if all workers ended at once, and none of it happened while others play.
        driver = (row.rest + 1000 * network) / 1000 * workers / row.workers + row.learning / 1000
        print(f"{name:14}{batch:6}  {policy:14}{play:8.2f}{driver:10.2f}{play + driver:10.2f}{published:13g}")


def print_training(rows: Sequence[Row], speed: float, agent_steps: int, start: float) -> None:
    """Print how long training by PPO would take on 2, 16 and 64 cores."""
    print(f"{'cores':>8}{'steps/s':>10}{'minutes':>9}")
    for count in (2, 16, 64):
        row = nearest_row(rows, count)
        threads = min(4, max(1, count // 4))
        if count <= 2:
            # Playing and learning share all cores.
            seconds = (row.amount / speed + (row.learning + row.rest) / 1000) / count
        else:
            # The learner has cores of its own, and its threads divide the work.
            playing = row.amount / (speed * (count - threads))
            seconds = max(playing, (row.learning / threads + row.rest) / 1000)
        minutes = (start + agent_steps / row.amount * seconds) / 60
        print(f"{count:8}{row.amount / seconds:10,.0f}{minutes:9.1f}")


def reinforce(options: argparse.Namespace) -> None:
    """Measure REINFORCE, and print what follows."""
    recording = record_games(options.games, options.recorded)
    hosts = hosts_of(GameHost, recording)
    rows = []
    for workers in options.workers:
        config = ReinforceConfig(batch_size=workers * options.games)
        pool = GamesPool(hosts, config, None, workers, 0)
        spent = measure(pool, TimedTrainer(ReinforceState.initial(config), pool), options.updates)
        rows.append(Row(workers, config.batch_size, *spent, workers * recording.megabytes))
    print_rows(rows, "games")
    mean, longest = statistics.mean(recording.lengths), max(recording.lengths)
    print(f"a worker plays {recording.speed:,.0f} steps/s; {mean:.0f} steps a game, the longest {longest}")
    policies = {"random": (mean, longest), "half-trained": (options.mean_steps, options.longest_steps)}
    print_games(rows, recording.speed, policies, options.gigabits)


def ppo(options: argparse.Namespace) -> None:
    """Measure PPO, and print what follows."""
    recording = record_rollouts(options.steps)
    hosts = hosts_of(RolloutHost, recording)
    rows = []
    for workers in options.workers:
        config = PPOConfig(
            num_envs=max(PPOConfig().num_envs, workers),
            n_steps=options.steps,
            final_n_steps=options.steps,
            # The same recorded rollouts again and again would exceed it, and end the epochs early.
            target_kl=1e9,
        )
        pool = RolloutsPool(hosts, config, None, workers, 0)
        spent = measure(pool, TimedPPOTrainer(PPOState.initial(config), pool), options.updates)
        amount = config.num_envs * config.n_steps
        rows.append(Row(workers, amount, *spent, config.num_envs * recording.megabytes))
    print_rows(rows, "agent steps")
    print(f"a worker plays {recording.speed:,.0f} steps/s")
    print_training(rows, recording.speed, options.agent_steps, options.start)


def main() -> None:
    """Measure one of the algorithms."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("algorithm", choices=("reinforce", "ppo"))
    parser.add_argument("--workers", type=int, nargs="+", default=[2, 10, 50, 100, 200], metavar="N")
    parser.add_argument("--updates", type=int, default=5, metavar="N", help="updates to measure, after a first one")
    games = parser.add_argument_group("reinforce")
    games.add_argument("--games", type=int, default=1, metavar="N", help="games of a worker in an update")
    games.add_argument("--recorded", type=int, default=40, metavar="N", help="answers to record")
    games.add_argument("--mean-steps", type=float, default=3300, metavar="N", help="a half-trained policy's games")
    games.add_argument("--longest-steps", type=float, default=5000, metavar="N", help="and the longest of a batch")
    games.add_argument("--gigabits", type=float, default=10, metavar="X", help="a second, of the driver's network")
    rollouts = parser.add_argument_group("ppo")
    rollouts.add_argument("--steps", type=int, default=256, metavar="N", help="of a rollout")
    rollouts.add_argument("--agent-steps", type=int, default=2_500_000, metavar="N", help="to compute times for")
    rollouts.add_argument("--start", type=float, default=7.0, metavar="S", help="seconds until the first game")
    options = parser.parse_args()
    with limit_native_threads(), simulated_cluster():
        print(f"raw emulator {raw_speed(2):,.0f} steps/s")
        {"reinforce": reinforce, "ppo": ppo}[options.algorithm](options)


if __name__ == "__main__":
    main()
