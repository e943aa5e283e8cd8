"""PPO as it is measured: rollouts in one process, and training with workers."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator

from pong_pg.bench.workloads import Workload
from pong_pg.errors import ClusterError
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.ray_pool import RayRolloutPool
from pong_pg.ppo.rollout import Position
from pong_pg.ppo.state import PPOState
from pong_pg.ppo.trainer import PPOTrainer
from pong_pg.ppo.workers import RolloutWorker

# Of the workload in one process: a turn is short, and the weights are set up once for many steps, as in training.
_ENVS, _STEPS = 4, 128
# Seconds within which all workers must answer.
_START_TIMEOUT = 60.0


@contextlib.contextmanager
def rollouts() -> Iterator[Workload]:
    """Yield the workload of one worker: rollouts in a few environments, one after another."""
    config = PPOConfig(num_envs=_ENVS)
    with contextlib.closing(RolloutWorker(config, None)) as worker:
        weights = PPOState.initial(config).played()
        starts: dict[int, Position | None] = dict.fromkeys(range(_ENVS), Position.start())
        worker.play(weights, _STEPS, starts)

        def play() -> int:
            worker.play(weights, _STEPS, dict.fromkeys(starts))
            return _ENVS * _STEPS

        yield play


@contextlib.contextmanager
def training(workers: int, cpus_each: float) -> Iterator[PPOTrainer]:
    """Yield a trainer with the default settings whose workers have all started.

    Raises:
        ClusterError: they do not start in time.
    """
    config = PPOConfig(num_envs=max(PPOConfig().num_envs, workers))
    with contextlib.closing(RayRolloutPool(config, None, workers, cpus_each)) as pool:
        trainer = PPOTrainer(PPOState.initial(config), pool)
        began = time.monotonic()
        updates_for(trainer, 0)
        while len(pool.ready()) < workers:
            if time.monotonic() - began > _START_TIMEOUT:
                raise ClusterError(
                    f"Ray has started only {len(pool.ready())} of {workers} workers in {_START_TIMEOUT:.0f} s: "
                    "use fewer with --workers"
                )
            updates_for(trainer, 0)
        # Those that came last have replayed their games.
        updates_for(trainer, 0)
        yield trainer


def updates_for(trainer: PPOTrainer, seconds: float) -> float:
    """Make updates for at least `seconds`, at least one; return their agent steps per second."""
    before, began = trainer.state.progress.agent_steps, time.perf_counter()
    while True:
        trainer.update(lambda _: None, lambda: False)
        took = time.perf_counter() - began
        if took >= seconds:
            return (trainer.state.progress.agent_steps - before) / took
