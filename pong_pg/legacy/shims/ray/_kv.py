"""The key-value store of the running cluster, and the role of this process in it."""

from __future__ import annotations

from typing import Any

import ray
from ray import cloudpickle
from ray.experimental import internal_kv

_NAMESPACE = "pong_pg.variables"


def in_worker() -> bool:
    """Return whether this process is one of Ray's workers."""
    return bool(ray.is_initialized() and ray._private.worker.global_worker.mode == ray.WORKER_MODE)


def job() -> str:
    """Return the id of the job of this process; "" if it is not connected."""
    return str(ray.get_runtime_context().get_job_id()) if ray.is_initialized() else ""


def put(key: str, value: Any) -> None:
    """Store a value under a key, where every process of the cluster can read it."""
    internal_kv._internal_kv_put(key, dumps(value), overwrite=True, namespace=_NAMESPACE)


def get(key: str) -> Any:
    """Return the value under a key; None if there is none."""
    found = internal_kv._internal_kv_get(key, namespace=_NAMESPACE)
    return None if found is None else loads(found)


def keys(prefix: str) -> list[str]:
    """Return every key with this prefix."""
    return [bytes(key).decode() for key in internal_kv._internal_kv_list(prefix, namespace=_NAMESPACE)]


def remove(prefix: str) -> None:
    """Remove every key with this prefix."""
    internal_kv._internal_kv_del(prefix, del_by_prefix=True, namespace=_NAMESPACE)


def dumps(value: Any) -> bytes:
    """Pickle a value, including functions of the script."""
    return bytes(cloudpickle.dumps(value))


def loads(pickled: bytes) -> Any:
    """Unpickle what `dumps` returned."""
    return cloudpickle.loads(pickled)
