"""Local mode: remote functions and actors run in the driver, at the call, which today's Ray can't do any more.

`driver_mode=ray.PYTHON_MODE` up to 2018, `local_mode=True` since then. Nothing of Ray is started.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

_is_on = False


def switch(on: bool) -> None:
    """Switch local mode on or off."""
    global _is_on  # noqa: PLW0603 - a process has one connection to Ray
    _is_on = on


def is_on() -> bool:
    """Return whether tasks run in this process."""
    return _is_on


class Reference:
    """What stands for a result: its value, or the exception that the task has raised."""

    def __init__(self, value: Any = None, error: Exception | None = None) -> None:
        self._value = value
        self._error = error

    def get(self) -> Any:
        """Return the value, or raise the exception."""
        if self._error is not None:
            raise self._error
        return self._value


def submit(function: Callable[..., Any], args: Any, kwargs: Any, results: Any = 1) -> Any:
    """Call a function; return a reference to its result, or a list of them, or None.

    Args:
        function: a remote function, or a method of an actor.
        args: positional arguments, which it gets as copies, and in place of references their values.
        kwargs: named arguments.
        results: the number of results.
    """
    try:
        found = function(
            *[copy.deepcopy(_value(one)) for one in args or ()],
            **{name: copy.deepcopy(_value(one)) for name, one in (kwargs or {}).items()},
        )
    except Exception as error:
        failed = Reference(error=error)
        return failed if results == 1 else [failed] * int(results)
    if results == 1:
        return Reference(found)
    return [Reference(one) for one in found] if results else None


def get(references: Any) -> Any:
    """Return the value behind a reference, or the values behind a list of them."""
    return [_value(one) for one in references] if isinstance(references, list) else _value(references)


def _value(argument: Any) -> Any:
    return argument.get() if isinstance(argument, Reference) else argument


class Actor:
    """The handle of an actor in this process."""

    def __init__(self, cls: type, args: Any, kwargs: Any) -> None:
        self._made = submit(cls, args, kwargs)

    def __getattr__(self, name: str) -> Method:
        if name.startswith("__"):
            raise AttributeError(name)
        return Method(self._made, name)

    def __deepcopy__(self, _memo: Any) -> Actor:
        return self


class Method:
    """A method of an actor in this process."""

    def __init__(self, made: Reference, name: str) -> None:
        self._made, self._name = made, name

    def remote(self, *args: Any, **kwargs: Any) -> Any:
        """Call it; return references to its results."""
        try:
            function = getattr(self._made.get(), self._name)
        except Exception as error:
            return Reference(error=error)
        return submit(function, args, kwargs, getattr(function, "__ray_num_returns__", 1))

    __call__ = remote
