"""Nodes of a cluster that are lost and join while a run goes on; each with an undisturbed control."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from queue import Empty, Queue

import psutil
import pytest
from clusters import Cluster, Node, cluster

import pong_pg

pytestmark = pytest.mark.ray

PONG_PG = [sys.executable, "-m", "pong_pg"]
UPDATES = 12
RUNS = {
    "reinforce": ["--batch-size", "6", "--hidden", "16", "--iterations", str(UPDATES)],
    "ppo": [
        *("--algorithm", "ppo", "--num-envs", "6", "--hidden", "16", "--iterations", str(UPDATES)),
        *("--rollout-steps", "400", "--final-rollout-steps", "400"),
    ],
}
LINE = {"reinforce": r"Batch (\d+) ", "ppo": r"Update (\d+) "}
algorithms = pytest.mark.parametrize("algorithm", list(RUNS))


class Started:
    """`pong-pg train` on a cluster, with the numbers of its updates as they come."""

    def __init__(self, algorithm: str, *arguments: str) -> None:
        command = [*PONG_PG, "train", *arguments]
        environment = {name: value for name, value in os.environ.items() if not name.startswith("RAY_")}
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        self.updates: Queue[int] = Queue()
        self.lines: list[str] = []
        self.errors: list[str] = []
        self._threads = [
            threading.Thread(target=self._read, args=[LINE[algorithm]]),
            threading.Thread(target=self._note),
        ]
        for thread in self._threads:
            thread.start()

    def _read(self, pattern: str) -> None:
        for line in self.process.stdout or ():
            self.lines.append(line)
            if match := re.match(pattern, line):
                self.updates.put(int(match[1]))

    def _note(self) -> None:
        self.errors += self.process.stderr or ()

    def wait_for(self, update: int) -> None:
        deadline = time.monotonic() + 300
        while True:
            try:
                if self.updates.get(timeout=1) >= update:
                    return
            except Empty:
                assert self.process.poll() is None, self.errors
                assert time.monotonic() < deadline, self.errors

    def end(self) -> int:
        status = self.process.wait(timeout=300)
        for thread in self._threads:
            thread.join()
        for stream in (self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        return status

    @property
    def digest(self) -> str:
        return str(re.findall(r"sha256:\w+", "".join(self.lines))[-1])


@pytest.fixture(scope="module")
def controls() -> dict[str, str]:
    """The weights of a run that nothing happens to, in one process."""
    digests = {}
    for algorithm, arguments in RUNS.items():
        done = subprocess.run(
            [*PONG_PG, "train", *arguments, "--workers", "0"],
            capture_output=True,
            text=True,
            check=True,
            cwd=os.environ.get("TMPDIR", "/tmp"),
        )
        digests[algorithm] = re.findall(r"sha256:\w+", done.stdout)[-1]
    return digests


@pytest.fixture
def three_nodes(tmp_path: Path) -> Iterator[Cluster]:
    """A head without CPUs, which nothing is played on, and three nodes that play."""
    log = tmp_path / "ray.log"
    started = Cluster(log)
    try:
        started.add(cpus=0)
        for _ in range(3):
            started.add()
        yield started
    finally:
        started.close()


@algorithms
def test_a_node_is_lost_in_each_of_ten_updates(
    algorithm: str, three_nodes: Cluster, controls: dict[str, str], tmp_path: Path
) -> None:
    run = Started(
        algorithm,
        *RUNS[algorithm],
        "--address",
        three_nodes.address,
        "--workers",
        "3",
        "--run-dir",
        str(tmp_path / "run"),
    )
    killed = 0
    for update in range(1, 11):
        run.wait_for(update)
        playing = [node for node in three_nodes.nodes[1:] if node.process.poll() is None]
        playing[0].kill()
        killed += 1
        # The next one comes while the run goes on; the one that is killed last never comes back.
        if update < 10:
            three_nodes.add()
    status = run.end()
    print(f"{algorithm}: {killed} nodes killed, {''.join(run.errors).count('is being replaced')} workers replaced")
    assert status == 0, run.errors
    assert run.digest == controls[algorithm]
    assert any("is being replaced" in line for line in run.errors)
    rows = (tmp_path / "run" / "metrics.csv").read_text().splitlines()[1:]
    assert [int(row.partition(",")[0]) for row in rows] == list(range(1, UPDATES + 1))


@algorithms
def test_a_node_that_never_comes_back_leaves_its_games_to_the_others(
    algorithm: str, controls: dict[str, str], tmp_path: Path
) -> None:
    with cluster(tmp_path / "ray.log", 2) as two:
        run = Started(
            algorithm, *RUNS[algorithm], "--address", two.address, "--workers", "2", "--run-dir", str(tmp_path / "run")
        )
        run.wait_for(2)
        two.nodes[1].kill()
        assert run.end() == 0, run.errors
    assert run.digest == controls[algorithm]


@algorithms
def test_a_node_that_joins_is_used(algorithm: str, controls: dict[str, str], tmp_path: Path) -> None:
    with cluster(tmp_path / "ray.log", 1) as one:
        run = Started(algorithm, *RUNS[algorithm], "--address", one.address, "--run-dir", str(tmp_path / "run"))
        run.wait_for(1)
        joined = one.add()
        deadline = time.monotonic() + 120
        while run.process.poll() is None and time.monotonic() < deadline and not _plays(joined):
            time.sleep(0.05)
        used = _plays(joined)
        assert run.end() == 0, run.errors
        assert used, "the node that joined has no worker"
    assert run.digest == controls[algorithm]


def _plays(node: Node) -> bool:
    """Whether an actor of this package runs on a node."""
    commands = []
    for process in node.family():
        with contextlib.suppress(psutil.NoSuchProcess):
            commands.append(" ".join(process.cmdline()))
    return any(command.startswith(("ray::Worker", "ray::RolloutWorker")) for command in commands)


@algorithms
@pytest.mark.parametrize("what", ["head", "gcs_server"])
def test_a_run_whose_head_is_lost_ends_in_one_line_and_goes_on_elsewhere(
    algorithm: str, what: str, controls: dict[str, str], tmp_path: Path
) -> None:
    directory = str(tmp_path / "run")
    with cluster(tmp_path / "first.log", 2) as first:
        run = Started(algorithm, *RUNS[algorithm], "--address", first.address, "--workers", "2", "--run-dir", directory)
        run.wait_for(3)
        lost = time.monotonic()
        for process in first.nodes[0].family():
            if what == "head" or what in process.name():
                process.kill()
        assert run.end() == 1
        print(f"{algorithm}, {what}: ended {time.monotonic() - lost:.1f} s after the loss: {run.errors[-1].strip()}")
        assert time.monotonic() - lost < 60
    assert len([line for line in run.errors if "error:" in line]) == 1
    assert not any("Traceback" in line for line in run.errors)
    assert pong_pg.load(directory)
    with cluster(tmp_path / "second.log", 1) as second:
        again = Started(algorithm, "--resume", directory, "--address", second.address, "--workers", "1")
        assert again.end() == 0, again.errors
    assert again.digest == controls[algorithm]
