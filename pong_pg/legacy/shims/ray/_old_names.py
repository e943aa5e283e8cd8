"""Old names in modules and objects of the installed Ray that scripts reach directly."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable
from typing import Any

import ray._private.worker as _worker
from ray import exceptions, internal
from ray.actor import ActorMethod
from ray.exceptions import RayTaskError

from pong_pg.legacy.install.failures_in_workers import without_this_package
from pong_pg.legacy.shims.ray._options import modern_options
from pong_pg.legacy.shims.ray._variables import Reusable, store

# Old names of `ray.exceptions` -> today's.
_EXCEPTIONS = {
    "RayConnectionError": "RaySystemError",
    "RayTimeoutError": "GetTimeoutError",
    "RayCancellationError": "TaskCancelledError",
    "RayWorkerError": "WorkerCrashedError",
    "RayletError": "RaySystemError",
    "UnreconstructableError": "ObjectLostError",
}


def add() -> None:
    """Add the names that are missing."""
    for old, new in _EXCEPTIONS.items():
        _add(exceptions, old, getattr(exceptions, new))
    _add(internal, "free", free)
    _add(RayTaskError, "cause_cls", property(lambda error: type(error.cause)))
    _take_old_options(ActorMethod, "_remote")
    _add(_worker.global_worker, "run_function_on_all_workers", run_function_on_all_workers)


def complete(error: RayTaskError) -> None:
    """Give the failure of a task the attributes of 2020, and take the frames of this package out of its text."""
    text = without_this_package(str(error))
    if "function_name" not in vars(error):
        name = re.search(r"ray::([\w.]+)\(", text)
        error.function_name = name[1] if name else ""
        error.traceback_str = text
    if type(error) is not RayTaskError:
        # Ray makes a class for each error, and the text is that of the class.
        type(error).__str__ = lambda _: text  # type: ignore[assignment,misc]  # mypy takes it for a bound one
    else:
        error.traceback_str = without_this_package(error.traceback_str)


def free(*_: Any, **__: Any) -> None:
    """Do nothing: Ray frees objects that nothing refers to."""


def run_function_on_all_workers(function: Callable[[dict[str, Any]], Any], *_: Any) -> None:
    """Run a function here now, and in each worker before its next task.

    Args:
        function: takes a dictionary with a number under "counter", which is 0 here and in all workers.
    """
    name = f"run_on_all_workers_{getattr(function, '__name__', '')}_{id(function)}"
    store.assign(name, Reusable(lambda: function({"counter": 0})))


def _take_old_options(owner: type, name: str) -> None:
    """Have a method of Ray take options by their old names, too."""
    method = getattr(owner, name)

    @functools.wraps(method)
    def translated(self: Any, *arguments: Any, **options: Any) -> Any:
        return method(self, *arguments, **modern_options(options))

    setattr(owner, name, translated)


def _add(owner: Any, name: str, value: Any) -> None:
    if not hasattr(owner, name):
        setattr(owner, name, value)


class RayGetError(RayTaskError):  # type: ignore[misc]  # Ray ships no types
    """What `ray.get` raised up to 2018, whatever the task had raised."""

    def __init__(self, error: RayTaskError) -> None:
        Exception.__init__(self)
        self.__dict__.update(error.__dict__)
        self._text = str(error)

    def __str__(self) -> str:
        lines = self._text.splitlines()
        header, rest = (lines[:1], lines[1:]) if lines and "(pid=" in lines[0] else ([], lines)
        text = "\n".join([*header, "Traceback (most recent call last):", *rest])
        return f"Could not get the object. The remote function {self.function_name}, which makes it, failed:\n{text}"
