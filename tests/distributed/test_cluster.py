from __future__ import annotations

import dataclasses
import http.server
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import clusters
import psutil
import pytest
from clusters import Cluster, free_port
from falling import FallingBall

import pong_pg
from pong_pg.compat._versions import release
from pong_pg.distributed import cluster
from pong_pg.distributed.cluster import check_address, own_sigterm_handler
from pong_pg.errors import ClusterError
from pong_pg.reinforce.config import ReinforceConfig


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


@pytest.mark.needs("ray")
def test_a_listener_that_is_not_a_cluster_is_reported_within_15_s(
    silent_server: str, web_server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert cluster._CONNECT_TIMEOUT + cluster._ANSWER_TIMEOUT < 15
    monkeypatch.setattr(cluster, "_ANSWER_TIMEOUT", 2.0)
    for address in (silent_server, web_server):
        with pytest.raises(ClusterError, match="no Ray cluster answered in 2 s") as caught:
            check_address(address)
        assert "\n" not in str(caught.value)


@pytest.mark.ray
@pytest.mark.alone
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


# With authentication by token, where Ray has it; the driver is not configured for it.
MODE = "token" if release("ray") >= (2, 52) else "disabled"


@pytest.fixture(scope="module")
def two_nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """A head and a second node, with one CPU each."""
    with clusters.cluster(tmp_path_factory.mktemp("cluster") / "ray.log", 2, MODE) as started:
        yield started


@pytest.mark.ray
def test_todays_example_plays_on_two_nodes_and_goes_on_when_an_actor_is_killed(two_nodes: Cluster) -> None:
    example = Path(__file__).parents[2] / "examples" / "today" / "driver.py"
    command = [sys.executable, str(example), "--address", two_nodes.address, "--batch-size", "4", "--iterations", "3"]
    environment = {**os.environ, "RAY_AUTH_MODE": MODE}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as driver:
        assert driver.stdout is not None
        if not driver.stdout.readline().startswith("Batch 1 "):
            pytest.fail(driver.communicate(timeout=60)[1])
        processes = [process for node in two_nodes.nodes for process in node.family()]
        players = [process for process in processes if "".join(process.cmdline()).startswith("ray::Player")]
        players[0].kill()
        more, errors = driver.communicate(timeout=120)
    # Ray tells of the lost actor between them.
    assert [line.split()[1] for line in more.splitlines() if line.startswith("Batch ")] == ["2", "3"], errors
    assert driver.returncode == 0


@pytest.mark.ray
def test_two_nodes_both_play_and_the_result_is_that_of_no_workers(two_nodes: Cluster, tmp_path: Path) -> None:
    seen = tmp_path / "nodes"
    seen.mkdir()
    # In a process of its own: this one may hold the session that other tests share.
    code = (
        "import sys, pathlib, pong_pg\n"
        "from test_cluster import NodeNoter\n"
        "address, seen = sys.argv[1:]\n"
        "config = pong_pg.ReinforceConfig(batch_size=6, iterations=2, hidden=8, address=address)\n"
        "print(pong_pg.train(config, env_factory=lambda: NodeNoter(pathlib.Path(seen))).policy.digest())\n"
        "pong = pong_pg.ReinforceConfig(batch_size=2, iterations=1, hidden=8, address=address)\n"
        "print(pong_pg.train(pong).policy.digest())\n"
    )
    here = os.pathsep.join(str(folder) for folder in Path(__file__).parents[:2])
    # Left behind by the session of another test: Ray sets it in every process that starts one.
    environment = {name: value for name, value in os.environ.items() if name != "RAY_AUTH_MODE"}
    command = [sys.executable, "-c", code, two_nodes.address, str(seen)]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**environment, "PYTHONPATH": here}, timeout=240, check=False
    )
    assert done.returncode == 0, done.stderr
    assert len(list(seen.iterdir())) == 2, "a node has played nothing"
    toy = ReinforceConfig(batch_size=6, iterations=2, hidden=8, workers=0)
    pong = dataclasses.replace(toy, batch_size=2, iterations=1)
    assert done.stdout.split() == [
        pong_pg.train(toy, env_factory=FallingBall).policy.digest(),
        pong_pg.train(pong).policy.digest(),
    ]


