"""Runs the modern form of a script for a while, and says whether it still runs."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from pong_pg.errors import PongPGError
from pong_pg.legacy.modernize import files, writing
from pong_pg.legacy.read.program import Program

# For a process that was told to end, so that it can end its servers.
_GRACE = 20.0


def run(script: Path, new_program: Callable[[], Program], arguments: Sequence[str], seconds: int) -> tuple[bool, str]:
    """Run the modern form of a script with plain Python, in a copy of its folder with its own modules modernised.

    Args:
        script: its path.
        new_program: makes a program, with what is known of that of the script.
        arguments: those of the script.
        seconds: after how long it is stopped.

    Returns:
        whether it ran to its end or still ran, and that in a line.

    Raises:
        PongPGError: it can't be modernised, or its folder can't be copied.
    """
    real = Path(os.path.realpath(script))
    folder = real.parent
    modules = files.modernize_files([real], new_program)[0].modules
    beside = sorted(path for path in modules if path.is_relative_to(folder))
    modern = files.modernize_files([real, *beside], new_program)
    with tempfile.TemporaryDirectory(prefix="pong-pg-check-", ignore_cleanup_errors=True) as temporary:
        try:
            writing.copy_folder(folder, Path(temporary, "copy"), modern)
        except OSError as error:
            raise PongPGError(f"can't copy {folder}: {error.strerror or error}") from error
        status, last = _run([sys.executable, real.name, *arguments], Path(temporary, "copy"), seconds)
    if status is None:
        return True, f"the modern form of {script} still runs after {seconds} s"
    if status == 0:
        return True, f"the modern form of {script} runs to its end"
    return False, f"the modern form of {script} ends with status {status}: {last or 'without a message'}"


def _run(command: list[str], folder: Path, seconds: int) -> tuple[int | None, str]:
    """Return the exit status, None if the process was stopped, and its last line on standard error."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            start_new_session=True,
        )
        try:
            status: int | None = process.wait(seconds)
        except subprocess.TimeoutExpired:
            status = None
        finally:
            for number in (signal.SIGTERM, signal.SIGKILL):
                with contextlib.suppress(ProcessLookupError, subprocess.TimeoutExpired):
                    os.killpg(process.pid, number)
                    process.wait(_GRACE)
        errors.seek(0)
        lines = errors.read().decode(errors="replace").strip().splitlines()
    return status, lines[-1].strip() if lines else ""
