"""Files are complete or not there; what can't be recorded is said in one line."""

from __future__ import annotations

import errno
import io
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from recordings import encoded

from pong_pg.errors import MissingPackageError, PongPGError
from pong_pg.viewing.encoders import GifEncoder
from pong_pg.viewing.game_steps import Step
from pong_pg.viewing.recording import Film, check_recording, open_recording

BLACK = np.zeros((4, 6, 3), np.uint8)


def test_a_file_replaces_another_once_it_is_complete(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    path.write_bytes(b"older")
    with open_recording(path, fps=10, scale=2) as recording:
        recording.write(BLACK, 3)
        assert path.read_bytes() == b"older"
    assert (recording.frames, recording.size) == (3, (12, 8))
    assert path.read_bytes() == encoded([BLACK] * 3, "gif", fps=10, scale=2)
    assert [file.name for file in tmp_path.iterdir()] == ["a.gif"]


@pytest.mark.parametrize("kind", ["gif", "mp4"])
def test_what_is_cut_short_leaves_what_was_there(kind: str, tmp_path: Path) -> None:
    path = tmp_path / f"a.{kind}"
    path.write_bytes(b"older")

    def write() -> None:
        with open_recording(path) as recording:
            recording.write(BLACK)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == {path.name: b"older"}


def test_a_full_disk_is_one_line_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_self: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(GifEncoder, "finish", full)
    with (
        pytest.raises(PongPGError, match=r"a\.gif can't be written \(.*No space left on device\)"),
        open_recording(tmp_path / "a.gif") as recording,
    ):
        recording.write(BLACK)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("pictures", "complaint"),
    [
        ([], "at least one picture"),
        ([BLACK.astype(np.float64)], r"must be \(h, w, 3\) uint8; got float64"),
        ([BLACK[..., 0]], r"got uint8 of shape \(4, 6\)"),
        ([BLACK, BLACK[1:]], r"same shape: first \(4, 6, 3\), then \(3, 6, 3\)"),
    ],
)
def test_pictures_of_another_form_are_refused(pictures: list[Any], complaint: str) -> None:
    with pytest.raises((PongPGError, ValueError), match=complaint):
        encoded(pictures, "gif")


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"fps": 60}, "fps must be from 1 to 50 for GIF; got 60"),
        ({"scale": 13}, "scale must be from 1 to 12; got 13"),
        ({"kind": "avi"}, "must be one of mp4, gif, webp; got 'avi'"),
        ({"kind": None}, 'kind must be "mp4", "gif" or "webp" for a file object'),
    ],
)
def test_what_is_out_of_range_is_refused(options: dict[str, Any], complaint: str) -> None:
    arguments = {"kind": "gif", "fps": 30, "scale": 1, **options}
    with pytest.raises(PongPGError, match=complaint), open_recording(io.BytesIO(), **arguments):
        pass


def test_a_file_is_checked_before_anything_is_played(tmp_path: Path) -> None:
    there = tmp_path / "a.gif"
    there.touch()
    check_recording("-o", there, force=True)
    for path, complaint in (
        (there, "-o .*a.gif exists already: .*--force"),
        (tmp_path / "a.avi", "-o .*a.avi must end in"),
        (tmp_path / "none" / "a.gif", "there is no directory"),
    ):
        with pytest.raises(PongPGError, match=complaint):
            check_recording("-o", path, force=False)
    with pytest.raises(PongPGError, match="scale must be from 2 to 12, so that text is legible"):
        check_recording("-o", there, force=True, overlay=True, scale=1)


@pytest.mark.parametrize(("name", "package", "overlay"), [("a.mp4", "imageio_ffmpeg", False), ("a.mp4", "PIL", True)])
def test_what_is_not_installed_is_named(
    name: str, package: str, overlay: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for module in [package, *(module for module in sys.modules if module.startswith(f"{package}."))]:
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingPackageError, match=r"pip install 'pong-pg\[video\]'"):
        check_recording("-o", tmp_path / name, force=False, overlay=overlay)


class Written(list[int]):
    """Keeps the numbers of the frames that are written."""

    def write(self, image: np.ndarray, times: int = 1) -> None:
        self.extend([int(image[0, 0, 0])] * times)


def screen(frame: int) -> np.ndarray:
    return np.full((210, 160, 3), frame, np.uint8)


def step(number: int, *, known: bool = True, over: bool = False) -> Step:
    """A step of four frames; the value of a screen's pixels is its number among the console's frames."""
    between = tuple(screen(4 * number - back) for back in (3, 2, 1)) if number else ()
    return Step(
        0, number, screen(4 * number), None, 0, 0.0, (0, 0), "terminated" if over else None, between if known else None
    )


def film(fps: float, speed: float = 1.0, *, known: bool = True, steps: int = 3) -> list[int]:
    written = Written()
    made = Film(written.write, fps=fps, speed=speed)
    for number in range(steps + 1):
        made.add(step(number, known=known, over=number == steps))
    return written


@pytest.mark.parametrize(
    ("fps", "speed", "expected"),
    [
        (15, 1, [0, 4, 8, 12]),
        (30, 1, [0, 2, 4, 6, 8, 10, 12]),
        (60, 1, list(range(13))),
        (60, 0.5, [0, *(frame for frame in range(1, 13) for _ in "12")]),
    ],
)
def test_the_console_is_shown_in_real_time(fps: float, speed: float, expected: list[int]) -> None:
    assert film(fps, speed) == expected


def test_the_next_game_goes_on_in_time_and_the_last_picture_stays() -> None:
    written = Written()
    made = Film(written.write, fps=15)
    for _ in range(2):
        for number in range(3):
            made.add(step(number, over=number == 2))
    made.hold()
    # A game of two steps has nine frames.
    assert written == [0, 4, 8, 3, 7, *[7] * 15]
