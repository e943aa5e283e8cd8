"""The command on disks that fill up, directories that go, and files that can't be written, compared with a calm run."""

from __future__ import annotations

import contextlib
import csv
import functools
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from programs import Program, train

from pong_pg.training.checkpoint import read_checkpoint

UPDATES = 30
SETTINGS = {
    "reinforce": ["--batch-size", "1", "--hidden", "8"],
    "ppo": ["--num-envs", "4", "--n-steps", "64", "--num-minibatches", "2", "--hidden", "8"],
}
ENDS = ["--iterations", str(UPDATES), "--checkpoint-every", "3"]


@functools.cache
def control(algorithm: str) -> str:
    """The weights of a run that nothing disturbs."""
    with begin(algorithm, Path("control")) as training:
        assert training.end() == 0
    shutil.rmtree("control")
    return training.digest


@pytest.fixture(params=SETTINGS)
def algorithm(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    name: str = request.param
    control(name)
    return name


def begin(algorithm: str, run_dir: Path, workers: int = 0) -> Program:
    own = [*SETTINGS[algorithm], *ENDS, "--workers", str(workers), "--run-dir", str(run_dir)]
    return train(Path(), "--algorithm", algorithm, *own)


def assert_whole(algorithm: str, run_dir: Path) -> None:
    """Every update is in both files once, and a checkpoint of the last one is there."""
    expected = list(range(1, UPDATES + 1))
    lines = (run_dir / "metrics.jsonl").read_text().splitlines()
    assert [json.loads(line)["update"] for line in lines] == expected
    with (run_dir / "metrics.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["update"]) for row in rows] == expected
    assert not any(None in row or None in row.values() for row in rows)
    assert read_checkpoint(run_dir).state().policy().digest() == control(algorithm)


def assert_resumes(algorithm: str, run_dir: Path) -> None:
    with train(Path(), "--resume", str(run_dir)) as training:
        assert training.end() == 0, training.err
    assert training.digest == control(algorithm)
    assert_whole(algorithm, run_dir)


@contextlib.contextmanager
def small_disk(size: str) -> Iterator[Path]:
    """A file system of its own; only root may mount one."""
    place = Path("disk").absolute()
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "pong", place], check=False).returncode:
        pytest.skip("no file system can be mounted here; the tests with a limit of the process cover a full disk")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def fill(place: Path) -> Path:
    ballast = place / "ballast"
    with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
        while file.write(b"x" * 4096) == 4096:
            pass
    return ballast


def assert_ends(training: Program, run_dir: Path) -> None:
    """In one line, with the last good checkpoint."""
    assert training.end() == 1, training.err
    (line,) = [line for line in training.err.splitlines() if line.startswith("pong-pg:")]
    newest = read_checkpoint(run_dir).progress.update
    place = re.escape(str(run_dir))
    assert re.search(
        rf"^pong-pg: error: run directory {place} can't be written \(No space left on device\): the run ends, and "
        rf"its newest checkpoint is update-{newest:06}\.npz: .*pong-pg train --resume {place}$",
        line,
    )


@pytest.mark.parametrize("workers", [0, 2])
def test_a_run_on_a_disk_that_fills_up_ends_and_can_be_resumed(algorithm: str, workers: int) -> None:
    with small_disk("12m") as disk, begin(algorithm, disk / "run", workers) as training:
        training.until(5)
        ballast = fill(disk)
        assert_ends(training, disk / "run")
        ballast.unlink()
        assert_resumes(algorithm, disk / "run")
