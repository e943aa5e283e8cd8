"""Running functions of the script in workers, with reusable variables made before and reinitialized after each."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from pong_pg.legacy.install.workers import check_setup
from pong_pg.legacy.shims.ray import _errors
from pong_pg.legacy.shims.ray._variables import store

# The keyword argument of a task with the number of variables that were defined when it was submitted.
SERIAL = "_pong_pg_serial"

# A method that calls another one, or that of its base class, is one task.
_inside: ContextVar[bool] = ContextVar("_inside", default=False)


@contextmanager
def _task(function: Callable[..., Any], serial: int | None) -> Iterator[None]:
    check_setup()
    store.begin_task(serial)
    _inside.set(True)
    try:
        yield
    except Exception as error:
        _errors.make_sendable(error)
        _errors.record(f"{function.__module__}.{function.__name__}", error)
        raise
    finally:
        _inside.set(False)
        store.end_task()


def as_task(function: Callable[..., Any], *, method: bool = False) -> Callable[..., Any]:
    """Return the function that a worker runs for a function of the script.

    Args:
        function: the function; may be a generator function and, in an actor, an async one.
        method: whether it is a method of an actor; these have no serial number.
    """
    if inspect.isasyncgenfunction(function):
        return function
    serial = None if method else 0
    task: Callable[..., Any]
    # These are pickled with the globals they use: functions of this module, which are pickled by name.
    if inspect.iscoroutinefunction(function):

        @functools.wraps(function)
        async def task(*args: Any, **kwargs: Any) -> Any:
            return await run_async(function, args, kwargs, serial)

    elif inspect.isgeneratorfunction(function):

        @functools.wraps(function)
        def task(*args: Any, **kwargs: Any) -> Any:
            return (yield from run_generator(function, args, kwargs, serial))

    else:

        @functools.wraps(function)
        def task(*args: Any, **kwargs: Any) -> Any:
            return run(function, args, kwargs, serial)

    if not method:
        task.__signature__ = _with_serial(inspect.signature(function))  # type: ignore[attr-defined]  # inspect reads it from any function
    return task


def run(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], serial: int | None) -> Any:
    """Call a function as a task; a call from within a task is part of that task."""
    if _inside.get():
        return function(*args, **kwargs)
    with _task(function, kwargs.pop(SERIAL, serial)):
        return function(*args, **kwargs)


async def run_async(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], serial: int | None
) -> Any:
    """Await an async function as a task."""
    if _inside.get():
        return await function(*args, **kwargs)
    with _task(function, kwargs.pop(SERIAL, serial)):
        return await function(*args, **kwargs)


def run_generator(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], serial: int | None
) -> Generator[Any, Any, Any]:
    """Run a generator function as a task, which ends after its last value."""
    if _inside.get():
        return (yield from function(*args, **kwargs))
    with _task(function, kwargs.pop(SERIAL, serial)):
        return (yield from function(*args, **kwargs))


def _with_serial(signature: inspect.Signature) -> inspect.Signature:
    parameters = list(signature.parameters.values())
    serial = inspect.Parameter(SERIAL, inspect.Parameter.KEYWORD_ONLY, default=0)
    last = len(parameters)
    if parameters and parameters[-1].kind is inspect.Parameter.VAR_KEYWORD:
        last -= 1
    return signature.replace(parameters=[*parameters[:last], serial, *parameters[last:]])
