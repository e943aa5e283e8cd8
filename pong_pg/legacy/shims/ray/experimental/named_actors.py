"""`ray.experimental.named_actors` of Ray 0.4 to 0.7: actors that other tasks find by a name."""

from __future__ import annotations

from typing import Any

import ray
from ray import cloudpickle
from ray.experimental import internal_kv

from pong_pg.legacy.shims.ray import _local, _session

_NAMESPACE = "pong_pg.named_actors"
# Where actors are plain objects of this process.
_of_local_mode: dict[str, Any] = {}


def _key(name: str) -> str:
    return f"{ray.get_runtime_context().get_job_id()} {name}"


def _found(name: str) -> Any:
    if _local.is_on():
        return _of_local_mode.get(name)
    _session.ensure()
    pickled = internal_kv._internal_kv_get(_key(name), namespace=_NAMESPACE)
    return None if pickled is None else cloudpickle.loads(pickled)


def get_actor(name: str) -> Any:
    """Return the handle of the actor with a name.

    Raises:
        ValueError: no actor has this name.
    """
    handle = _found(name)
    if handle is None:
        raise ValueError(f"The actor with name={name} doesn't exist")
    return handle


def register_actor(name: str, actor_handle: Any) -> None:
    """Give an actor a name; it lives as long as its first handle.

    Raises:
        ValueError: another actor has this name.
    """
    if _found(name) is not None:
        raise ValueError(f"An actor with name={name} already exists")
    if _local.is_on():
        _of_local_mode[name] = actor_handle
    else:
        internal_kv._internal_kv_put(_key(name), cloudpickle.dumps(actor_handle), namespace=_NAMESPACE)
