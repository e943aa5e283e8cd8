"""Checks of Python and the packages: whether each can be imported, and does what it is needed for."""

from __future__ import annotations

import importlib
import importlib.util
import platform
import shlex
import subprocess
import sys
import warnings
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

from pong_pg.doctor.finding import Finding, in_words
from pong_pg.errors import PongPGError

_LOWEST_PYTHON = (3, 10)
# Steps of the emulator; Pong starts to move after some twenty.
_STEPS = 60
# Seconds that a program may take to say its version.
_PROGRAM_TIMEOUT = 10


def pip_install(requirement: str, *options: str) -> str:
    """Return the command that installs a package."""
    return shlex.join(["pip", "install", *options, requirement])


def package(module: str, distribution: str, install: str, use: Callable[[Any], str] | None = None) -> Finding:
    """Import a package.

    Args:
        module: what is imported.
        distribution: the name that pip knows it by.
        install: what pip installs to get it.
        use: does with the module what it is needed for, and returns what there is to add to the version.
    """
    if importlib.util.find_spec(module) is None:
        return Finding("missing", "not installed", pip_install(install))
    version = _version(distribution)
    values = {"version": version}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            imported = importlib.import_module(module)
            more = use(imported) if use is not None else ""
    except (Exception, SystemExit) as error:
        again = pip_install(install, "--upgrade", "--force-reinstall")
        return Finding("broken", f"{version or 'unknown version'}: {_reason(error)}", again, values)
    shown = version or str(getattr(imported, "__version__", "unknown version"))
    return Finding("ok", ", ".join(filter(None, [shown, more])), values={**values, "version": shown})


def _version(distribution: str) -> str | None:
    # Not by compat/_versions.py, since that room needs NumPy, which may be what is broken.
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def _reason(error: BaseException) -> str:
    if isinstance(error, SystemExit):
        return f"ends the process when it is imported, with sys.exit({error.code!r})"
    return in_words(error)


def python() -> Finding:
    """Check the version of Python."""
    version = platform.python_version()
    values = {"version": version, "executable": sys.executable}
    detail = f"{platform.python_implementation()} {version}, {sys.executable}"
    if sys.version_info < _LOWEST_PYTHON:
        return Finding("broken", detail, "install Python 3.10 or newer", values)
    return Finding("ok", detail, values=values)


def numpy() -> Finding:
    """Import NumPy, and multiply matrices."""

    def use(np: Any) -> str:
        ones = np.ones((80, 80))
        if not (ones @ ones == 80).all():
            raise ArithmeticError("a product of matrices is wrong")
        return ""

    return package("numpy", "numpy", "numpy", use)


def ray() -> Finding:
    """Import Ray, without starting it."""
    found = package("ray", "ray", "ray")
    if found.status == "ok":
        return found
    return Finding(found.status, found.detail, f"{found.advice}  or train with --workers 0", found.values)


def ray_session() -> Finding:
    """Start Ray here, and run one actor."""
    if importlib.util.find_spec("ray") is None:
        return Finding("missing", "Ray is not installed", pip_install("ray"))
    from pong_pg.distributed.cluster import connected

    try:
        with connected("local") as cpus:
            ray: Any = importlib.import_module("ray")
            actor = ray.remote(_Answer).remote()
            ray.get(actor.answer.remote())
    except Exception as error:
        return Finding("broken", _reason(error), "read the logs in  /tmp/ray/session_latest/logs")
    return Finding("ok", f"Ray starts and runs an actor, with {cpus:g} CPUs", values={"cpus": cpus})


class _Answer:
    def answer(self) -> int:
        return 1


def emulator() -> Finding:
    """Load Pong, reset a game and play some steps."""
    modules = {"ale_py": "ale-py", "atari_py": "atari-py"}
    there = [name for module, name in modules.items() if importlib.util.find_spec(module) is not None]
    if not there:
        return Finding("missing", "neither ale-py nor atari-py is installed", pip_install("pong-pg[gymnasium]"))
    import numpy as np

    try:
        from pong_pg.compat.emulator import load_pong

        game = load_pong()
        game.ale.reset_game()
        frames = np.zeros((2, 210, 160), np.uint8)
        game.draw_palette(frames[0])
        for step in range(_STEPS):
            game.ale.act(game.actions[2 + step % 2])
        game.draw_palette(frames[1])
    except (Exception, SystemExit) as error:
        problem, has_advice, advice = str(error).partition(": run  ")
        if has_advice and isinstance(error, PongPGError):
            return Finding("missing", problem, advice)
        again = pip_install(there[0], "--upgrade", "--force-reinstall")
        return Finding("broken", f"{there[0]}: {_reason(error)}", again)
    if (frames[0] == frames[1]).all():
        return Finding("broken", f"{game.binding}: the screen stays as it is", pip_install(there[0], "--upgrade"))
    return Finding("ok", f"{game.binding}, played {_STEPS} frames of Pong", values={"binding": game.binding})


def ruff() -> Finding:
    """Run ruff, which is a program."""

    def use(_module: Any) -> str:
        # Not in the working directory, whose files Python would take for the module.
        _run([sys.executable, "-m", "ruff", "--version"], cwd=Path(sys.executable).anchor)
        return ""

    return package("ruff", "ruff", "pong-pg[run]", use)


def ffmpeg() -> Finding:
    """Find the program that imageio-ffmpeg brings, and run it."""

    def use(module: Any) -> str:
        return " ".join(_run([module.get_ffmpeg_exe(), "-version"]).split()[:3])

    return package("imageio_ffmpeg", "imageio-ffmpeg", "pong-pg[video]", use)


def _run(command: list[str], cwd: str | None = None) -> str:
    """Run a program and return the first line of its output."""
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=_PROGRAM_TIMEOUT, cwd=cwd)
    return done.stdout.partition("\n")[0]
