"""Lets children of `multiprocessing` that are spawned, not forked, run the script's files as old code, too."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from multiprocessing import context, forkserver, spawn
from typing import Any

from pong_pg.legacy.read import settings

# The environment variable with the settings: a child gets nothing else of its parent before it loads the script.
VARIABLE = "PONG_PG_RUN_SETTINGS"
# A child imports it before anything else.
_CHILD = f"{__package__}.spawned"
_real_command_line = spawn.get_command_line


def install() -> None:
    """Prepare this process to start children as then, and with the methods spawn and forkserver."""
    os.environ[VARIABLE] = json.dumps(asdict(settings.current()))
    spawn.get_command_line = _command_line
    forkserver.set_forkserver_preload([_CHILD, "__main__"])
    if sys.platform.startswith("linux"):
        # Up to Python 3.13 children were forked unless the script says otherwise.
        default: Any = context._default_context
        default._default_context = default.get_context("fork")


def _command_line(**arguments: Any) -> list[str]:
    """Return the command of a spawned child."""
    command = _real_command_line(**arguments)
    program = command.index("-c") + 1
    command[program] = f"import {_CHILD}; {command[program]}"
    return command
