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
    "ray.services.start_ray_head": Name(_STARTS),
    "ray.services.start_ray_local": Name(_STARTS, older_than="0.6.2"),
    "ray.services.start_ray_node": Name("ray start --address=HEAD:PORT, in a shell of that machine"),
    "ray.services.start_singlenode_cluster": Name(_STARTS, older_than="0.6.2"),
    "ray.register_class": Name("remove the call: every class can be sent", older_than="0.6.2"),
    "ray.register_custom_serializer": Name("ray.util.register_serializer"),
    "ray.register_module": Name("remove the call: workers import what a task needs", older_than="0.6.2"),
    "ray.global_state": Name("ray.nodes(), ray.cluster_resources()", older_than="1.0"),
    "ray.error_info": Name("errors are raised by ray.get", older_than="1.0"),
    "ray.errors": Name("errors are raised by ray.get", "ray:error_info"),
    "ray.get_webui_url": Name("ray.init().dashboard_url", older_than="1.0"),
    "ray.get_dashboard_url": Name("ray.init().dashboard_url", "ray:get_webui_url"),
    "ray.get_resource_ids": Name("ray.get_runtime_context().get_assigned_resources()"),
    "ray.jobs": Name("ray.util.state.list_jobs()"),
    "ray.actors": Name("ray.util.state.list_actors()"),
    "ray.connect": Name(_STARTS),
    "ray.disconnect": Name("ray.shutdown", "ray:shutdown"),
    "ray.cleanup": Name("ray.shutdown", "ray:shutdown"),
    "ray.log_event": Name("ray.timeline()", older_than="0.6.2"),
    "ray.flush_log": Name("ray.timeline()", older_than="0.6.2"),
    "ray.worker.RayGetError": Name("ray.exceptions.RayTaskError", older_than="0.6.2"),
    "ray.exceptions.RayTimeoutError": Name("ray.exceptions.GetTimeoutError"),
    "ray.exceptions.RayCancellationError": Name("ray.exceptions.TaskCancelledError"),
    "ray.exceptions.RayConnectionError": Name("ray.exceptions.RaySystemError"),
    "ray.exceptions.RayWorkerError": Name("ray.exceptions.WorkerCrashedError"),
    "ray.exceptions.RayletError": Name("ray.exceptions.RaySystemError"),
    "ray.exceptions.UnreconstructableError": Name("ray.exceptions.ObjectLostError"),
    "ray.internal.free": Name("remove the call: Ray frees what nothing refers to"),
    "ray.log_span": Name("ray.timeline()", older_than="0.6.2"),
    "ray.profile": Name("ray.timeline()", "ray:log_span"),
    "ray.SCRIPT_MODE": Name(_STARTS),
    "ray.WORKER_MODE": Name(_STARTS),
    "ray.PYTHON_MODE": Name(_STARTS, older_than="1.0"),
    "ray.LOCAL_MODE": Name("ray.init(local_mode=True)", "ray:PYTHON_MODE"),
    "ray.SILENT_MODE": Name(_STARTS, older_than="0.6.2"),
}

# What modern code calls names by whose row, or module, only describes it.
SPELLED = {
    "ray.LOCAL_MODE": "2",
    "ray.ObjectID": "ray.ObjectRef",
    "ray.PYTHON_MODE": "2",
    "ray.local_scheduler.ObjectID": "ray.ObjectRef",
    "ray.raylet.ObjectID": "ray.ObjectRef",
    "ray.SILENT_MODE": "3",
    "ray.worker.RayTaskError": "ray.exceptions.RayTaskError",
    "ray.worker.cleanup": "ray.shutdown",
    "ray.worker.disconnect": "ray.shutdown",
    "ray.worker.get": "ray.get",
    "ray.worker.get_gpu_ids": "ray.get_gpu_ids",
    "ray.worker.global_worker": "ray._private.worker.global_worker",
    "ray.worker.init": "ray.init",
    "ray.worker.put": "ray.put",
    "ray.worker.remote": "ray.remote",
    "ray.worker.shutdown": "ray.shutdown",
    "ray.worker.wait": "ray.wait",
}

# Modules of Ray that have moved.
MOVED = {
    "ray.experimental.actor_pool": "ray.util.actor_pool",
    "ray.experimental.iter": "ray.util.iter",
    "ray.experimental.joblib": "ray.util.joblib",
    "ray.experimental.multiprocessing": "ray.util.multiprocessing",
    "ray.experimental.queue": "ray.util.queue",
}

