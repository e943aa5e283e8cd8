"""What plays where the console in C can't be had, or is not wanted."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from pong_pg.atari2600 import binding
from pong_pg.atari2600.rom import UnavailableError
from pong_pg.compat import emulator, make
from pong_pg.compat.emulator import load_pong

pytestmark = pytest.mark.needs("ale-py>=0.9")


@pytest.fixture(autouse=True)
def _default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PONG_PG_EMULATOR", raising=False)
    monkeypatch.delenv("PONG_PG_COMPILED", raising=False)
    emulator.say_ale_plays.cache_clear()


@pytest.fixture
def error(monkeypatch: pytest.MonkeyPatch) -> list[Exception]:
    """What the console in C is to fail with; it is there once the list is empty."""
    try:
        library = binding.load()
    except UnavailableError as reason:
        pytest.skip(str(reason))
    errors: list[Exception] = []

    def load(_rom: Path | None = None) -> Any:
        if errors:
            raise errors[0]
        return library

    monkeypatch.setattr(binding, "load", load)
    return errors


def test_one_line_says_that_ale_plays(error: list[Exception], caplog: pytest.LogCaptureFixture) -> None:
    error.append(UnavailableError("no compiler"))
    envs = [make("ALE/Pong-v5"), make("ALE/Pong-v5")]
    assert "ale-py" in repr(envs[0])
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert record.getMessage() == (
        "ALE plays Pong, some twenty times slower than the console in C of pong_pg: no compiler"
    )


@pytest.mark.parametrize("variable", [{"PONG_PG_EMULATOR": "ale"}, {"PONG_PG_COMPILED": "0"}], ids=str)
def test_nothing_is_said_to_those_who_asked_for_it(
    variable: dict[str, str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    binding._library.cache_clear()
    for name, value in variable.items():
        monkeypatch.setenv(name, value)
    assert load_pong().console is None
    assert not caplog.records
    binding._library.cache_clear()


def test_the_console_plays_where_it_can(error: list[Exception]) -> None:
    assert error == []
    assert load_pong().console is not None
