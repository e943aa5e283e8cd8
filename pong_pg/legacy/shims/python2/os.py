"""`os` of Python 2: what is read from descriptors, pipes and the system are byte strings."""

from __future__ import annotations

import os as _real
import subprocess
import tempfile
from typing import Any

from pong_pg.legacy.runtime.byte_strings import bytes_of_text, on_strings, public, to_bytes
from pong_pg.legacy.runtime.python2_files import ReadFile, WrittenFile
from pong_pg.legacy.runtime.python2_files import fdopen as fdopen
from pong_pg.legacy.runtime.stdlib import names_of
from pong_pg.legacy.shims.python2 import os_path

globals().update(public(_real, without=["fdopen", "path"]))
globals().update(names_of("os"))
path = os_path
__all__ = [*_real.__all__, "getcwdu"]  # noqa: PLE0604 - the names of the real module

read = on_strings(_real.read)
write = on_strings(_real.write)
urandom = on_strings(_real.urandom)


def getcwd() -> Any:
    """Return the current directory."""
    return bytes_of_text(_real.getcwd())


def listdir(path: Any) -> list[Any]:
    """Return the names in a directory."""
    return [bytes_of_text(name) for name in _real.listdir(path)]


def tmpfile() -> Any:
    """Return a new file without a name, open for reading and writing."""
    descriptor, name = tempfile.mkstemp()
    _real.unlink(name)
    return fdopen(descriptor, "w+b")


class _PipeOf:
    """What pipes to and from a command have in common."""

    _process: Any = None

    def close(self) -> Any:
        """Close the pipe and wait for the command; return its status, None for 0."""
        super().close()  # type: ignore[misc]  # of the other base class
        process, self._process = self._process, None
        if process is None:
            return None
        status = process.wait()
        return (status << 8 if status >= 0 else -status) or None


class _ReadPipe(_PipeOf, ReadFile):
    pass


class _WrittenPipe(_PipeOf, WrittenFile):
    pass


def popen(command: Any, mode: str = "r", bufsize: int = -1) -> Any:
    """Run a command in a shell; return a file from its output, or to its input with mode "w"."""
    del bufsize
    if mode[:1] not in {"r", "w"}:
        raise OSError(22, "Invalid argument")
    reads = mode[0] == "r"
    process = subprocess.Popen(
        to_bytes(command),
        shell=True,
        bufsize=0,
        stdout=subprocess.PIPE if reads else None,
        stdin=None if reads else subprocess.PIPE,
    )
    made: Any = _ReadPipe(process.stdout) if reads else _WrittenPipe(process.stdin)  # type: ignore[arg-type]  # never None
    made._process, made._name, made._mode, made._binary = process, command, mode, False
    return made
