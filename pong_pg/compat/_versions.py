"""The one place that knows which packages, and which of their versions, are installed."""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
from importlib import metadata
from types import ModuleType
from typing import Any

from pong_pg.errors import MissingPackageError

_EXTRA_OF = {
    "ale_py": "today",
    "gym": "today",
    "gymnasium": "today",
    "shimmy": "today",
    "tensorboard": "tensorboard",
}


def require(module: str, purpose: str) -> ModuleType:
    """Import an optional package.

    Raises:
        MissingPackageError: it is not installed; the message says what needs it and what to install.
    """
    package = module.partition(".")[0]
    try:
        # OpenAI Gym prints a notice of its retirement when imported; who asks for it by name knows.
        with contextlib.redirect_stderr(io.StringIO()) if package == "gym" else contextlib.nullcontext():
            return importlib.import_module(module)
    except ImportError as error:
        raise MissingPackageError(
            f"{purpose} needs the package {package}, which can't be imported ({error}): "
            f"run  pip install 'pong-pg[{_EXTRA_OF[package]}]'"
        ) from error


def load_ale() -> Any:
    """Return the `ale_py` module, silenced.

    Raises:
        MissingPackageError: it is not installed.
    """
    ale_py = require("ale_py", "playing on the emulator")
    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
    return ale_py


def rom_path(game: str) -> str:
    """Return the path of a game's ROM.

    Raises:
        MissingPackageError: the installed ale-py has no such ROM.
    """
    roms = require("ale_py.roms", "playing on the emulator")
    try:
        path = roms.get_rom_path(game)
    except (AttributeError, FileNotFoundError):
        path = None
    if not path:
        raise MissingPackageError(
            f"the installed ale-py has no ROM of {game}: run  pip install 'pong-pg[today]'  (it carries the ROMs)"
        )
    return str(path)


def gym_plugin_of_ale_py() -> bool:
    """Return whether the installed ale-py registers its games with OpenAI Gym itself (it did up to 0.8)."""
    try:
        entry_points = metadata.distribution("ale-py").entry_points
    except metadata.PackageNotFoundError:
        return False
    return any(point.group == "gym.envs" for point in entry_points)


def spaces() -> Any:
    """Return the `spaces` module of Gymnasium, or of OpenAI Gym where only that is installed.

    Raises:
        MissingPackageError: neither is installed.
    """
    with contextlib.suppress(MissingPackageError):
        return require("gymnasium.spaces", "describing an environment's spaces")
    return require("gym.spaces", "describing an environment's spaces")


def is_gymnasium_env(env: object) -> bool:
    """Return whether `env` is an environment of Gymnasium; that package is not imported to find out."""
    gymnasium = sys.modules.get("gymnasium")
    return gymnasium is not None and isinstance(env, gymnasium.Env)
