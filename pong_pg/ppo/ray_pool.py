"""The pool of Ray actors for PPO: each holds its streams; one that dies is replaced, and they are played again."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from pong_pg.compat import import_emulator_alone
from pong_pg.config import TrainConfig
from pong_pg.distributed.actors import ActorLostError, RayActors
from pong_pg.ppo.network import Weights
from pong_pg.ppo.rollout import Position, Segment
from pong_pg.ppo.workers import PlayedSegments, StreamWorker
from pong_pg.reinforce.workers import EnvFactory, limit_native_threads, plays_on_emulator


class _Batch:
    """A segment of each stream, on its way.

    Attributes:
        weights: what plays them, where Ray keeps it.
        steps: agent steps of each.
        todo: the workers whose share has not been given out.
        under_way: the calls that have not come back, each with its worker.
        segments: what has come back, by stream.
        seconds: of playing.
    """

    def __init__(self, weights: Any, steps: int, workers: int) -> None:
        self.weights, self.steps = weights, steps
        self.todo = set(range(workers))
        self.under_way: dict[Any, int] = {}
        self.segments: dict[int, Segment] = {}
        self.seconds = 0.0


class RayStreamPool(RayActors):
    """Has each actor play its share of the streams, and keeps it busy with the next segment before this one is back.

    Args:
        config: the run's settings.
        env_factory: makes the environments in each worker; travels there by pickle.
        size: number of actors, at most the number of streams.
        cpus_each: CPUs that each of them reserves.
    """

    def __init__(self, config: TrainConfig, env_factory: EnvFactory | None, size: int, cpus_each: float) -> None:
        self._config = config
        self._env_factory = env_factory
        # Which streams each actor plays: always the same, because it holds their games.
        self._shares = [range(worker, config.parallel_games, size) for worker in range(size)]
        # Where the streams are before the first batch.
        self._positions: list[Position] = []
        self._batches: deque[_Batch] = deque()
        super().__init__(size, cpus_each)

    def _new_actor(self) -> Any:
        return self._remote(_RayStreamWorker, self._config, self._env_factory)

    def place(self, positions: Sequence[Position]) -> None:
        """See `StreamPool`."""
        self._positions = list(positions)

    def begin(self, weights: Weights, steps: int) -> None:
        """Send the weights to the actors that are ready, and have them begin; see `StreamPool`."""
        import ray

        self._batches.append(_Batch(ray.put(tuple(weights)), steps, self.size))
        self._give_work()

    def _give_work(self) -> None:
        ready = self.ready()
        for number, batch in enumerate(self._batches):
            for worker in batch.todo.intersection(ready):
                batch.todo.remove(worker)
                share = {stream: self._position(stream, worker, number) for stream in self._shares[worker]}
                batch.under_way[self.actor(worker).play_share.remote(batch.weights, batch.steps, share)] = worker

    def _position(self, stream: int, worker: int, number: int) -> Position | None:
        """Where a stream is before a batch; None if its worker is still on its way there."""
        position = self._positions[stream]
        for batch in itertools.islice(self._batches, number):
            if worker in batch.under_way.values():
                return None
            position = position.after(batch.segments[stream])
        return position

    def finish(self, should_stop: Callable[[], bool]) -> PlayedSegments:
        """Wait for all shares of a batch, see `StreamPool`.

        Raises:
            Stopped: `should_stop` said so.
            ClusterError: actors keep dying.
        """
        self.listen()
        deaths = [0] * self.size
        batch = self._batches[0]
        while len(batch.segments) < self._config.parallel_games:
            under_way = [reference for begun in self._batches for reference in begun.under_way]
            for reference in self.wait(under_way, should_stop):
                try:
                    self._take(reference)
                except ActorLostError as error:
                    worker = self._worker_of(reference)
                    deaths[worker] += 1
                    self._forget(worker)
                    self.bury(worker, deaths[worker], error, f"streams to play again: {len(self._shares[worker])}")
                self._give_work()
        self._batches.popleft()
        segments = [batch.segments[stream] for stream in range(self._config.parallel_games)]
        self._positions = [position.after(part) for position, part in zip(self._positions, segments, strict=True)]
        return PlayedSegments(segments, self._positions, batch.seconds)

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
        segments, seconds = outcome
        batch.segments.update(segments)
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


class _RayStreamWorker(StreamWorker):
    """A worker in a process of its own, where the native threads are the package's to limit."""

    def __init__(self, config: TrainConfig, env_factory: EnvFactory | None) -> None:
        self._threads = limit_native_threads()
        self._alone = plays_on_emulator(config, env_factory)
        super().__init__(config, env_factory)

    def prepare(self) -> None:
        """Make an environment; nobody else in this process has a use for Gymnasium."""
        if self._alone:
            import_emulator_alone()
        super().prepare()

    def play_share(
        self, weights: tuple[Any, ...], steps: int, positions: dict[int, Position | None]
    ) -> tuple[dict[int, Segment], float]:
        """Play a segment of each stream of this actor's, see `play`."""
        return self.play(Weights(*weights), steps, positions)
