"""The failures of tasks, kept for `ray.error_info` in scripts of the years that had it."""

from __future__ import annotations

import contextlib
import time
import traceback
from typing import Any

from ray import cloudpickle

from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.ray import _kv


def are_of_2017() -> bool:
    """Return whether the script is surely older than Ray 0.6.2, where `ray.get` raised one class of error."""
    now = settings.current()
    return now.wait_in_milliseconds and not now.wait_unit_is_guess


def record(function: str, error: BaseException) -> None:
    """Keep the failure of a task in the store of the cluster."""
    if not are_of_2017() or not _kv.in_worker():
        return
    text = f"Remote function {function} failed with:\n\n{''.join(traceback.format_exception(error))}"
    # A failure to note it must not take the place of the task's own.
    with contextlib.suppress(Exception):
        _kv.put(f"{_prefix()}{time.time_ns()}", text)


def make_sendable(error: BaseException) -> None:
    """Let an exception be pickled whose class takes other arguments than it hands to `Exception.__init__`.

    Ray once sent the class alone; today it sends the exception, and the driver can't make one of these.
    """
    try:
        cloudpickle.loads(cloudpickle.dumps(error))
    except Exception:
        state = dict(vars(error))
        # Pickle asks the object itself first.
        error.__reduce_ex__ = lambda _: (_rebuild, (type(error), error.args, state))  # type: ignore[method-assign]


def _rebuild(kind: type[BaseException], args: tuple[Any, ...], state: dict[str, Any]) -> BaseException:
    error = kind.__new__(kind)
    error.args = args
    vars(error).update(state)
    return error


def recorded() -> list[dict[bytes, bytes]]:
    """Return the failures of this driver's tasks, in their order, as dictionaries with the keys of then."""
    return [
        {b"type": b"task", b"message": str(_kv.get(key)).encode(), b"data": b""} for key in sorted(_kv.keys(_prefix()))
    ]


def _prefix() -> Any:
    return f"error:{_kv.job()}:"
