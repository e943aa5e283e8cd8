"""Does checks in processes of their own, several at a time: one that crashes, hangs or prints disturbs no other."""

from __future__ import annotations

import contextlib
import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pong_pg.distributed.threads import available_cores
from pong_pg.doctor.checks import Check
from pong_pg.doctor.finding import Finding

# Modules are looked for where this process looks for them, and not also in the working directory.
_PROGRAM = "import sys; sys.path[:] = sys.argv[4:]; from pong_pg.doctor import child; "
_PROGRAM += "child.main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))"
# Seconds between two looks at the processes.
_INTERVAL = 0.01
# In bytes: a result is shorter, as it is than what a pipe holds.
_LONGEST_RESULT = 60_000
# Seconds after its timeout at which a process ends itself, in case this one was killed.
_ALARM = 5
# Seconds to wait for the end of a process that was killed; one that a broken file system holds does not end.
_END = 2.0


@dataclass(frozen=True)
class _Running:
    check: Check
    process: subprocess.Popen[bytes]
    result: int
    deadline: float


def find_all(checks: Iterable[Check], timeout: float, done: Callable[[Check], None]) -> dict[str, Finding]:
    """Do checks, and return what each found by its name.

    Args:
        checks: those to do.
        timeout: seconds that each may take.
        done: called with each check when it is done.
    """
    waiting = list(checks)
    found: dict[str, Finding] = {}
    running: list[_Running] = []
    try:
        while waiting or running:
            # Half of their time they wait for files.
            while waiting and len(running) < 2 * available_cores():
                running.append(_start(waiting[0], timeout))
                del waiting[0]
            for one in [one for one in running if one.process.poll() is not None or time.monotonic() > one.deadline]:
                found[one.check.name] = _finish(one, timeout)
                running.remove(one)
                done(one.check)
            time.sleep(_INTERVAL)
    finally:
        for one in running:
            _finish(one, timeout)
    return found


def _start(check: Check, timeout: float) -> _Running:
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    timeout *= check.patience
    alarm = str(math.ceil(timeout) + _ALARM)
    command = [sys.executable, "-c", _PROGRAM, check.name, str(writing), alarm, *sys.path]
    quiet = subprocess.DEVNULL
    try:
        # A session of its own, so that what a package starts can be ended with it.
        process = subprocess.Popen(
            command, stdin=quiet, stdout=quiet, stderr=quiet, pass_fds=[writing], start_new_session=True
        )
    finally:
        os.close(writing)
    return _Running(check, process, reading, time.monotonic() + timeout)


def _finish(one: _Running, timeout: float) -> Finding:
    """End the process, if it has not ended, and what it has started; return what it found."""
    status = one.process.poll()
    with contextlib.suppress(ProcessLookupError):
        os.killpg(one.process.pid, signal.SIGKILL)
    with contextlib.suppress(subprocess.TimeoutExpired):
        one.process.wait(_END)
    try:
        text = os.read(one.result, _LONGEST_RESULT)
    except BlockingIOError:
        text = b""
    finally:
        os.close(one.result)
    if text:
        return Finding(**json.loads(text))
    module = one.check.module
    advice = f"see what it prints with  python -X faulthandler -c 'import {module}'" if module else ""
    if status is None:
        return Finding("broken", f"did not end within {one.check.patience * timeout:g} s", advice)
    if status < 0:
        return Finding("broken", f"crashed with {signal.Signals(-status).name}", advice)
    return Finding("broken", f"ended the process with status {status}", advice)
