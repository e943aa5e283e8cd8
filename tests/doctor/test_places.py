from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from pong_pg.doctor import places


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_folders_that_can_be_written_are_ok(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path.cwd() / "cache"))
    monkeypatch.setenv("RAY_TMPDIR", "/tmp")
    for probe in (places.working_directory, places.runs, places.temporary, places.cache):
        found = probe()
        assert (found.status, found.advice) == ("ok", "")
        assert found.values["free"] > 0
    Path("runs").mkdir()
    assert places.runs().values["path"] == str(Path("runs").absolute())
    assert list(Path().iterdir()) == [Path("runs")]


def test_a_working_directory_that_was_removed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    shutil.rmtree(gone)
    assert places.working_directory().status == "broken"
    assert places.runs().status == "broken"


def test_runs_that_is_a_dangling_link_or_a_file_is_told() -> None:
    runs = Path("runs")
    runs.symlink_to("nowhere")
    found = places.runs()
    assert (found.status, found.advice) == ("broken", "rm runs")
    assert "a link to nowhere, which does not exist" in found.detail
    runs.unlink()
    runs.touch()
    assert places.runs().detail == "runs is a file"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs a folder that not even root can write to")
def test_a_folder_that_cannot_be_written_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_TMPDIR", "/proc")
    found = places.temporary()
    assert found.status == "broken"
    assert found.detail.startswith("/proc: ")
    assert "TMPDIR=DIR" in found.advice
    monkeypatch.setenv("XDG_CACHE_HOME", "/proc/nobody")
    # Nothing else needs it: the code is computed by NumPy, then.
    assert places.cache().status == "limited"


def test_a_path_that_leaves_no_room_for_the_sockets_of_ray_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "_LONGEST_SOCKET", 107)
    added = len("/ray/session_2000-01-01_00-00-00_000000_/sockets/plasma_store") + len(str(os.getpid()))
    statuses = []
    # The folder of this test may itself have a long path.
    with tempfile.TemporaryDirectory(dir="/tmp") as short:
        for length in (107, 108):
            folder = Path(short) / ("x" * (length - added - len(short) - 1))
            folder.mkdir()
            monkeypatch.setenv("RAY_TMPDIR", str(folder))
            found = places.temporary()
            assert found.values["socket_path_length"] == length
            statuses.append((found.status, found.advice))
    assert statuses == [("ok", ""), ("broken", "export RAY_TMPDIR=/tmp")]


def test_little_space_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "_SPACE_NEEDED", 1e18)
    found = places.working_directory()
    assert found.status == "limited"
    assert "little space" in found.detail
