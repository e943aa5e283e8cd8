"""`ray` for old scripts: the API of every version since 2016, on the installed Ray.

Names that are not defined here are those of the installed Ray.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
from typing import Any

import ray as _ray

from pong_pg.errors import PongPGError as _PongPGError
from pong_pg.legacy.read import settings as _settings
from pong_pg.legacy.runtime.messages import not_covered as _not_covered
from pong_pg.legacy.runtime.messages import say_once as _say_once
from pong_pg.legacy.shims.ray import _names, _session
from pong_pg.legacy.shims.ray import actor as actor
from pong_pg.legacy.shims.ray import services as services
from pong_pg.legacy.shims.ray import worker as worker
from pong_pg.legacy.shims.ray._init_arguments import PYTHON_MODE as PYTHON_MODE
from pong_pg.legacy.shims.ray._remote import method as method
from pong_pg.legacy.shims.ray._remote import remote as remote
from pong_pg.legacy.shims.ray._session import init as init
from pong_pg.legacy.shims.ray._session import shutdown as shutdown
from pong_pg.legacy.shims.ray._variables import Reusable as Reusable
from pong_pg.legacy.shims.ray._variables import Variables as _Variables
from pong_pg.legacy.shims.ray._variables import in_worker as _in_worker
from pong_pg.legacy.tables.ray import ARGUMENTS as _ARGUMENTS
from pong_pg.legacy.tables.ray import MODULES as _MODULES
from pong_pg.legacy.tables.ray import NAMES as _NAMES

reusables = _Variables("ray.reusables")
env = _Variables("ray.env")


def get(object_refs: Any, *_: Any, **named: Any) -> Any:
    """Return the value, or list of values, behind one reference or a list of them."""
    _session.ensure()
    return _ray.get(object_refs, **named)


def put(value: Any, *_: Any, weakref: bool = False, **named: Any) -> Any:  # noqa: ARG001 - of Ray 0.8, ignored
    """Store a value and return a reference to it."""
    _session.ensure()
    return _ray.put(value, **named)


def wait(
    object_refs: Any = None,
    num_returns: int = 1,
    timeout: float | None = None,
    fetch_local: bool = True,
    **named: Any,
) -> tuple[list[Any], list[Any]]:
    """Wait for results.

    Args:
        object_refs: a list of references.
        num_returns: the number of results to wait for.
        timeout: in seconds; in milliseconds if the script is older than Ray 0.6.2.
        fetch_local: as in the installed Ray.
        named: the references under an earlier name of the argument.

    Returns:
        The references that are ready, and the others.

    Raises:
        PongPGError: an argument that no version of Ray has had.
    """
    for name, value in named.items():
        # The last is today's.
        if name not in (*_ARGUMENTS["ray.wait"], "ray_waitables"):
            raise _PongPGError(f"ray.wait has no argument {name!r} in any version of Ray")
        object_refs = value
    _session.ensure()
    if timeout is not None:
        timeout = _in_seconds(timeout)
    ready, rest = _ray.wait(object_refs, num_returns=num_returns, timeout=timeout, fetch_local=fetch_local)
    return ready, rest


def _in_seconds(timeout: float) -> float:
    now = _settings.current()
    in_milliseconds = now.wait_in_milliseconds
    if now.wait_unit_is_guess:
        # Milliseconds were whole numbers.
        in_milliseconds = in_milliseconds and not isinstance(timeout, float)
        unit = "milliseconds, as up to Ray 0.6.1" if in_milliseconds else "seconds, as since Ray 0.6.2"
        if not _in_worker():
            _say_once(f"ray.wait: timeouts are taken for {unit}; the script does not show for sure which it means")
    return timeout / 1000 if in_milliseconds else timeout


def connect(*addresses: Any, **named: Any) -> Any:
    """Connect to Ray, as the scripts of 2016 did after they had started it; the addresses are ignored."""
    if addresses or named:
        _say_once("ray.connect: the addresses are ignored: Ray finds its own processes")
    return _session.ensure()


def register_module(*_: Any, **__: Any) -> None:
    """Do nothing: workers import what a task needs, and Ray pickles every class."""


register_class = register_module


# The names that the table says are supplied by these.
push, pull, disconnect, EnvironmentVariable = put, get, shutdown, Reusable
_names.add_old_exceptions()


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        return getattr(_ray, name)
    try:
        found = getattr(_ray, name)
    except AttributeError:
        if importlib.util.find_spec(f"ray.{name}") is None:
            row = _NAMES.get(f"ray.{name}")
            raise _not_covered("ray", name, row.modern if row else _MODULES.get(f"ray.{name}", "")) from None
        return importlib.import_module(f"ray.{name}")
    if name in _ray.AUTO_INIT_APIS:
        return _with_connection(found)
    return found


def _with_connection(function: Any) -> Any:
    @functools.wraps(function)
    def connected(*args: Any, **kwargs: Any) -> Any:
        _session.ensure()
        return function(*args, **kwargs)

    return connected
