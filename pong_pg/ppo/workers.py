"""Who plays the streams of PPO: what a worker does, and the pool that is this very process."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from pong_pg.config import TrainConfig
from pong_pg.game.seeding import stream_game
from pong_pg.ppo.network import ACTIONS, Weights
from pong_pg.ppo.rollout import Position, Segment, Stream
from pong_pg.reinforce.rollout import Stopped, training_env
from pong_pg.reinforce.workers import EnvFactory, limit_native_threads


class PlayedSegments(NamedTuple):
    """What was played: a segment of each stream.

    Attributes:
        segments: in the order of the streams.
        positions: where each stream is now.
        seconds: of playing, added up over the workers.
    """

    segments: list[Segment]
    positions: list[Position]
    seconds: float


class StreamPool(Protocol):
    """Plays the streams on; what happens in them does not depend on who plays them."""

    size: int

    def place(self, positions: Sequence[Position]) -> None:
        """Say where each stream is, before anything is played."""

    def begin(self, weights: Weights, steps: int) -> None:
        """Have a segment of each stream played, after those that are on their way; they need not have come back.

        Args:
            weights: the network's. They must stay as they are until `finish` has returned these segments.
            steps: agent steps of each.
        """

    def finish(self, should_stop: Callable[[], bool]) -> PlayedSegments:
        """Return the segments of the first `begin` whose segments have not been returned.

        Raises:
            Stopped: `should_stop` said so.
        """

    def close(self) -> None:
        """Give back environments and processes; further calls do nothing."""


class StreamWorker:
    """Holds streams and plays them on. One that it does not hold, or not where it should be, it brings there first.

    Args:
        config: the run's settings.
        env_factory: makes the environments, instead of the config's id.
    """

    def __init__(self, config: TrainConfig, env_factory: EnvFactory | None) -> None:
        self._config = config
        self._env_factory = env_factory
        self._spare: list[Any] = []
        self._envs: dict[int, Any] = {}
        self._streams: dict[int, Stream] = {}

    def prepare(self) -> None:
        """Make an environment, so that what is wrong with it shows now."""
        self._spare.append(training_env(self._config, self._env_factory))

    def _env(self, stream: int) -> Any:
        if stream not in self._envs:
            self._envs[stream] = self._spare.pop() if self._spare else training_env(self._config, self._env_factory)
        return self._envs[stream]

    def play(
        self,
        weights: Weights,
        steps: int,
        positions: Mapping[int, Position | None],
        should_stop: Callable[[], bool] | None = None,
    ) -> tuple[dict[int, Segment], float]:
        """Play a segment of some streams, one after another.

        Args:
            weights: the network's.
            steps: agent steps of each.
            positions: where each of these streams is, by its number; None for where this worker has left it.
            should_stop: asked before each stream.

        Returns:
            The segments, and the seconds that they took.

        Raises:
            Stopped: `should_stop` said so.
            EnvError: the environment does not play the same game again.
        """
        began = time.perf_counter()
        segments = {}
        for number, position in positions.items():
            if should_stop is not None and should_stop():
                raise Stopped
            segments[number] = self._stream(number, position).play(weights, steps)
        return segments, time.perf_counter() - began

    def _stream(self, number: int, position: Position | None) -> Stream:
        if position is None:
            return self._streams[number]
        stream = self._streams.get(number)
        if stream is None or stream.at != (position.game, len(position.actions)):
            seed = self._config.seed

            def games(game: int) -> Any:
                return stream_game(seed, number, game)

            stream = Stream(self._env(number), ACTIONS[self._config.actions], games, position)
            self._streams[number] = stream
        return stream

    def close(self) -> None:
        """Close the environments."""
        self._streams.clear()
        for env in (*self._spare, *self._envs.values()):
            env.close()
        self._spare.clear()
        self._envs.clear()


class LocalStreamPool:
    """Plays the streams in this process, without Ray."""

    size = 0

    def __init__(self, config: TrainConfig, env_factory: EnvFactory | None = None) -> None:
        self._threads = limit_native_threads()
        self._worker = StreamWorker(config, env_factory)
        self._worker.prepare()
        self._begun: deque[tuple[Weights, int]] = deque()
        self._positions: list[Position] = []
        self._closed = False

    def place(self, positions: Sequence[Position]) -> None:
        """See `StreamPool`."""
        self._positions = list(positions)

    def begin(self, weights: Weights, steps: int) -> None:
        """Keep what to play with, see `StreamPool`: whatever is played is played by this process."""
        self._begun.append((weights, steps))

    def finish(self, should_stop: Callable[[], bool]) -> PlayedSegments:
        """Play what was begun, see `StreamPool`."""
        segments, seconds = self._worker.play(*self._begun[0], dict(enumerate(self._positions)), should_stop)
        self._begun.popleft()
        played = [segments[number] for number in range(len(segments))]
        self._positions = [position.after(part) for position, part in zip(self._positions, played, strict=True)]
        return PlayedSegments(played, self._positions, seconds)

    def close(self) -> None:
        """Close the environments and give NumPy its threads back."""
        if not self._closed:
            self._closed = True
            self._worker.close()
            self._threads.restore_original_limits()
