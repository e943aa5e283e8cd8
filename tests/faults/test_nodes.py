"""Nodes of a cluster that are lost and join while a run goes on; each with an undisturbed control."""

from __future__ import annotations

import contextlib
import time
from pathlib import Path

import psutil
import pytest
from clusters import Node, cluster
from programs import train

import pong_pg

pytestmark = pytest.mark.ray

UPDATES = 12
# Updates of some seconds: a node needs ten to join and to start a worker.
RUNS = {
    "reinforce": ["--batch-size", "300", "--hidden", "16", "--iterations", str(UPDATES)],
    "ppo": [
        *("--algorithm", "ppo", "--num-envs", "6", "--hidden", "16", "--iterations", str(UPDATES)),
        *("--n-steps", "8000", "--final-n-steps", "8000"),
    ],
}
algorithms = pytest.mark.parametrize("algorithm", list(RUNS))


@pytest.fixture(scope="module")
def controls(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The weights of a run that nothing happens to, in one process."""
    digests = {}
    for algorithm, arguments in RUNS.items():
        with train(tmp_path_factory.mktemp("controls"), *arguments, "--workers", "0") as training:
            assert training.end() == 0, training.err
            digests[algorithm] = training.digest
    return digests


@algorithms
def test_a_node_is_lost_in_each_of_ten_updates(algorithm: str, controls: dict[str, str], tmp_path: Path) -> None:
    with cluster(tmp_path / "ray.log", 0) as nodes:
        # On the head, which has no CPU, nothing is played.
        for cpus in (0, 1, 1, 1):
            nodes.add(cpus)
        options = ["--address", nodes.address, "--workers", "3", "--run-dir", "run"]
        with train(tmp_path, *RUNS[algorithm], *options) as run:
            for update in range(1, 11):
                run.until(update)
                playing = [node for node in nodes.nodes[1:] if node.process.poll() is None]
                playing[0].kill()
                # The next one comes while the run goes on; the one that is killed last never comes back.
                if update < 10:
                    nodes.add()
            assert run.end() == 0, run.err
    assert run.digest == controls[algorithm]
    assert "is being replaced" in run.err
    rows = (tmp_path / "run" / "metrics.csv").read_text().splitlines()[1:]
    assert [int(row.partition(",")[0]) for row in rows] == list(range(1, UPDATES + 1))


@algorithms
def test_a_node_that_joins_is_used(algorithm: str, controls: dict[str, str], tmp_path: Path) -> None:
    with (
        cluster(tmp_path / "ray.log", 1) as one,
        train(tmp_path, *RUNS[algorithm], "--address", one.address, "--run-dir", "run") as run,
    ):
        run.until(1)
        joined = one.add()
        while run.process.poll() is None and not _plays(joined):
            time.sleep(0.05)
        used = _plays(joined)
        assert run.end() == 0, run.err
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
def test_a_run_whose_head_is_lost_ends_and_goes_on_elsewhere(
    algorithm: str, controls: dict[str, str], tmp_path: Path
) -> None:
    with cluster(tmp_path / "first.log", 2) as first:
        options = ["--address", first.address, "--workers", "2", "--run-dir", "run"]
        with train(tmp_path, *RUNS[algorithm], *options) as run:
            run.until(3)
            lost = time.monotonic()
            first.nodes[0].kill()
            assert run.end() == 1
            assert time.monotonic() - lost < 30
            # One line, unless Ray notices first that the raylet of this machine is gone, and ends the process.
            assert run.err.count("error:") == ("the Ray cluster is lost" in run.err)
            assert "Traceback" not in run.err
            assert "Finished" not in run.out
    assert pong_pg.load(tmp_path / "run")
    with (
        cluster(tmp_path / "second.log", 1) as second,
        train(tmp_path, "--resume", "run", "--address", second.address, "--workers", "1") as again,
    ):
        assert again.end() == 0, again.err
        assert again.digest == controls[algorithm]
