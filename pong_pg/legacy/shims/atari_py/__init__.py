"""`atari_py` 0.1 and 0.2: the emulator's binding of Gym's time, on ale-py."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pong_pg.compat._versions import require
from pong_pg.legacy.runtime.messages import not_covered
from pong_pg.legacy.shims.atari_py import ale_python_interface
from pong_pg.legacy.shims.atari_py.ale_python_interface import ALEInterface
from pong_pg.legacy.tables.atari import GAMES

__all__ = ["ALEInterface", "ale_python_interface", "get_game_path", "list_games"]

_roms: Any = require("ale_py.roms", "a script that imports atari_py")


def get_game_path(game_name: str) -> str:
    """Return the path of a game's ROM; of an unknown game one where there is no file, as atari-py did."""
    return str(Path(str(_roms.__file__)).with_name(game_name)) + ".bin"


def list_games() -> list[str]:
    """Return the names of the games that came with atari-py, such as "pong"."""
    return list(GAMES)


def __getattr__(name: str) -> Any:
    raise not_covered("atari_py", name)
