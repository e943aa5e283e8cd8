"""The pool of Ray actors for PPO: each holds its streams; one that dies is replaced, and they are played again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pong_pg.compat import import_emulator_alone
from pong_pg.config import TrainConfig
from pong_pg.ppo.network import Weights
from pong_pg.ppo.pool import PlayedSegments, StreamWorker
from pong_pg.ppo.streams import Position, Segment
from pong_pg.ray_actors import ActorLostError, RayActors
from pong_pg.workers import EnvFactory, limit_native_threads, plays_on_emulator


class RayStreamPool(RayActors):
    """Has each actor play its share of the streams.

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
        self._weights: Any = None
        self._positions: Sequence[Position] = ()
        # The workers whose share has not been given out.
        self._todo: set[int] = set()
        self._under_way: dict[Any, int] = {}
        super().__init__(size, cpus_each)

    def _new_actor(self) -> Any:
        return self._remote(_RayStreamWorker, self._config, self._env_factory)

    def begin(self, weights: Weights, positions: Sequence[Position]) -> None:
        """Send the weights to the actors that are ready, and have them begin; see `StreamPool`."""
        import ray

        self._weights, self._positions = ray.put(tuple(weights)), positions
        self._todo, self._under_way = set(range(self.size)), {}
        self._give_work()

    def _give_work(self) -> None:
        for worker in self._todo.intersection(self.ready()):
            self._todo.remove(worker)
            share = {stream: self._positions[stream] for stream in self._shares[worker]}
            self._under_way[self.actor(worker).play_share.remote(self._weights, share)] = worker

    def finish(self, should_stop: Callable[[], bool]) -> PlayedSegments:
        """Wait for all shares, see `StreamPool`.

        Raises:
            Stopped: `should_stop` said so.
            ClusterError: actors keep dying.
        """
        self.listen()
        segments: dict[int, Segment] = {}
        seconds = 0.0
        deaths = [0] * self.size
        while len(segments) < self._config.parallel_games:
            for reference in self.wait(self._under_way, should_stop):
                starting = self.starting.pop(reference, None)
                worker = self._under_way.pop(reference) if starting is None else starting
                try:
                    outcome = self.outcome(reference)
                except ActorLostError as error:
                    deaths[worker] += 1
                    self.bury(worker, deaths[worker], error, f"streams to play again: {len(self._shares[worker])}")
                    self._todo.add(worker)
                else:
                    if starting is None:
                        segments.update(outcome[0])
                        seconds += outcome[1]
                self._give_work()
        return PlayedSegments([segments[stream] for stream in sorted(segments)], seconds)


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

    def play_share(self, weights: tuple[Any, ...], positions: dict[int, Position]) -> tuple[dict[int, Segment], float]:
        """Play a segment of each stream of this actor's, see `play`."""
        return self.play(Weights(*weights), positions)
