"""The pool of Ray actors for PPO: one that dies is replaced, and its games are replayed."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from pong_pg.distributed.actors import ActorLostError, RayActors
from pong_pg.game.env import EnvFactory
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.network import Weights
from pong_pg.ppo.rollout import Position, Rollout
from pong_pg.ppo.workers import PlayedBatch, RolloutWorker


class _Batch:
    """A rollout in each environment, under way.

    Attributes:
        weights: what plays them, where Ray keeps it.
        steps: agent steps of each.
        todo: the workers whose share has not been given out.
        under_way: the calls that have not come back, each with its worker.
        rollouts: what has come back, by environment.
        seconds: of playing.
    """

    def __init__(self, weights: Any, steps: int, workers: int) -> None:
        self.weights, self.steps = weights, steps
        self.todo = set(range(workers))
        self.under_way: dict[Any, int] = {}
        self.rollouts: dict[int, Rollout] = {}
        self.seconds = 0.0


class RayRolloutPool(RayActors):
    """Has each actor play in its share of the environments, and gives it the next rollout before this one is back.

    Args:
        config: the run's settings.
        env_factory: makes the environments in each worker; travels there by pickle.
        size: number of actors, at most the number of environments.
        cpus_each: CPUs that each of them reserves.
    """

    def __init__(self, config: PPOConfig, env_factory: EnvFactory | None, size: int, cpus_each: float) -> None:
        self._config = config
        self._env_factory = env_factory
        # Which environments each actor plays: always the same, because it holds their games.
        self._shares = [range(worker, config.num_envs, size) for worker in range(size)]
        # Where the environments are before the first batch.
        self._positions: list[Position] = []
        self._batches: deque[_Batch] = deque()
        super().__init__(size, cpus_each)

    def _new_actor(self) -> Any:
        return self._remote(RolloutWorker, self._config, self._env_factory, own_process=True)

    def place(self, positions: Sequence[Position]) -> None:
        """See `RolloutPool`."""
        self._positions = list(positions)

    def begin(self, weights: Weights, steps: int) -> None:
        """Send the weights to the actors that are ready, and have them begin; see `RolloutPool`."""
        import ray

        self._batches.append(_Batch(ray.put(tuple(weights)), steps, self.size))
        self._give_work()

    def _give_work(self) -> None:
        ready = self.ready()
        for number, batch in enumerate(self._batches):
            for worker in batch.todo.intersection(ready):
                batch.todo.remove(worker)
                share = {env: self._position(env, worker, number) for env in self._shares[worker]}
                batch.under_way[self.actor(worker).play_share.remote(batch.weights, batch.steps, share)] = worker

    def _position(self, env: int, worker: int, number: int) -> Position | None:
        """Return where an environment is before a batch; None if its worker is still on its way there."""
        position = self._positions[env]
        for batch in itertools.islice(self._batches, number):
            if worker in batch.under_way.values():
                return None
            position = position.after(batch.rollouts[env])
        return position

    def finish(self, should_stop: Callable[[], bool]) -> PlayedBatch:
        """Wait for all shares of a batch, see `RolloutPool`.

        Raises:
            Stopped: `should_stop` returned True.
            ClusterError: actors keep dying.
        """
        self.start_waiting()
        deaths = [0] * self.size
        batch = self._batches[0]
        while len(batch.rollouts) < self._config.num_envs:
            under_way = [reference for begun in self._batches for reference in begun.under_way]
            for reference in self.wait(under_way, should_stop):
                try:
                    self._take(reference)
                except ActorLostError as error:
                    worker = self._worker_of(reference)
                    deaths[worker] += 1
                    self._forget(worker)
                    self.handle_death(
                        worker, deaths[worker], error, f"environments to replay: {len(self._shares[worker])}"
                    )
                self._give_work()
        self._batches.popleft()
        rollouts = [batch.rollouts[env] for env in range(self._config.num_envs)]
        self._positions = [position.after(part) for position, part in zip(self._positions, rollouts, strict=True)]
        return PlayedBatch(rollouts, self._positions, batch.seconds)

    def _take(self, reference: Any) -> None:
        """Take in what a call has come back with.

        Raises:
            ActorLostError: its actor has died.
        """
        outcome = self.outcome(reference)
        if self.starting.pop(reference, None) is not None:
            return
        batch = next(batch for batch in self._batches if reference in batch.under_way)
        del batch.under_way[reference]
        rollouts, seconds = outcome
        batch.rollouts.update(rollouts)
        batch.seconds += seconds

    def _worker_of(self, reference: Any) -> int:
        calls = {
            **self.starting,
            **{call: worker for batch in self._batches for call, worker in batch.under_way.items()},
        }
        return calls[reference]

    def _forget(self, worker: int) -> None:
        """Forget all calls to an actor that died: its successor gets them anew."""
        self.starting = {call: other for call, other in self.starting.items() if other != worker}
        for batch in self._batches:
            lost = [call for call, other in batch.under_way.items() if other == worker]
            for call in lost:
                del batch.under_way[call]
                batch.todo.add(worker)
