"""Starts Ray on this machine, again where other programs leave its processes too little time to start.

Ray gives one of them 15 seconds, whatever else the machine does, and then gives up.
"""

from __future__ import annotations

import os
import sys
import traceback
from typing import Any

from pong_pg.errors import ClusterError

_ATTEMPTS = 3


def start(**arguments: Any) -> Any:
    """Call `ray.init`, which must start Ray.

    Raises:
        ClusterError: its processes were too slow every time.
    """
    ray = sys.modules["ray"]
    for _ in range(_ATTEMPTS):
        try:
            return ray.init(**arguments)
        except Exception as error:  # Ray has no class of its own for it
            if "timed out during startup" not in str(error):
                raise
            _end_processes(error)
    load = f", with a load of {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores" if hasattr(os, "getloadavg") else ""
    raise ClusterError(f"Ray did not start in {_ATTEMPTS} attempts: this machine is too busy{load}")


def _end_processes(error: Exception) -> None:
    """End the processes of a node that did not start; Ray itself only ends them with this process."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        node: Any = frame.f_locals.get("self")
        if hasattr(node, "kill_all_processes"):
            node.kill_all_processes(check_alive=False, allow_graceful=False)