@pytest.mark.ray
@pytest.mark.needs("ray>=2.52")
def test_a_missing_and_a_wrong_token_are_told_in_one_line_and_the_right_one_works(
    two_nodes: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = (Path.home() / ".ray" / "auth_token").read_text()
    monkeypatch.setenv("HOME", str(tmp_path))
    # On a machine that has much else to do.
    monkeypatch.setattr(cluster, "_ANSWER_TIMEOUT", 100.0)
    # Left behind by the session of another test.
    monkeypatch.delenv("RAY_AUTH_MODE", raising=False)
    for wrong in ("", token[::-1]):
        monkeypatch.setenv("RAY_AUTH_TOKEN", wrong)
        with pytest.raises(ClusterError, match="the cluster needs another token: set  RAY_AUTH_TOKEN") as caught:
            check_address(two_nodes.address)
        assert "\n" not in str(caught.value)
    monkeypatch.delenv("RAY_AUTH_TOKEN")
    (tmp_path / "token").write_text(token)
    monkeypatch.setenv("RAY_AUTH_TOKEN_PATH", str(tmp_path / "token"))
    check_address(two_nodes.address)
    assert os.environ["RAY_AUTH_MODE"] == "token"


def test_ray_gets_no_handler_of_sigterm_not_even_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    def handle(*_: object) -> None:
        """The user's own."""

    utils: Any = types.ModuleType("ray._private.utils")
    utils.set_sigterm_handler = theirs = lambda handler: signal.signal(signal.SIGTERM, handler)
    monkeypatch.setitem(sys.modules, "ray._private.utils", utils)
    before = signal.signal(signal.SIGTERM, handle)
    try:
        with own_sigterm_handler():
            utils.set_sigterm_handler(signal.SIG_IGN)
            assert signal.getsignal(signal.SIGTERM) is handle
            # As where Ray is imported in the block.
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        assert signal.getsignal(signal.SIGTERM) is handle
    finally:
        signal.signal(signal.SIGTERM, before)
    assert utils.set_sigterm_handler is theirs


_LISTENERS = """
import os, subprocess, sys, psutil, ray
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
    code = "import ray\\nfrom pong_pg.distributed import cluster\\nwith cluster.connected('%s'): print('attached')"
    for attached in (address, "auto"):
        subprocess.run([sys.executable, "-c", code % attached], check=True)
print(os.environ.get("RAY_AUTH_MODE"))
print(*found)
"""


@pytest.mark.ray
@pytest.mark.alone
def test_a_ray_of_this_machine_listens_on_the_loopback_address_only_and_can_be_attached_to() -> None:
    command = [sys.executable, "-W", "ignore", "-c", _LISTENERS]
    environment = {name: value for name, value in os.environ.items() if name != "RAY_AUTH_MODE"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    *attached, mode, listening = done.stdout.splitlines()
    assert attached == ["attached", "attached"]
    assert mode == "None", "what Ray sets for itself does not stay"
    # Driver, control service, node and worker at least.
    assert len(listening.split()) > 3
    assert {address.removeprefix("::ffff:") for address in listening.split()} == {"127.0.0.1"}


def test_the_log_of_a_lost_node_is_one_line(caplog: pytest.LogCaptureFixture) -> None:
    cluster._tell(
        {"lines": ["Raylet is terminated. Possible reasons include: (1)\n    [state-dump] 1\n"]}, ignore_prefix=False
    )
    (message,) = caplog.messages
    assert message == "Ray says: Raylet is terminated. If the run ends, go on with --resume."
