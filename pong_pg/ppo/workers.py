"""Rollout workers of PPO, and the pool that plays in this process."""

from __future__ import annotations

import functools
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pong_pg.compat import Env, draws_palette
from pong_pg.distributed.faults import WorkerFault
from pong_pg.distributed.threads import limit_native_threads
from pong_pg.errors import Stopped
from pong_pg.game.env import EnvFactory
from pong_pg.game.seeding import env_game
from pong_pg.game.worker import EnvWorker
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.network import ACTIONS, Weights
from pong_pg.ppo.rollout import EnvRunner, Position, Rollout


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
        self._runners: dict[int, EnvRunner] = {}

    def play(
        self,
        weights: Weights,
        steps: int,
        positions: Mapping[int, Position | None],
        should_stop: Callable[[], bool] | None = None,
    ) -> tuple[float, dict[int, Rollout]]:
        """Play a rollout in some environments, one after another.

        Args:
            weights: the network's.
            steps: agent steps of each.
            positions: where each environment is, by its number; None for where this worker has left it.
            should_stop: asked before each rollout.

        Returns:
            The seconds that the rollouts took, and the rollouts by environment.

        Raises:
            Stopped: `should_stop` returned True.
            EnvError: an environment is not deterministic.
        """
        began = time.perf_counter()
        rollouts = {}
        for number, position in positions.items():
            if should_stop is not None and should_stop():
                raise Stopped
            rollouts[number] = self._runner(number, position).rollout(weights, steps)
        return time.perf_counter() - began, rollouts

    def _runner(self, number: int, position: Position | None) -> EnvRunner:
        if position is None:
            return self._runners[number]
        runner = self._runners.get(number)
        if runner is None or runner.at != (position.game, len(position.actions)):
            # Each runner keeps its environment, and a new one takes the next that no runner has.
            env = runner.env if runner is not None else self._free_env()
            games = functools.partial(env_game, self._config.seed, number)
            self._runners[number] = runner = EnvRunner(env, ACTIONS[self._config.actions], games, position)
        return runner

    def _free_env(self) -> Env:
        self.prepare()
        number = len(self._runners)
        if self._env_factory is None and draws_palette(first := self._envs[0]):
            # They play one after another, and so need one emulator between them.
            self._envs += [first.sibling() for _ in range(number + 1 - len(self._envs))]
        self.prepare(number + 1)
        return self._envs[number]

    def close(self) -> None:
        """Close the environments."""
        self._runners.clear()
        super().close()


class LocalRolloutPool:
    """Plays rollouts in all environments in this process. Use it like `pong_pg.ppo.ray_pool.RayRolloutPool`.

    What happens in an environment does not depend on the pool, nor on which worker plays it.

    Args:
        config: the run's settings.
        env_factory: makes the environments, instead of the config's id.

    Attributes:
        size: number of Ray actors; 0 for this process.
        faults: the workers that were replaced so far.
    """

    size = 0
    faults: Sequence[WorkerFault] = ()

    def __init__(self, config: PPOConfig, env_factory: EnvFactory | None = None) -> None:
        self._threads = limit_native_threads()
        self._worker = RolloutWorker(config, env_factory)
        self._worker.prepare()
        self._begun: deque[tuple[Weights, int]] = deque()
        self._positions: list[Position] = []
        self._closed = False

    def place(self, positions: Sequence[Position]) -> None:
        """Set where each environment is, before anything is played."""
        self._positions = list(positions)

    def begin(self, weights: Weights, steps: int) -> None:
        """Have a rollout played in each environment, after those that are under way, which need not have come back.

        Args:
            weights: the network's. They must stay as they are until `finish` has returned these rollouts.
            steps: agent steps of each; 0 only takes the environments to where they were placed.
        """
        # This process plays in `finish`.
        self._begun.append((weights, steps))

    def finish(self, should_stop: Callable[[], bool]) -> PlayedBatch:
        """Return the rollouts of the first `begin` whose rollouts have not been returned.

        Raises:
            Stopped: `should_stop` returned True.
        """
        _, rollouts = self._worker.play(*self._begun[0], dict(enumerate(self._positions)), should_stop)
        self._begun.popleft()
        played = [rollouts[number] for number in range(len(rollouts))]
        self._positions = [position.after(part) for position, part in zip(self._positions, played, strict=True)]
        return PlayedBatch(played, self._positions)

    def close(self) -> None:
        """Close the environments and give NumPy its threads back; further calls do nothing."""
        if not self._closed:
            self._closed = True
            self._worker.close()
            self._threads.restore_original_limits()
