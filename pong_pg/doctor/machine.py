"""Checks of the machine: compiler, threads, cores, memory, ports, display."""

from __future__ import annotations

import math
import os
import shutil
import socket
import sys
from pathlib import Path

from pong_pg.distributed import cgroups
from pong_pg.distributed.threads import available_cores
from pong_pg.doctor.finding import Finding, gigabytes

# Where `ray start --head` listens unless it is told otherwise.
_RAY_PORT = 6379
# Seconds to wait for a connection to this machine itself.
_CONNECT_TIMEOUT = 2.0
# In bytes: what Ray's servers and a few workers take together, and what of it is in shared memory.
_MEMORY_NEEDED = 2e9
_SHARED_MEMORY_NEEDED = 100e6


def compiler() -> Finding:
    """Compile and load the package's C files, unless they are compiled already."""
    from pong_pg.ppo.compiled_kernels import LIBRARY as KERNELS
    from pong_pg.ppo.compiled_loss import LIBRARY as LOSS
    from pong_pg.ppo.encoder import LIBRARY as ENCODER
    from pong_pg.reinforce.compiled_forward import LIBRARY as REINFORCE

    libraries = {"ppo": KERNELS, "ppo_encoder": ENCODER, "ppo_loss": LOSS, "reinforce": REINFORCE}
    about = {name: library.about() for name, library in libraries.items()}
    by_numpy = [reason for reason in about.values() if reason.startswith("by NumPy")]
    if not by_numpy:
        return Finding("ok", f"the networks are {about['ppo']}", values=about)
    reason = by_numpy[0]
    advice = "unset PONG_PG_COMPILED" if "PONG_PG_COMPILED" in reason else "pip install 'pong-pg[compiled]'"
    return Finding("limited", f"the networks are computed {reason}: slower, with the same result", advice, about)


def threads() -> Finding:
    """Find the libraries that compute with several threads, and limit them to one."""
    import numpy as np
    import threadpoolctl

    np.ones((2, 2)) @ np.ones((2, 2))
    libraries = threadpoolctl.threadpool_info()
    names = [f"{library['internal_api']} with {library['num_threads']}" for library in libraries]
    values = {"libraries": [{key: library[key] for key in ("internal_api", "num_threads")} for library in libraries]}
    with threadpoolctl.threadpool_limits(1):
        free = [library["internal_api"] for library in threadpoolctl.threadpool_info() if library["num_threads"] > 1]
    if free:
        return Finding("limited", f"{', '.join(free)} can't be limited to one thread", "set OMP_NUM_THREADS=1", values)
    return Finding("ok", f"threads of {', '.join(names) or 'no library'}; workers use one each", values=values)


def cores() -> Finding:
    """Compare the CPUs that this process may run on with those that its container allows."""
    usable, limit = available_cores(), cgroups.cpu_limit()
    values = {"cores": usable, "machine": os.cpu_count(), "limit": limit}
    detail = f"{usable} of the machine's {os.cpu_count()}"
    if limit is not None and limit < usable:
        workers = max(1, math.floor(limit))
        advice = f"pong-pg train --workers {workers}"
        return Finding("limited", f"{detail}, of which this container may use {limit:g}", advice, values)
    return Finding("ok", detail, values=values)


def memory() -> Finding:
    """Find the memory of the machine, what is free of it, and what this container may use."""
    total, available, limit = _total_memory(), _available_memory(), cgroups.memory_limit()
    values = {"total": total, "available": available, "limit": limit}
    usable = min(size for size in (total, available, limit) if size is not None)
    detail = f"{gigabytes(total)}"
    detail += f", {gigabytes(available)} available" if available is not None else ""
    detail += f", {gigabytes(limit)} allowed in this container" if limit is not None and limit < total else ""
    if usable < _MEMORY_NEEDED:
        advice = "end other programs, or train with  --workers 0  which needs no servers"
        return Finding("limited", f"{detail}: little for Ray and its workers", advice, values)
    return Finding("ok", detail, values=values)


def _total_memory() -> int:
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")


def _available_memory() -> int | None:
    """Return what Linux says is available, caches included; None elsewhere."""
    try:
        lines = Path("/proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    found = (int(line.split()[1]) * 1024 for line in lines if line.startswith("MemAvailable:"))
    return next(found, None)


def shared_memory(folder: Path = Path("/dev/shm")) -> Finding:
    """Find the size of the shared memory, in which Ray keeps what workers exchange."""
    if not sys.platform.startswith("linux"):
        return Finding("ok", "Ray keeps its objects in files on this system")
    try:
        usage = shutil.disk_usage(folder)
    except OSError as error:
        detail = f"{folder}: {error.strerror}; Ray keeps its objects in files, which is slower"
        return Finding("missing", detail, "in Docker:  docker run --shm-size=1g ...")
    values = {"total": usage.total, "free": usage.free}
    detail = f"{gigabytes(usage.total)}, {gigabytes(usage.free)} free"
    if usage.free < _SHARED_MEMORY_NEEDED or not os.access(folder, os.W_OK):
        detail += "" if os.access(folder, os.W_OK) else ", not writable"
        advice = f"in Docker:  docker run --shm-size=1g ...  elsewhere delete files in {folder}"
        return Finding("limited", f"{detail}; Ray keeps its objects in files, which is slower", advice, values)
    return Finding("ok", detail, values=values)


def ports() -> Finding:
    """Connect to a server of this process's own on this machine, and look for one at Ray's usual port."""
    try:
        with socket.create_server(("127.0.0.1", 0)) as server:
            socket.create_connection(server.getsockname(), timeout=_CONNECT_TIMEOUT).close()
    except OSError as error:
        advice = "allow connections of this machine to itself (127.0.0.1), or train with  --workers 0"
        return Finding("broken", f"this machine can't connect to itself: {error.strerror or error}", advice)
    try:
        socket.create_connection(("127.0.0.1", _RAY_PORT), timeout=_CONNECT_TIMEOUT).close()
    except OSError:
        detail = f"connections to this machine work; port {_RAY_PORT} is free for  ray start --head"
        return Finding("ok", detail, values={"ray_port_taken": False})
    detail = f"connections to this machine work; a server, perhaps a Ray cluster, listens at port {_RAY_PORT}"
    return Finding("ok", detail, values={"ray_port_taken": True})


def display() -> Finding:
    """Look for a display that a window can be opened on."""
    variables = {name: os.environ.get(name, "") for name in ("DISPLAY", "WAYLAND_DISPLAY")}
    if sys.platform == "darwin":
        return Finding("ok", "that of macOS", values=variables)
    found = " ".join(f"{name}={value}" for name, value in variables.items() if value)
    if found:
        return Finding("ok", found, values=variables)
    advice = "nothing, unless you want windows:  ssh -X  or  xvfb-run pong-pg run SCRIPT"
    return Finding("missing", "none: no window is opened; training, evaluation and videos need none", advice, variables)
