"""`pong-pg play`: what can't be is one line."""

from __future__ import annotations

import pytest

from pong_pg import cli


def test_without_a_terminal_it_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["play"]) == 2
    told = capsys.readouterr()
    assert "this needs a terminal" in told.err
    assert len(told.err.splitlines()) == 1
    assert told.out == ""
