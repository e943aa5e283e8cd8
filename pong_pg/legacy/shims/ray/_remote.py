"""`ray.remote`, `ray.actor` and `ray.method` of every version."""

from __future__ import annotations

import copy
import inspect
import types
from collections.abc import Callable
from typing import Any

import ray
from ray.actor import ActorClass as _RayActorClass
from ray.actor import ActorHandle as _RayActorHandle
from ray.actor import ActorMethod as _RayActorMethod
from ray.remote_function import RemoteFunction as _RayFunction

from pong_pg.errors import PongPGError
from pong_pg.legacy.shims.ray import _local, _session
from pong_pg.legacy.shims.ray._options import modern_options, options_for_types
from pong_pg.legacy.shims.ray._tasks import SERIAL, as_task
from pong_pg.legacy.shims.ray._variables import store

# Attributes of functions in Python 2.
_PYTHON2_NAMES = {
    "func_doc": "__doc__",
    "func_name": "__name__",
    "func_code": "__code__",
    "func_defaults": "__defaults__",
    "func_globals": "__globals__",
    "func_dict": "__dict__",
}


def remote(*arguments: Any, **options: Any) -> Any:
    """Make a remote function or an actor class, with the arguments of `ray.remote` of any version.

    Raises:
        PongPGError: arguments that no version of Ray has accepted.
    """
    if arguments and all(isinstance(one, (list, tuple)) for one in arguments) and len(arguments) <= 2:
        options = {**options_for_types(arguments), **options}
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


def _make(function_or_class: Any, options: dict[str, Any]) -> Any:
    options = modern_options(options)
    ray_remote = ray.remote(**options) if options else ray.remote
    if inspect.isclass(function_or_class):
        with_tasks = _with_tasks(function_or_class)
        made = ray_remote(with_tasks)
        made._class_for_local_mode = with_tasks
        # Ray has made this type for this class only.
        for name, function in _OF_ACTOR_CLASSES.items():
            setattr(type(made), name, function)
    elif inspect.isfunction(function_or_class) and not inspect.iscoroutinefunction(function_or_class):
        made = ray_remote(as_task(function_or_class))
        made.__class__ = RemoteFunction
        made.__doc__ = function_or_class.__doc__
        made.__wrapped__ = function_or_class
    else:
        made = ray_remote(function_or_class)
    return made


class RemoteFunction(_RayFunction):  # type: ignore[misc]  # Ray ships no types
    """A remote function that can be called with and without `.remote`."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Submit a task; returns the reference to its result, or a list of references if it has several."""
        return self.remote(*args, **kwargs)

    def _remote(self, args: Any = None, kwargs: Any = None, **options: Any) -> Any:
        if _local.mode():
            modern = modern_options(options)
            results = modern.get("num_returns") or self._default_options.get("num_returns") or 1
            return _local.call(_local.function_for(self._function), args, kwargs, results)
        _session.ensure()
        if store.active:
            kwargs = {**(kwargs or {}), SERIAL: store.serial()}
        return super()._remote(args=args or (), kwargs=kwargs or {}, **modern_options(options))

    _submit = _remote

    def options(self, **options: Any) -> Any:
        """Return the remote function with other options."""
        return super().options(**modern_options(options))

    def __getattr__(self, name: str) -> Any:
        if name in _PYTHON2_NAMES:
            return getattr(self.__wrapped__, _PYTHON2_NAMES[name])
        if name in ("__name__", "__qualname__", "__code__", "__defaults__", "__annotations__"):
            return getattr(self.__wrapped__, name)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


def _with_tasks(cls: type) -> type:
    """Return a subclass whose methods run as tasks; Ray derives a class as well."""
    own: dict[str, Callable[..., Any]] = {}
    for name in dir(cls):
        function = inspect.getattr_static(cls, name)
        if inspect.isfunction(function) and (not name.startswith("__") or name in ("__init__", "__call__")):
            own[name] = as_task(function, method=True)
    own_names = {"__module__": cls.__module__, "__qualname__": cls.__qualname__, "__doc__": cls.__doc__}
    return types.new_class(cls.__name__, (cls,), exec_body=lambda body: body.update({**own, **own_names}))


def _make_actor(actor_class: Any, *args: Any, **kwargs: Any) -> Handle:
    """Make an actor whose methods can be called without `.remote`."""
    return Handle(actor_class.remote(*args, **kwargs))


def _submit_actor(actor_class: Any, args: Any = None, kwargs: Any = None, **options: Any) -> Any:
    if _local.mode():
        return _local.make_actor(actor_class._class_for_local_mode, args, kwargs)
    _session.ensure()
    return _RayActorClass._remote(actor_class, args=args or (), kwargs=kwargs or {}, **modern_options(options))


def _with_options(actor_class: Any, **options: Any) -> Any:
    """Return the actor class with other options."""
    return _RayActorClass.options(actor_class, **modern_options(options))


# Methods that actor classes have in addition to Ray's, or instead of them.
_OF_ACTOR_CLASSES = {"__call__": _make_actor, "_remote": _submit_actor, "options": _with_options}


def _method_that_keeps_its_actor(handle: Any, name: str) -> Any:
    found = object.__getattribute__(handle, name)
    # The copy is made as for another process, with a strong reference.
    return copy.copy(found) if isinstance(found, _RayActorMethod) else found


if "hardref" in inspect.signature(_RayActorMethod.__init__).parameters:
    # These versions of Ray lose the actor in `Actor.remote().method.remote()`, which Ray of 2017 and of today runs.
    _RayActorHandle.__getattribute__ = _method_that_keeps_its_actor


class Handle:
    """An actor handle of early 2017: calling a method submits a task and returns the reference to its result."""

    __slots__ = ("_handle",)

    def __init__(self, handle: Any) -> None:
        self._handle = handle

    def __getattr__(self, name: str) -> Any:
        if name in ("_handle", "__slots__") or (name.startswith("__") and not name.startswith("__ray_")):
            raise AttributeError(name)
        found = getattr(self._handle, name)
        return _Method(found, self._handle) if hasattr(found, "remote") else found

    def __reduce__(self) -> tuple[Any, ...]:
        return Handle, (self._handle,)

    def __eq__(self, other: object) -> bool:
        return bool(self._handle == (other._handle if isinstance(other, Handle) else other))

    def __hash__(self) -> int:
        return hash(self._handle)

    def __repr__(self) -> str:
        return repr(self._handle)


class _Method:
    def __init__(self, method: Any, handle: Any) -> None:
        self._method = method
        # Some versions of Ray terminate an actor when only one of its methods is referenced.
        self._kept = handle

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._method.remote(*args, **kwargs)

    def options(self, **options: Any) -> Any:
        return self._method.options(**modern_options(options))

    def _remote(self, args: Any = None, kwargs: Any = None, **options: Any) -> Any:
        return self._method._remote(args=args or (), kwargs=kwargs or {}, **modern_options(options))

    def __getattr__(self, name: str) -> Any:
        if name == "_method":
            raise AttributeError(name)
        return getattr(self._method, name)
