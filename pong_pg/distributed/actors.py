"""Ray actors that play: which are ready, when to replace those that fail or hang, and when to give up."""

from __future__ import annotations

import abc
import contextlib
import functools
import logging
import math
import pickle
import socket
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pong_pg.distributed.faults import MAX_FAILURES, ActorLostError, CallBound, WorkerFault, first_line, reason_of
from pong_pg.errors import ClusterLostError, EnvError, PongPGError, Stopped

log = logging.getLogger(__name__)

# Seconds between two checks of whether the user has requested a stop.
_POLL_SECONDS = 0.2
# Most seconds of a poll that count as waiting: this process itself may have been stopped, or the machine asleep.
_LONGEST_POLL = 1.0
# Seconds without an answer from any worker after which a warning is logged.
_SILENCE_SECONDS = 15
# A worker that fails is replaced, from the second time on after a pause that doubles, since the cause may be temporary.
_PAUSE = 1.0
# Seconds that an actor may take to start until others take over its work.
_START_PATIENCE = 15.0
# Seconds between two looks for CPUs that have become free, and whether the cluster is still there.
_INTERVAL = 2.0
# Seconds within which its head node takes a connection: half of those that Ray waits.
_ANSWER_SECONDS = 30.0


@dataclass
class Call:
    """A call of an actor.

    Attributes:
        worker: index of its actor.
        batch: what it is of.
        items: what it plays of that: numbers of games, or of environments.
        work: how much there is to do, in the unit of the actors' `CallBound`.
        large: reference of the part of its result that may be large.
        waited: seconds that this process has waited for it while it was the first of its actor.
        hung: it has been given up.
    """

    worker: int
    batch: Any
    items: Sequence[int]
    work: float
    large: Any = None
    waited: float = 0.0
    hung: bool = False


