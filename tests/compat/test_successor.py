"""What plays while the console in C is being compiled, and where it can't be had."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pong_pg.atari2600 import binding
from pong_pg.atari2600.binding import PendingError
from pong_pg.atari2600.rom import UnavailableError
from pong_pg.compat import emulator, make, make_for_training
from pong_pg.compat.ale import DirectEnv
from pong_pg.compat.emulator import AlePy, OwnConsole, load_pong

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
        library = binding.load(patience=60)
    except UnavailableError as reason:
        pytest.skip(str(reason))
    errors: list[Exception] = []

    def load(rom: Path | str | None = None, patience: float = 0) -> Any:
        del rom, patience
        if errors:
            raise errors[0]
        return library

    monkeypatch.setattr(binding, "load", load)
    return errors


def game(env: Any, seed: int | None, *, steps: int = 400) -> list[Any]:
    rng = np.random.default_rng(0)
    observation, _ = env.reset(seed=seed)
    found = [observation.tobytes()]
    for _ in range(steps):
        observation, *rest = env.step(int(rng.integers(6)))
        found += [observation.tobytes(), *rest]
    return found


def test_ale_plays_until_the_console_is_compiled_and_the_games_are_the_same(
    error: list[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    expected = make_for_training("ALE/Pong-v5")
    games = [game(expected, seed) for seed in (1, None, None)]
    error.append(PendingError("it is being compiled"))
    env = make_for_training("ALE/Pong-v5")
    assert isinstance(env, DirectEnv)
    assert "ale-py" in repr(env)
    assert "it is being compiled" in repr(env)
    assert game(env, 1) == games[0]
    error.clear()
    assert game(env, None) == games[1]
    assert "own console" in repr(env)
    assert game(env, 1) == games[0]
    assert ["it is being compiled" in record.getMessage() for record in caplog.records] == [True]


def test_an_environment_that_shows_each_frame_keeps_its_emulator(error: list[Exception]) -> None:
    error.append(PendingError("it is being compiled"))
    env = make_for_training("ALE/Pong-v5")
    assert isinstance(env, DirectEnv)
    shown: list[Any] = []
    env.on_frame(shown.append)
    error.clear()
    env.reset(seed=0)
    env.step(0)
    assert len(shown) == 4


@pytest.mark.parametrize("reason", [UnavailableError("no compiler"), PendingError("it is being compiled")])
def test_one_line_says_that_ale_plays(
    reason: Exception, error: list[Exception], caplog: pytest.LogCaptureFixture
) -> None:
    error.append(reason)
    envs = [make("ALE/Pong-v5"), make("ALE/Pong-v5")]
    assert "ale-py" in repr(envs[0])
    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert record.getMessage() == (
        f"ALE plays Pong, some twenty times slower than the console in C of pong_pg: {reason}"
    )


@pytest.mark.parametrize("variable", [{"PONG_PG_EMULATOR": "ale"}, {"PONG_PG_COMPILED": "0"}], ids=str)
def test_nothing_is_said_to_those_who_asked_for_it(
    variable: dict[str, str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for cached in (binding._library, binding._compiler):
        cached.cache_clear()
    for name, value in variable.items():
        monkeypatch.setenv(name, value)
    assert isinstance(load_pong(), AlePy)
    assert not caplog.records
    for cached in (binding._library, binding._compiler):
        cached.cache_clear()


def test_the_console_plays_where_it_can(error: list[Exception]) -> None:
    assert error == []
    assert isinstance(load_pong(), OwnConsole)
    assert isinstance(load_pong("ale"), AlePy)
