"""A fixed number of Ray actors: who is ready, who died and is to be replaced, and when to give up."""

from __future__ import annotations

import contextlib
import logging
import math
import time
from collections.abc import Callable, Iterable
from typing import Any

from pong_pg.errors import ClusterError, PongPGError, Stopped

log = logging.getLogger(__name__)

# Seconds between two looks at whether the user wants to stop.
_PATIENCE = 0.2
# Seconds without a sign of life from any worker.
_WORTH_TELLING = 15
# A worker that dies is replaced, from the second time on after a pause that doubles: what hit it may pass. One that
# dies so often in one update is beyond help.
_MOST_DEATHS = 4
_PAUSE = 1.0


class ActorLostError(Exception):
    """An actor has died, and with it what it was doing; says what Ray says of it."""


class RayActors:
    """Actors of one kind, which have a method `prepare`; calls go only to those that have answered it.

    So one which Ray has no CPU for yet, or no more since a node was lost, holds nobody up.

    Args:
        size: number of actors.
        cpus_each: CPUs that each of them reserves.
    """

    def __init__(self, size: int, cpus_each: float) -> None:
        self.size = size
        self._cpus_each = cpus_each
        self._actors: dict[int, Any] = {}
        # The first call to each actor, until it comes back.
        self.starting: dict[Any, int] = {}
        # When those that died are to be replaced, by the monotonic clock.
        self._due: dict[int, float] = {}
        self._heard = time.monotonic()
        for worker in range(size):
            self._start(worker)

    def _start(self, worker: int) -> None:
        self._actors[worker] = actor = self._new_actor()
        self.starting[actor.prepare.remote()] = worker

    def _new_actor(self) -> Any:
        """Return the handle of a new actor."""
        raise NotImplementedError

    def _remote(self, kind: type, *arguments: Any, **named: Any) -> Any:
        """Return the handle of a new actor of a class."""
        import ray

        remote = ray.remote(kind).options(num_cpus=self._cpus_each, scheduling_strategy="SPREAD")
        return remote.remote(*arguments, **named)

    def replace(self, worker: int, pause: float) -> None:
        """Have an actor started in the place of one that died, after so many seconds."""
        del self._actors[worker]
        self._due[worker] = time.monotonic() + pause

    def bury(self, worker: int, deaths: int, error: Exception, lost: str) -> None:
        """Tell of an actor that died, and have it replaced.

        Args:
            worker: which one.
            deaths: how often it and those before it in its place have died in this update.
            error: what Ray said.
            lost: what is to be played again.

        Raises:
            ClusterError: it is beyond help.
        """
        if deaths > _MOST_DEATHS:
            raise ClusterError(
                f"a worker and its {deaths - 1} successors died in one update; the last said: {_first_line(error)}"
            ) from error
        log.warning("a worker died (%s); %s", _first_line(error), lost)
        self.replace(worker, 0 if deaths == 1 else _PAUSE * 2 ** (deaths - 2))

    def ready(self) -> list[int]:
        """Return the workers that have answered."""
        starting = set(self.starting.values())
        return [worker for worker in self._actors if worker not in starting]

    def actor(self, worker: int) -> Any:
        """Return the handle of an actor, 0 to size - 1."""
        return self._actors[worker]

    def outcome(self, reference: Any) -> Any:
        """Return what a call has come back with.

        Raises:
            PongPGError: one that was raised in the worker.
            ActorLostError: the actor died, or its node did and took what the call gave with it.
        """
        import ray
        from ray.exceptions import RayError, RayTaskError

        try:
            return ray.get(reference)
        except RayTaskError as error:
            if isinstance(error.cause, PongPGError):
                raise error.cause from error
            raise
        except RayError as error:
            raise ActorLostError(str(error)) from error

    def listen(self) -> None:
        """Begin to wait: what was not heard until now does not count as silence."""
        self._heard = time.monotonic()

    def wait(self, under_way: Iterable[Any], should_stop: Callable[[], bool]) -> list[Any]:
        """Return a call that has come back, one to `prepare` or one of those under way; or nothing yet.

        Raises:
            Stopped: `should_stop` said so.
        """
        import ray

        if should_stop():
            raise Stopped
        for worker in [worker for worker, due in self._due.items() if due <= time.monotonic()]:
            del self._due[worker]
            self._start(worker)
        calls = list(under_way)
        waited_for = [*calls, *self.starting]
        ready: list[Any] = []
        if waited_for:
            ready, _ = ray.wait(waited_for, num_returns=1, timeout=_PATIENCE)
        else:
            time.sleep(_PATIENCE)
        if ready or calls:
            self.listen()
        elif time.monotonic() - self._heard > _WORTH_TELLING:
            self.listen()
            log.warning("no worker has answered for %d s: the cluster may have no CPU free", _WORTH_TELLING)
        return ready

    def close(self) -> None:
        """End the actors."""
        import ray

        while self._actors:
            with contextlib.suppress(Exception):
                ray.kill(self._actors.popitem()[1])


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__


def share_of_cpu(workers: int, cpus: float) -> float:
    """Return the CPUs that each worker reserves: one, or none where there are more workers than CPUs."""
    return 1.0 if workers <= math.floor(cpus) else 0.0
