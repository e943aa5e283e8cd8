"""Notice that the Ray cluster of this process is lost, before Ray ends the process."""

from __future__ import annotations

import contextlib
import select
import socket
import threading
import time
from collections.abc import Iterator

from pong_pg.distributed.faults import ActorLostError
from pong_pg.errors import ClusterLostError

# Seconds between two checks of the head node, for one of them, and without an answer after which it is lost. Ray itself
# ends the process, without a word, after a minute.
_INTERVAL = 1.0
_TIMEOUT = 2.0
_PATIENCE = 8.0
_MOMENT = 0.1


class ClusterWatch:
    """Watches the two things that Ray can't do without: the object store of this node, and the head node.

    When the object store has gone, the next call of `ray.put` or `ray.get` ends the process at once, without an
    exception; so each is to be called within a `guard`, which costs some microseconds.

    Raises:
        ClusterLostError: the object store has gone already.
    """

    def __init__(self) -> None:
        import ray

        node = getattr(getattr(getattr(ray, "_private", None), "worker", None), "_global_node", None)
        self._head = str(ray.get_runtime_context().gcs_address)
        self._reason = ""
        self._closed = threading.Event()
        self._store = _connected(getattr(node, "plasma_store_socket_name", None))
        self._poll = select.poll()
        if self._store is not None:
            # Nothing ever comes from there but the end of the connection.
            self._poll.register(self._store, select.POLLIN)
        self._thread = threading.Thread(target=self._watch_head, name="pong_pg cluster watch", daemon=True)
        self._thread.start()

    def check(self) -> None:
        """Return if the cluster is there.

        Raises:
            ClusterLostError: it is not.
        """
        if self._store is not None and self._poll.poll(0):
            self._reason = self._reason or "Ray's processes on this machine have ended"
        if self._reason:
            raise ClusterLostError(f"the Ray cluster is lost: {self._reason}; resume the run on another one")

    @contextlib.contextmanager
    def guard(self) -> Iterator[None]:
        """Check, and turn an error of a call of Ray in the block into one that says that the cluster is lost, if it is.

        Raises:
            ClusterLostError: it is lost.
        """
        from ray.exceptions import RayError

        self.check()
        try:
            yield
        except (OSError, RayError, ActorLostError) as error:
            # What is lost with the cluster is not to be replaced; and Ray may notice it a moment before the connection
            # ends.
            deadline = time.monotonic() + (_MOMENT if isinstance(error, ActorLostError) else _INTERVAL)
            while time.monotonic() < deadline:
                self.check()
                time.sleep(_MOMENT / 4)
            raise

    def _watch_head(self) -> None:
        host, _, port = self._head.rpartition(":")
        answered = time.monotonic()
        while not self._closed.wait(_INTERVAL):
            began = time.monotonic()
            with contextlib.suppress(OSError):
                socket.create_connection((host.strip("[]"), int(port)), timeout=_TIMEOUT).close()
                answered = time.monotonic()
            # Counted from this attempt on where the machine has slept since the last.
            answered = max(answered, began - _PATIENCE)
            if time.monotonic() - answered > _PATIENCE:
                self._reason = f"its head node, {self._head}, no longer answers"
                return

    def close(self) -> None:
        """Stop watching."""
        self._closed.set()
        if self._store is not None:
            self._poll.unregister(self._store)
            self._store.close()
            self._store = None


def _connected(path: str | None) -> socket.socket | None:
    """Return a connection to a socket of Ray; None where this version of Ray does not say where it is."""
    if path is None:
        return None
    store = socket.socket(socket.AF_UNIX)
    try:
        store.connect(path)
    except OSError as error:
        store.close()
        raise ClusterLostError(
            f"the Ray cluster is lost: Ray's processes on this machine have ended ({error.strerror}); resume the run "
            "on another one"
        ) from error
    return store