class RayActors(abc.ABC):
    """Actors of one class with a method `prepare`; an actor is ready when that has returned.

    Subclasses send calls to actors that are ready only, so an actor for which Ray has no CPU yet, or no longer since a
    node was lost, does not delay the others. An actor that fails is replaced, and what it was to play is played again.

    Args:
        actor: their class.
        arguments: what an actor is made with, beside `own_process=True`.
        size: number of actors.
        cpus_each: number of CPUs that each actor reserves.
        most: number of actors up to which `grow` adds some, if each reserves a whole CPU.

    Attributes:
        replayed: what the items of calls are, for the log.
        size: number of actors now.
        faults: of the run so far.
        starting: the calls of `prepare` that have not returned yet, with the index of the actor.
        calls: all other calls that have not returned, by their references.
        bound: how long a call may take; subclasses take note of the calls that return.
    """

    replayed: ClassVar[str]

    def __init__(self, actor: type, arguments: Sequence[Any], size: int, cpus_each: float, most: int = 0) -> None:
        self._actor, self._arguments = actor, arguments
        self.size = size
        self.faults: list[WorkerFault] = []
        self.starting: dict[Any, int] = {}
        self.bound = CallBound()
        self._cpus_each = cpus_each
        self._most = most if cpus_each == 1 else 0
        self._next_look = time.monotonic() + _INTERVAL
        self._actors: dict[int, Any] = {}
        self.calls: dict[Any, Call] = {}
        self._next_check = time.monotonic()
        # When each actor that is not ready was started for the first time, and which are replacements.
        self._started: dict[int, float] = {}
        # When to replace the actors that have failed, by the monotonic clock.
        self._due: dict[int, float] = {}
        self._failures: Counter[int] = Counter()
        self._raised: list[ActorLostError] = []
        self._last_answer = time.monotonic()
        for worker in range(size):
            self._start(worker)

    def _start(self, worker: int) -> None:
        self._started.setdefault(worker, time.monotonic())
        with _reporting_a_lost_cluster():
            self._actors[worker] = actor = self._new_actor()
            self.starting[actor.prepare.remote()] = worker

    def _new_actor(self) -> Any:
        """Return the handle of a new actor.

        Raises:
            EnvError: an argument can't be pickled, which may be an `env_factory`.
        """
        import ray

        actor = ray.remote(self._actor).options(num_cpus=self._cpus_each, scheduling_strategy="SPREAD")
        try:
            return actor.remote(*self._arguments, own_process=True)
        except (TypeError, pickle.PicklingError) as error:
            # Ray's message has many lines.
            raise EnvError(
                f"env_factory must be one that pickle can send to Ray's workers; got {error.__cause__ or error}: "
                "define it in a module, without what can't be pickled, or leave out workers"
            ) from None

    @abc.abstractmethod
    def _play_again(self, call: Call) -> None:
        """Take note of a call whose actor was lost: what it was to play is to be given out again."""

    def grow(self) -> None:
        """Add actors for CPUs that have become free, such as those of a node that has joined the cluster."""
        import ray

        if self.size >= self._most or time.monotonic() < self._next_look:
            return
        self._next_look = time.monotonic() + _INTERVAL
        # Those that wait for a CPU will take one of these.
        with _reporting_a_lost_cluster():
            free = math.floor(ray.available_resources().get("CPU", 0.0)) - len(self.starting) - len(self._due)
        for _ in range(min(free, self._most - self.size)):
            self._start(self.size)
            self.size += 1

    def put(self, value: Any) -> Any:
        """Put a value into Ray's object store and return its reference.

        Raises:
            ClusterLostError: the cluster is lost.
        """
        import ray

        with _reporting_a_lost_cluster():
            return ray.put(value)

    def send(self, call: Call, method: str, *arguments: Any) -> None:
        """Call a method of an actor.

        Args:
            call: what is called; its actor is ready.
            method: name of the method; it returns a pair, of which the first part is small. Ray keeps small results in
                this process and others in its object store, so waiting for the small part does not touch the store,
                which would end this process if it were lost.
            arguments: of the method.

        Raises:
            ClusterLostError: the cluster is lost.
        """
        with _reporting_a_lost_cluster():
            actor = self._actors[call.worker]
            small, call.large = getattr(actor, method).options(num_returns=2).remote(*arguments)
        self.calls[small] = call

    def replace(self, worker: int, pause: float) -> None:
        """Replace an actor that has failed, after a pause in seconds; its calls are forgotten."""
        import ray

        with contextlib.suppress(Exception):
            ray.kill(self._actors[worker])
        del self._actors[worker]
        self.starting = {call: other for call, other in self.starting.items() if other != worker}
        self.calls = {reference: call for reference, call in self.calls.items() if call.worker != worker}
        self._started[worker] = -math.inf
        self._due[worker] = time.monotonic() + pause

    def _handle_loss(self, worker: int, error: ActorLostError) -> None:
        """Count the loss of an actor, log it, give back what it was to play, and replace it.

        Args:
            worker: index of the actor.
            error: why.

        Raises:
            PongPGError: the same exception was raised too often in this update; it is the first.
            ClusterLostError: too many actors were lost at this index in this update.
        """
        self._failures[worker] += 1
        failures = self._failures[worker]
        if error.raised:
            self._raised.append(error)
            if len(self._raised) > error.retries:
                raise self._raised[0].cause or ClusterLostError(
                    f"workers failed {len(self._raised)} times in one update; the first time: {self._raised[0]}"
                )
        elif failures > MAX_FAILURES:
            raise ClusterLostError(
                f"a worker and its {failures - 1} replacements died in one update: check the memory and the logs of "
                f"the nodes; the last error was: {error}"
            )
        lost = [call for call in self.calls.values() if call.worker == worker]
        items = {item for call in lost for item in call.items}
        fault = WorkerFault(worker, str(error), f"{self.replayed}: {len(items)}", len(self.faults) + 1)
        self.faults.append(fault)
        log.warning("%s", fault)
        attempts = max(failures, len(self._raised))
        self.replace(worker, 0 if attempts == 1 else _PAUSE * 2 ** (attempts - 2))
        for call in lost:
            self._play_again(call)

    def ready(self) -> list[int]:
        """Return the indices of the actors that are ready."""
        starting = set(self.starting.values())
        return [worker for worker in self._actors if worker not in starting]

    def is_awaited(self, worker: int) -> bool:
        """Whether an actor that is not ready will be soon: it is the first at its index, and was started just now."""
        return worker in self._started and time.monotonic() - self._started[worker] < _START_PATIENCE

    def begin_update(self) -> None:
        """Begin to count the failures of an update, and the time without an answer."""
        self._failures.clear()
        self._raised.clear()
        self._last_answer = time.monotonic()

    def returned(self, should_stop: Callable[[], bool]) -> Iterator[tuple[Call, Any]]:
        """Wait for at most 0.2 s; yield the calls that have returned, and the pair that each has returned.

        Actors that fail or hang are replaced.

        Raises:
            Stopped: `should_stop` returned true.
            PongPGError: a call raised it in its actor, and would again; or too often in this update, then it is the
                first.
            ClusterLostError: the cluster is lost, or too many actors were lost at one index in this update.
        """
        for reference in self._wait(should_stop):
            call = self.calls.get(reference)
            worker = self.starting.get(reference) if call is None else call.worker
            if worker is None:
                # Of an actor that has just been replaced.
                continue
            try:
                if call is not None and call.hung:
                    raise ActorLostError(f"it gave no result for {call.waited:.0f} s")
                with _reporting_a_lost_cluster():
                    result = _result(reference if call is None else [reference, call.large])
            except ActorLostError as error:
                self._handle_loss(worker, error)
                continue
            self.starting.pop(reference, None)
            if call is not None:
                del self.calls[reference]
                yield call, result

    def _wait(self, should_stop: Callable[[], bool]) -> list[Any]:
        """Return calls that have returned or been given up, of `prepare` too, or an empty list after 0.2 s.

        Actors that have failed are replaced here when their pause is over.
        """
        import ray

        if should_stop():
            raise Stopped
        self._check_cluster()
        for worker in [worker for worker, due in self._due.items() if due <= time.monotonic()]:
            del self._due[worker]
            # To start an actor, Ray waits for the head node.
            self._check_cluster(at_once=True)
            self._start(worker)
        began = time.monotonic()
        waited_for = [*self.calls, *self.starting]
        ready: list[Any] = []
        if waited_for:
            with _reporting_a_lost_cluster():
                ready, _ = ray.wait(waited_for, num_returns=1, timeout=_POLL_SECONDS)
        else:
            time.sleep(_POLL_SECONDS)
        for reference in ready:
            if reference in self.starting:
                self._started.pop(self.starting[reference], None)
        if ready or self.calls:
            self._last_answer = time.monotonic()
        elif time.monotonic() - self._last_answer > _SILENCE_SECONDS:
            self._last_answer = time.monotonic()
            log.warning("no worker has answered for %d s: the cluster may have no free CPU", _SILENCE_SECONDS)
        hanging = self._hanging(min(time.monotonic() - began, _LONGEST_POLL))
        return [*ready, *(reference for reference in hanging if reference not in ready)]

    def _check_cluster(self, *, at_once: bool = False) -> None:
        """Make sure, now and then, that the head node and the raylet of this machine are there.

        Ray waits for them up to a minute, and then ends this process.

        Raises:
            ClusterLostError: one is not.
        """
        if time.monotonic() < self._next_check and not at_once:
            return
        self._next_check = time.monotonic() + _INTERVAL
        with _reporting_a_lost_cluster():
            for server in self._servers:
                socket.create_connection(server, timeout=_ANSWER_SECONDS).close()

    @functools.cached_property
    def _servers(self) -> list[tuple[str, int]]:
        """Host and port of each server of Ray without which this process can't go on."""
        import ray

        context = ray.get_runtime_context()
        host, _, port = context.gcs_address.rpartition(":")
        own = (node for node in ray.nodes() if node["NodeID"] == context.get_node_id())
        raylets = [(node["NodeManagerAddress"], node["NodeManagerPort"]) for node in own]
        return [(host.strip("[]"), int(port)), *raylets]

    def _hanging(self, waited: float) -> list[Any]:
        """Add to the time of the first call of each actor; return those that have taken too long."""
        first: dict[int, Any] = {}
        for reference, call in self.calls.items():
            first.setdefault(call.worker, reference)
        hanging = []
        for reference in first.values():
            call = self.calls[reference]
            call.waited += waited
            if call.waited > self.bound.seconds(call.work):
                call.hung = True
                hanging.append(reference)
        return hanging

    def close(self) -> None:
        """Kill the actors."""
        import ray

        while self._actors:
            with contextlib.suppress(Exception):
                ray.kill(self._actors.popitem()[1])


