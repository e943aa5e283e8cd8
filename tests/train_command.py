"""`pong-pg train` in a process of its own, for tests of what happens to it."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import Any


class Training:
    """A `pong-pg train` in a process of its own.

    Attributes:
        process: the process.
        errors: what it has written to standard error, once it has ended.
    """

    def __init__(self, *arguments: str, wrapper: Sequence[str] = (), **options: Any) -> None:
        self.errors = ""
        self._lines: list[str] = []
        self._err = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed in `end`
        command = [*wrapper, sys.executable, "-m", "pong_pg", "train", *arguments]
        self.process: subprocess.Popen[str] = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=self._err, text=True, **options
        )

    def until(self, update: int) -> None:
        """Wait for the line of an update, or of a later one."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.append(line)
            if (match := re.match(r"(?:Batch|Update) (\d+) ", line)) and int(match[1]) >= update:
                return
        raise AssertionError(f"ended before update {update} ({self.end()}): {self.errors}")

    def end(self) -> int:
        """Wait for its end; return its exit status."""
        rest, _ = self.process.communicate(timeout=300)
        self._lines.append(rest)
        with self._err:
            self._err.seek(0)
            self.errors = self._err.read()
        assert "Traceback" not in self.errors
        return self.process.returncode

    @property
    def digest(self) -> str:
        """That of the weights, which it prints at its end."""
        return str(re.findall(r"sha256:[0-9a-f]{64}", "".join(self._lines))[-1])
