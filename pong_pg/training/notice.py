"""Says how to go on where the process of a run ends without being able to say so itself."""

from __future__ import annotations

import shlex
import subprocess
import sys

from pong_pg.training.observers import Observer, RunStart

# Its standard input ends with the process of the run; what that writes at its proper end keeps it silent.
_PROGRAM = "import sys\nif not sys.stdin.buffer.read():\n    sys.stderr.write(sys.argv[1])"


class NoticeOfDeath(Observer):
    """Has a small process say on standard error how to resume a run on Ray whose process ends in the middle of it.

    Ray ends a process that loses Ray's own processes at a bad moment, without an exception or a word.
    """

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def on_start(self, start: RunStart) -> None:
        """Start the process, if the run is on Ray and can be resumed."""
        if start.workers == 0 or start.run_dir is None:
            return
        notice = (
            "pong-pg: error: this process was ended from outside, or by Ray, in the middle of the run; go on with  "
            f"pong-pg train --resume {shlex.quote(str(start.run_dir))}\n"
        )
        # In a session of its own, which Ctrl-C does not reach.
        command = [sys.executable, "-I", "-S", "-c", _PROGRAM, notice]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)

    def close(self) -> None:
        """End the process, silently."""
        if self._process is not None:
            self._process.communicate(b"over")
