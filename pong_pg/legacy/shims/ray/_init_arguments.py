"""Translation of the arguments of `ray.init` of every version to those of the installed Ray."""

from __future__ import annotations

import importlib
import inspect
import os
from typing import Any

import ray

from pong_pg.legacy.runtime.messages import say_once
from pong_pg.legacy.tables.ray import ARGUMENTS

PYTHON_MODE = 2

_TABLE = ARGUMENTS["ray.init"]


def modern_arguments(named: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of the installed Ray; arguments that mean nothing to it are ignored, with a note.

    Those that no version of Ray has had are left for Ray to refuse.
    """
    old = _TABLE.keys() - inspect.signature(ray.init).parameters.keys()
    modern: dict[str, Any] = {}
    for name, value in named.items():
        if name not in old:
            modern[name] = value
        elif _TABLE[name].renamed:
            modern.setdefault(_TABLE[name].renamed, value)
        elif _TABLE[name].is_dropped:
            say_once(f"ray.init: {name} is ignored: Ray no longer has this argument")
    if named.get("redirect_output") or named.get("redirect_worker_output"):
        modern.setdefault("log_to_driver", False)
    if modern.pop("local_mode", False) or named.get("driver_mode") == PYTHON_MODE:
        say_once("ray.init: today's Ray has no local mode: tasks and actors run in workers")
    # Without an address, today's Ray looks for a cluster on this machine; old versions started one.
    if modern.get("address") is None and not os.environ.get("RAY_ADDRESS") and old & named.keys():
        modern["address"] = "local"
    _set_num_cpus(named, modern)
    if modern.get("include_dashboard") and not _has_dashboard():
        say_once(
            "ray.init: goes on without the dashboard, whose packages are not installed: run  pip install 'ray[default]'"
        )
        del modern["include_dashboard"]
    return modern


def _set_num_cpus(named: dict[str, Any], modern: dict[str, Any]) -> None:
    """Set the number of CPUs so that the workers asked for can run at once, on any number of cores."""
    workers = named.get("num_workers")
    if not workers or modern.get("num_cpus") is not None:
        return
    if modern.get("address") != "local":
        say_once("ray.init: num_workers is ignored: the cluster that the script connects to has its own workers")
    elif named.get("start_ray_local"):
        # In 2016 the number of workers alone limited how many tasks ran at once.
        modern["num_cpus"] = int(workers)
    else:
        modern["num_cpus"] = max(int(workers), os.cpu_count() or 1)


def _has_dashboard() -> bool:
    try:
        importlib.import_module("ray.dashboard.optional_deps")
    except ImportError:
        return False
    return True
