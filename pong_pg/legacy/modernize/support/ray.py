"""What Ray had up to 2018."""

from __future__ import annotations

import functools
import re
import sys
import traceback
from collections.abc import Callable
from typing import Any

import ray


class PerWorker:
    """A value that each process makes once, and makes ready for the next task after each task that has used it.

    So did the variables of `ray.reusables` in 2016 and of `ray.env` in 2017. The driver has a value, too.

    Args:
        name: the name of the variable.
        initializer: makes the value.
        reinitializer: takes the value that a task has used, and returns that for the next one; without it the
            initializer makes another one.
    """

    def __init__(
        self, name: str, initializer: Callable[[], Any], reinitializer: Callable[[Any], Any] | None = None
    ) -> None:
        self.name = name
        self.initializer = initializer
        self.reinitializer = reinitializer or (lambda _: initializer())
        self._here()["value"] = initializer()

    def __call__(self) -> Any:
        """Return the value of this process."""
        here = self._here()
        if "value" not in here:
            here["value"] = self.initializer()
        here["used"] = True
        return here["value"]

    def ready_for(self, task: Callable[..., Any]) -> Callable[..., Any]:
        """Decorate a task that uses the value: it is there before the task, and is reinitialized after it."""

        @functools.wraps(task)
        def run(*args: Any, **kwargs: Any) -> Any:
            self()
            here = self._here()
            if here.get("running"):
                # A method that another one has called is part of the same task.
                return task(*args, **kwargs)
            here.update(running=True, used=False)
            try:
                return task(*args, **kwargs)
            finally:
                here["running"] = False
                if here["used"]:
                    try:
                        here["value"] = self.reinitializer(here["value"])
                    except Exception:
                        # The task has its result.
                        traceback.print_exc()

        return run

    def _here(self) -> dict[str, Any]:
        # Each function takes a copy of this object along to the workers; their main module is the same for all.
        values: dict[str, dict[str, Any]] = vars(sys.modules["__main__"]).setdefault("_per_worker", {})
        return values.setdefault(self.name, {})


def ready_for_task(variable: Callable[[], PerWorker]) -> Callable[..., Any]:
    """Decorate a task, above the definition of a value that it uses, as `PerWorker.ready_for` does."""

    def decorate(task: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(task)
        def run(*args: Any, **kwargs: Any) -> Any:
            return variable().ready_for(task)(*args, **kwargs)

        return run

    return decorate


class RayGetError(Exception):
    """What `ray.get` raised up to 2018, whatever the task had raised."""

    def __str__(self) -> str:
        text = str(self.args[0])
        name = re.search(r"ray::([\w.]+)\(", text)
        return (
            f"Could not get the object. The remote function {name[1] if name else ''}, which makes it, failed:\n"
            f"Traceback (most recent call last):\n{text}"
        )


def ray_get(references: Any) -> Any:
    """Return what tasks have computed; raise one class of error for all that have failed, as up to 2018."""
    try:
        return ray.get(references)
    except ray.exceptions.RayTaskError as error:
        raise RayGetError(error) from None


def resource_ids() -> dict[str, list[tuple[int, float]]]:
    """Return the resources of the running task as `ray.get_resource_ids` did, by name: (index, fraction)."""
    context = ray.get_runtime_context()
    held = context.get_assigned_resources() if context.get_task_id() else {}
    return {
        name: [(number, 1.0) for number in range(int(amount))] or [(0, float(amount))] for name, amount in held.items()
    }


def function_name(error: Exception) -> str:
    """Return the name of the task that has failed, as the attribute `function_name` of its error up to 2020."""
    name = re.search(r"ray::([\w.]+)\(", str(error))
    return name[1] if name else ""


def rebuilt_error(cls: type[BaseException], args: tuple[Any, ...], state: dict[str, Any]) -> BaseException:
    """Return an error without a call of its `__init__`."""
    error = cls.__new__(cls)
    error.args = args
    vars(error).update(state)
    return error


def sendable(cls: Any) -> Any:
    """Let a task raise errors of a class whose `__init__` takes other arguments than it hands to `Exception`.

    Ray once sent the class alone; today it sends the error, pickled.
    """
    cls.__reduce__ = lambda error: (rebuilt_error, (cls, error.args, vars(error)))
    return cls
