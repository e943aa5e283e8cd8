"""Start Ray on this machine, or attach to a cluster that runs already."""

from __future__ import annotations

import contextlib
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

from pong_pg.errors import ClusterError

# Ray itself waits two minutes for an address that does not answer. A cluster that is alive answers in about two
# seconds; both waits together stay under the 15 s in which a wrong address is to be told.
_CONNECT_TIMEOUT = 3.0
_ANSWER_TIMEOUT = 10.0

_PROBE = """
import os, sys, warnings
warnings.simplefilter("ignore")
import ray
ray.init(address=sys.argv[1], log_to_driver=False, logging_level="ERROR")
os._exit(0)
"""


@contextlib.contextmanager
def connected(address: str | None) -> Iterator[float]:
    """Connect this process to Ray, and disconnect it at the end.

    A session of Ray that the caller has begun already is used as it is, and left running. Other clusters on the
    machine are never touched.

    Args:
        address: HOST:PORT of a cluster's head; "auto" for the cluster of this machine; None for RAY_ADDRESS if
            that is set, otherwise Ray is started here and ended at the end.

    Yields:
        The number of CPUs that Ray has free for workers.

    Raises:
        ClusterError: there is no cluster at the address, or Ray does not start.
    """
    import ray

    if ray.is_initialized():
        yield _free_cpus()
        return
    address = address or os.environ.get("RAY_ADDRESS") or "local"
    if address not in {"auto", "local"}:
        check_address(address)
    _init(address)
    try:
        yield _free_cpus()
    finally:
        ray.shutdown()


def _init(address: str) -> None:
    import ray

    arguments = {"include_dashboard": False} if address == "local" else {}
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        with warnings.catch_warnings(), _own_sigterm_handler():
            # Ray announces changes of its own defaults; nothing a user of pong_pg could act on.
            warnings.simplefilter("ignore")
            ray.init(address=address, logging_level=logging.ERROR, log_to_driver=False, **arguments)
    except (ConnectionError, RuntimeError, ValueError) as error:
        if address == "auto":
            raise ClusterError(
                "--address auto found no Ray cluster on this machine: start one with  ray start --head  "
                "or leave --address out"
            ) from error
        raise ClusterError(f"Ray could not be started or reached ({address}): {_one_line(error)}") from error


@contextlib.contextmanager
def _own_sigterm_handler() -> Iterator[None]:
    """Give the caller's SIGTERM handler back: Ray puts one in its place that ends the process at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    handler = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, handler)


def _free_cpus() -> float:
    import ray

    return float(ray.available_resources().get("CPU", 0.0)) or float(ray.cluster_resources().get("CPU", 1.0))


def check_address(address: str) -> None:
    """Make sure that a Ray cluster answers at an address, in a few seconds.

    Raises:
        ClusterError: the address is not HOST:PORT, nothing listens there, or what listens is not a Ray cluster.
    """
    match = re.fullmatch(r"(?:ray://)?\[?([^\[\]/]+?)\]?:(\d{1,5})", address)
    if match is None or not 0 < int(match[2]) < 65536:
        raise ClusterError(f"--address must be HOST:PORT or auto; got {address!r}")
    if address.startswith("ray://"):
        raise ClusterError(
            f"--address {address} is a Ray Client address, which can't hold a trainer: name the head itself, "
            "as HOST:PORT (usually port 6379)"
        )
    try:
        socket.create_connection((match[1], int(match[2])), timeout=_CONNECT_TIMEOUT).close()
    except OSError as error:
        raise ClusterError(
            f"--address {address}: nothing answers there ({_one_line(error)}); the head of a cluster says its "
            "address when  ray start --head  starts it"
        ) from error
    try:
        # In a process of its own: a connection attempt can't be called off, and its threads print.
        probe = subprocess.run(
            [sys.executable, "-c", _PROBE, address],
            capture_output=True,
            stdin=subprocess.DEVNULL,
            text=True,
            timeout=_ANSWER_TIMEOUT,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise ClusterError(
            f"--address {address}: something listens there, but no Ray cluster answered in {_ANSWER_TIMEOUT:.0f} s"
        ) from error
    if probe.returncode != 0:
        lines = probe.stderr.strip().splitlines() or [f"exit status {probe.returncode}"]
        raise ClusterError(f"--address {address}: Ray could not attach: {lines[-1]}")


def _one_line(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
