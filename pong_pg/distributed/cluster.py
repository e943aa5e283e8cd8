"""Start Ray on this machine, or attach to a running cluster."""

from __future__ import annotations

import contextlib
import importlib
import logging
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import warnings
from collections.abc import Iterator
from typing import Any

from pong_pg.distributed import loopback
from pong_pg.distributed.faults import first_line
from pong_pg.distributed.threads import available_cores
from pong_pg.errors import ClusterError, MissingPackageError

log = logging.getLogger(__name__)

# Ray itself waits two minutes for an address that does not answer. A running cluster answers in about two seconds;
# both timeouts together are below the 15 s within which a wrong address must be reported.
_CONNECT_TIMEOUT = 3.0
_ANSWER_TIMEOUT = 10.0

# With the path of this process: its own begins with the working directory, whose files may be anybody's.
_PROBE = """
import sys
sys.path[:] = sys.argv[2:]
import os, warnings
warnings.simplefilter("ignore")
import ray
from pong_pg.distributed import loopback
with loopback.attaching(sys.argv[1]):
    ray.init(address=sys.argv[1], log_to_driver=False, logging_level="ERROR")
os._exit(0)
"""

_ADDRESS = "RAY_ADDRESS"
_AUTH_MODE = "RAY_AUTH_MODE"
_NONE_HERE = "found no Ray cluster on this machine: start one with  ray start --head  or leave the address out"


def resolve(address: str | None) -> str:
    """Return the address of Ray to use: the one given, else RAY_ADDRESS, else "local"."""
    return address or os.environ.get(_ADDRESS) or "local"


@contextlib.contextmanager
def connected(address: str | None) -> Iterator[float]:
    """Connect this process to Ray, and disconnect it at the end.

    If the caller has initialized Ray already, that session is used and left running. Other clusters on the machine
    are never affected.

    Args:
        address: HOST:PORT of a cluster's head node; "auto" for the cluster of this machine; None for RAY_ADDRESS if
            that is set, otherwise to start Ray here and shut it down at the end.

    Yields:
        The number of free CPUs for workers; 0 where others have reserved them all.

    Raises:
        ClusterError: there is no cluster at the address, or Ray does not start.
        MissingPackageError: Ray can't be imported.
    """
    imported = sys.modules.get("ray")
    if imported is not None and imported.is_initialized():
        yield _free_cpus()
        return
    given_as = "--address" if address else _ADDRESS
    address = resolve(address)
    auth_mode = os.environ.get(_AUTH_MODE)
    try:
        if address != "local":
            check_address(address, given_as)
        ray = _init(address)
        try:
            # Where a node is lost, Ray prints the last lines of its log as well.
            with loopback.replaced("print_to_stdstream", _tell, "worker"):
                yield _free_cpus()
        finally:
            ray.shutdown()
    finally:
        # Ray sets it as well, after which a cluster with another mode could not be used.
        _set_auth_mode(auth_mode)


def _set_auth_mode(mode: str | None) -> None:
    if mode == os.environ.get(_AUTH_MODE):
        return
    os.environ.pop(_AUTH_MODE, None)
    if mode is not None:
        os.environ[_AUTH_MODE] = mode
    if "ray" in sys.modules:
        # It has read its environment already; there is only a private function to read it again.
        with contextlib.suppress(ImportError, AttributeError):
            importlib.import_module("ray._raylet").Config.initialize("")


def _init(address: str) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        # Old versions import deprecated modules, and some replace the handler already on import.
        with warnings.catch_warnings(), own_sigterm_handler():
            warnings.simplefilter("ignore")
            import ray
    except ImportError as error:
        raise MissingPackageError(
            f"Ray can't be imported ({first_line(error)}): run  pip install --upgrade ray  or train with --workers 0"
        ) from error
    try:
        with warnings.catch_warnings(), own_sigterm_handler(), _servers(address) as arguments:
            # Ray announces changes of its own defaults, which a user of pong_pg can do nothing about.
            warnings.simplefilter("ignore")
            # Whatever keeps Ray from working is raised as an exception; what it logs besides, such as about its
            # dashboard, a user of pong_pg can do nothing about.
            ray.init(address=address, logging_level=logging.CRITICAL, log_to_driver=False, **arguments)
    except BaseException as error:
        # Some of its processes may be there already.
        ray.shutdown()
        if not isinstance(error, Exception):
            raise
        raise ClusterError(f"Ray could not be started or reached ({address}): {first_line(error)}") from error
    return ray


