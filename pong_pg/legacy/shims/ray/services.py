"""`ray.services` of 2016 to 2019: what started Ray, now `ray.init`."""

from __future__ import annotations

from typing import Any

import ray

from pong_pg.legacy.runtime.notes import say_once
from pong_pg.legacy.runtime.uncovered import not_covered
from pong_pg.legacy.shims.ray import _session
from pong_pg.legacy.shims.ray._aliases import aliases
from pong_pg.legacy.shims.ray._modules import fall_through

__getattr__ = fall_through("ray.services", "ray._private.services")

globals().update(aliases("ray.services", vars(_session)))


def start_ray_local(num_objstores: int = 1, num_workers: int = 0, worker_path: str | None = None, **named: Any) -> Any:  # noqa: ARG001 - an object store is nothing a script could use now
    """Start Ray on this machine with so many workers.

    Raises:
        PongPGError: no version of Ray has had one of the arguments.
    """
    return _start(num_workers, worker_path, named)


def start_singlenode_cluster(
    return_drivers: bool = False,
    num_objstores: int = 1,
    num_workers_per_objstore: int = 0,
    worker_path: str | None = None,
    **named: Any,
) -> Any:
    """Start Ray on this machine with so many workers for each of its object stores.

    Raises:
        NotCoveredError: drivers are to be returned: today there is one in a process.
    """
    if return_drivers:
        raise not_covered("ray.services", "start_singlenode_cluster(return_drivers=True)", "a process is one driver")
    return _start(num_objstores * num_workers_per_objstore, worker_path, named)


def start_ray_head(*_: Any, num_workers: int = 0, worker_path: str | None = None, **named: Any) -> Any:
    """Start Ray on this machine with so many workers."""
    return _start(num_workers, worker_path, named)


def start_ray_node(*_: Any, **__: Any) -> Any:
    """Refuse: a second node is started from the shell.

    Raises:
        NotCoveredError: always.
    """
    raise not_covered("ray.services", "start_ray_node", "run  ray start --address=HEAD:PORT  on that machine")


def get_node_ip_address(*_: Any, **__: Any) -> str:
    """Return the address of this machine on its network."""
    return str(ray.util.get_node_ip_address())


def _start(workers: int, worker_path: str | None, named: dict[str, Any]) -> Any:
    if worker_path is not None:
        say_once(f"worker_path={worker_path!r} is dropped: today's workers need no script")
    return _session.init(start_ray_local=True, num_workers=workers, **named)
