"""Ends Ray's processes, and removes temporary folders, that outlive the process they belong to, however that ended.

Ray has the kernel end its servers with the process that called `ray.init`, but two agents of them notice that much
later: they try for a minute to report it to a server that is gone. The reaper is a small process of its own that waits
for the end of the process that started it, by whatever signal, and then kills what is left of its sessions of Ray. That
is only needed on Linux: elsewhere Ray has a process like it.

This file is also the program that the reaper runs, and imports nothing but the standard library.
"""

from __future__ import annotations

import contextlib
import logging
import os
import re
import select
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

_logger = logging.getLogger(__name__)

# Seconds that Ray's processes get to end themselves, after which they are killed; and for how long new ones are
# looked for, since a process that is just being started is not yet recognised.
_GRACE = 1.0
_SEARCH = 10.0
# Seconds after which the reaper looks whether its parent lives, where a process without Python's descriptor handling
# holds the pipe open.
_CHECK = 5.0

# The reaper of this process, and the end of the pipe to it that must be closed by the end of this process alone.
_running: list[tuple[subprocess.Popen[bytes], int]] = []


def start() -> None:
    """Start the reaper of this process, unless it has one; call it before Ray is started on this machine."""
    if _running:
        return
    reading, writing = os.pipe()
    # Isolated, because the folder of this file must not become a place that modules are looked for in.
    command = [sys.executable, "-I", "-S", __file__, str(os.getpid())]
    quiet = subprocess.DEVNULL
    try:
        # In a session of its own: what a terminal sends to the group of its parent is not for the reaper.
        process = subprocess.Popen(command, stdin=reading, stdout=quiet, stderr=quiet, cwd="/", start_new_session=True)
    except OSError as error:
        os.close(writing)
        _logger.warning("no process can be started that cleans up if this one is killed: %s", error.strerror)
        return
    finally:
        os.close(reading)
    # Nobody waits for it, which Python would otherwise warn of.
    process.returncode = 0
    _running.append((process, writing))


def remove_at_end(folder: str) -> None:
    """Have a temporary folder removed after the end of this process, unless it removes it itself.

    Args:
        folder: its absolute path.
    """
    start()
    for _, writing in _running:
        os.write(writing, os.fsencode(folder) + b"\0")


def _forget_in_child() -> None:
    while _running:
        os.close(_running.pop()[1])


os.register_at_fork(after_in_child=_forget_in_child)


def _wait_for_end_of(parent: int) -> list[str]:
    """Return the folders to remove when the parent has ended, which closes the other end of the pipe here."""
    told = b""
    while True:
        if select.select([0], [], [], _CHECK)[0]:
            more = os.read(0, 4096)
            if not more:
                break
            told += more
        elif os.getppid() != parent:
            break
    return [os.fsdecode(folder) for folder in told.split(b"\0") if folder]


def _end_ray_of(parent: int) -> None:
    now = time.monotonic()
    end_of_grace, end = now + _GRACE, now + _SEARCH
    while time.monotonic() < end:
        left = list(_processes_of(parent))
        if not left:
            return
        if time.monotonic() >= end_of_grace:
            for process in left:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGKILL)
        time.sleep(0.1)


def _processes_of(parent: int) -> Iterator[int]:
    """Yield the processes of all sessions of Ray that were started by a process, by its id."""
    session = re.compile(rf"/session_[\d_-]+_{parent}/")
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            # It may end while it is looked at, or be another user's.
            with contextlib.suppress(OSError):
                if _is_of_ray(process) and _has_file_in(session, process):
                    yield int(process.name)


def _is_of_ray(process: Path) -> bool:
    """Whether it is a process of Ray itself; what tasks and actors have started has files of the session open, too."""
    # Process ids of another container are others.
    if (process / "ns/pid").readlink() != Path("/proc/self/ns/pid").readlink():
        return False
    command = (process / "cmdline").read_bytes()
    return command.startswith(b"ray::") or b"/ray/" in command


def _has_file_in(session: re.Pattern[str], process: Path) -> bool:
    """Whether it has a file open in a session's folder, whose name ends with the id of the process that began it."""
    for descriptor in (process / "fd").iterdir():
        with contextlib.suppress(FileNotFoundError):
            if session.search(str(descriptor.readlink())):
                return True
    return False


def _main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    parent = int(sys.argv[1])
    for folder in _wait_for_end_of(parent):
        shutil.rmtree(folder, ignore_errors=True)
    if sys.platform.startswith("linux"):
        _end_ray_of(parent)


if __name__ == "__main__":
    _main()
