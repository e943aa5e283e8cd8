"""`pong-pg play`: what can't be is one line."""

from __future__ import annotations

import pytest

from pong_pg import cli
from pong_pg.compat import _versions


def test_without_a_terminal_it_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play"]) == 2
    told = capsys.readouterr()
    assert "this needs a terminal" in told.err
    assert len(told.err.splitlines()) == 1
    assert told.out == ""


def test_without_the_extra_the_command_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(_versions, "installed_version", lambda _: None)
    monkeypatch.setenv("SDL_VIDEODRIVER", "none-such")
    assert cli.main(["play", "--window", "--side", "left"]) == 2
    assert "--side left needs the game for two players" in capsys.readouterr().err
