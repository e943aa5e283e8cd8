"""Files are complete or not there; what can't be recorded is said in one line."""

from __future__ import annotations

import errno
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from recordings import encoded, write

from pong_pg.errors import MissingPackageError, PongPGError
from pong_pg.viewing.game_steps import Step
from pong_pg.viewing.recording import WRITERS, check_recording, film

BLACK = np.zeros((4, 6, 3), np.uint8)


def test_a_file_replaces_another_once_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    path.write_bytes(b"older")

    def pictures() -> Iterator[np.ndarray]:
        for _ in range(3):
            yield BLACK
            assert path.read_bytes() == b"older"

    write(path, pictures(), 2)
    assert path.read_bytes() == encoded([BLACK] * 3, "gif", 2)
    assert [file.name for file in tmp_path.iterdir()] == ["a.gif"]


@pytest.mark.parametrize("kind", ["gif", "mp4"])
def test_what_is_cut_short_leaves_what_was_there(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{kind}"
    path.write_bytes(b"older")

    def pictures() -> Iterator[np.ndarray]:
        yield BLACK
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(path, pictures())
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {path.name: b"older"}


def test_a_full_disk_is_one_line_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setitem(WRITERS, ".gif", full)
    with pytest.raises(PongPGError, match=r"a\.gif can't be written \(.*No space left on device\)"):
        write(tmp_path / "a.gif", [BLACK])
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_checked_before_anything_is_played(tmp_path: Path) -> None:
    there = tmp_path / "a.gif"
    there.touch()
    check_recording(there, force=True)
    for path, complaint in (
        (there, "-o .*a.gif exists already: .*--force"),
        (tmp_path / "a.avi", "-o .*a.avi must end in"),
        (tmp_path / "none" / "a.gif", "No such file or directory"),
    ):
        with pytest.raises(PongPGError, match=complaint):
            check_recording(path, force=False)
    with pytest.raises(PongPGError, match="scale must be from 2 to 12, so that text is legible"):
        check_recording(there, force=True, overlay=True, scale=1)


@pytest.mark.parametrize(("name", "package"), [("a.mp4", "imageio_ffmpeg"), ("a.gif", "PIL")])
def test_what_is_not_installed_is_named(
    name: str, package: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for module in [package, *(module for module in sys.modules if module.startswith(f"{package}."))]:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingPackageError, match=r"pip install 'pong-pg\[video\]"):
        check_recording(tmp_path / name, force=False)


def screen(frame: int) -> np.ndarray:
    return np.full((210, 160, 3), frame, np.uint8)


def step(number: int, over: bool = False) -> Step:
    """A step of four frames; the value of a screen's pixels is its number among the console's frames."""
    between = tuple(screen(4 * number - back) for back in (3, 2, 1)) if number else ()
    return Step(0, number, screen(4 * number), None, 0, 0.0, (0, 0), "terminated" if over else None, between)


def filmed(games: int, steps: int) -> list[int]:
    """The numbers of the frames of a recording, without the last second."""
    played = [step(number, over=number == steps) for _ in range(games) for number in range(steps + 1)]
    frames = [int(picture[0, 0, 0]) for picture, _ in film(played)]
    assert frames[-30:] == [frames[-31]] * 30
    return frames[:-30]


def test_the_console_is_shown_in_real_time_also_from_game_to_game() -> None:
    assert filmed(1, 3) == [0, 2, 4, 6, 8, 10, 12]
    # A game of two steps has nine frames.
    assert filmed(2, 2) == [0, 2, 4, 6, 8, 1, 3, 5, 7]
    assert list(film([])) == []
