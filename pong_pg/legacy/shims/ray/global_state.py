"""`ray.global_state` of 2017 to 2019: the tables of the cluster that today's Ray still has."""

from __future__ import annotations

from typing import Any

import ray

from pong_pg.legacy.runtime.uncovered import not_covered
from pong_pg.legacy.shims.ray import _session


def client_table() -> list[dict[str, Any]]:
    """Return the nodes of the cluster, also with the keys that they had then."""
    _session.ensure()
    return [{**node, "ClientID": node["NodeID"], "IsInsertion": node["Alive"]} for node in ray.nodes()]


def cluster_resources() -> dict[str, float]:
    """Return the total resources of the cluster."""
    _session.ensure()
    return dict(ray.cluster_resources())


def chrome_tracing_dump(filename: str | None = None, *_: Any, **__: Any) -> Any:
    """Write the times of the tasks to a file for Chrome's tracing page, or return them."""
    _session.ensure()
    return ray.timeline(filename)


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise not_covered("ray.global_state", name)
