"""Lets children of `multiprocessing` that are spawned, not forked, run the script's files as old code, too."""

from __future__ import annotations

import json
import os
import runpy
from dataclasses import asdict
from multiprocessing import forkserver, spawn
from pathlib import Path
from typing import Any

from pong_pg.legacy.compile.compiled import compile_file
from pong_pg.legacy.read import settings
from pong_pg.legacy.read.own import is_own
from pong_pg.legacy.read.settings import Settings

# The environment variable with the settings: a child gets nothing else of its parent before it loads the script.
_VARIABLE = "PONG_PG_RUN_SETTINGS"
_CHILD = f"{__name__}_child"
_real_command_line = spawn.get_command_line
_real_run_path = runpy.run_path


def install() -> None:
    """Prepare this process to start children with the methods spawn and forkserver."""
    os.environ[_VARIABLE] = json.dumps(asdict(settings.current()))
    spawn.get_command_line = _command_line
    forkserver._forkserver.set_forkserver_preload([_CHILD, "__main__"])


def _command_line(**arguments: Any) -> list[str]:
    """Return the command of a spawned child, which imports `spawn_child` before anything else."""
    command = _real_command_line(**arguments)
    program = command.index("-c") + 1
    command[program] = f"import {_CHILD}; {command[program]}"
    return command


def inherited_settings() -> Settings | None:
    """Return the settings that a child's parent had; None if no old script runs there."""
    text = os.environ.get(_VARIABLE)
    return None if text is None else Settings(**json.loads(text))


def run_path(path_name: str, init_globals: dict[str, Any] | None = None, run_name: str | None = None) -> Any:
    """Run a file as `runpy.run_path` does, but one of the script's own as old code."""
    if not path_name.endswith(".py") or not is_own(path_name):
        return _real_run_path(path_name, init_globals, run_name)
    namespace = {**(init_globals or {}), "__name__": run_name or "<run_path>", "__file__": path_name}
    exec(compile_file(path_name, Path(path_name).read_bytes()), namespace)
    return namespace
