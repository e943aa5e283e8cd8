from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pong_pg.atari2600.rom import UnavailableError
from pong_pg.compat import emulator
from pong_pg.compat.ale import DirectEnv
from pong_pg.errors import MissingPackageError


@pytest.fixture(autouse=True)
def _ale(monkeypatch: pytest.MonkeyPatch) -> None:
    """The console in C finds the ROM without importing ale-py."""
    monkeypatch.setenv("PONG_PG_EMULATOR", "ale")


@pytest.mark.needs("ale-py")
def test_a_missing_emulator_names_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ale_py", None)
    with pytest.raises(MissingPackageError, match=r"pip install 'pong-pg\[today\]"):
        DirectEnv()


@pytest.mark.needs("ale-py")
def test_a_missing_rom_has_the_commands_that_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from ale_py import roms

    def nowhere() -> Path:
        raise UnavailableError

    monkeypatch.setattr(emulator, "find_rom", nowhere)
    monkeypatch.setattr(roms, "get_rom_path", lambda _game: None, raising=False)
    with pytest.raises(MissingPackageError, match=r"has no ROM of Pong: run  (pip install|python -m pip download) "):
        DirectEnv()
