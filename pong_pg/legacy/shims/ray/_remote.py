"""`ray.remote`, `ray.actor` and `ray.method` of every version."""

from __future__ import annotations

import inspect
from typing import Any

import ray
from ray.actor import ActorClass as _RayActorClass
from ray.actor import ActorMethod as _RayActorMethod
from ray.remote_function import RemoteFunction as _RayFunction

from pong_pg.errors import PongPGError
from pong_pg.legacy.shims.ray import _local, _session
from pong_pg.legacy.shims.ray._variables import DEFINITIONS, as_task, store
from pong_pg.legacy.tables.ray import ARGUMENTS
from pong_pg.legacy.tables.rows import renames

_NAMES = renames(ARGUMENTS["ray.remote"])


def remote(*arguments: Any, **options: Any) -> Any:
    """Make a remote function or an actor class, with the arguments of `ray.remote` of any version.

    Raises:
        PongPGError: arguments that no version of Ray has accepted.
    """
    if arguments and all(isinstance(one, (list, tuple)) for one in arguments) and len(arguments) <= 2:
        # The types of the arguments, and those of the results.
        options = {**({"num_returns": len(arguments[1])} if len(arguments) > 1 else {}), **options}
    elif len(arguments) == 1 and callable(arguments[0]):
        return _make(arguments[0], options)
    elif arguments:
        raise PongPGError(
            "ray.remote takes a function or class, options by name, or two lists of types; "
            f"got {', '.join(map(repr, arguments))}"
        )
    return lambda function_or_class: _make(function_or_class, options)


def method(*arguments: Any, **options: Any) -> Any:
    """Set the options of a method of an actor class; `num_return_vals` becomes `num_returns`."""
    return ray.method(*arguments, **modern_options(options))


def modern_options(options: dict[str, Any]) -> dict[str, Any]:
    """Return the options of the installed Ray."""
    return {_NAMES.get(name, name): value for name, value in options.items()}


def _make(function_or_class: Any, options: dict[str, Any]) -> Any:
    options = modern_options(options)
    ray_remote = ray.remote(**options) if options else ray.remote
    if inspect.isclass(function_or_class):
        made = ray_remote(function_or_class)
        made._class_for_local_mode = function_or_class
        # Ray has made this type for this class only.
        for name, function in _OF_ACTOR_CLASSES.items():
            setattr(type(made), name, function)
        return made
    # Of a generator or coroutine, the call is not all of the task.
    is_plain = not (inspect.isgeneratorfunction(function_or_class) or inspect.iscoroutinefunction(function_or_class))
    made = ray_remote(as_task(function_or_class) if is_plain else function_or_class)
    made.__class__ = RemoteFunction
    made.__wrapped__ = function_or_class
    made.is_plain = is_plain
    return made


class RemoteFunction(_RayFunction):  # type: ignore[misc]  # Ray ships no types
    """A remote function that can be called with and without `.remote`."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Submit a task; returns the reference to its result, or a list of references if it has several."""
        return self.remote(*args, **kwargs)

    def _remote(self, args: Any = None, kwargs: Any = None, **options: Any) -> Any:
        modern = modern_options(options)
        if _local.is_on():
            results = modern.get("num_returns") or self._default_options.get("num_returns") or 1
            return _local.submit(self.__wrapped__, args, kwargs, results)
        _session.ensure()
        definitions = store.definitions() if self.is_plain else None
        if definitions is not None:
            kwargs = {**(kwargs or {}), DEFINITIONS: definitions}
        return super()._remote(args=args or (), kwargs=kwargs or {}, **modern)

    _submit = _remote

    def options(self, **options: Any) -> Any:
        """Return the remote function with other options."""
        return super().options(**modern_options(options))

    def __getattr__(self, name: str) -> Any:
        if name in ("__name__", "__qualname__", "__doc__"):
            return getattr(self.__wrapped__, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def _make_actor(actor_class: Any, *args: Any, **kwargs: Any) -> Any:
    """Make an actor, as the call of an actor class did in early 2017."""
    return actor_class.remote(*args, **kwargs)


def _submit_actor(actor_class: Any, args: Any = None, kwargs: Any = None, **options: Any) -> Any:
    if _local.is_on():
        return _local.Actor(actor_class._class_for_local_mode, args, kwargs)
    _session.ensure()
    return _RayActorClass._remote(actor_class, args=args or (), kwargs=kwargs or {}, **modern_options(options))


def _with_options(actor_class: Any, **options: Any) -> Any:
    """Return the actor class with other options."""
    return _RayActorClass.options(actor_class, **modern_options(options))


# Methods that actor classes have in addition to Ray's, or instead of them.
_OF_ACTOR_CLASSES = {"__call__": _make_actor, "_remote": _submit_actor, "options": _with_options}


def _call_method(actor_method: Any, *args: Any, **kwargs: Any) -> Any:
    """Submit a task, as the call of an actor's method did in early 2017; today's Ray raises an error."""
    return actor_method.remote(*args, **kwargs)


_RayActorMethod.__call__ = _call_method
