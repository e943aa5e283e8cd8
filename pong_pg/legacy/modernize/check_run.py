"""Runs the modern form of a script for a while, and says whether it still runs."""

from __future__ import annotations

import contextlib
import os
import shlex
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

from pong_pg.errors import PongPGError
from pong_pg.legacy.modernize import files, writing
from pong_pg.legacy.modernize.files import Written

# For a process that was told to end, so that it can end its servers.
_GRACE = 20.0


@dataclass(frozen=True)
class Run:
    """What came of a run.

    Attributes:
        works: the script ran to its end, or still ran.
        said: that in a line.
    """

    works: bool
    said: str


def run(script: Path, written: Written, arguments: str, seconds: int) -> Run:
    """Run the modern form of a script with plain Python, in a copy of its folder with its own modules modernised.

    Args:
        script: its path.
        written: what is known of its program.
        arguments: those of the script, as on a command line.
        seconds: after how long it is stopped.

    Raises:
        PongPGError: it can't be modernised, its folder can't be copied, or a quote in the arguments is not closed.
    """
    real = Path(os.path.realpath(script))
    folder = real.parent
    try:
        words = shlex.split(arguments)
    except ValueError as error:
        raise PongPGError(f"--script-args {arguments!r} can't be split: {error}") from error
    modules = files.modernize_files([real], written)[0].modules
    beside = sorted(path for path in modules if path.is_relative_to(folder))
    modern = files.modernize_files([real, *beside], written)
    with tempfile.TemporaryDirectory(prefix="pong-pg-check-", ignore_cleanup_errors=True) as temporary:
        try:
            writing.copy_folder(folder, Path(temporary, "copy"), modern)
        except OSError as error:
            raise PongPGError(f"can't copy {folder}: {error.strerror or error}") from error
        status, last = _run([sys.executable, real.name, *words], Path(temporary, "copy"), seconds)
    if status is None:
        return Run(True, f"the modern form of {script} still runs after {seconds} s")
    if status == 0:
        return Run(True, f"the modern form of {script} runs to its end")
    return Run(False, f"the modern form of {script} ends with status {status}: {last or 'without a message'}")


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
