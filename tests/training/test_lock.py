from __future__ import annotations

import errno
import fcntl
import os
from pathlib import Path
from typing import Any

import pytest

from pong_pg.errors import RunDirError
from pong_pg.training.directory import held


def flock_that_raises(code: int) -> Any:
    def flock(*_: Any) -> None:
        raise OSError(code, os.strerror(code))

    return flock


@pytest.mark.parametrize("code", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP], ids=errno.errorcode.get)
def test_a_file_system_without_locks_is_a_warning(
    code: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(fcntl, "flock", flock_that_raises(code))
    with held(tmp_path):
        pass
    (message,) = caplog.messages
    assert message.endswith(f"has no locks ({os.strerror(code)}): nothing keeps two processes from writing there")


def test_a_lock_that_is_held_is_refused(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with held(tmp_path), pytest.raises(RunDirError, match="in use by another pong-pg"), held(tmp_path):
        pass
    with held(tmp_path):
        pass
    assert not caplog.messages


def test_a_lock_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    """As in a directory that somebody else has made."""
    mine, lock = tmp_path / "mine", tmp_path / ".lock"
    mine.write_text("important")
    lock.symlink_to(mine)
    with pytest.raises(RunDirError, match="can't be used"), held(tmp_path):
        pass
    assert mine.read_text() == "important"
    lock.unlink()
    lock.symlink_to(tmp_path / "nowhere")
    with pytest.raises(RunDirError, match="can't be used"), held(tmp_path):
        pass
    assert not (tmp_path / "nowhere").exists()


def test_what_a_lock_file_holds_stays(tmp_path: Path) -> None:
    """Also by another name of the same file."""
    mine = tmp_path / "mine"
    mine.write_text("important")
    (tmp_path / ".lock").hardlink_to(mine)
    with held(tmp_path):
        pass
    assert mine.read_text() == "important"


def test_a_lock_that_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".lock")
    with pytest.raises(RunDirError, match="is not a regular file"), held(tmp_path):
        pass