@contextlib.contextmanager
def _reporting_a_lost_cluster() -> Iterator[None]:
    """Turn an error of a call of Ray in the block, other than that of an actor, into one line.

    Raises:
        ClusterLostError: Ray can't do what it is asked.
    """
    from ray.exceptions import RayError

    try:
        yield
    except (OSError, RayError) as error:
        raise ClusterLostError(
            f"the Ray cluster is lost ({first_line(error)}): resume the run on another one"
        ) from error


def share_of_cpu(workers: int, cpus: float) -> float:
    """Return the number of CPUs for each worker to reserve: 1.0, or 0.0 where there are more workers than CPUs."""
    return 1.0 if workers <= math.floor(cpus) else 0.0


def _result(references: Any) -> Any:
    """Return the result of a reference, or those of several.

    Raises:
        PongPGError: the call raised it in the actor, and would again.
        ActorLostError: the actor has died, its node was lost, or the call raised what another may not.
    """
    import ray
    from ray.exceptions import RayError, RayTaskError

    try:
        return ray.get(references)
    except RayTaskError as error:
        cause = error.cause
        if not isinstance(cause, PongPGError):
            what = f"{type(cause).__name__}: {first_line(cause)}"
            raise ActorLostError(f"it raised {what}", raised=True) from error
        if not cause.retries:
            raise cause from error
        raise ActorLostError(str(cause), raised=True, cause=cause, retries=cause.retries) from error
    except RayError as error:
        raise ActorLostError(reason_of(error)) from error
