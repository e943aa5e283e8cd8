from __future__ import annotations

import os
from pathlib import Path

import pytest

from pong_pg.errors import PongPGError
from pong_pg.files import atomic_file, check_output_file, remove_unfinished

pytestmark = pytest.mark.any_stack


def test_an_existing_file_is_kept_without_force(tmp_path: Path) -> None:
    path = tmp_path / "curves.png"
    check_output_file("--plot", path, ".png", force=False)
    path.touch()
    with pytest.raises(PongPGError, match="exists already: name another file, or overwrite it with --force"):
        check_output_file("--plot", path, ".png", force=False)
    check_output_file("--plot", path, ".png", force=True)


@pytest.mark.parametrize(
    ("name", "suffix", "complaint"),
    [
        ("curves.pdf", ".png", "--plot writes a PNG: name a file that ends in .png; got"),
        ("game.avi", ".mp4", "--plot writes an MP4: name a file that ends in .mp4; got"),
        ("missing/curves.png", ".png", "there is no directory"),
        ("folder.png", ".png", "is a directory: name a file in it"),
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
    # Root may write anywhere.
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PongPGError, match="can't be written to"):
        check_output_file("--plot", tmp_path / "curves.png", ".png", force=False)


def test_only_what_a_killed_process_has_left_unfinished_is_removed(tmp_path: Path) -> None:
    kept = {".lock", ".notes.txt", "update-000001.npz", ".update-000001.npz", "metrics.csv", ".hidden.npz.backup"}
    for name in kept:
        (tmp_path / name).touch()
    for name in ("update-000002.npz", "config.json", "metrics.jsonl", "metrics.csv"):
        with atomic_file(tmp_path / name) as file:
            (unfinished,) = tmp_path.glob(f".{name}.*")
            # As a kill leaves it: the block neither ends nor raises.
            os.link(unfinished, unfinished.with_name(unfinished.name[:-2] + "__"))
            file.write(b"{}")
    assert len(list(tmp_path.glob(".*.*__"))) == 4
    remove_unfinished(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {*kept, "update-000002.npz", "config.json", "metrics.jsonl"}
