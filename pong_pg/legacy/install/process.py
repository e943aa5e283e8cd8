"""Prepares a process, be it driver, worker or spawned child, to run the script's own files as old code."""

from __future__ import annotations

import builtins
import importlib
import warnings
from collections.abc import Callable
from typing import Any

from pong_pg.legacy.compile.compiled import compile_parsed
from pong_pg.legacy.install import importer, spawn
from pong_pg.legacy.read import settings
from pong_pg.legacy.read.ast_calls import HELPERS
from pong_pg.legacy.read.program import Program
from pong_pg.legacy.read.settings import Settings
from pong_pg.legacy.read.source import Parsed, parse

# Reads a module of the script: its name, its path, its bytes.
Read = Callable[[str, str, bytes], Parsed]


class _Helpers:
    """Stands for `runtime.helpers` until a rewritten line needs one of them: they import NumPy."""

    def __getattr__(self, name: str) -> Any:
        helpers = importlib.import_module("pong_pg.legacy.runtime.helpers")
        setattr(builtins, HELPERS, helpers)
        return getattr(helpers, name)


def install_program(program: Program) -> None:
    """Let a program's files run as old code in this process, and in the workers that it starts."""

    def read(name: str, path: str, data: bytes) -> Parsed:
        parsed = program.read(path, data, name)
        update(program)
        return parsed

    update(program)
    install(program.settings, read)


def update(program: Program) -> None:
    """Take over what is known of a program by now, for this process and the workers that it starts."""
    settings.use(program.settings)


def install(new: Settings, read: Read | None = None) -> None:
    """Let the script's own files run as old code in this process from now on.

    `read` reads its modules; without it they are read by the settings alone.
    """
    settings.use(new)
    if not hasattr(builtins, HELPERS):
        setattr(builtins, HELPERS, _Helpers())
    # NumPy 1.25 to 2.3 still do what scripts expect of it, and say that they will not for long.
    warnings.filterwarnings("ignore", "Conversion of an array with ndim > 0 to a scalar", DeprecationWarning)
    spawn.install()
    reader = read or _read
    importer.install(lambda name, path, data: compile_parsed(reader(name, path, data), path))


def _read(_name: str, path: str, data: bytes) -> Parsed:
    return parse(path, data, settings.current().context)
