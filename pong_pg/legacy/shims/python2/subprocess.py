"""`subprocess` of Python 2: what goes through pipes are byte strings."""

from __future__ import annotations

import subprocess as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public, to_bytes, to_str
from pong_pg.legacy.runtime.python2_files import on_raw

globals().update(public(_real))
__all__ = ["PIPE", "STDOUT", "CalledProcessError", "Popen", "call", "check_call", "check_output", "list2cmdline"]

_ORDER = (
    "args", "bufsize", "executable", "stdin", "stdout", "stderr", "preexec_fn", "close_fds", "shell", "cwd", "env",
    "universal_newlines", "startupinfo", "creationflags",
)  # fmt: skip


class Popen(_real.Popen):  # type: ignore[type-arg]  # as Python 2's
    """A running command."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        options = dict(zip(_ORDER, arguments, strict=False)) | named
        # They were inherited; today's default would hide the descriptors that a script hands on.
        options.setdefault("close_fds", False)
        self._universal = bool(options.pop("universal_newlines", False))
        buffering = options.pop("bufsize", 0)
        super().__init__(bufsize=0, **options)
        mode = "U" if self._universal else ""
        self.stdin: Any = self.stdin and on_raw(self.stdin, "<fdopen>", "wb", buffering)
        self.stdout: Any = self.stdout and on_raw(self.stdout, "<fdopen>", "r" + mode, buffering)
        self.stderr: Any = self.stderr and on_raw(self.stderr, "<fdopen>", "r" + mode, buffering)

    def communicate(self, input: Any = None, timeout: Any = None) -> Any:
        """Send a string to the command and wait for its end; return its output and errors."""
        streams = [self.stdin, self.stdout, self.stderr]
        if streams.count(None) < 2 or timeout is not None:
            self.stdin, self.stdout, self.stderr = (stream and _raw(stream) for stream in streams)
            try:
                results = super().communicate(to_bytes(input), timeout)
            finally:
                self.stdin, self.stdout, self.stderr = streams
            for stream in streams:
                if stream:
                    stream.close()
            return tuple(self._text(result) for result in results)
        result = [None, None]
        if self.stdin:
            if input:
                self.stdin.write(input)
            self.stdin.close()
        for place, stream in enumerate(streams[1:]):
            if stream:
                result[place] = self._text(to_bytes(stream.read()))
                stream.close()
        self.wait()
        return tuple(result)

    def _text(self, data: Any) -> Any:
        text = to_str(data)
        return text.replace("\r\n", "\n").replace("\r", "\n") if text and self._universal else text


def _raw(stream: Any) -> Any:
    stream.flush()
    return stream.raw


def call(*arguments: Any, **named: Any) -> int:
    """Run a command; return its status."""
    return Popen(*arguments, **named).wait()


def check_call(*arguments: Any, **named: Any) -> int:
    """Run a command.

    Raises:
        CalledProcessError: its status is not 0.
    """
    status = call(*arguments, **named)
    if status:
        raise _real.CalledProcessError(status, named.get("args", arguments[0] if arguments else None))
    return 0


def check_output(*arguments: Any, **named: Any) -> Any:
    """Run a command; return its output.

    Raises:
        CalledProcessError: its status is not 0.
    """
    if "stdout" in named:
        raise ValueError("stdout argument not allowed, it will be overridden.")
    process = Popen(*arguments, stdout=_real.PIPE, **named)
    output, _ = process.communicate()
    if process.returncode:
        command = named.get("args", arguments[0] if arguments else None)
        raise _real.CalledProcessError(process.returncode, command, output=output)
    return output
