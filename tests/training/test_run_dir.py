"""Runs whose directory can't be written any more."""

from __future__ import annotations

import contextlib
import dataclasses
import errno
import os
import re
import resource
import shutil
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from falling import FallingBall

import pong_pg
from pong_pg.errors import RunDirError, RunDirLostError
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.training import run_dir
from pong_pg.training.checkpoint import read_checkpoint
from pong_pg.training.directory import read_metrics
from pong_pg.training.observers import Observer

ERRORS = [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EACCES, errno.ENOENT, errno.ESTALE]
UPDATES = 8


class Disk:
    """What is below a directory can't be written while `error` is set."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.error: int | None = None
        self.roots = [root]
        for owner, name, path_of in (
            (os, "open", lambda path, flags, *_, **__: Path(path) if flags & (os.O_WRONLY | os.O_RDWR) else None),
            (Path, "mkdir", lambda path, *_, **__: None if path.exists() else path),
        ):
            monkeypatch.setattr(owner, name, self._guarded(getattr(owner, name), path_of))

    def _guarded(self, function: Any, path_of: Callable[..., Path | None]) -> Any:
        def guarded(*arguments: Any, **options: Any) -> Any:
            path = path_of(*arguments, **options)
            below = path is not None and any(path.absolute().is_relative_to(root) for root in self.roots)
            if self.error is not None and below:
                raise OSError(self.error, os.strerror(self.error), str(path))
            return function(*arguments, **options)

        return guarded


class At(Observer):
    """Does something after some of the updates."""

    def __init__(self, **actions: Callable[[], object]) -> None:
        self._actions = actions

    def on_update(self, metrics: UpdateMetrics) -> None:
        self._actions.get(f"update_{metrics.update}", lambda: None)()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "disk" / "run"


@pytest.fixture
def disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    return Disk(path.parent, monkeypatch)


@pytest.fixture
def config(small_config: ReinforceConfig, path: Path) -> ReinforceConfig:
    return dataclasses.replace(small_config, iterations=UPDATES, checkpoint_every=2, run_dir=str(path))


def train(config: ReinforceConfig, *observers: Observer, **options: Any) -> pong_pg.TrainResult:
    return pong_pg.train(config, env_factory=FallingBall, observers=observers, **options)


def control(config: ReinforceConfig) -> str:
    return train(dataclasses.replace(config, run_dir=None)).policy.digest()


def assert_whole(path: Path, config: ReinforceConfig) -> None:
    """All updates are in the metrics once, and the newest checkpoint is the control's last."""
    assert [row.update for row in read_metrics(path)] == list(range(1, UPDATES + 1))
    rows = (path / "metrics.csv").read_text().splitlines()
    assert [row.partition(",")[0] for row in rows] == ["update", *map(str, range(1, UPDATES + 1))]
    assert pong_pg.load(path).digest() == control(config)
    assert (path / "checkpoints" / "best.npz").exists()
    assert not [found for found in path.rglob(".*") if found.name != ".lock"]


@pytest.mark.parametrize("code", ERRORS, ids=errno.errorcode.get)
def test_a_run_ends_with_its_last_good_checkpoint_in_one_line(
    code: int, config: ReinforceConfig, path: Path, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[int] = []

    def fail() -> None:
        disk.error = code

    class Seen(Observer):
        def on_update(self, metrics: UpdateMetrics) -> None:
            seen.append(metrics.update)

    with pytest.raises(RunDirLostError) as caught:
        train(config, At(update_3=fail), Seen())
    assert str(caught.value) == (
        f"run directory {path} can't be written ({os.strerror(code)}): the run ends, and its newest checkpoint is "
        f"update-000002.npz: make room or permit it, and go on with  pong-pg train --resume {path}"
    )
    assert caught.value.exit_status == 1
    assert not caplog.messages
    assert seen == [1, 2, 3], "the row of the fourth update could not be written"
    disk.error = None
    assert pong_pg.resume(path, env_factory=FallingBall).policy.digest() == control(config)
    assert_whole(path, config)


@pytest.mark.parametrize("room", [0, 20, 300])
def test_a_row_that_was_written_in_part_is_whole_after_a_resume(room: int, config: ReinforceConfig, path: Path) -> None:
    """By the system itself: no file can get longer than a limit."""
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, ((path / "metrics.jsonl").stat().st_size + room, unlimited[1]))

    try:
        with pytest.raises(RunDirLostError, match=r"\(File too large\): the run ends"):
            train(config, At(update_3=limit))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)
    pong_pg.resume(path, env_factory=FallingBall)
    assert_whole(path, config)


@pytest.mark.parametrize("over", [True, False])
def test_a_directory_that_was_removed_ends_the_run_and_another_in_its_place_is_left_alone(
    over: bool, config: ReinforceConfig, path: Path
) -> None:
    other = dataclasses.replace(config, seed=99, iterations=2)

    def remove() -> None:
        shutil.rmtree(path)
        if over:
            train(other)

    with pytest.raises(RunDirLostError, match=r"\(No such file or directory\): the run ends"):
        train(config, At(update_3=remove))
    assert path.exists() == over
    if over:
        assert read_checkpoint(path).config.seed == 99
        assert [row.update for row in read_metrics(path)] == [1, 2]


@pytest.mark.parametrize("error", [KeyboardInterrupt, RuntimeError])
def test_an_error_is_told_also_where_no_checkpoint_can_be_written(
    error: type[BaseException], config: ReinforceConfig, disk: Disk
) -> None:
    def stop() -> None:
        disk.error = errno.EROFS
        raise error

    with pytest.raises(error):
        train(config, At(update_3=stop))


