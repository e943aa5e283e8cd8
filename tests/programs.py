"""Programs that tests start, signal and kill, and what of them is left: processes, temporary files."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Sequence
from pathlib import Path

import psutil

_VARIABLE = "PONG_PG_TEST_OF_LEFTOVERS"


class Program:
    """A program in a session and with a folder for temporary files of its own.

    Args:
        command: what is run.
        folder: its working directory; what it prints goes to `out` and `err` there, temporary files to `t`.
    """

    def __init__(self, command: Sequence[str], folder: Path) -> None:
        self.temporary = folder / "t"
        self.temporary.mkdir(exist_ok=True)
        # The path of a socket of Ray's is too long in a test's own folder.
        self._ray = tempfile.mkdtemp(dir="/tmp")
        self._out, self._err = folder / "out", folder / "err"
        self._mark = uuid.uuid4().hex
        environment = {_VARIABLE: self._mark, "TMPDIR": str(self.temporary.absolute()), "RAY_TMPDIR": self._ray}
        with self._out.open("wb") as out, self._err.open("wb") as err:
            self.process = subprocess.Popen(
                command,
                cwd=folder,
                env={**os.environ, "PYTHONUNBUFFERED": "1", **environment},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=err,
                start_new_session=True,
            )

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        for process in self.left():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        shutil.rmtree(self._ray, ignore_errors=True)

    @property
    def out(self) -> str:
        """What it has printed so far."""
        return self._out.read_text()

    @property
    def err(self) -> str:
        """What it has printed on standard error so far."""
        return self._err.read_text()

    def wait_for(self, *texts: str, timeout: float = 300) -> None:
        """Wait until it has printed one of these texts."""
        deadline = time.monotonic() + timeout
        while True:
            has_ended = self.process.poll() is not None
            if any(text in self.out for text in texts):
                return
            assert not has_ended, f"it ended before it said {texts}: {self.err}"
            assert time.monotonic() < deadline, f"it has not said {texts}: {self.err}"
            time.sleep(0.02)

    def send(self, *signals: int, pause: float = 0.3, group: bool = False) -> None:
        """Send it signals, with a pause after each; to all processes of its group, as a terminal does, or to it."""
        for number in signals:
            if self.process.poll() is None:
                (os.killpg if group else os.kill)(self.process.pid, number)
                time.sleep(pause)

    def end(self) -> int:
        """Wait for its end; return its exit status."""
        return self.process.wait(timeout=300)

    def left(self) -> list[psutil.Process]:
        """The processes, besides itself, that it has started and that have not ended."""
        return [process for process in psutil.process_iter() if self._is_left(process)]

    def left_after(self, seconds: float) -> list[list[str]]:
        """Wait until no process of it is left; return the commands of those that are left after some seconds."""
        deadline = time.monotonic() + seconds
        while (left := self.left()) and time.monotonic() < deadline:
            time.sleep(0.1)
        return [process.cmdline() for process in left if process.is_running()]

    def files(self) -> set[str]:
        """The names in its folder for temporary files."""
        return {path.name for path in self.temporary.iterdir()}

    def _is_left(self, process: psutil.Process) -> bool:
        try:
            if process.pid == self.process.pid or process.status() == psutil.STATUS_ZOMBIE:
                return False
            # Some of Ray's are in sessions of their own, some have overwritten their environment, none is both.
            return (
                os.getsid(process.pid) == self.process.pid
                or process.environ().get(_VARIABLE) == self._mark
                or any(self._ray in word for word in process.cmdline())
            )
        except (psutil.Error, OSError):
            return False

    def until(self, update: int) -> None:
        """Wait for the line of an update of a training run."""
        self.wait_for(f"Batch {update} ", f"Update {update} ")

    @property
    def digest(self) -> str:
        """That of the weights, which a training run prints at its end."""
        return str(re.findall(r"sha256:[0-9a-f]{64}", self.out)[-1])


def train(folder: Path, *arguments: str) -> Program:
    """Run `pong-pg train`."""
    return Program([sys.executable, "-m", "pong_pg", "train", *arguments], folder)