@contextlib.contextmanager
def _servers(address: str) -> Iterator[dict[str, Any]]:
    """Prepare what a `ray.init` in the block starts or attaches to; yields arguments for it."""
    if address == "local":
        with loopback.starting() as arguments:
            # Not all versions of Ray know of the quota of a container.
            yield {**arguments, "num_cpus": available_cores()}
    else:
        with loopback.attaching(address):
            yield {}


def _tell(data: dict[str, Any], **_: Any) -> None:
    said = first_line(ValueError(data["lines"][0])).partition(" Possible reasons")[0]
    log.warning("Ray says: %s If the run ends, go on with --resume.", said)


def _free_cpus() -> float:
    import ray

    return float(ray.available_resources().get("CPU", 0.0))


def check_address(address: str, given_as: str = "--address") -> None:
    """Check within a few seconds that a Ray cluster answers at an address, and set RAY_AUTH_MODE if it needs a token.

    Args:
        address: HOST:PORT, or "auto".
        given_as: name of the argument or environment variable, for error messages.

    Raises:
        ClusterError: the address is not HOST:PORT, nothing listens there, or the listener is not a Ray cluster.
    """
    if address != "auto":
        _check_listener(address, given_as)
    answer = _probe(address)
    if "Unauthenticated" in answer and _AUTH_MODE not in os.environ:
        # `ray start` turns token authentication on where it finds a token; `ray.init` needs the variable.
        _set_auth_mode("token")
        answer = _probe(address)
    if answer == "":
        return
    if "Unauthenticated" in answer or "authentication token" in answer.lower():
        raise ClusterError(
            f"{given_as} {address}: the cluster needs another token: set  RAY_AUTH_TOKEN  to what  ray get-auth-token  "
            "prints on its head node, or copy that node's ~/.ray/auth_token to this machine"
        )
    if "Could not find any running Ray" in answer:
        raise ClusterError(f"{given_as} auto {_NONE_HERE}")
    raise ClusterError(f"{given_as} {address}: {answer}")


def _check_listener(address: str, given_as: str) -> None:
    match = re.fullmatch(r"(?:ray://)?\[?([^\[\]/]+?)\]?:(\d{1,5})", address)
    if match is None or not 0 < int(match[2]) < 65536:
        raise ClusterError(f"{given_as} must be HOST:PORT, auto or local; got {address!r}")
    if address.startswith("ray://"):
        raise ClusterError(
            f"{given_as} {address} is an address of Ray Client, which can't be used for training: give that of "
            "the head node itself, as HOST:PORT (usually port 6379)"
        )
    try:
        socket.create_connection((match[1], int(match[2])), timeout=_CONNECT_TIMEOUT).close()
    except OSError as error:
        raise ClusterError(
            f"{given_as} {address}: nothing answers there ({first_line(error)}); use the address that "
            "ray start --head  prints when it starts the cluster"
        ) from error


def _probe(address: str) -> str:
    """Try to attach to a cluster in a separate process; return what went wrong, or "" if nothing did.

    The process is separate because an attempt can't be cancelled, and prints messages while it retries.
    """
    with subprocess.Popen(
        [sys.executable, "-c", _PROBE, address, *sys.path],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        # Ctrl-C is for this process, which then ends that one.
        start_new_session=True,
    ) as probe:
        timer = threading.Timer(_ANSWER_TIMEOUT, probe.kill)
        timer.start()
        last = ""
        try:
            for line in probe.stderr or ():
                last = line.strip() or last
                if "Unauthenticated" in line:
                    probe.kill()
                    break
            status = probe.wait()
        finally:
            timer.cancel()
            probe.kill()
    if status == 0:
        return ""
    if status == -signal.SIGKILL and "Unauthenticated" not in last:
        return f"something listens there, but no Ray cluster answered in {_ANSWER_TIMEOUT:.0f} s"
    return f"Ray could not attach: {last or f'exit status {status}'}"


@contextlib.contextmanager
def own_sigterm_handler() -> Iterator[None]:
    """Keep Ray, in the block, from replacing the SIGTERM handler of the process by one that ends it at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    install, handler = signal.signal, signal.getsignal(signal.SIGTERM)

    def install_others(number: int, other: Any) -> Any:
        return handler if number == signal.SIGTERM else install(number, other)

    # Restoring it afterwards would be too late for a signal that comes while Ray starts. A function of `signal` is
    # not meant to be replaced, so its type does not allow it.
    signal.signal = install_others  # type: ignore[assignment]
    try:
        yield
    finally:
        signal.signal = install
        # Ray's native code has put one before Python's, which prints its stack.
        install(signal.SIGTERM, handler)
