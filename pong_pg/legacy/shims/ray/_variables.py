"""Reusable variables: made once in each process and reinitialized after each task that used them.

They were `ray.reusables` in 2016 and `ray.env` in early 2017. The driver's definitions are in the cluster's key-value
store, numbered in the order of their assignment; a task carries the number of definitions at its submission, and the
worker makes those that are new to it before the task starts.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pong_pg.errors import PongPGError
from pong_pg.legacy.shims.ray import _kv


class VariableError(PongPGError, TypeError):
    """A reusable variable was assigned something else than a `ray.Reusable`, or deleted."""


class UnknownVariableError(PongPGError, AttributeError):
    """A reusable variable was read that is not defined, or whose initializer failed in this process."""


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

    def identity(self) -> tuple[Any, ...]:
        """Return a key that is the same in every process that imports the module of the two functions."""
        return tuple(
            (
                getattr(function, "__module__", None),
                getattr(function, "__qualname__", repr(type(function))),
                getattr(getattr(function, "__code__", None), "co_firstlineno", None),
            )
            for function in (self.initializer, self.reinitializer)
        )


@dataclass
class _Definition:
    """A definition of the driver, as read from the key-value store; unpickled when the variable is made."""

    name: str
    identity: tuple[Any, ...]
    pickled: bytes
    made: bool = False


class Store:
    """The reusable variables of this process.

    Attributes:
        active: whether there are any; without them tasks have no extra work.
        shipped: the number of this driver's definitions in the key-value store.
    """

    def __init__(self) -> None:
        self.active = False
        self.shipped = 0
        self._values: dict[str, Any] = {}
        self._recipes: dict[str, Reusable] = {}
        self._failures: dict[str, BaseException] = {}
        self._assigned: list[tuple[str, Reusable]] = []  # the driver's, in order
        self._job = ""
        self._fetched: list[_Definition] = []  # a worker's, in order
        self._looked = False
        self._running = 0
        self._making = 0
        self._used: set[str] = set()

    def assign(self, name: str, reusable: Reusable) -> None:
        """Make the variable here and, in the driver, store its definition for the workers."""
        self.active = True
        if not _kv.in_worker():
            self._make(name, reusable)
            self._assigned.append((name, reusable))
            self.ship()
            return
        # A module that assigns a variable when it is imported is also imported by the workers: the definition that
        # the driver has stored is the same one, and is made only once.
        self._fetch()
        same = [one for one in self._fetched if (one.name, one.identity) == (name, reusable.identity())]
        if not same:
            self._make_all()
        elif all(one.made for one in same):
            return
        for one in same:
            one.made = True
        self._make(name, reusable)

    def read(self, name: str, label: str) -> Any:
        """Return the value of a variable, and record that the running task has used it.

        Raises:
            UnknownVariableError: the variable is not defined, or its initializer failed in this process.
        """
        if name not in self._values and _kv.in_worker():
            self.sync()
        if name in self._values:
            if self._running and not self._making:
                self._used.add(name)
            return self._values[name]
        if name in self._failures:
            reason = "".join(traceback.format_exception_only(self._failures[name])).strip()
            raise UnknownVariableError(
                f"{label}.{name} could not be made in this process: {reason}"
            ) from self._failures[name]
        raise UnknownVariableError(f"{label}.{name} is not defined; set  {label}.{name} = ray.Reusable(initializer)")

    def ship(self) -> None:
        """Store the driver's new definitions for the workers of its job."""
        job = _kv.job() if self._assigned and not _kv.in_worker() else ""
        if not job:
            return
        if job != self._job:
            self._job, self.shipped = job, 0
        for number in range(self.shipped, len(self._assigned)):
            name, reusable = self._assigned[number]
            _kv.put(f"{job}:{number}", (name, reusable.identity(), _kv.dumps(reusable)))
        if self.shipped < len(self._assigned):
            self.shipped = len(self._assigned)
            _kv.put(f"{job}:count", self.shipped)

    def serial(self) -> int:
        """Return the number of definitions that a task submitted now may use."""
        if _kv.in_worker():
            return len(self._fetched)
        if self.shipped < len(self._assigned):
            self.ship()
        return self.shipped

    def sync(self, serial: int | None = None) -> None:
        """Make the variables that are new in this worker, in order; a known `serial` spares reading the store."""
        if serial is None or serial > len(self._fetched):
            self._fetch()
        self._make_all()

    def begin_task(self, serial: int | None) -> None:
        """Make new variables before a task, or before a method of an actor, which has no serial number."""
        if (serial or (serial is None and (self.active or not self._looked))) and _kv.in_worker():
            self.sync(serial)
        self._running += 1

    def end_task(self) -> None:
        """Reinitialize the variables that the task has used."""
        self._running -= 1
        if self._running or not self._used:
            return
        used, self._used = self._used, set()
        for name in [name for name in self._values if name in used]:
            recipe = self._recipes[name]
            try:
                self._making += 1
                self._values[name] = (
                    recipe.initializer() if recipe.reinitializer is None else recipe.reinitializer(self._values[name])
                )
            except Exception:
                # The task has its result; as in 2016 the failure is only printed.
                traceback.print_exc()
            finally:
                self._making -= 1

    def drop_values(self) -> None:
        """Release the values at the end of the process."""
        self._values.clear()

    def _make(self, name: str, reusable: Reusable) -> None:
        self._making += 1
        try:
            value = reusable.initializer()
        finally:
            self._making -= 1
        self._failures.pop(name, None)
        self._values[name] = value
        self._recipes[name] = reusable

    def _make_all(self) -> None:
        for one in self._fetched:
            if not one.made:
                one.made = True
                try:
                    self._make(one.name, _kv.loads(one.pickled))
                except Exception as error:
                    # Tasks that don't use the variable run all the same.
                    self._values.pop(one.name, None)
                    self._failures[one.name] = error

    def _fetch(self) -> None:
        self._looked = True
        job = _kv.job()
        for number in range(len(self._fetched), _kv.get(f"{job}:count") or 0):
            self._fetched.append(_Definition(*_kv.get(f"{job}:{number}")))
            self.active = True


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

    def __repr__(self) -> str:
        return f"<{self._label}>"
