"""Translation of the arguments of `ray.init` of every version to those of the installed Ray."""

from __future__ import annotations

import difflib
import importlib
import inspect
import os
from typing import Any

import ray

from pong_pg.errors import PongPGError
from pong_pg.legacy.runtime.notes import say_once
from pong_pg.legacy.tables.ray import ARGUMENTS

PYTHON_MODE = 2

_TABLE = ARGUMENTS["ray.init"]
_RESOURCES = {"num_cpus", "num_gpus", "resources", "object_store_memory", "_memory"}
# Arguments of today's Ray that are not in its signature.
_HIDDEN = {
    "_enable_object_reconstruction",
    "_plasma_directory",
    "object_spilling_directory",
    "_node_ip_address",
    "_driver_object_store_memory",
    "_memory",
    "_redis_username",
    "_redis_password",
    "_temp_dir",
    "_metrics_export_port",
    "_system_config",
    "_tracing_startup_hook",
    "_node_name",
    "_skip_env_hook",
    "allow_multiple",
}


def modern_arguments(positional: tuple[Any, ...], named: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of the installed Ray; arguments that mean nothing to it are ignored, with a note.

    Raises:
        PongPGError: an argument that no version of Ray has had.
    """
    named = {**_of_position(positional), **named}
    today = set(inspect.signature(ray.init).parameters) - {"kwargs"} | _HIDDEN
    modern: dict[str, Any] = {}
    for name, value in named.items():
        if name in today:
            modern[name] = value
        elif name not in _TABLE:
            raise PongPGError(_unknown(name, today))
        elif _TABLE[name].renamed:
            modern.setdefault(_TABLE[name].renamed, value)
        elif _TABLE[name].is_dropped:
            say_once(f"ray.init: {name} is ignored: Ray no longer has this argument")
    if named.get("redirect_output") or named.get("redirect_worker_output"):
        modern.setdefault("log_to_driver", False)
    if named.get("driver_mode") == PYTHON_MODE:
        modern["local_mode"] = True
    if named.get("num_custom_resource"):
        modern["resources"] = {"CustomResource": named["num_custom_resource"], **(modern.get("resources") or {})}
    # Without an address, today's Ray looks for a cluster on this machine; old versions started one.
    if modern.get("address") is None and not os.environ.get("RAY_ADDRESS") and set(named) - today:
        modern["address"] = "local"
    _set_num_cpus(named, modern)
    if modern.get("address") is None and os.environ.get("RAY_ADDRESS"):
        _drop_resources(modern)
    if modern.get("include_dashboard") and not _has_dashboard():
        say_once(
            "ray.init: goes on without the dashboard, whose packages are not installed: run  pip install 'ray[default]'"
        )
        del modern["include_dashboard"]
    return modern


def _of_position(positional: tuple[Any, ...]) -> dict[str, Any]:
    if len(positional) > 1:
        raise PongPGError(f"ray.init takes one positional argument, the address; got {positional!r}")
    return {"start_ray_local" if isinstance(one, bool) else "address": one for one in positional}


def _set_num_cpus(named: dict[str, Any], modern: dict[str, Any]) -> None:
    """Set the number of CPUs so that the workers asked for can run at once, on any number of cores."""
    workers = named.get("num_workers") or named.get("num_initial_workers")
    if not workers or modern.get("num_cpus") is not None:
        return
    if modern.get("address") != "local":
        say_once("ray.init: num_workers is ignored: the cluster that the script connects to has its own workers")
    elif named.get("start_ray_local"):
        # In 2016 the number of workers alone limited how many tasks ran at once.
        modern["num_cpus"] = int(workers)
    else:
        modern["num_cpus"] = max(int(workers), os.cpu_count() or 1)


def _drop_resources(modern: dict[str, Any]) -> None:
    """Leave out the resources of a cluster that the script would have started; Ray refuses them where it attaches."""
    for name in _RESOURCES & modern.keys():
        if modern.pop(name) is not None:
            say_once(f"ray.init: {name} is ignored: the cluster that RAY_ADDRESS names has its own resources")


def _has_dashboard() -> bool:
    try:
        importlib.import_module("ray.dashboard.optional_deps")
    except ImportError:
        return False
    return True


def _unknown(name: str, today: set[str]) -> str:
    near = difflib.get_close_matches(name, [*today, *_TABLE], 1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"ray.init has no argument {name!r} in any version of Ray{hint}"
