"""Keeps the Ray that is started on this machine out of reach of other machines.

Ray's servers listen on all addresses, and execute what they are sent, unless the address of the node is the loopback
address. `ray.init` takes the node's address as an argument, but most versions replace the loopback address by one that
other machines can reach, both there and in the address of a cluster.

The raylet is told the ports of its agents in files, which these write when they have imported what they need. It waits
15 seconds for each file, whatever else the machine does, and then aborts: so the files are written beforehand.
"""

from __future__ import annotations

import contextlib
import importlib
import inspect
import random
import socket
import sys
from collections.abc import Callable, Iterator
from typing import Any

_LOOPBACK = "127.0.0.1"
_TIMEOUT = 1.0
_PORTS = ("metrics_agent", "metrics_export", "dashboard_agent_listen", "runtime_env_agent")
# Above the ports that Ray gives its workers, and below those that systems give to connections.
_RANGE = (20_000, 32_000)


@contextlib.contextmanager
def starting(*, dashboard: bool = False) -> Iterator[dict[str, Any]]:
    """Make a `ray.init` in the block, with the arguments that are yielded, start servers on the loopback address only.

    Args:
        dashboard: whether the dashboard is started, too.
    """
    with contextlib.ExitStack() as stack:
        stack.enter_context(_as_given())
        stack.enter_context(_ports_known_beforehand())
        if not dashboard:
            # Its process is started without it, too, and in Ray 2.3 listens everywhere.
            stack.enter_context(replaced("start_api_server", lambda *_, **__: (None, None)))
        yield {"_node_ip_address": _LOOPBACK, "include_dashboard": dashboard}


@contextlib.contextmanager
def attaching(address: str) -> Iterator[None]:
    """Make a `ray.init` in the block find a cluster that only listens on the loopback address of this machine.

    Args:
        address: HOST:PORT of the cluster, or "auto".
    """
    host, _, port = address.rpartition(":")
    is_private = address == "auto" or (host in {_LOOPBACK, "localhost"} and not _listens(_outward(), int(port)))
    with _as_given() if is_private else contextlib.nullcontext():
        yield


def _outward() -> str:
    """Return the address that other machines can reach this one at; the loopback address where it is not known."""
    return str(getattr(private("services"), "get_node_ip_address", lambda: _LOOPBACK)())


def _listens(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=_TIMEOUT).close()
    except OSError:
        return False
    return True


def private(module: str) -> Any:
    """Return a module of `ray._private`: the only place where addresses can be kept as given; None if there is none.

    A version without it, or without one of the functions, starts with what `ray.init` takes: its servers then listen as
    that version has it. `tests/distributed/test_py` tells which functions are there.
    """
    try:
        return importlib.import_module(f"ray._private.{module}")
    except ImportError:
        return None


def _as_given() -> contextlib.AbstractContextManager[None]:
    return replaced("resolve_ip_for_localhost", lambda address: address)


@contextlib.contextmanager
def replaced(name: str, function: Callable[..., Any], module: str = "services") -> Iterator[None]:
    """Replace a function of a module of `ray._private` in the block, if there is one of that name."""
    found = private(module)
    before = getattr(found, name, None)
    if before is None:
        yield
        return
    setattr(found, name, function)
    try:
        yield
    finally:
        setattr(found, name, before)


@contextlib.contextmanager
def _ports_known_beforehand() -> Iterator[None]:
    """Choose the ports of the agents of a Ray that is started in the block, and write the files instead of them."""
    native: Any = sys.modules.get("ray._raylet")
    names = {f"{port}_port": getattr(native, f"{port.upper()}_PORT_NAME", None) for port in _PORTS}
    start_raylet = getattr(private("services"), "start_raylet", lambda: None)
    signature = inspect.signature(start_raylet)
    if None in names.values() or not {*names, "session_dir", "node_id"} <= signature.parameters.keys():
        # Other versions of Ray wait in another way.
        yield
        return

    def start_with_ports(*args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(*args, **kwargs).arguments
        for argument, name in names.items():
            bound[argument] = _free_port()
            native.persist_port(bound["session_dir"], bound["node_id"], name, bound[argument])
        return start_raylet(**bound)

    with replaced("start_raylet", start_with_ports):
        yield


def _free_port() -> int:
    # The numbers of a script that has seeded `random` are not used up.
    for port in random.SystemRandom().sample(range(*_RANGE), 100):
        with socket.socket() as listener, contextlib.suppress(OSError):
            listener.bind(("", port))
            return port
    return 0
