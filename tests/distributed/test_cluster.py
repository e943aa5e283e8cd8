from __future__ import annotations

import dataclasses
import http.server
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import psutil
import pytest
from clusters import cluster as cluster_of
from clusters import free_port
from falling import FallingBall

import pong_pg
from pong_pg.distributed import cluster
from pong_pg.distributed.cluster import check_address
from pong_pg.errors import ClusterError
from pong_pg.reinforce.config import ReinforceConfig

# What other processes must find to import this file and the modules of the tests.
HERE = [str(folder) for folder in Path(__file__).parents[:2]]


@pytest.fixture
def silent_server() -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"127.0.0.1:{server.getsockname()[1]}"


@pytest.fixture
def web_server() -> Iterator[str]:
    server = http.server.HTTPServer(("127.0.0.1", 0), http.server.SimpleHTTPRequestHandler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


@pytest.mark.parametrize(
    ("address", "complaint"),
    [
        ("nonsense", "must be HOST:PORT, auto or local; got 'nonsense'"),
        ("host:port", "must be HOST:PORT"),
        ("host:99999", "must be HOST:PORT"),
        ("http://host:80", "must be HOST:PORT"),
        ("ray://127.0.0.1:10001", "an address of Ray Client"),
        ("no-such-host.invalid:6379", "nothing answers there"),
    ],
)
def test_an_invalid_address_is_reported_at_once(address: str, complaint: str) -> None:
    began = time.monotonic()
    with pytest.raises(ClusterError, match=complaint):
        check_address(address)
    assert time.monotonic() - began < 10


def test_a_dead_address_is_reported_at_once() -> None:
    with pytest.raises(ClusterError, match="nothing answers there"):
        check_address(f"127.0.0.1:{free_port()}")


@pytest.mark.ray
def test_a_listener_that_is_not_a_cluster_is_reported_within_15_s(silent_server: str, web_server: str) -> None:
    def refused(address: str) -> tuple[float, str]:
        began = time.monotonic()
        with pytest.raises(ClusterError, match="no Ray cluster answered") as caught:
            check_address(address)
        return time.monotonic() - began, str(caught.value)

    # Side by side: each waits for as long as a cluster may take to answer.
    with ThreadPoolExecutor() as pool:
        for seconds, message in pool.map(refused, (silent_server, web_server)):
            assert seconds < 15
            assert "\n" not in message


@pytest.mark.ray
def test_auto_without_a_cluster_is_reported() -> None:
    if any("gcs_server" in process.info["name"] for process in psutil.process_iter(["name"])):
        pytest.skip("a Ray cluster runs on this machine, and auto would find it")
    code = (
        "import sys, pong_pg\n"
        "try:\n"
        "    pong_pg.train(pong_pg.ReinforceConfig(address='auto', iterations=1))\n"
        "except pong_pg.PongPGError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert "found no Ray cluster on this machine: start one with  ray start --head" in done.stdout
    assert done.stderr == ""


def test_a_file_in_the_working_directory_is_not_taken_for_ray(
    silent_server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "ray.py").write_text("raise SystemExit('this is not Ray')")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cluster, "_ANSWER_TIMEOUT", 2.0)
    assert "no Ray cluster answered" in cluster._probe(silent_server)


def test_ray_that_can_not_be_imported_is_reported() -> None:
    code = (
        "import sys, pong_pg\n"
        "sys.modules['ray'] = None\n"
        "try:\n"
        "    pong_pg.train(pong_pg.ReinforceConfig(workers=1, iterations=1))\n"
        "except pong_pg.PongPGError as error:\n"
        "    print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert "Ray can't be imported" in done.stdout
    assert "pip install --upgrade ray  or train with --workers 0" in done.stdout


class NodeNoter(FallingBall):
    """An environment that writes the name of its node into a directory."""

    def __init__(self, directory: Path) -> None:
        import ray

        super().__init__()
        # The driver makes one too, before it is connected, to see that it can be played.
        if ray.is_initialized():
            (directory / ray.get_runtime_context().get_node_id()).touch()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        # Long enough that the second node's worker is ready before the first has played everything.
        time.sleep(0.5)
        return super().reset(seed=seed)


@pytest.mark.ray
@pytest.mark.parametrize("mode", [None, "disabled"])
def test_what_ray_sets_for_itself_does_not_stay(mode: str | None) -> None:
    code = (
        "import os\n"
        "from pong_pg.distributed.cluster import connected\n"
        "with connected('local'): pass\n"
        "print(os.environ.get('RAY_AUTH_MODE'))\n"
    )
    environment = {name: value for name, value in os.environ.items() if name != "RAY_AUTH_MODE"}
    environment |= {} if mode is None else {"RAY_AUTH_MODE": mode}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=120, check=True)
    assert done.stdout.split() == [str(mode)]


@pytest.mark.ray
@pytest.mark.parametrize("mode", [pytest.param("token", marks=pytest.mark.needs("ray>=2.52")), "disabled"])
def test_two_nodes_both_play_and_the_result_is_that_of_no_workers(mode: str, tmp_path: Path) -> None:
    """With each of Ray's modes of authentication; the driver is not configured for either."""
    seen = tmp_path / "nodes"
    seen.mkdir()
    # In a process of its own: this one may hold the session that other tests share.
    code = (
        "import sys, pathlib, pong_pg\n"
        "from test_cluster import NodeNoter\n"
        "address, seen = sys.argv[1:]\n"
        "config = pong_pg.ReinforceConfig(batch_size=6, iterations=2, hidden=8, address=address)\n"
        "print(pong_pg.train(config, env_factory=lambda: NodeNoter(pathlib.Path(seen))).policy.digest())\n"
        "pong = pong_pg.ReinforceConfig(batch_size=3, iterations=1, hidden=8, address=address)\n"
        "print(pong_pg.train(pong).policy.digest())\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(HERE)}
    # Left behind by the session of another test: Ray sets it in every process that starts one.
    environment.pop("RAY_AUTH_MODE", None)
    with cluster_of(tmp_path / "ray.log", 2, mode) as nodes:
        command = [sys.executable, "-c", code, nodes.address, str(seen)]
        done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert len(list(seen.iterdir())) == 2, "one of the nodes has played nothing"
    toy = ReinforceConfig(batch_size=6, iterations=2, hidden=8, workers=0)
    pong = dataclasses.replace(toy, batch_size=3, iterations=1)
    assert done.stdout.split() == [
        pong_pg.train(toy, env_factory=FallingBall).policy.digest(),
        pong_pg.train(pong).policy.digest(),
    ]


_LISTENERS = """
import sys, psutil, ray
from pong_pg.distributed import cluster
with cluster.connected(None):
    @ray.remote
    class Idle:
        def ready(self):
            pass
    idle = Idle.remote()
    ray.get(idle.ready.remote())
    address = ray.get_runtime_context().gcs_address
    family = [psutil.Process(), *psutil.Process().children(recursive=True)]
    found = [connection.laddr.ip for process in family for connection in process.connections("tcp")
             if connection.status == psutil.CONN_LISTEN]
    import subprocess
    code = "import ray\\nfrom pong_pg.distributed import cluster\\nwith cluster.connected('%s'): print('attached')"
    for attached in (address, "auto"):
        subprocess.run([sys.executable, "-c", code % attached], check=True)
    print(*found)
"""


@pytest.mark.ray
def test_a_ray_of_this_machine_listens_on_the_loopback_address_only_and_can_be_attached_to() -> None:
    command = [sys.executable, "-W", "ignore", "-c", _LISTENERS]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    *attached, listening = done.stdout.splitlines()
    assert attached == ["attached", "attached"]
    # Driver, control service, node and worker at least.
    assert len(listening.split()) > 3
    assert {address.removeprefix("::ffff:") for address in listening.split()} == {"127.0.0.1"}


@pytest.mark.ray
@pytest.mark.needs("ray>=2.52")
def test_a_wrong_token_is_told_in_one_line_and_the_right_one_works(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("RAY_AUTH_MODE", "")
    monkeypatch.delenv("RAY_AUTH_MODE")
    with cluster_of(tmp_path / "ray.log", 1, "token") as head:
        monkeypatch.setenv("RAY_AUTH_TOKEN", "0123456789abcdef" * 4)
        with pytest.raises(ClusterError, match="the cluster needs another token: set  RAY_AUTH_TOKEN") as wrong:
            check_address(head.address)
        assert "\n" not in str(wrong.value)
        monkeypatch.delenv("RAY_AUTH_TOKEN")
        check_address(head.address)
        assert os.environ["RAY_AUTH_MODE"] == "token"
