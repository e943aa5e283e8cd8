"""Imported first of all by children that `multiprocessing` spawns while an old script runs."""

from __future__ import annotations

from pong_pg.legacy.install import spawn

spawn.install_in_child()
