"""Local mode: remote functions and actors run in the driver, at the call, which today's Ray can't do any more.

Up to 2018 (`driver_mode=ray.PYTHON_MODE`) a call returned its value itself, and arguments were copied. Since then
(`local_mode=True`) it returns references, and functions and classes are pickled, so that they see copies of the
script's global variables.
"""

from __future__ import annotations

import asyncio
import copy
import inspect
import itertools
import traceback
from collections.abc import Callable
from typing import Any

import ray
from ray import cloudpickle
from ray.exceptions import RayTaskError

VALUES, REFERENCES = "values", "references"

_mode = ""
_copies: dict[int, tuple[Any, Any]] = {}
_actors: dict[int, LocalActor] = {}
_numbers = itertools.count()


def use(mode: str) -> None:
    """Switch local mode on: `VALUES` or `REFERENCES`; "" for off."""
    global _mode  # noqa: PLW0603 - a process has one connection to Ray
    _mode = mode
    _copies.clear()
    _actors.clear()


def mode() -> str:
    """Return the local mode; "" if tasks run in workers."""
    return _mode


def call(function: Callable[..., Any], args: Any, kwargs: Any, results: Any = 1) -> Any:
    """Call a remote function or a method of an actor; return its value, or references to its results.

    Args:
        function: the function.
        args: positional arguments; references among them are replaced by their values.
        kwargs: named arguments.
        results: the number of results.
    """
    if _mode == VALUES:
        return _run(function, copy.deepcopy(list(args or ())), copy.deepcopy(dict(kwargs or {})))
    try:
        found = _run(
            function, [_value(one) for one in args or ()], {name: _value(one) for name, one in (kwargs or {}).items()}
        )
    except RayTaskError as error:
        found, count = error, results
    except Exception as error:
        name = getattr(function, "__name__", "task")
        found, count = RayTaskError(name, traceback.format_exc(), error), results
    else:
        count = 1
        if results not in (0, 1, None):
            return [ray.put(one) for one in found]
    if results == 0:
        return None
    return ray.put(found) if count in (1, None) else [ray.put(found) for _ in range(count)]


def function_for(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function, or class, that runs for one of the script."""
    if _mode == VALUES:
        return function
    if id(function) not in _copies:
        _copies[id(function)] = function, cloudpickle.loads(cloudpickle.dumps(function))
    found: Callable[..., Any] = _copies[id(function)][1]
    return found


def make_actor(cls: type, args: Any, kwargs: Any) -> LocalActor:
    """Make an actor in this process."""
    made: list[Any] = []
    failed = call(lambda *a, **k: made.append(function_for(cls)(*a, **k)), args, kwargs)
    return LocalActor(made[0] if made else None, failed)


def get(references: Any, **named: Any) -> Any:
    """Return the value behind a reference, or the values behind a list of them."""
    return references if _mode == VALUES else ray.get(references, **named)


class LocalActor:
    """The handle of an actor in this process."""

    def __init__(self, instance: Any, failed: Any) -> None:
        self._instance = instance
        self._failed = failed
        self._number = next(_numbers)
        _actors[self._number] = self

    def __getattr__(self, name: str) -> LocalMethod:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._instance is not None and not callable(getattr(self._instance, name, None)):
            raise AttributeError(f"{type(self._instance).__name__!r} object has no method {name!r}")
        return LocalMethod(self._instance, name, self._failed)

    def __reduce__(self) -> tuple[Any, ...]:
        return _actors.__getitem__, (self._number,)

    def __deepcopy__(self, _memo: Any) -> LocalActor:
        return self


class LocalMethod:
    """A method of an actor in this process."""

    def __init__(self, instance: Any, name: str, failed: Any) -> None:
        self._instance, self._name, self._failed = instance, name, failed

    def remote(self, *args: Any, **kwargs: Any) -> Any:
        """Call it; return its value or references."""
        return self._remote(args, kwargs)

    __call__ = remote

    def _remote(self, args: Any = None, kwargs: Any = None, **options: Any) -> Any:
        if self._instance is None:
            return self._failed
        method = getattr(self._instance, self._name)
        results = getattr(method, "__ray_num_returns__", 1)
        return call(method, args, kwargs, options.get("num_returns", options.get("num_return_vals", results)))

    def options(self, **options: Any) -> LocalMethod:
        """Return the method with other options, of which the number of results counts."""
        other = LocalMethod(self._instance, self._name, self._failed)
        other.remote = lambda *args, **kwargs: self._remote(args, kwargs, **options)  # type: ignore[method-assign]
        return other


def _run(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    found = function(*args, **kwargs)
    return asyncio.run(found) if inspect.iscoroutine(found) else found


def _value(argument: Any) -> Any:
    return ray.get(argument) if isinstance(argument, ray.ObjectRef) else argument
