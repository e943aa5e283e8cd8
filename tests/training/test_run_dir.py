"""Runs whose directory can't be written for some time, or no more."""

from __future__ import annotations

import dataclasses
import errno
import os
import re
import resource
import shutil
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from falling import FallingBall

import pong_pg
from pong_pg.algorithm import algorithm
from pong_pg.errors import RunDirError, RunDirLostError
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.game.progress import Progress
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.training import outage, run_dir
from pong_pg.training.checkpoint import CheckpointStore, read_checkpoint
from pong_pg.training.directory import read_metrics
from pong_pg.training.lock import held
from pong_pg.training.observers import Observer

ERRORS = [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO, errno.EACCES, errno.ENOENT, errno.ESTALE]
UPDATES = 8


class Disk:
    """What is below a directory can't be written while `error` is set."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.error: int | None = None
        self.roots = [root]
        for owner, name, path_of in (
            (Path, "open", lambda path, mode="r", *_, **__: path if set(mode) & set("wax+") else None),
            (Path, "mkdir", lambda path, *_, **__: None if path.exists() else path),
            (tempfile, "mkstemp", lambda **options: Path(options["dir"])),
            (tempfile, "mkdtemp", lambda **options: Path(options["dir"])),
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


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where a run is written to that its directory does not take."""
    place = tmp_path / "elsewhere"
    place.mkdir()
    monkeypatch.setattr(run_dir, "_other_places", lambda: [str(place)])
    return place


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
def test_training_goes_on_while_nothing_can_be_written(
    code: int, config: ReinforceConfig, path: Path, disk: Disk, caplog: pytest.LogCaptureFixture
) -> None:
    during: list[list[str]] = []

    def look() -> None:
        during.append(sorted(found.name for found in (path / "checkpoints").glob("update*")))

    def fail() -> None:
        look()
        disk.error = code

    def repair() -> None:
        look()
        disk.error = None

    train(config, At(update_3=fail, update_5=look, update_7=repair))
    assert during == [["update-000000.npz", "update-000002.npz"]] * 3, "the last good checkpoint stays"
    assert_whole(path, config)
    warned = [message for message in caplog.messages if str(path) in message]
    reason = os.strerror(code)
    assert sum(f"metrics can't be written to {path} ({reason})" in message for message in warned) == 1
    assert sum(f"no checkpoint can be written to {path} ({reason})" in message for message in warned) == 1
    assert any("the newest checkpoint is update-000002.npz" in message for message in warned)
    assert f"metrics can be written to {path} again, and have every update, after 6 failed attempts" in warned
    assert sum(message.startswith(f"checkpoints can be written to {path} again, after") for message in warned) == 1
    resumed = pong_pg.resume(path, env_factory=FallingBall, iterations=1)
    assert resumed.policy.digest() == control(dataclasses.replace(config, iterations=UPDATES + 1))


