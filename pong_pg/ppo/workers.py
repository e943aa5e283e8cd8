"""Rollout workers of PPO, and the pool that plays in threads of this process."""

from __future__ import annotations

import functools
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import NamedTuple

from pong_pg.compat import Env
from pong_pg.distributed.faults import WorkerFault
from pong_pg.distributed.threads import available_cores, limit_native_threads
from pong_pg.errors import Stopped
from pong_pg.game.console_game import console_rules
from pong_pg.game.env import EnvFactory, EnvWorker
from pong_pg.game.seeding import env_game
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.network import Weights
from pong_pg.ppo.play import LIBRARY, Shares
from pong_pg.ppo.rollout import ConsoleRunner, EnvRunner, Position, Rollout, Runner

# Seconds between two questions whether to stop.
_PATIENCE = 0.1


class PlayedBatch(NamedTuple):
    """A batch: a rollout in each environment.

    Attributes:
        rollouts: in the order of the environments.
        positions: where each environment is now.
    """

    rollouts: list[Rollout]
    positions: list[Position]


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
        runners = self.runners(positions)
        rollouts = {number: runner.rollout(weights, steps) for number, runner in runners.items()}
        return time.perf_counter() - began, rollouts

    def runners(self, positions: Mapping[int, Position | None]) -> dict[int, Runner]:
        """Return what plays in some environments; for the arguments see `play`."""
        return {number: self._runner(number, position) for number, position in positions.items()}

    def _runner(self, number: int, position: Position | None) -> Runner:
        if position is None:
            return self._runners[number]
        self.prepare()
        runner = self._runners.get(number)
        # The console takes over once it is compiled.
        is_late = isinstance(runner, EnvRunner) and self.plays_on_consoles
        if runner is None or is_late or runner.at != (position.game, len(position.actions)):
            games = functools.partial(env_game, self._config.seed, number)
            if self.plays_on_consoles:
                rules = console_rules(self._envs[0])
                assert rules is not None
                runner = ConsoleRunner(rules, games, position)
            else:
                # Each runner keeps its environment, and a new one takes the next that no runner has.
                env = runner.env if isinstance(runner, EnvRunner) else self._free_env()
                runner = EnvRunner(env, games, position)
            self._runners[number] = runner
        return runner

    @property
    def plays_on_consoles(self) -> bool:
        """Whether C plays whole rollouts, on consoles that need nothing of Python."""
        return LIBRARY.load() is not None and console_rules(self._envs[0]) is not None

    def _free_env(self) -> Env:
        number = len(self._runners)
        self.prepare(number + 1)
        return self._envs[number]

    def close(self) -> None:
        """Close the environments."""
        self._runners.clear()
        super().close()


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
        self._threads = threads or available_cores()
        self._executor = ThreadPoolExecutor(self._threads, thread_name_prefix="pong_pg plays")
        self._begun: deque[tuple[Weights, int]] = deque()
        self._positions: list[Position] = []
        self._batch: _ThreadedBatch | None = None
        self._closed = False

    def place(self, positions: Sequence[Position]) -> None:
        """Set where each environment is, before anything is played."""
        self._positions = list(positions)

    def begin(self, weights: Weights, steps: int) -> None:
        """Have a rollout played in each environment, after those that are under way, which need not have come back.

        Args:
            weights: the network's, in fixed point. They must stay as they are until `finish` has returned these
                rollouts.
            steps: agent steps of each; 0 only takes the environments to where they were placed.
        """
        self._begun.append((weights, steps))
        self._start()

    def _start(self) -> None:
        if self._batch is None and self._begun and self._worker.plays_on_consoles:
            runners = list(self._worker.runners(dict(enumerate(self._positions))).values())
            # A quarter of the cores, and at least one, learns meanwhile.
            learning = max(1, self._threads // 4)
            self._batch = _ThreadedBatch(self._executor, runners, *self._begun[0])
            self._batch.add_threads(self._threads - learning)

    def finish(self, should_stop: Callable[[], bool]) -> PlayedBatch:
        """Return the rollouts of the first `begin` whose rollouts have not been returned.

        Raises:
            Stopped: `should_stop` returned True.
        """
        self._start()
        weights, steps = self._begun[0]
        if self._batch is None:
            played = []
            for runner in self._worker.runners(dict(enumerate(self._positions))).values():
                if should_stop():
                    raise Stopped
                played.append(runner.rollout(weights, steps))
        else:
            played = self._batch.finish(self._threads, should_stop)
            self._batch = None
        self._begun.popleft()
        self._positions = [position.after(part) for position, part in zip(self._positions, played, strict=True)]
        self._start()
        return PlayedBatch(played, self._positions)

    def close(self) -> None:
        """Close the environments and give NumPy its threads back; further calls do nothing."""
        if not self._closed:
            self._closed = True
            if self._batch is not None:
                self._batch.stop()
            self._executor.shutdown()
            self._worker.close()
            self._limits.restore_original_limits()


class _ThreadedBatch:
    """A rollout of each of some consoles, which threads play.

    Args:
        executor: has the threads.
        runners: one for each environment.
        weights: the network's, in fixed point.
        steps: of each rollout.
    """

    def __init__(self, executor: ThreadPoolExecutor, runners: Sequence[Runner], weights: Weights, steps: int) -> None:
        self._executor, self._steps = executor, steps
        self._runners = [runner for runner in runners if isinstance(runner, ConsoleRunner)]
        self._shares = Shares([runner.begin(weights, steps) for runner in self._runners], steps)
        self._futures: list[Future[None]] = []

    def add_threads(self, number: int) -> None:
        """Let so many threads play."""
        for _ in range(number):
            self._futures.append(self._executor.submit(self._shares.play))

    def stop(self) -> None:
        """Let all threads return soon."""
        self._shares.stop()
        wait(self._futures)

    def finish(self, threads: int, should_stop: Callable[[], bool]) -> list[Rollout]:
        """Let so many threads play until all rollouts are complete, and return these.

        Raises:
            Stopped: `should_stop` returned True.
        """
        self.add_threads(threads - len(self._futures))
        while True:
            while wait(self._futures, _PATIENCE).not_done:
                if should_stop():
                    self.stop()
                    raise Stopped
            for future in self._futures:
                future.result()
            late = [runner for runner in self._runners if not runner.has_played(self._steps)]
            if not late:
                return [runner.finish() for runner in self._runners]
            # They need the seeds of a second game, or more room.
            for runner in late:
                runner.go_on()
            self._shares, self._futures = Shares([runner.player for runner in late], self._steps), []
            self.add_threads(threads)
