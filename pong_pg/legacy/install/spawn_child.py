"""Imported first of all by children that `multiprocessing` spawns while an old script runs."""

from __future__ import annotations

import runpy

from pong_pg.legacy.install import process, spawn

_settings = spawn.inherited_settings()
if _settings is not None:
    process.install(_settings, {})
    # `multiprocessing` loads the script itself by this function.
    runpy.run_path = spawn.run_path
