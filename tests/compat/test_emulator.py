from __future__ import annotations

import sys

import pytest

from pong_pg.compat.ale import DirectEnv
from pong_pg.errors import MissingPackageError


@pytest.fixture(autouse=True)
def _ale(monkeypatch: pytest.MonkeyPatch) -> None:
    """The console in C finds the ROM without importing ale-py."""
    monkeypatch.setenv("PONG_PG_EMULATOR", "ale")


@pytest.mark.needs("ale-py")
def test_a_missing_emulator_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ale_py", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'pong-pg\[today\]'"):
        DirectEnv()


@pytest.mark.needs("ale-py")
def test_a_missing_rom_has_the_commands_that_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from ale_py import roms

    monkeypatch.setattr(roms, "get_rom_path", lambda _game: None, raising=False)
    with pytest.raises(MissingPackageError, match=r"has no ROM of pong: run  (pip install|python -m pip download) "):
        DirectEnv()


@pytest.mark.needs("atari-py")
def test_a_missing_rom_of_atari_py_has_the_command_that_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import atari_py

    def no_rom(_game: str) -> str:
        raise Exception("ROM is missing for pong")  # noqa: TRY002 - what atari-py raises

    monkeypatch.setattr(atari_py, "get_game_path", no_rom)
    with pytest.raises(MissingPackageError, match="atari-py has no ROM of pong: run  pip install"):
        DirectEnv()
