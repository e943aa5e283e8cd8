"""Imported first of all by children that `multiprocessing` spawns while an old script runs."""

from __future__ import annotations

import json
import os
import runpy
from pathlib import Path
from typing import Any

from pong_pg.legacy.compile.compiled import compile_file
from pong_pg.legacy.install import process, spawn
from pong_pg.legacy.read.own import is_own
from pong_pg.legacy.read.settings import Settings

_real_run_path = runpy.run_path


def run_path(path_name: str, init_globals: dict[str, Any] | None = None, run_name: str | None = None) -> Any:
    """Run a file as `runpy.run_path` does, but one of the script's own as old code."""
    if not path_name.endswith(".py") or not is_own(path_name):
        return _real_run_path(path_name, init_globals, run_name)
    namespace = {**(init_globals or {}), "__name__": run_name or "<run_path>", "__file__": path_name}
    exec(compile_file(path_name, Path(path_name).read_bytes()), namespace)
    return namespace


_settings = os.environ.get(spawn.VARIABLE)
if _settings is not None:
    process.install(Settings(**json.loads(_settings)), {})
    # `multiprocessing` loads the script itself by this function.
    runpy.run_path = run_path
