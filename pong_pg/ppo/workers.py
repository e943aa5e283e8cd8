"""Rollout workers of PPO, and the pool that plays in threads of this process."""

from __future__ import annotations

import functools
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor

from pong_pg.compat import Env
from pong_pg.compat.ale import ConsoleRules
from pong_pg.distributed.faults import WorkerFault
from pong_pg.distributed.threads import available_cores, limit_native_threads
from pong_pg.errors import Stopped
from pong_pg.game.console_game import console_rules
from pong_pg.game.env import EnvFactory, EnvWorker
from pong_pg.game.seeding import env_game
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.network import Weights
from pong_pg.ppo.play import LIBRARY
from pong_pg.ppo.rollout import ConsoleRunner, EnvRunner, Position, Rollout, Runner


class RolloutWorker(EnvWorker[PPOConfig]):
    """Holds environments in the middle of their games, and plays on in them.

    A game that it does not hold, or not where it should be, it replays up to there first.

    Args:
        config: the run's settings.
        env_factory: makes the environments, instead of the config's id.
        own_process: see `EnvWorker`.
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
        runners = {number: self.runner(number, position) for number, position in positions.items()}
        rollouts = {number: runner.rollout(weights, steps) for number, runner in runners.items()}
        return time.perf_counter() - began, rollouts

    def runner(self, number: int, position: Position | None) -> Runner:
        """Return what plays in an environment; for its position see `play`."""
        if position is None:
            return self._runners[number]
        runner = self._runners.get(number)
        if runner is None or _at(runner.position) != _at(position):
            rules = self.rules()
            games = functools.partial(env_game, self._config.seed, number)
            if rules is not None:
                runner = ConsoleRunner(rules, games, position)
            else:
                # Each runner keeps its environment, and a new one takes the next that no runner has.
                env = runner.env if isinstance(runner, EnvRunner) else self._free_env()
                runner = EnvRunner(env, games, position)
            self._runners[number] = runner
        return runner

    def rules(self) -> ConsoleRules | None:
        """Return the rules of the games where C plays whole rollouts, on consoles that need nothing of Python."""
        self.prepare()
        return None if LIBRARY.load() is None else console_rules(self._envs[0])

    def _free_env(self) -> Env:
        number = len(self._runners)
        self.prepare(number + 1)
        return self._envs[number]

    def close(self) -> None:
        """Close the environments."""
        self._runners.clear()
        super().close()


def _at(position: Position) -> tuple[int, int]:
    return position.game, len(position.actions)


class LocalRolloutPool:
    """Plays rollouts in all environments in threads of this process. Use it like `RayRolloutPool`.

    Where the console in C plays, threads play while this one learns, and all cores play while this one waits. Other
    environments are played in this thread, while it waits. What happens in an environment does not depend on the pool,
    nor on which thread plays it.

    Args:
        config: the run's settings.
        env_factory: makes the environments, instead of the config's id.
        threads: that play, at most; None for one for each CPU.

    Attributes:
        size: number of Ray actors; 0 for this process.
        faults: the workers that were replaced so far.
    """

    size = 0
    faults: Sequence[WorkerFault] = ()

    def __init__(self, config: PPOConfig, env_factory: EnvFactory | None = None, *, threads: int | None = None) -> None:
        self._limits = limit_native_threads()
        self._worker = RolloutWorker(config, env_factory)
        self._worker.prepare()
        threads = threads or available_cores()
        # A quarter of the cores, and at least one, learns meanwhile.
        self._executor = ThreadPoolExecutor(max(1, threads - max(1, threads // 4)), thread_name_prefix="pong_pg plays")
        self._begun: deque[tuple[Weights, int]] = deque()
        self._positions: list[Position] = []
        self._runners: list[Runner] = []
        # What threads play of the first batch that was begun.
        self._futures: list[Future[Rollout]] = []
        self._closed = False

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
        if self._begun and not self._futures and self._worker.rules() is not None:
            self._place_runners()
            self._futures = [self._executor.submit(runner.rollout, *self._begun[0]) for runner in self._runners]

    def _place_runners(self) -> None:
        self._runners = [self._worker.runner(*place) for place in enumerate(self._positions)]

    def finish(self, should_stop: Callable[[], bool]) -> list[Rollout]:
        """Return the rollouts of the first `begin` whose rollouts have not been returned.

        Raises:
            Stopped: `should_stop` returned True.
        """
        self._start()
        if not self._futures:
            self._place_runners()
        rollouts = {}
        # This thread plays what no other one has begun, from the end: they begin with the first.
        for number in reversed(range(len(self._runners))):
            if should_stop():
                raise Stopped
            if not self._futures or self._futures[number].cancel():
                rollouts[number] = self._runners[number].rollout(*self._begun[0])
        for number, future in enumerate(self._futures):
            if number not in rollouts:
                rollouts[number] = future.result()
        self._begun.popleft()
        self._futures = []
        played = [rollouts[number] for number in range(len(rollouts))]
        self._positions = [rollout.position for rollout in played]
        self._start()
        return played

    def close(self) -> None:
        """Close the environments and give NumPy its threads back; further calls do nothing."""
        if not self._closed:
            self._closed = True
            self._executor.shutdown(cancel_futures=True)
            self._worker.close()
            self._limits.restore_original_limits()
