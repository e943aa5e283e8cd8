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
    """A value that each process makes once, and that is reinitialized after each task that has used it.

    The driver has one, too. Such were the variables of `ray.reusables` in 2016 and of `ray.env` in 2017.

    Args:
        name: the name of the variable.
        initializer: makes the value.
        reinitializer: returns, for the value that a task has used, that for the next task; without it another one is
            made.
    """

    def __init__(
        self, name: str, initializer: Callable[[], Any], reinitializer: Callable[[Any], Any] | None = None
    ) -> None:
        self.name = name
        self.initializer = initializer
        self.reinitializer = reinitializer
        self._state()["value"] = initializer()

    def get(self) -> Any:
        """Return the value of this process."""
        state = self._state()
        if "value" not in state:
            state["value"] = self.initializer()
        state["used"] = True
        return state["value"]

    def reset_after(self, task: Callable[..., Any]) -> Callable[..., Any]:
        """Decorate a task that uses the value: it is made before the task, and reinitialized after it."""

        @functools.wraps(task)
        def run(*args: Any, **kwargs: Any) -> Any:
            state = self._state()
            if state.get("running"):
                # A method that another one has called is part of the same task.
                return task(*args, **kwargs)
            self.get()
            state.update(running=True, used=False)
            try:
                return task(*args, **kwargs)
            finally:
                state["running"] = False
                if state["used"]:
                    self._reset(state)

        return run

    def _reset(self, state: dict[str, Any]) -> None:
        try:
            make = self.initializer
            state["value"] = self.reinitializer(state["value"]) if self.reinitializer else make()
        except Exception:
            # The task has its result.
            traceback.print_exc()

    def _state(self) -> dict[str, Any]:
        # Each function travels to the workers with a copy of this object; their main module is there but once.
        states: dict[str, dict[str, Any]] = vars(sys.modules["__main__"]).setdefault("_per_worker", {})
        return states.setdefault(self.name, {})


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
