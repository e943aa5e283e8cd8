"""What Ray had from 2016 on and has no more, or has under another name.

A name with `supplied_by` is, in the shim, what that name is there: a script's `ray.push` is the shim's `ray.put`.
The others are objects of `shims.ray` and its modules. Up to Ray 0.6.1 the timeouts of `ray.wait` were milliseconds:
what no later version has is older than 0.6.2 here. What went away later, before 1.0, makes that only likely.
"""

from __future__ import annotations

from pong_pg.legacy.tables.rows import Argument, Name, dropped, renamed

_STARTS = "ray.init()"
_STATE = "state of an actor"
_INIT = "an actor's __init__"

MODULES = {
    "ray.services": _STARTS,
    "ray.worker": "ray.runtime_context",
    # Not covered.
    "ray.get_webui_url": "ray.init().dashboard_url",
    "ray.global_state": "ray.nodes(), ray.cluster_resources()",
}

NAMES: dict[str, Name] = {
    "ray.push": Name("ray.put", "ray:put", older_than="0.6.2"),
    "ray.pull": Name("ray.get", "ray:get", older_than="0.6.2"),
    "ray.reusables": Name(_STATE, older_than="0.6.2"),
    "ray.Reusable": Name(_INIT, older_than="0.6.2"),
    "ray.env": Name(_STATE, older_than="0.6.2"),
    "ray.EnvironmentVariable": Name(_INIT, "ray:Reusable", older_than="0.6.2"),
    "ray.services.cleanup": Name("ray.shutdown", "ray:shutdown"),
    "ray.services.get_node_ip_address": Name("ray.util.get_node_ip_address"),
    "ray.services.start_ray_local": Name(_STARTS, older_than="0.6.2"),
    "ray.services.start_singlenode_cluster": Name(_STARTS, older_than="0.6.2"),
    "ray.register_class": Name("remove the call: every class can be sent", older_than="0.6.2"),
    "ray.register_custom_serializer": Name("ray.util.register_serializer(cls, serializer=f, deserializer=g)"),
    "ray.register_module": Name("remove the call: workers import what a task needs", older_than="0.6.2"),
    "ray.error_info": Name("errors are raised by ray.get", older_than="1.0"),
    "ray.connect": Name(_STARTS),
    "ray.disconnect": Name("ray.shutdown", "ray:shutdown"),
    "ray.worker.RayGetError": Name("ray.exceptions.RayTaskError", older_than="0.6.2"),
    "ray.exceptions.RayTimeoutError": Name("ray.exceptions.GetTimeoutError"),
    "ray.exceptions.RayConnectionError": Name("ray.exceptions.RaySystemError"),
    "ray.exceptions.RayWorkerError": Name("ray.exceptions.WorkerCrashedError"),
    "ray.exceptions.UnreconstructableError": Name("ray.exceptions.ObjectLostError"),
    "ray.PYTHON_MODE": Name(_STARTS, older_than="1.0"),
}

ARGUMENTS: dict[str, dict[str, Argument]] = {
    "ray.init": {
        "redis_address": renamed("ray.init", "address"),
        "scheduler_address": renamed("ray.init", "address", older_than="0.6.2"),
        "include_webui": renamed("ray.init", "include_dashboard"),
        "webui_host": renamed("ray.init", "dashboard_host"),
        "redis_password": renamed("ray.init", "_redis_password"),
        "temp_dir": renamed("ray.init", "_temp_dir"),
        "node_ip_address": renamed("ray.init", "_node_ip_address"),
        "plasma_directory": renamed("ray.init", "_plasma_directory"),
        "memory": renamed("ray.init", "_memory"),
        "start_ray_local": Argument(_STARTS, older_than="0.6.2"),
        "num_workers": Argument("ray.init(num_cpus=)", older_than="0.6.2"),
        "redirect_output": Argument("ray.init(log_to_driver=)", older_than="1.0"),
        "redirect_worker_output": Argument("ray.init(log_to_driver=)", older_than="1.0"),
        "driver_mode": Argument(_STARTS, older_than="0.6.2"),
        "num_objstores": dropped(older_than="0.6.2"),
        "objstore_addresses": dropped(older_than="0.6.2"),
        "worker_path": dropped(older_than="0.6.2"),
        "object_id_seed": dropped(older_than="1.0"),
        "num_local_schedulers": dropped(older_than="0.6.2"),
        "use_raylet": dropped(older_than="0.6.2"),
        "huge_pages": dropped(),
        "use_pickle": dropped(),
    },
    # Of `ray.remote`; `ray.method`, `ray.actor`, `options` and `_remote` take the same.
    "ray.remote": {
        "num_return_vals": renamed("ray.remote", "num_returns"),
        "max_reconstructions": renamed("ray.remote", "max_restarts"),
    },
    "ray.method": {"num_return_vals": renamed("ray.method", "num_returns")},
    "ray.put": {"weakref": dropped()},
    "ray.wait": {
        "object_ids": Argument("ray.wait(references)"),
        "objectids": Argument("ray.wait(references)"),
    },
}
