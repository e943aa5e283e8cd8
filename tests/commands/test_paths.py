"""Paths on the command line that are empty, or that this user may not read."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest

import pong_pg
from pong_pg.cli import main
from pong_pg.errors import CheckpointError, ConfigError


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "--resume", "", "--iterations", "1", "--workers", "0"],
        ["eval", ""],
        ["record", "best", "-o", ""],
        ["run", ""],
    ],
    ids=" ".join,
)
def test_an_empty_path_is_not_the_current_directory(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pong_pg.train(pong_pg.ReinforceConfig(workers=0, batch_size=1, hidden=4, iterations=1, run_dir=str(tmp_path)))
    monkeypatch.chdir(tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "must be a non-empty string; got ''" in line
    with pytest.raises(CheckpointError, match="path must be a non-empty string; got ''"):
        pong_pg.load("")
    with pytest.raises(ConfigError, match="run_dir must be a non-empty string; got ''"):
        pong_pg.resume("", iterations=1)
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "--resume", "hidden", "--iterations", "1", "--workers", "0"],
        ["eval", "hidden"],
    ],
    ids=" ".join,
)
def test_a_directory_that_can_not_be_read_is_one_line(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hidden/checkpoints").mkdir(parents=True)
    # Root may read anything.
    for name in ("stat", "iterdir", "is_dir", "exists"):
        monkeypatch.setattr(Path, name, _denied(getattr(Path, name)))
    assert main(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("pong-pg: error: hidden")
    assert "can't be read" in line
    assert "Permission denied" in line


def _denied(method: Any) -> Any:
    """A method of paths, that of a directory that may not be read."""

    def denied(path: Path, *arguments: Any, **options: Any) -> Any:
        if path.parts[:1] == ("hidden",) and len(path.parts) > 1:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return method(path, *arguments, **options)

    return denied
