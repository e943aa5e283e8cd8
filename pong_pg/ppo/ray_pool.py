"""The pool of Ray actors for PPO: the environments of one that fails go to the others, which replay their games."""

from __future__ import annotations

import copy
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pong_pg.distributed.actors import Call, RayActors
from pong_pg.game.env import EnvFactory
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.network import Weights
from pong_pg.ppo.rollout import Position, Rollout
from pong_pg.ppo.workers import RolloutWorker


@dataclass
class _Batch:
    """A rollout in each environment, under way.

    Attributes:
        weights: what plays them, where Ray keeps it.
        steps: agent steps of each.
        todo: the environments that have not been given out.
        rollouts: what has come back, by environment.
    """

    weights: Any
    steps: int
    todo: set[int]
    rollouts: dict[int, Rollout] = field(default_factory=dict)


class RayRolloutPool(RayActors):
    """Has each actor play in its share of the environments, and gives it the next rollout before this one is back.

    An environment can be played by any actor: one that does not hold its game replays it up to where it stands. So the
    share of an actor that is lost goes to the others until there is a replacement.

    For the arguments see `pong_pg.algorithm.Algorithm.ray_pool`.
    """

    replayed = "environments to replay"

    def __init__(self, config: PPOConfig, env_factory: EnvFactory | None, size: int, cpus_each: float) -> None:
        self._config = config
        # Where the environments are before the first batch.
        self._positions: list[Position] = []
        self._batches: deque[_Batch] = deque()
        most = 0 if config.workers is not None else config.max_workers
        super().__init__(RolloutWorker, (config, env_factory), size, cpus_each, most)

    def place(self, positions: Sequence[Position]) -> None:
        """See `LocalRolloutPool`."""
        self._positions = list(positions)

    def begin(self, weights: Weights, steps: int) -> None:
        """Send the weights to the actors that are ready, and have them begin; see `LocalRolloutPool`."""
        self.grow()
        self._batches.append(_Batch(self.put(weights), steps, set(range(self._config.num_envs))))
        self._give_work()

    def _give_work(self) -> None:
        """Give out what can be played now, one call for each actor and batch."""
        if not any(batch.todo for batch in self._batches):
            return
        workers = self._workers()
        before: _Batch | None = None
        for batch in self._batches:
            # Ray makes an actor's calls one after another: it goes on where the call before has left it. Another actor
            # has to wait for the batch before.
            playing = {env: call.worker for call in self.calls.values() if call.batch is before for env in call.items}
            shares: dict[int, dict[int, Position | None]] = {}
            for env in sorted(batch.todo):
                worker = workers[env]
                if worker is not None and (before is None or playing.get(env) == worker):
                    shares.setdefault(worker, {})[env] = self._positions[env] if before is None else None
            for worker, share in shares.items():
                replayed = sum(len(position.actions) for position in share.values() if position is not None)
                call = Call(worker, batch, list(share), work=len(share) * batch.steps + replayed)
                self.send(call, "play", batch.weights, batch.steps, share)
                batch.todo.difference_update(share)
            before = batch

    def _play_again(self, call: Call) -> None:
        call.batch.todo.update(call.items)

    def _workers(self) -> list[int | None]:
        """Return which actor is to play each environment next; None if that one will be ready soon, or none is.

        Always the same one if that is possible, since it holds the game.
        """
        ready = self.ready()

        def worker(env: int) -> int | None:
            row, own = divmod(env, self.size)
            if own in ready:
                return own
            return None if self.is_awaited(own) or not ready else ready[(own + row) % len(ready)]

        return [worker(env) for env in range(self._config.num_envs)]

    def finish(self, should_stop: Callable[[], bool]) -> list[Rollout]:
        """Wait for all shares of a batch, see `LocalRolloutPool`.

        Raises:
            Stopped: `should_stop` returned True.
            PongPGError: see `RayActors.returned`.
        """
        self.begin_update()
        batch = self._batches[0]
        while len(batch.rollouts) < self._config.num_envs:
            for call, (seconds, rollouts) in self.returned(should_stop):
                self.bound.note(call.work, seconds)
                # Copies, since to free an array in Ray's object store would end this process if the store were lost.
                call.batch.rollouts.update(copy.deepcopy(rollouts))
            # Also after a while without news: others may have to take over from an actor that Ray can't start.
            self._give_work()
        self._batches.popleft()
        rollouts = [batch.rollouts[env] for env in range(self._config.num_envs)]
        self._positions = [rollout.position for rollout in rollouts]
        self._give_work()
        return rollouts
