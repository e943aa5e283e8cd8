from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

from pong_pg.errors import PongPGError
from pong_pg.untrusted.writing import atomic_file, check_output_file, remove_unfinished


def test_an_existing_file_is_kept_without_force(tmp_path: Path) -> None:
    path = tmp_path / "curves.png"
    check_output_file("--plot", path, ".png", force=False)
    path.touch()
    link = tmp_path / "dangling.png"
    link.symlink_to("gone.png")
    for there in (path, link):
        with pytest.raises(PongPGError, match="exists already: name another file, or overwrite it with --force"):
            check_output_file("--plot", there, ".png", force=False)
        check_output_file("--plot", there, ".png", force=True)


@pytest.mark.parametrize(
    ("name", "suffix", "complaint"),
    [
        ("curves.pdf", ".png", "curves.pdf must end in .png: name another file"),
        ("missing/curves.png", ".png", r"can't be written \(No such file or directory\): name another file"),
        ("folder.png", ".png", r"can't be written \(Is a directory\): name another file"),
    ],
)
def test_a_file_that_can_not_be_written_is_reported_in_one_line(
    name: str, suffix: str, complaint: str, tmp_path: Path
) -> None:
    (tmp_path / "folder.png").mkdir()
    with pytest.raises(PongPGError, match=complaint) as caught:
        check_output_file("--plot", tmp_path / name, suffix, force=True)
    assert "\n" not in str(caught.value)


def test_a_directory_that_can_not_be_written_to_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    # Root may write anywhere.
    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)
    with pytest.raises(PongPGError, match=r"can't be written \(Permission denied\)"):
        check_output_file("--plot", tmp_path / "curves.png", ".png", force=False)


def _refusing(rename: Any, code: int) -> Any:
    def refusing(path: Path, target: Path) -> Any:
        if target.exists():
            raise OSError(code, os.strerror(code))
        return rename(path, target)

    return refusing


def write(path: Path, content: bytes) -> None:
    with atomic_file(path) as file:
        file.write(content)


# Replaces a file again and again, and ends without a word at the first, second, ... change of the file system.
_CRASHING = """
import os, sys
from pathlib import Path
from pong_pg.untrusted.writing import atomic_file

def counted(function):
    def call(*arguments):
        global left
        if left == 0:
            os._exit(9)
        left -= 1
        return function(*arguments)
    return call

left = int(sys.argv[2])
Path.replace, os.fsync = counted(Path.replace), counted(os.fsync)
with atomic_file(Path(sys.argv[1])) as file:
    file.write(b"new" * 1000)
"""


def test_a_crash_at_any_instant_leaves_a_whole_file(tmp_path: Path) -> None:
    found = []
    for instant in range(20):
        path = tmp_path / str(instant) / "file"
        path.parent.mkdir()
        path.write_bytes(b"old" * 1000)
        command = [sys.executable, "-c", _CRASHING, str(path), str(instant)]
        status = subprocess.run(command, check=False).returncode
        content = path.read_bytes()
        assert content in {b"old" * 1000, b"new" * 1000}, f"at instant {instant}"
        remove_unfinished(path.parent, "file")
        assert path.read_bytes() == content
        assert list(path.parent.iterdir()) == [path], "nothing is left over"
        found.append(content[:3])
        if status == 0:
            break
        assert status == 9
    assert found == sorted(found, reverse=True), "the new file stays once it is there"
    assert {b"old", b"new"} == set(found)
    assert len(found) == 4


def permissions(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_file_with_permissions_of_its_own_is_private_while_it_is_written(tmp_path: Path) -> None:
    with atomic_file(tmp_path / "file", mode=0o640):
        (path,) = tmp_path.iterdir()
        assert permissions(path) == 0o600
    assert permissions(tmp_path / "file") == 0o640


def test_any_other_file_has_the_permissions_of_a_new_one_and_the_umask_is_not_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Another thread that makes a file meanwhile would get the permissions of the other mask.
    monkeypatch.setattr(os, "umask", lambda _: pytest.fail("the umask is swapped"))
    (tmp_path / "new").touch()
    write(tmp_path / "file", b"new")
    assert permissions(tmp_path / "file") == permissions(tmp_path / "new")


def test_a_rename_that_fails_for_another_reason_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    write(path, b"old")
    monkeypatch.setattr(Path, "replace", _refusing(Path.replace, errno.EIO))
    with pytest.raises(OSError, match=os.strerror(errno.EIO)):
        write(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_rename_is_synced_after_the_content_if_the_directory_can_be(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []
    fsync, replace = os.fsync, Path.replace

    def syncing(descriptor: int) -> None:
        calls.append("directory" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "content")
        fsync(descriptor)
        if calls[-1] == "directory":
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    def replacing(path: Path, target: Path) -> Path:
        calls.append("rename")
        return replace(path, target)

    monkeypatch.setattr(os, "fsync", syncing)
    monkeypatch.setattr(Path, "replace", replacing)
    write(tmp_path / "file", b"new")
    assert calls == ["content", "rename", "directory"]
    assert (tmp_path / "file").read_bytes() == b"new"


def test_only_what_a_crash_left_is_tidied_up(tmp_path: Path) -> None:
    for name in (".kept.npz.abcdef01", ".best.npz.hello", "best.npz", ".best.npz.abc01234"):
        (tmp_path / name).touch()
    remove_unfinished(tmp_path, r"best\.npz")
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [".best.npz.hello", ".kept.npz.abcdef01", "best.npz"]
    remove_unfinished(tmp_path / "missing", "best")