def test_a_checkpoint_is_written_at_least_once_a_minute(
    config: ReinforceConfig, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_dir, "_MOST_SECONDS", 0.0)
    found: list[bool] = []

    def look() -> None:
        found.append((path / "checkpoints" / "update-000005.npz").exists())

    train(dataclasses.replace(config, checkpoint_every=100), At(update_6=look))
    assert found == [True]


def test_the_best_is_what_has_just_played_the_best_batch_and_every_update_is_looked_at(
    config: ReinforceConfig, path: Path
) -> None:
    means = [row.mean_return or 0.0 for row in train(dataclasses.replace(config, run_dir=None)).history]
    best = means.index(max(means))
    assert best % 3, "the control: no checkpoint is due then"
    train(dataclasses.replace(config, checkpoint_every=3))
    found = read_checkpoint(path / "checkpoints" / "best.npz")
    assert found.progress.update == best, "the update before, whose policy has played it"
    before = train(dataclasses.replace(config, run_dir=None, iterations=best))
    assert found.state().policy().digest() == before.policy.digest()


@pytest.mark.parametrize("name", ["checkpoints", pytest.param("tensorboard", marks=pytest.mark.needs("tensorboard"))])
def test_a_directory_that_is_a_link_is_not_followed(
    name: str, config: ReinforceConfig, path: Path, tmp_path: Path
) -> None:
    """As in a run that somebody else has made: nothing beyond is written, and nothing removed."""
    train(dataclasses.replace(config, iterations=2))
    (path / name).rename(tmp_path / "beyond")
    (path / name).symlink_to(tmp_path / "beyond")
    before = {file: file.read_bytes() for file in (tmp_path / "beyond").iterdir()}
    with pytest.raises(RunDirError, match=f"{name} is a symbolic link"):
        pong_pg.resume(path, env_factory=FallingBall, iterations=9)
    assert {file: file.read_bytes() for file in (tmp_path / "beyond").iterdir()} == before


@pytest.mark.parametrize("way", ["symbolic", "hard"])
@pytest.mark.parametrize("name", ["config.json", "metrics.csv", "metrics.jsonl", "checkpoints/best.npz", ".lock"])
def test_a_file_that_is_a_link_is_not_written_through(
    name: str, way: str, config: ReinforceConfig, path: Path, tmp_path: Path
) -> None:
    """As in a run that somebody else has made, whose files lead to those of whoever resumes it."""
    train(dataclasses.replace(config, iterations=2))
    mine = tmp_path / "mine"
    mine.write_bytes((path / name).read_bytes())
    (path / name).unlink()
    if way == "hard":
        (path / name).hardlink_to(mine)
    else:
        (path / name).symlink_to(mine)
    before = mine.read_bytes()
    with contextlib.suppress(RunDirError):
        pong_pg.resume(path, env_factory=FallingBall, iterations=9)
    assert mine.read_bytes() == before


def test_old_checkpoints_go_only_once_the_new_one_lasts(
    config: ReinforceConfig, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whenever one is removed, the newest is there whole and its directory has been synced since."""
    removed: list[Path] = []
    synced: list[str] = []
    fsync, unlink = os.fsync, Path.unlink

    def syncing(descriptor: int) -> None:
        fsync(descriptor)
        synced.append("directory" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "content")

    def unlinking(file: Path, missing_ok: bool = False) -> None:
        if re.fullmatch(r"update-\d+\.npz", file.name):
            assert read_checkpoint(path).progress.update == int(file.stem[-6:]) + 2
            assert synced[-2:] == ["content", "directory"]
            removed.append(file)
        unlink(file, missing_ok)

    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(Path, "unlink", unlinking)
    train(dataclasses.replace(config, keep_checkpoints=1))
    assert len(removed) == 4


def test_one_checkpoint_too_many_is_no_failure(
    config: ReinforceConfig, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlink = Path.unlink

    def refused(file: Path, **options: Any) -> None:
        if file.name.startswith("update"):
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))
        unlink(file, **options)

    monkeypatch.setattr(Path, "unlink", refused)
    train(dataclasses.replace(config, keep_checkpoints=1))
    assert len(list((path / "checkpoints").glob("update*"))) == 5


def test_what_a_crash_left_in_the_middle_of_replacing_is_removed(config: ReinforceConfig, path: Path) -> None:
    train(dataclasses.replace(config, iterations=4, keep_checkpoints=1))
    for name in (
        "config.json",
        "metrics.csv",
        "metrics.jsonl",
        "checkpoints/update-000004.npz",
        "checkpoints/best.npz",
    ):
        file = path / name
        (file.with_name(f".{file.name}.abcdef01")).write_bytes(b"half of a fi")
    assert read_checkpoint(path).progress.update == 4
    pong_pg.load(path / "checkpoints" / "best.npz")
    assert len(read_metrics(path)) == 4
    pong_pg.resume(path, env_factory=FallingBall, iterations=UPDATES - 4)
    assert_whole(path, config)
    assert not list(path.rglob("*.abcdef01"))


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EDQUOT], ids=errno.errorcode.get)
def test_a_run_is_not_begun_where_nothing_can_be_written(
    code: int, config: ReinforceConfig, path: Path, disk: Disk
) -> None:
    path.mkdir(parents=True)
    disk.error = code
    with pytest.raises(
        RunDirError, match=re.escape(f"can't be used ({os.strerror(code)}): make it writable, or name another")
    ) as caught:
        train(config)
    assert caught.value.exit_status == 2
    disk.error = None
    train(config)
    assert_whole(path, config)


def test_an_environment_may_change_the_working_directory(
    config: ReinforceConfig, path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path.parent.mkdir()
    monkeypatch.chdir(path.parent)
    train(dataclasses.replace(config, run_dir="run"), At(update_3=lambda: os.chdir(tmp_path)))
    assert_whole(path, config)
    assert not (tmp_path / "run").exists()
