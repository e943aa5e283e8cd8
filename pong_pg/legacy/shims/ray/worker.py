"""`ray.worker`: functions that connected to Ray, and those of today's `ray._private.worker`."""

from __future__ import annotations

from typing import Any

from ray.exceptions import RayTaskError

from pong_pg.legacy.shims.ray import _session
from pong_pg.legacy.shims.ray._init_arguments import PYTHON_MODE
from pong_pg.legacy.shims.ray._names import fall_back

__getattr__ = fall_back("ray.worker", "ray._private.worker")

__all__ = ["PYTHON_MODE", "RayGetError", "RayTaskError", "cleanup", "disconnect", "init", "shutdown"]

cleanup = disconnect = shutdown = _session.shutdown
init = _session.init
# What `ray.get` raised up to 2018, whatever the task had raised.
RayGetError = RayTaskError


def connect(*_: Any, **__: Any) -> Any:
    """Connect this process to Ray."""
    return _session.ensure()
