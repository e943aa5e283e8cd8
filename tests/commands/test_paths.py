"""Paths on the command line that are empty, or that this user may not read."""

from __future__ import annotations

from pathlib import Path

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
