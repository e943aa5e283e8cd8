"""Rollout workers of PPO, and the pool that plays in threads of this process."""

from __future__ import annotations

import functools
import sys
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from pong_pg.distributed.faults import WorkerFault
from pong_pg.distributed.threads import available_cores, limit_native_threads, results
from pong_pg.game.env import EnvFactory, EnvWorker
from pong_pg.game.seeding import env_game
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.network import Weights
from pong_pg.ppo.rollout import Position, Rollout, Runner, make_runner, rules_of

# Seconds after which a thread asks for Python's lock. With Python's own 0.005, the one that learns waits for those that
# play, up to once a minibatch.
_TURN = 0.0003


class RolloutWorker(EnvWorker[PPOConfig]):
    """Holds environments in the middle of their games, and plays on in them.

    A game that it does not hold, or not where it should be, it replays up to there first. For the arguments see
    `EnvWorker`.
    """

    def __init__(self, config: PPOConfig, env_factory: EnvFactory | None, *, own_process: bool = False) -> None:
        super().__init__(config, env_factory, own_process=own_process)
        self._runners: dict[int, Runner] = {}

    def play(
        self, weights: Weights, steps: int, positions: Mapping[int, Position | None]
    ) -> tuple[float, dict[int, Rollout]]:
        """Play a rollout in some environments.

        Args:
            weights: the network's, in fixed point.
            steps: agent steps of each.
            positions: where each environment is, by its number; None for where this worker has left it.

        Returns:
            The seconds that the rollouts took, and the rollouts by environment.

        Raises:
            EnvError: an environment is not deterministic.
        """
        began = time.perf_counter()
        rollouts = {env: self.runner(env, position).rollout(weights, steps) for env, position in positions.items()}
        return time.perf_counter() - began, rollouts

    def runner(self, number: int, position: Position | None) -> Runner:
        """Return what plays in an environment; for its position see `play`."""
        runner = self._runners.get(number)
        if runner is None or (position is not None and _at(runner.position) != _at(position)):
            # Each runner keeps its environment, and a new one takes the next that no runner has; consoles share one.
            of_new = 0 if self.plays_by_itself else len(self._runners)
            env = self.env(of_new) if runner is None else runner.env
            games = functools.partial(env_game, self._config.seed, number)
            runner = self._runners[number] = make_runner(env, games, position)
        return runner

    @property
    def plays_by_itself(self) -> bool:
        """Whether C plays whole rollouts, each on a console of its own, and needs nothing of Python."""
        return rules_of(self.env()) is not None


def _at(position: Position) -> tuple[int, int]:
    return position.game, len(position.actions)


class LocalRolloutPool:
    """Plays rollouts in all environments in threads of this process. Use it like `RayRolloutPool`.

    Where the console in C plays, threads play while this one learns, and all cores play while this one waits. Other
    environments are played in this thread, while it waits. What happens in an environment does not depend on the pool,
    nor on which thread plays it.

    For arguments and attributes see `pong_pg.algorithm.Algorithm.local_pool` and `pong_pg.algorithm.Pool`.
    """

    size = 0
    faults: Sequence[WorkerFault] = ()

    def __init__(self, config: PPOConfig, env_factory: EnvFactory | None = None) -> None:
        self._worker = RolloutWorker(config, env_factory)
        self._worker.prepare()
        self._limits, self._switch_interval = limit_native_threads(), sys.getswitchinterval()
        sys.setswitchinterval(_TURN)
        # A quarter of the cores, and at least one, learns meanwhile.
        cores = available_cores()
        self._executor = ThreadPoolExecutor(max(1, cores - max(1, cores // 4)), thread_name_prefix="pong_pg plays")
        self._begun: deque[tuple[Weights, int]] = deque()
        self._positions: list[Position] = []
        # What threads play of the first batch that was begun.
        self._futures: list[Future[Rollout]] = []

    def place(self, positions: Sequence[Position]) -> None:
        """Set where each environment is, before anything is played."""
        self._positions = list(positions)

    def begin(self, weights: Weights, steps: int) -> None:
        """Have a rollout played in each environment, after those that are under way, which need not have come back.

        Args:
            weights: the network's, in fixed point. They must stay as they are until `finish` has returned these
                rollouts.
            steps: agent steps of each.
        """
        self._begun.append((weights, steps))
        self._start()

    def _start(self) -> None:
        """Have threads begin with the first batch, if C plays."""
        if self._begun and not self._futures and self._worker.plays_by_itself:
            runners = [self._runner(env) for env in range(len(self._positions))]
            self._futures = [self._executor.submit(runner.rollout, *self._begun[0]) for runner in runners]

    def _runner(self, env: int) -> Runner:
        return self._worker.runner(env, self._positions[env])

    def finish(self, should_stop: Callable[[], bool]) -> list[Rollout]:
        """Return the rollouts of the first `begin` whose rollouts have not been returned.

        Raises:
            Stopped: `should_stop` returned True.
        """
        weights, steps = self._begun[0]
        # Futures of nobody: this thread plays what no other one has begun.
        futures = self._futures or [Future[Rollout]() for _ in self._positions]
        rollouts = dict(results(futures, lambda env: self._runner(env).rollout(weights, steps), should_stop))
        self._begun.popleft()
        self._futures = []
        played = [rollouts[env] for env in range(len(rollouts))]
        self._positions = [rollout.position for rollout in played]
        self._start()
        return played

    def close(self) -> None:
        """Close the environments and give NumPy its threads back; it may be called again."""
        self._executor.shutdown(cancel_futures=True)
        self._worker.close()
        self._limits.restore_original_limits()
        sys.setswitchinterval(self._switch_interval)
