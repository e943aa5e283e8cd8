"""`ray.experimental.named_actors` of Ray 0.4 to 0.7: actors that other tasks find by a name."""

from __future__ import annotations

from typing import Any

from ray.actor import ActorHandle

from pong_pg.legacy.shims.ray import _kv, _session
from pong_pg.legacy.shims.ray._local import LocalActor
from pong_pg.legacy.shims.ray._remote import Handle

_PREFIX = "named actor"
# Where actors are plain objects of this process.
_local: dict[str, LocalActor] = {}


def _key(name: str) -> str:
    return f"{_PREFIX} {_kv.job()} {name}"


def _found(name: str) -> Any:
    if name in _local:
        return _local[name]
    _session.ensure()
    return _kv.get(_key(name))


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
        TypeError: the name is no string, or the handle is none of an actor.
        ValueError: another actor has this name.
    """
    if not isinstance(name, str):
        raise TypeError("The name argument must be a string.")
    if not isinstance(actor_handle, (ActorHandle, Handle, LocalActor)):
        raise TypeError("The actor_handle argument must be an ActorHandle object.")
    if _found(name) is not None:
        raise ValueError(f"An actor with name={name} already exists")
    if isinstance(actor_handle, LocalActor):
        _local[name] = actor_handle
    else:
        _kv.put(_key(name), actor_handle)