_OF_RESOURCES = 'ray.init(resources={"name": number})'

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
        "driver_object_store_memory": renamed("ray.init", "_driver_object_store_memory"),
        "enable_object_reconstruction": renamed("ray.init", "_enable_object_reconstruction"),
        "metrics_export_port": renamed("ray.init", "_metrics_export_port"),
        "start_ray_local": Argument(_STARTS, older_than="0.6.2"),
        "num_workers": Argument("ray.init(num_cpus=)", older_than="0.6.2"),
        "num_initial_workers": Argument("ray.init(num_cpus=)"),
        "redirect_output": Argument("ray.init(log_to_driver=)", older_than="1.0"),
        "redirect_worker_output": Argument("ray.init(log_to_driver=)", older_than="1.0"),
        "driver_mode": Argument("ray.init(local_mode=)", older_than="0.6.2"),
        "num_custom_resource": Argument(_OF_RESOURCES),
        "num_objstores": dropped(older_than="0.6.2"),
        "num_workers_per_objstore": dropped(older_than="0.6.2"),
        "objstore_address": dropped(older_than="0.6.2"),
        "objstore_addresses": dropped(older_than="0.6.2"),
        "worker_path": dropped(older_than="0.6.2"),
        "object_id_seed": dropped(older_than="1.0"),
        "num_local_schedulers": dropped(older_than="0.6.2"),
        "use_raylet": dropped(older_than="0.6.2"),
        **dict.fromkeys(
            (
                "num_redis_shards",
                "redis_max_clients",
                "redis_max_memory",
                "redis_port",
                "redis_shard_ports",
                "huge_pages",
                "use_pickle",
                "plasma_store_socket_name",
                "raylet_socket_name",
                "collect_profiling_data",
                "driver_id",
                "job_id",
                "load_code_from_local",
                "java_worker_options",
                "include_java",
                "code_search_path",
                "lru_evict",
                "autoscaling_config",
                "shutdown_at_exit",
                "raylet_ip_address",
                "system_config",
                "storage",
                "_internal_config",
                "_lru_evict",
                "_java_worker_options",
                "_redis_max_memory",
                "_redis_max_clients",
                "_load_code_from_local",
                "_use_pickle",
                "_code_search_path",
            ),
            dropped(),
        ),
    },
    # Of `ray.remote`; `ray.method`, `ray.actor`, `options` and `_remote` take the same.
    "ray.remote": {
        "num_return_vals": renamed("ray.remote", "num_returns"),
        "max_reconstructions": renamed("ray.remote", "max_restarts"),
        "num_custom_resource": Argument('ray.remote(resources={"name": number})'),
        "detached": Argument('ray.remote(lifetime="detached")'),
        **dict.fromkeys(
            ("checkpoint_interval", "is_direct_call", "is_asyncio", "function_id", "driver_id", "job_id"), dropped()
        ),
    },
    "ray.method": {"num_return_vals": renamed("ray.method", "num_returns")},
    "ray.put": {"weakref": dropped()},
    "ray.wait": {
        "object_ids": Argument("ray.wait(references)"),
        "objectids": Argument("ray.wait(references)"),
    },
}

# What no version before 0.6.2 had, so that a script with it gives its timeouts in seconds.
SINCE_062 = frozenset(
    {
        *(
            f"ray.{name}"
            for name in (
                "ObjectRef",
                "available_resources",
                "cancel",
                "cluster_resources",
                "get_actor",
                "get_runtime_context",
                "jobs",
                "kill",
                "nodes",
                "runtime_context",
                "runtime_env",
                "timeline",
                "util",
            )
        ),
        *(
            f"ray.init({name}=)"
            for name in (
                "address",
                "dashboard_host",
                "dashboard_port",
                "include_dashboard",
                "job_config",
                "load_code_from_local",
                "log_to_driver",
                "lru_evict",
                "memory",
                "namespace",
                "object_ref_seed",
                "redis_max_memory",
                "runtime_env",
                "use_pickle",
                "webui_host",
            )
        ),
        *(
            f"ray.remote({name}=)"
            for name in ("max_restarts", "max_retries", "max_task_retries", "memory", "num_returns", "runtime_env")
        ),
        "ray.method(num_returns=)",
        "ray.get(timeout=)",
        "ray.wait(fetch_local=)",
    }
)