def test_a_checkpoint_comes_after_the_rows_of_its_updates(
    config: ReinforceConfig, path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kill after it would lose rows that are only in memory."""
    saved: list[int] = []
    write = CheckpointStore.save

    def after_rows(store: CheckpointStore, state: Any) -> Path:
        saved.append(state.progress.update)
        assert disk.error or [row.update for row in read_metrics(path)] == list(range(1, saved[-1] + 1))
        return write(store, state)

    def set_error(code: int | None) -> None:
        disk.error = code

    monkeypatch.setattr(CheckpointStore, "save", after_rows)
    train(config, At(update_3=lambda: set_error(errno.ENOSPC), update_6=lambda: set_error(None)))
    assert saved == [0, 2, 4, 6, 8]


def test_warnings_are_repeated_while_it_lasts(
    config: ReinforceConfig, disk: Disk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(outage, "_FIRST_INTERVAL", 0.0)

    def set_error(code: int | None) -> None:
        disk.error = code

    train(config, At(update_3=lambda: set_error(errno.ENOSPC), update_7=lambda: set_error(None)))
    assert len([message for message in caplog.messages if message.startswith("metrics can't be written")]) == 6
    # Before updates 4 and 6, or also with the best.
    assert len([message for message in caplog.messages if message.startswith("no checkpoint can be written")]) in {2, 3}


def test_a_checkpoint_that_failed_is_tried_again_before_the_next_is_due(
    config: ReinforceConfig, path: Path, disk: Disk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_dir, "_MOST_SECONDS", 0.0)
    found: list[bool] = []

    def set_error(code: int | None) -> None:
        disk.error = code

    def look() -> None:
        found.append((path / "checkpoints" / "update-000005.npz").exists())

    actions = {"update_4": lambda: set_error(errno.ENOSPC), "update_5": lambda: set_error(None), "update_6": look}
    train(dataclasses.replace(config, checkpoint_every=4), At(**actions))
    assert found == [True]


@pytest.mark.parametrize("room", [0, 20, 300])
def test_rows_that_were_written_in_part_are_whole_in_the_end(
    room: int, config: ReinforceConfig, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """By the system itself: no file can get longer than a limit."""
    unlimited = resource.getrlimit(resource.RLIMIT_FSIZE)

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, ((path / "metrics.jsonl").stat().st_size + room, unlimited[1]))

    def lift() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, unlimited)

    try:
        train(config, At(update_3=limit, update_6=lift))
    finally:
        lift()
    assert "(File too large): training goes on" in caplog.text
    assert_whole(path, config)


@pytest.mark.parametrize("way", ["removed", "moved away", "removed and made again", "without checkpoints"])
def test_a_directory_that_was_removed_is_made_again(
    way: str, config: ReinforceConfig, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def remove() -> None:
        if way == "moved away":
            path.rename(path.with_name("old"))
        else:
            shutil.rmtree(path if way != "without checkpoints" else path / "checkpoints")
        if way == "removed and made again":
            path.mkdir()

    newest: list[int] = []

    def look() -> None:
        newest.append(read_checkpoint(path).progress.update)
        assert [row.update for row in read_metrics(path)] == [1, 2, 3, 4, 5, 6]
        with pytest.raises(RunDirError, match="in use by another"):
            pong_pg.resume(path, env_factory=FallingBall, iterations=1)

    config = dataclasses.replace(config, checkpoint_every=100)
    train(config, At(update_4=remove, update_6=look))
    assert newest == [5], "it gets a checkpoint at once"
    assert_whole(path, config)
    (message,) = [message for message in caplog.messages if "were removed" in message]
    assert str(path) in message
    names = {found.name for found in path.iterdir()} - {"tensorboard"}
    assert names == {".lock", "checkpoints", "config.json", "metrics.csv", "metrics.jsonl"}


@pytest.mark.parametrize("over", [True, False])
def test_another_run_in_the_place_of_a_removed_directory_is_left_alone(
    over: bool, config: ReinforceConfig, path: Path, elsewhere: Path
) -> None:
    other = dataclasses.replace(config, seed=99, iterations=2)

    def replace() -> None:
        shutil.rmtree(path)
        if over:
            train(other)

    class Other(Observer):
        """Runs in the same place while the first goes on."""

        def on_update(self, metrics: UpdateMetrics) -> None:
            if metrics.update == 3:
                shutil.rmtree(path)
                train(other)

    with pytest.raises(RunDirLostError, match=r"another run was begun there\): the whole run was written to"):
        train(config, At(update_3=replace) if over else Other())
    assert read_checkpoint(path).config.seed == 99
    assert [row.update for row in read_metrics(path)] == [1, 2]
    assert_whole(next(elsewhere.iterdir()), config)


def test_a_run_that_can_not_be_written_at_its_end_is_written_elsewhere(
    config: ReinforceConfig, path: Path, disk: Disk, elsewhere: Path
) -> None:
    def fail() -> None:
        disk.error = errno.ENOSPC

    with pytest.raises(RunDirLostError) as caught:
        train(config, At(update_3=fail))
    assert caught.value.exit_status == 1
    assert "\n" not in str(caught.value)
    (other,) = elsewhere.iterdir()
    assert str(caught.value) == (
        f"run directory {path} can't be written (No space left on device): the whole run was written to {other} "
        f"instead: resume it with  pong-pg train --resume {other} --iterations N"
    )
    assert stat.S_IMODE(other.stat().st_mode) == 0o700
    assert_whole(other, config)
    assert read_checkpoint(path).progress.update == 2
    expected = control(dataclasses.replace(config, iterations=UPDATES + 3))
    assert pong_pg.resume(other, env_factory=FallingBall, iterations=3).policy.digest() == expected
    disk.error = None
    resumed = pong_pg.resume(path, env_factory=FallingBall)
    assert resumed.policy.digest() == control(config), "the directory itself goes on from its last checkpoint"
    assert_whole(path, config)


def test_metrics_alone_that_can_not_be_written_are_not_lost_either(
    config: ReinforceConfig, path: Path, elsewhere: Path
) -> None:
    def fail() -> None:
        (path / "metrics.csv").unlink()
        (path / "metrics.csv").mkdir()

    with pytest.raises(RunDirLostError, match="Is a directory"):
        train(config, At(update_3=fail))
    assert_whole(next(elsewhere.iterdir()), config)
    assert pong_pg.load(path).digest() == control(config)
    assert len(read_metrics(path)) == UPDATES


def test_a_full_disk_everywhere_is_told(config: ReinforceConfig, path: Path, disk: Disk, elsewhere: Path) -> None:
    disk.roots.append(elsewhere)

    def fail() -> None:
        disk.error = errno.ENOSPC

    with pytest.raises(
        RunDirLostError, match=r"any other place: the newest checkpoint is update-000002.npz, and later"
    ):
        train(config, At(update_3=fail))
    disk.error = None
    assert not list(elsewhere.iterdir())
    assert read_checkpoint(path).progress.update == 2


def test_a_full_disk_everywhere_and_no_checkpoint_is_told(
    config: ReinforceConfig, path: Path, disk: Disk, elsewhere: Path
) -> None:
    disk.roots.append(elsewhere)

    def fail() -> None:
        disk.error = errno.ENOSPC
        shutil.rmtree(path / "checkpoints")

    with pytest.raises(RunDirLostError, match="neither can any other place: the run has no checkpoint, and is lost"):
        train(config, At(update_1=fail))


@pytest.mark.parametrize("stops", ["should_stop", "KeyboardInterrupt", "another error"])
def test_what_a_stopped_run_has_learned_is_not_lost(
    stops: str, config: ReinforceConfig, disk: Disk, elsewhere: Path, caplog: pytest.LogCaptureFixture
) -> None:
    stopped: list[bool] = []

    def fail() -> None:
        disk.error = errno.EROFS

    def stop() -> None:
        stopped.append(True)
        if stops != "should_stop":
            raise KeyboardInterrupt if stops == "KeyboardInterrupt" else RuntimeError("the power fails")

    expected = {"should_stop": RunDirLostError, "KeyboardInterrupt": KeyboardInterrupt}.get(stops, RuntimeError)
    with pytest.raises(expected):
        train(config, At(update_3=fail, update_5=stop), should_stop=lambda: bool(stopped))
    (other,) = elsewhere.iterdir()
    assert ("the whole run was written to" in caplog.text) == (stops != "should_stop")
    assert read_checkpoint(other).progress.update == 5
    resumed = pong_pg.resume(other, env_factory=FallingBall)
    assert resumed.policy.digest() == control(config)


def test_the_best_checkpoint_is_written_once_that_works_again(config: ReinforceConfig, path: Path, disk: Disk) -> None:
    means = [row.mean_return or 0.0 for row in train(dataclasses.replace(config, run_dir=None)).history]
    best = means.index(max(means))
    assert 1 <= best < UPDATES - 2, "the control: the best batch is played while nothing can be written"

    def set_error(code: int | None) -> None:
        disk.error = code

    repaired = f"update_{UPDATES - 1}"
    train(config, At(update_1=lambda: set_error(errno.ENOSPC), **{repaired: lambda: set_error(None)}))
    assert read_checkpoint(path / "checkpoints" / "best.npz").progress.update == best


def test_the_best_checkpoint_is_of_its_moment_however_late_it_is_written(path: Path) -> None:
    """PPO hands out its state itself, which moves on."""
    path.mkdir(parents=True)
    own = pong_pg.PPOConfig(hidden=4, num_envs=2, rollout_steps=10, num_minibatches=1, workers=0)
    state = algorithm("ppo").begin(own, Progress(update=3)).state
    best = state.policy().digest()
    with held(path) as lock:
        opened = run_dir.RunDir(path, own, lock=lock)
        (path / "checkpoints" / "best.npz").mkdir()
        opened.keep_best(state)
        for name, array in state.arrays().items():
            if name.endswith("average"):
                array[...] = 0
        state.progress = Progress(update=4)
        opened.save(state)
        (path / "checkpoints" / "best.npz").rmdir()
        assert opened.finish(state) is None
    assert read_checkpoint(path / "checkpoints" / "best.npz").progress.update == 3
    assert pong_pg.load(path / "checkpoints" / "best.npz").digest() == best != pong_pg.load(path).digest()


@pytest.mark.needs("tensorboard")
def test_tensorboard_events_that_can_not_be_written_fail_no_run(
    config: ReinforceConfig, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    def fail() -> None:
        shutil.rmtree(path / "tensorboard")
        (path / "tensorboard").touch()

    train(config, At(update_3=fail))
    assert_whole(path, config)
    (message,) = caplog.messages
    assert f"TensorBoard events can't be written to {path} (File exists): training goes on" in message


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
    config: ReinforceConfig, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    unlink = Path.unlink

    def refused(file: Path, missing_ok: bool = False) -> None:
        if file.name.startswith("update"):
            raise OSError(errno.EPERM, os.strerror(errno.EPERM))
        unlink(file, missing_ok)

    monkeypatch.setattr(Path, "unlink", refused)
    train(dataclasses.replace(config, keep_checkpoints=1))
    assert len(list((path / "checkpoints").glob("update*"))) == 5
    assert not caplog.messages


def test_a_file_system_without_rename_over_takes_a_run_and_its_resume(
    config: ReinforceConfig, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    replace, rename = Path.replace, Path.rename

    def refusing(file: Path, target: Path, to: Any = None) -> Any:
        if target.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        return (to or rename)(file, target)

    monkeypatch.setattr(Path, "replace", lambda file, target: refusing(file, target, replace))
    monkeypatch.setattr(Path, "rename", refusing)
    train(dataclasses.replace(config, iterations=3))
    resumed = pong_pg.resume(path, env_factory=FallingBall, iterations=UPDATES - 3)
    assert resumed.policy.digest() == control(config)
    assert_whole(path, config)
    assert not caplog.messages


def test_what_a_crash_left_in_the_middle_of_replacing_is_found(config: ReinforceConfig, path: Path) -> None:
    train(dataclasses.replace(config, iterations=4, keep_checkpoints=1))
    for name in (
        "config.json",
        "metrics.csv",
        "metrics.jsonl",
        "checkpoints/update-000004.npz",
        "checkpoints/best.npz",
    ):
        file = path / name
        file.rename(file.with_name(f".{file.name}.backup"))
        (file.with_name(f".{file.name}.abcdefgh")).write_bytes(b"half of a fi")
    assert read_checkpoint(path).progress.update == 4
    pong_pg.load(path / "checkpoints" / "best.npz")
    assert len(read_metrics(path)) == 4
    pong_pg.resume(path, env_factory=FallingBall, iterations=UPDATES - 4)
    assert_whole(path, config)


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EDQUOT], ids=errno.errorcode.get)
def test_a_run_is_not_begun_where_nothing_can_be_written(
    code: int, config: ReinforceConfig, path: Path, disk: Disk
) -> None:
    path.mkdir(parents=True)
    disk.error = code
    with pytest.raises(RunDirError, match=re.escape(f"can't be used ({os.strerror(code)}): name another")) as caught:
        train(config)
    assert caught.value.exit_status == 2
    disk.error = None
    train(config)
    assert_whole(path, config)


def test_a_beginning_that_failed_is_removed(
    config: ReinforceConfig, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patched:
        patched.setattr(run_dir, "metrics_files", full)
        with pytest.raises(RunDirError, match="No space left on device"):
            train(config)
    assert [found.name for found in path.iterdir()] == [".lock"]
    train(config)


def test_an_environment_may_change_the_working_directory(
    config: ReinforceConfig, path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path.parent.mkdir()
    monkeypatch.chdir(path.parent)
    train(dataclasses.replace(config, run_dir="run"), At(update_3=lambda: os.chdir(tmp_path)))
    assert_whole(path, config)
    assert not (tmp_path / "run").exists()
