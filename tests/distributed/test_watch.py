from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from pong_pg.distributed import watch
from pong_pg.distributed.faults import ActorLostError
from pong_pg.distributed.watch import ClusterWatch
from pong_pg.errors import ClusterLostError


class _Cluster:
    """As much of a cluster as is watched: two sockets."""

    def __init__(self, folder: Path) -> None:
        self.path = str(folder / "store")
        self.store = socket.socket(socket.AF_UNIX)
        self.store.bind(self.path)
        self.store.listen()
        self.head = socket.create_server(("127.0.0.1", 0))

    def lose_the_store(self) -> None:
        self.store.accept()[0].close()


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[_Cluster]:
    import ray

    made = _Cluster(tmp_path)
    context = SimpleNamespace(gcs_address=f"127.0.0.1:{made.head.getsockname()[1]}")
    monkeypatch.setattr(ray, "get_runtime_context", lambda: context)
    node = SimpleNamespace(plasma_store_socket_name=made.path)
    monkeypatch.setattr(ray._private.worker, "_global_node", node)
    monkeypatch.setattr(watch, "_INTERVAL", 0.1)
    monkeypatch.setattr(watch, "_PATIENCE", 0.3)
    yield made
    made.store.close()
    made.head.close()


@pytest.fixture
def watched(cluster: _Cluster) -> Iterator[ClusterWatch]:
    watching = ClusterWatch()
    yield watching
    watching.close()


def test_a_cluster_that_is_there_is_not_lost(watched: ClusterWatch) -> None:
    time.sleep(0.6)
    watched.check()


def test_a_store_that_has_gone_is_noticed_at_once(watched: ClusterWatch, cluster: _Cluster) -> None:
    watched.check()
    cluster.lose_the_store()
    with pytest.raises(ClusterLostError, match="Ray's processes on this machine have ended; resume the run"):
        watched.check()
    with pytest.raises(ClusterLostError), watched.guard():
        raise AssertionError("the block must not begin")


def test_a_head_that_no_longer_answers_is_noticed(watched: ClusterWatch, cluster: _Cluster) -> None:
    cluster.head.close()
    deadline = time.monotonic() + 20
    while not watched._reason and time.monotonic() < deadline:
        time.sleep(0.02)
    with pytest.raises(ClusterLostError, match=r"its head node, 127\.0\.0\.1:\d+, no longer answers"):
        watched.check()


@pytest.mark.parametrize("error", [BrokenPipeError(), ActorLostError("its process died")])
def test_what_fails_because_the_cluster_is_lost_says_so(
    error: Exception, watched: ClusterWatch, cluster: _Cluster
) -> None:
    def failing() -> None:
        with watched.guard():
            cluster.lose_the_store()
            raise error

    with pytest.raises(ClusterLostError):
        failing()


@pytest.mark.parametrize("error", [BrokenPipeError(), ActorLostError("its process died")])
def test_what_fails_while_the_cluster_is_there_stays_as_it_is(error: Exception, watched: ClusterWatch) -> None:
    with pytest.raises(type(error)), watched.guard():
        raise error


def test_a_store_that_has_gone_before_is_noticed(cluster: _Cluster) -> None:
    cluster.store.close()
    with pytest.raises(ClusterLostError, match="have ended"):
        ClusterWatch()
