from __future__ import annotations

import errno
import fcntl
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from pong_pg.errors import RunDirError
from pong_pg.training.lock import DirectoryLock, held


def flock_that_raises(code: int) -> Any:
    def flock(*_: Any) -> None:
        raise OSError(code, os.strerror(code))

    return flock


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP], ids=errno.errorcode.get)
def test_a_file_system_without_locks_is_a_warning(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(fcntl, "flock", flock_that_raises(code))
    with held(tmp_path) as lock:
        assert lock.holds()
    (message,) = caplog.messages
    assert message.endswith(f"has no locks ({os.strerror(code)}): nothing keeps two processes from writing there")


def test_a_lock_that_is_held_is_refused(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with held(tmp_path), pytest.raises(RunDirError, match="in use by another pong-pg"), held(tmp_path):
        pass
    with held(tmp_path):
        pass
    assert not caplog.messages


def test_any_other_failure_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fcntl, "flock", flock_that_raises(errno.EIO))
    with pytest.raises(RunDirError, match=r"can't be used \(Input/output error\): name another"), held(tmp_path):
        pass


def test_a_directory_that_was_removed_and_made_again_is_no_longer_locked(tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.mkdir()
    with held(path) as lock:
        shutil.rmtree(path)
        assert not lock.holds()
        path.mkdir()
        (path / ".lock").touch()
        assert not lock.holds()
        lock.acquire()
        assert lock.holds()
        with pytest.raises(RunDirError, match="in use"):
            DirectoryLock(path).acquire()


def test_a_change_of_the_working_directory_loses_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "run").mkdir()
    monkeypatch.chdir(tmp_path)
    with held(Path("run")) as lock:
        monkeypatch.chdir("/")
        assert lock.holds()


def test_what_is_held_stays_held_while_the_lock_file_can_not_be_seen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: Any, **__: Any) -> Any:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with held(tmp_path) as lock:
        with monkeypatch.context() as patched:
            patched.setattr(Path, "stat", failing)
            assert not lock.holds()
            patched.setattr(Path, "open", failing)
            with pytest.raises(OSError, match="Input/output error"):
                lock.acquire()
        with pytest.raises(RunDirError, match="in use"):
            DirectoryLock(tmp_path).acquire()
        lock.acquire()
        assert lock.holds()
