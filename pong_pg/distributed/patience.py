"""Starts Ray on this machine also while other programs leave its processes little time.

The raylet is told the ports of its two agents in files, which these write when they have imported what they need. It
waits 15 seconds for each file, whatever else the machine does, and then aborts.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import random
import socket
import sys
import traceback
from collections.abc import Iterator
from typing import Any

from pong_pg.distributed import loopback
from pong_pg.errors import ClusterError

_ATTEMPTS = 3
_PORTS = ("metrics_agent", "metrics_export", "dashboard_agent_listen", "runtime_env_agent")
# Above the ports that Ray gives its workers, and below those that systems give to connections.
_RANGE = (20_000, 32_000)


def start(**arguments: Any) -> Any:
    """Call `ray.init`, which must start Ray.

    Raises:
        ClusterError: its processes were too slow every time.
    """
    ray: Any = importlib.import_module("ray")
    for _ in range(_ATTEMPTS):
        try:
            with _ports_known_beforehand():
                return ray.init(**arguments)
        except Exception as error:  # Ray has no class of its own for it
            if "timed out during startup" not in str(error):
                raise
            _end_processes(error)
    raise ClusterError(f"Ray did not start in {_ATTEMPTS} attempts: this machine is too busy")


@contextlib.contextmanager
def _ports_known_beforehand() -> Iterator[None]:
    """Choose the ports of the agents of a Ray that is started in the block, and write the files instead of them."""
    native: Any = sys.modules.get("ray._raylet")
    names = {f"{port}_port": getattr(native, f"{port.upper()}_PORT_NAME", None) for port in _PORTS}
    start_raylet = getattr(loopback.services(), "start_raylet", lambda: None)
    signature = inspect.signature(start_raylet)
    if None in names.values() or not {*names, "session_dir", "node_id"} <= signature.parameters.keys():
        # Other versions of Ray wait in another way.
        yield
        return

    def start_with_ports(*args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(*args, **kwargs).arguments
        for argument, name in names.items():
            bound[argument] = _free_port()
            native.persist_port(bound["session_dir"], bound["node_id"], name, bound[argument])
        return start_raylet(**bound)

    with loopback.replaced("start_raylet", start_with_ports):
        yield


def _free_port() -> int:
    # The numbers of a script that has seeded `random` are not used up.
    for port in random.SystemRandom().sample(range(*_RANGE), 100):
        with socket.socket() as listener, contextlib.suppress(OSError):
            listener.bind(("", port))
            return port
    return 0


def _end_processes(error: Exception) -> None:
    """End the processes of a node that did not start; Ray itself only ends them with this process."""
    for frame, _ in traceback.walk_tb(error.__traceback__):
        node: Any = frame.f_locals.get("self")
        if hasattr(node, "kill_all_processes"):
            node.kill_all_processes(check_alive=False, allow_graceful=False)
