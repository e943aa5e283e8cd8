"""Ray clusters of several nodes on this machine, for tests that attach to them and lose nodes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

# What other processes must find to import the modules of the tests.
TESTS = Path(__file__).parent
RAY = str(Path(sys.executable).with_name("ray"))


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


class Node:
    """A node: the process of `ray start --block`, and all that it has started."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process

    def family(self) -> list[psutil.Process]:
        """Return its processes: those of Ray, and the workers."""
        try:
            top = psutil.Process(self.process.pid)
            return [top, *top.children(recursive=True)]
        except psutil.NoSuchProcess:
            return []

    def kill(self) -> None:
        """Take the node away, as a machine that loses its power."""
        for process in self.family():
            _send(process, signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        """End it in an orderly way, and by force what is left of it."""
        family = self.family()
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for process in psutil.wait_procs(family, timeout=20)[1]:
            _send(process, signal.SIGKILL)


def _send(process: psutil.Process, number: signal.Signals) -> None:
    with suppress(psutil.NoSuchProcess):
        process.send_signal(number)


class Cluster:
    """A head node and more nodes, on loopback.

    Args:
        log: a file for what Ray prints.
        mode: Ray's mode of authentication.

    Attributes:
        address: of the head.
        temporary: the head's temporary directory.
    """

    def __init__(self, log: Path, mode: str = "disabled") -> None:
        self._log = log
        self._port = free_port()
        self.address = f"127.0.0.1:{self._port}"
        # Short: Ray's sockets live below it, and a socket's path has at most 107 characters.
        self._folder = tempfile.TemporaryDirectory(prefix="r", ignore_cleanup_errors=True)
        self.temporary = Path(self._folder.name)
        self.nodes: list[Node] = []
        here = os.pathsep.join(map(str, (TESTS, *(folder for folder in TESTS.iterdir() if folder.is_dir()))))
        self._environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join(filter(None, [here, os.environ.get("PYTHONPATH", "")])),
            "RAY_USAGE_STATS_ENABLED": "0",
            "RAY_AUTH_MODE": mode,
        }
        if mode == "token":
            subprocess.run(
                [RAY, "get-auth-token", "--generate"], capture_output=True, check=True, env=self._environment
            )

    def add(self, cpus: int = 1) -> Node:
        """Start a node, the first of which is the head, and wait until it runs."""
        command = [RAY, "start", "--block", f"--num-cpus={cpus}"]
        command += ["--object-store-memory=100000000", "--disable-usage-stats"]
        # The system picks the workers' ports: nodes of one machine would take them from one and the same range.
        command += ["--min-worker-port=0", "--max-worker-port=0"]
        if self.nodes:
            command += [f"--address={self.address}"]
        else:
            command += ["--head", f"--port={self._port}", f"--temp-dir={self.temporary}", "--include-dashboard=false"]
        before = self._started()
        with self._log.open("a") as log:
            node = Node(subprocess.Popen(command, stdout=log, stderr=log, env=self._environment))
        self.nodes.append(node)
        deadline = time.monotonic() + 60
        # The next one looks for free ports of its own: not before this one has taken all of its.
        while self._started() == before:
            assert time.monotonic() < deadline, self._log.read_text()
            assert node.process.poll() is None, self._log.read_text()
            time.sleep(0.2)
        return node

    def _started(self) -> int:
        return self._log.read_text().count("Ray runtime started.") if self._log.exists() else 0

    def close(self) -> None:
        """Stop what still runs."""
        for node in reversed(self.nodes):
            node.stop()
        self._folder.cleanup()


@contextmanager
def cluster(log: Path, nodes: int, mode: str = "disabled") -> Iterator[Cluster]:
    """Start a cluster of some nodes with a CPU each, and stop it at the end."""
    started = Cluster(log, mode)
    try:
        for _ in range(nodes):
            started.add()
        yield started
    finally:
        started.close()
