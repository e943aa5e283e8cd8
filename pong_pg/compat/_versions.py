"""Find out which packages are installed, in which version; import the optional ones; say how to install the others."""

from __future__ import annotations

import contextlib
import functools
import importlib
import inspect
import io
import re
import threading
import warnings
from collections.abc import Iterator
from importlib import metadata
from types import ModuleType
from typing import Any

from pong_pg.errors import MissingPackageError, pip_install

_EXTRA_OF = {
    "IPython": "run",
    "PIL": "run",
    "ale_py": "today",
    "atari_py": "gym019",
    "fissix": "run",
    "gym": "today",
    "gymnasium": "today",
    "imageio_ffmpeg": "video",
    "jinja2": "report",
    "matplotlib": "plot",
    "multi_agent_ale_py": "play",
    "nbformat": "run",
    "pygame": "run",
    "ruff": "run",
    "scipy": "run",
    "shimmy": "today",
    "shtab": "completion",
    "tensorboard": "tensorboard",
}

# A release of ale-py that carries the ROMs, for the older ones that do not.
_ALE_PY_WITH_ROMS = "ale-py==0.11.0"


_lock = threading.Lock()
_inside = 0
_undo = contextlib.ExitStack()


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Suppress the warnings, and the output on standard error, of old packages about their deprecation.

    Threads may be inside at the same time: the first to come suppresses, the last to go takes it back.
    """
    global _inside  # noqa: PLW0603 - as the warnings and standard error themselves, it is the process's
    with _lock:
        _inside += 1
        if _inside == 1:
            _undo.enter_context(warnings.catch_warnings())
            _undo.enter_context(contextlib.redirect_stderr(io.StringIO()))
            warnings.simplefilter("ignore")
    try:
        yield
    finally:
        with _lock:
            _inside -= 1
            if _inside == 0:
                _undo.close()


def require(module: str, purpose: str, extra: str | None = None) -> ModuleType:
    """Import an optional package.

    Args:
        module: its name, or that of a module in it.
        purpose: what needs it.
        extra: the extra of pong-pg to install for this purpose, where it is not the one of `_EXTRA_OF`.

    Raises:
        MissingPackageError: it can't be imported; the message says what needs it and what to install.
    """
    package = module.partition(".")[0]
    try:
        # Gymnasium 0.28 imports gym through shimmy's plugin, and gym prints a deprecation notice when imported.
        with quiet():
            return importlib.import_module(module)
    except ImportError as error:
        raise MissingPackageError(
            f"{purpose} needs the package {package}, which can't be imported ({error}): "
            f"run  {pip_install(extra or _EXTRA_OF[package])}"
        ) from error


def optional(module: str, purpose: str) -> ModuleType | None:
    """Import an optional package; return None where it is not installed.

    Raises:
        MissingPackageError: it is installed, but can't be imported.
    """
    if installed_version(module.partition(".")[0]) is None:
        return None
    return require(module, purpose)


@functools.cache
def installed_version(distribution: str) -> str | None:
    """Return the version of a distribution, such as "0.26.2"; None if it is not installed."""
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def release(distribution: str) -> tuple[int, ...]:
    """Return the version of a distribution as integers, such as (0, 26, 2); () if it is not installed."""
    return tuple(int(number) for number in re.findall(r"\d+", installed_version(distribution) or "")[:3])


def has_only_atari_py() -> bool:
    """Return whether the emulator is the one that Gym had up to 0.19."""
    return installed_version("ale-py") is None and installed_version("atari-py") is not None


def load_ale_py() -> Any:
    """Import `ale_py` with its log messages below errors turned off.

    Raises:
        MissingPackageError: it is not installed.
    """
    ale_py = require("ale_py", "playing on the emulator")
    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)
    return ale_py


def rom_path() -> str:
    """Return the path of the ROM of Pong, where the installed ale-py finds it.

    Raises:
        MissingPackageError: the installed ale-py finds none; the message has the commands that install it.
    """
    roms = require("ale_py.roms", "playing on the emulator")
    try:
        with quiet():
            # Up to 0.8 a ROM is an attribute of the module, looked for in several places.
            path = roms.get_rom_path("pong") if hasattr(roms, "get_rom_path") else roms.Pong
    except (AttributeError, FileNotFoundError):
        path = None
    if not path:
        raise MissingPackageError(f"ale-py {installed_version('ale-py')} has no ROM of Pong: run  {_rom_commands()}")
    return str(path)


def _rom_commands() -> str:
    if release("ale-py") >= (0, 9):
        return f"pip install --force-reinstall --no-deps ale-py=={installed_version('ale-py')}"
    return (
        f"python -m pip download --no-deps --dest roms {_ALE_PY_WITH_ROMS} && "
        "python -m zipfile -e roms/ale_py-*.whl roms && ale-import-roms roms/ale_py/roms"
    )


def spaces() -> Any:
    """Return the `spaces` module of Gymnasium, or of OpenAI Gym where only that is installed.

    Raises:
        MissingPackageError: neither is installed.
    """
    purpose = "describing an environment's spaces"
    return optional("gymnasium.spaces", purpose) or optional("gym.spaces", purpose) or require("gymnasium", purpose)


def accepts(function: Any, argument: str) -> bool:
    """Return whether a function has a parameter of this name."""
    try:
        return argument in inspect.signature(function).parameters
    except (TypeError, ValueError):
        return False
