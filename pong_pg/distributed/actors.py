"""A fixed number of Ray actors: which are ready, when to replace those that have died, and when to give up."""

from __future__ import annotations

import contextlib
import logging
import math
import time
from collections.abc import Callable, Iterable
from typing import Any

from pong_pg.errors import ClusterError, PongPGError, Stopped

log = logging.getLogger(__name__)

# Seconds between two checks of whether the user has requested a stop.
_POLL_SECONDS = 0.2
# Seconds without an answer from any worker after which a warning is logged.
_SILENCE_SECONDS = 15
# A worker that dies is replaced, from the second time on after a pause that doubles, since the cause may be temporary.
# After more deaths than this in one update, training is given up.
_MAX_DEATHS = 4
_PAUSE = 1.0


class ActorLostError(Exception):
    """An actor has died, and the result of its call is lost; the message is Ray's."""


class RayActors:
    """A fixed number of actors of one class with a method `prepare`; an actor is ready when that has returned.

    Subclasses send calls to actors that are ready only, so an actor for which Ray has no CPU yet, or no longer since a
    node was lost, does not delay the others.

    Args:
        size: number of actors.
        cpus_each: number of CPUs that each actor reserves.
    """

    def __init__(self, size: int, cpus_each: float) -> None:
        self.size = size
        self._cpus_each = cpus_each
        self._actors: dict[int, Any] = {}
        # The calls of `prepare` that have not returned yet, with the index of the actor.
        self.starting: dict[Any, int] = {}
        # When to replace the actors that have died, by the monotonic clock.
        self._due: dict[int, float] = {}
        self._last_answer = time.monotonic()
        for worker in range(size):
            self._start(worker)

    def _start(self, worker: int) -> None:
        self._actors[worker] = actor = self._new_actor()
        self.starting[actor.prepare.remote()] = worker

    def _new_actor(self) -> Any:
        """Return the handle of a new actor."""
        raise NotImplementedError

    def _remote(self, cls: type, *arguments: Any, **named: Any) -> Any:
        """Return the handle of a new actor of class `cls`."""
        import ray

        remote = ray.remote(cls).options(num_cpus=self._cpus_each, scheduling_strategy="SPREAD")
        return remote.remote(*arguments, **named)

    def replace(self, worker: int, pause: float) -> None:
        """Replace an actor that has died, after a pause in seconds."""
        del self._actors[worker]
        self._due[worker] = time.monotonic() + pause

    def handle_death(self, worker: int, deaths: int, error: Exception, lost: str) -> None:
        """Log the death of an actor and replace it.

        Args:
            worker: index of the actor.
            deaths: number of actors that have died at this index in this update, from 1.
            error: the error of Ray.
            lost: what must be repeated, for the log.

        Raises:
            ClusterError: too many actors have died at this index in this update.
        """
        if deaths > _MAX_DEATHS:
            raise ClusterError(
                f"a worker and its {deaths - 1} replacements died in one update: check the memory and the logs of the "
                f"nodes; the last error was: {_first_line(error)}"
            ) from error
        log.warning("a worker died (%s); %s", _first_line(error), lost)
        self.replace(worker, 0 if deaths == 1 else _PAUSE * 2 ** (deaths - 2))

    def ready(self) -> list[int]:
        """Return the indices of the actors that are ready."""
        starting = set(self.starting.values())
        return [worker for worker in self._actors if worker not in starting]

    def actor(self, worker: int) -> Any:
        """Return the handle of an actor, 0 to size - 1."""
        return self._actors[worker]

    def outcome(self, reference: Any) -> Any:
        """Return the result of a call that has finished.

        Raises:
            PongPGError: the call raised it in the actor.
            ActorLostError: the actor has died, or its node was lost together with the result.
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

    def start_waiting(self) -> None:
        """Restart the time without an answer, after which `wait` logs a warning."""
        self._last_answer = time.monotonic()

    def wait(self, under_way: Iterable[Any], should_stop: Callable[[], bool]) -> list[Any]:
        """Return a list with one finished call, of `prepare` or of those under way, or an empty list after 0.2 s.

        Actors that have died are replaced here when their pause is over.

        Raises:
            Stopped: `should_stop` returned true.
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
            ready, _ = ray.wait(waited_for, num_returns=1, timeout=_POLL_SECONDS)
        else:
            time.sleep(_POLL_SECONDS)
        if ready or calls:
            self.start_waiting()
        elif time.monotonic() - self._last_answer > _SILENCE_SECONDS:
            self.start_waiting()
            log.warning("no worker has answered for %d s: the cluster may have no free CPU", _SILENCE_SECONDS)
        return ready

    def close(self) -> None:
        """Kill the actors."""
        import ray

        while self._actors:
            with contextlib.suppress(Exception):
                ray.kill(self._actors.popitem()[1])


def _first_line(error: Exception) -> str:
    return str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__


def share_of_cpu(workers: int, cpus: float) -> float:
    """Return the number of CPUs for each worker to reserve: 1.0, or 0.0 where there are more workers than CPUs."""
    return 1.0 if workers <= math.floor(cpus) else 0.0
