"""`ray.services` of 2016 to 2019: functions that started Ray, as `ray.init` does now."""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.runtime.messages import not_covered, say_once
from pong_pg.legacy.shims.ray import _session
from pong_pg.legacy.shims.ray._names import fall_back

__getattr__ = fall_back("ray.services", "ray._private.services")

cleanup = _session.shutdown


def start_ray_local(num_objstores: int = 1, num_workers: int = 0, worker_path: str | None = None, **named: Any) -> Any:  # noqa: ARG001 - of 2016, ignored
    """Start Ray on this machine with a number of workers."""
    if worker_path is not None:
        say_once(f"worker_path={worker_path!r} is ignored: workers no longer run a script")
    return _session.init(start_ray_local=True, num_workers=num_workers, **named)


def start_singlenode_cluster(
    return_drivers: bool = False,
    num_objstores: int = 1,
    num_workers_per_objstore: int = 0,
    worker_path: str | None = None,
    **named: Any,
) -> Any:
    """Start Ray on this machine with a number of workers per object store.

    Raises:
        NotCoveredError: `return_drivers` is set.
    """
    if return_drivers:
        raise not_covered("ray.services", "start_singlenode_cluster(return_drivers=True)", "a process is one driver")
    return start_ray_local(num_objstores, num_objstores * num_workers_per_objstore, worker_path, **named)
