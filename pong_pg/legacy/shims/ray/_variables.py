"""Variables that are made once in each process and renewed after each task that used them.

They were `ray.reusables` in 2016 and `ray.env` in early 2017. The driver's definitions lie in the cluster's key-value
store, numbered in the order of their assignment; a task carries how many there were when it was submitted, and the
worker makes what is new to it before the task begins.
"""

from __future__ import annotations

import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pong_pg.errors import PongPGError
from pong_pg.legacy.shims.ray import _kv


class VariableError(PongPGError, TypeError):
    """A reusable variable was defined, replaced or deleted in a way that it can't be."""


class UnknownVariableError(PongPGError, AttributeError):
    """A reusable variable was read that nobody has defined, or that could not be made in this process."""


class Reusable:
    """How a reusable variable is made and renewed; `ray.EnvironmentVariable` of 2017 is the same.

    Args:
        initializer: returns the value.
        reinitializer: takes the value after a task that used it, returns the value for the next; without one the
            initializer is called again.

    Raises:
        VariableError: one of them can't be called.
    """

    def __init__(self, initializer: Callable[[], Any], reinitializer: Callable[[Any], Any] | None = None) -> None:
        for name, function in (("initializer", initializer), ("reinitializer", reinitializer)):
            if not callable(function) and (name == "initializer" or function is not None):
                raise VariableError(f"ray.Reusable: the {name} must be a function; got {function!r}")
        self.initializer = initializer
        self.reinitializer = reinitializer

    def identity(self) -> tuple[Any, ...]:
        """Return what stays the same when another process imports the module that holds the two functions."""
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
    """The driver's, as a worker has it from the key-value store; unpickled when it is made."""

    name: str
    identity: tuple[Any, ...]
    pickled: bytes
    made: bool = False


class Store:
    """The variables of this process.

    Attributes:
        active: whether there are any, so that a program without them pays nothing.
        shipped: how many of this driver's definitions the workers of its job can find.
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
        """Make the variable here, and ship it to the workers if this is the driver."""
        self.active = True
        if not _kv.in_worker():
            self._make(name, reusable)
            self._assigned.append((name, reusable))
            self.ship()
            return
        # A module that assigns when it is imported is imported by the workers too: what the driver shipped from
        # there is this very definition, and is made once.
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
        """Return the variable's value, and note that the running task has used it.

        Raises:
            UnknownVariableError: nobody has defined it, or it could not be made here.
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
        raise UnknownVariableError(f"{label}.{name} is not defined: set  {label}.{name} = ray.Reusable(initializer)")

    def ship(self) -> None:
        """Put the driver's definitions where the workers of its job find them; those that are there stay."""
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
        """Return how many definitions a task that is submitted now may rely on."""
        if _kv.in_worker():
            return len(self._fetched)
        if self.shipped < len(self._assigned):
            self.ship()
        return self.shipped

    def sync(self, serial: int | None = None) -> None:
        """Make what is new in this worker, in the order of definition; `serial` saves looking where nothing is."""
        if serial is None or serial > len(self._fetched):
            self._fetch()
        self._make_all()

    def begin_task(self, serial: int | None) -> None:
        """Bring this process up to date before a task, or before a method of an actor, which has no serial."""
        if (serial or (serial is None and (self.active or not self._looked))) and _kv.in_worker():
            self.sync(serial)
        self._running += 1

    def end_task(self) -> None:
        """Renew what the task has used."""
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
                # The task has its result; as in 2016 it is the message that tells.
                traceback.print_exc()
            finally:
                self._making -= 1

    def drop_values(self) -> None:
        """Let go of the values; this process is at its end."""
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
                    # Tasks that don't read it are none the worse.
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
        raise VariableError(f"{self._label}.{name} can't be deleted: a reusable variable stays")

    def __reduce__(self) -> tuple[Any, ...]:
        return Variables, (self._label,)

    def __repr__(self) -> str:
        return f"<{self._label}>"
