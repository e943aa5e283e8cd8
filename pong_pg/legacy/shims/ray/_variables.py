"""Reusable variables: made once in each process and reinitialized after each task that used them.

They were `ray.reusables` in 2016 and `ray.env` in early 2017. The driver makes a variable when it is assigned. Every
task carries the definitions of all variables; a worker makes a variable when a task first reads it.
"""

from __future__ import annotations

import functools
import inspect
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import ray

from pong_pg.errors import PongPGError
from pong_pg.legacy.install.workers import check_setup

# The keyword argument of a task with the definitions of the variables when it was submitted.
DEFINITIONS = "_pong_pg_definitions"


class VariableError(PongPGError, TypeError):
    """A reusable variable was assigned something else than a `ray.Reusable`, or deleted."""


class UnknownVariableError(PongPGError, AttributeError):
    """A reusable variable was read that is not defined in this process."""


class Reusable:
    """The functions that make and reinitialize a reusable variable; also called `ray.EnvironmentVariable` in 2017.

    Args:
        initializer: a function that returns the value.
        reinitializer: a function from the value after a task that used it to the value for the next task; without it
            the initializer is called again.

    Raises:
        VariableError: an argument is not callable.
    """

    def __init__(self, initializer: Callable[[], Any], reinitializer: Callable[[Any], Any] | None = None) -> None:
        for name, function in (("initializer", initializer), ("reinitializer", reinitializer)):
            if not callable(function) and (name == "initializer" or function is not None):
                raise VariableError(f"ray.Reusable: the {name} must be callable; got {function!r}")
        self.initializer = initializer
        self.reinitializer = reinitializer


@dataclass
class _Definition:
    """A variable of this process.

    Attributes:
        number: counts the driver's assignments; -1 where a worker itself has assigned it.
        reusable: how it is made.
        value: its value, or nothing in a tuple: it is to be made.
    """

    number: int
    reusable: Reusable
    value: tuple[Any, ...] = ()

    def __reduce__(self) -> tuple[Any, ...]:
        return _Definition, (self.number, self.reusable)


class Store:
    """The reusable variables of this process."""

    def __init__(self) -> None:
        self._definitions: dict[str, _Definition] = {}
        self._number = 0
        self._stored: Any = None
        self._is_task = False
        self._used: list[str] = []

    def assign(self, name: str, reusable: Reusable) -> None:
        """Define a variable, and make it here if this is the driver."""
        if in_worker():
            # A module of the script that assigns it is imported there, too; the task brings the driver's definition.
            self._definitions.setdefault(name, _Definition(-1, reusable))
            return
        self._definitions[name] = _Definition(self._number, reusable, (reusable.initializer(),))
        self._number += 1
        self._stored = None

    def read(self, name: str, label: str) -> Any:
        """Return the value of a variable, and record that the running task has used it.

        Raises:
            UnknownVariableError: the variable is not defined here.
        """
        if name not in self._definitions:
            raise UnknownVariableError(
                f"{label}.{name} is not defined here; set  {label}.{name} = ray.Reusable(initializer)  before the "
                "remote function is called (methods of actors have no such variables)"
            )
        definition = self._definitions[name]
        if not definition.value:
            # What its initializer reads is not used by the task.
            is_task, self._is_task = self._is_task, False
            try:
                definition.value = (definition.reusable.initializer(),)
            finally:
                self._is_task = is_task
        if self._is_task and name not in self._used:
            self._used.append(name)
        return definition.value[0]

    def definitions(self) -> Any:
        """Return a reference to all definitions, for a task that is submitted; None if there are none."""
        if self._stored is None and self._definitions:
            self._stored = ray.put(self._definitions)
        return self._stored

    def begin_task(self, definitions: dict[str, _Definition] | None) -> None:
        """Take over what the driver has defined."""
        for name, definition in (definitions or {}).items():
            known = self._definitions.get(name)
            if known is None or known.number != definition.number:
                self._definitions[name] = definition
                self._stored = None
        self._is_task = True

    def end_task(self) -> None:
        """Reinitialize the variables that the task has used."""
        self._is_task = False
        used, self._used = self._used, []
        for name in used:
            definition = self._definitions[name]
            value, definition.value = definition.value, ()
            try:
                again = definition.reusable.reinitializer
                definition.value = (definition.reusable.initializer() if again is None else again(*value),)
            except Exception:
                # The task has its result; as in 2016 the failure is only printed.
                traceback.print_exc()

    def forget_session(self) -> None:
        """Forget what was stored in the Ray that is shut down."""
        self._stored = None

    def drop_values(self) -> None:
        """Release the values at the end of the process."""
        self._definitions.clear()


store = Store()


class Variables:
    """`ray.reusables` or `ray.env`: an attribute is a variable."""

    def __init__(self, label: str) -> None:
        object.__setattr__(self, "_label", label)

    def __setattr__(self, name: str, reusable: Any) -> None:
        if not isinstance(reusable, Reusable):
            raise VariableError(f"{self._label}.{name} must be set to a ray.Reusable; got {reusable!r}")
        store.assign(name, reusable)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return store.read(name, self._label)

    def __delattr__(self, name: str) -> None:
        raise VariableError(f"{self._label}.{name} can't be deleted; assign another ray.Reusable to it")

    def __reduce__(self) -> tuple[Any, ...]:
        return Variables, (self._label,)


def in_worker() -> bool:
    """Return whether this process is one of Ray's workers."""
    return bool(ray.is_initialized() and ray._private.worker.global_worker.mode == ray.WORKER_MODE)


def as_task(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function that a worker runs for a remote function of the script."""

    # It is pickled with the globals it uses: a function of this module, which is pickled by name.
    @functools.wraps(function)
    def task(*args: Any, **kwargs: Any) -> Any:
        return _run(function, args, kwargs)

    task.__signature__ = _with_definitions(inspect.signature(function))  # type: ignore[attr-defined]  # any function may have one
    return task


def _run(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    check_setup()
    store.begin_task(kwargs.pop(DEFINITIONS, None))
    try:
        return function(*args, **kwargs)
    finally:
        store.end_task()


def _with_definitions(signature: inspect.Signature) -> inspect.Signature:
    parameters = list(signature.parameters.values())
    extra = inspect.Parameter(DEFINITIONS, inspect.Parameter.KEYWORD_ONLY, default=None)
    last = len(parameters)
    if parameters and parameters[-1].kind is inspect.Parameter.VAR_KEYWORD:
        last -= 1
    return signature.replace(parameters=[*parameters[:last], extra, *parameters[last:]])
