"""Standard streams of the command line: closed ones are replaced, and failures of the others are known as theirs."""

from __future__ import annotations

import contextlib
import io
import logging
import os
import sys
from collections.abc import Callable, Iterator

from pong_pg.errors import PongPGError

log = logging.getLogger(__name__)


def open_missing_streams() -> None:
    """Open the standard streams that were closed when Python began, which it sets to None, on the null device."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            stream = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115 - for the rest of the process
            # As any standard stream: a process that is started has it, too.
            os.set_inheritable(stream.fileno(), True)
            setattr(sys, name, stream)


def _refuse(error: OSError) -> None:
    raise PongPGError(
        f"standard output can't be written ({error.strerror or error}): make room on the disk, or send it elsewhere"
    ) from error


def _ignore(_error: OSError) -> None:
    """Go on: where standard error can't be written, nothing can be said about it."""


class _File(io.FileIO):
    """The file under a standard stream.

    Attributes:
        replaced: the stream that Python opened.
        on_failure: called when something can't be written; if it returns, that is lost.
        failure: the first error.
        ended: whether what is left in buffers is dropped if it can't be written.
    """

    def __init__(self, replaced: io.TextIOWrapper, on_failure: Callable[[OSError], None]) -> None:
        super().__init__(replaced.fileno(), "wb", closefd=False)
        self.name = replaced.name
        self.replaced = replaced
        self.on_failure = on_failure
        self.failure: OSError | None = None
        self.ended = False

    def write(self, data: bytes | memoryview) -> int:  # type: ignore[override]  # of which BufferedWriter makes use
        """Write data; return how many bytes were written or are lost."""
        try:
            return super().write(data)
        except OSError as error:
            self.failure = self.failure or error
            if not self.ended:
                self.on_failure(error)
            return len(data)


def _file_of(stream: object) -> io.FileIO | None:
    """Return the file under a stream of Python's own making; None for another's, such as that of a test."""
    if type(stream) is not io.TextIOWrapper:
        return None
    file = getattr(stream.buffer, "raw", stream.buffer)
    return file if isinstance(file, io.FileIO) else None


def _over(file: _File) -> io.TextIOWrapper:
    """Return a stream that is as the one that a file replaces."""
    like = file.replaced
    is_buffered = isinstance(like.buffer, io.BufferedWriter)
    return io.TextIOWrapper(
        # As Python itself does it, which has no buffer with -u.
        io.BufferedWriter(file) if is_buffered else file,  # type: ignore[type-var]  # typeshed wants a buffer
        encoding=like.encoding,
        errors=like.errors,
        line_buffering=like.line_buffering,
        write_through=like.write_through,
    )


@contextlib.contextmanager
def _replaced(name: str, on_failure: Callable[[OSError], None]) -> Iterator[_File | None]:
    """Put another stream in the place of `sys.stdout` or `sys.stderr` for the time of a block, and flush it then."""
    before = getattr(sys, name)
    if _file_of(before) is None:
        yield None
        return
    with contextlib.suppress(OSError):
        before.flush()
    file = _File(before, on_failure)
    stream = _over(file)
    setattr(sys, name, stream)
    try:
        try:
            yield file
        except SystemExit:
            stream.flush()
            raise
        stream.flush()
    finally:
        file.ended = True
        stream.flush()
        if getattr(sys, name) is stream:
            setattr(sys, name, before)


@contextlib.contextmanager
def reported_output() -> Iterator[None]:
    """Make what standard output does not take an error of its own, which nothing mistakes for that of another file.

    Raises:
        PongPGError: it can't be written, also where that shows only when the last of it is flushed.
        BrokenPipeError: its reader is gone.
    """

    def report(error: OSError) -> None:
        if isinstance(error, BrokenPipeError):
            raise error
        _refuse(error)

    with _replaced("stdout", report) as file:
        try:
            yield
        except SystemExit:
            # rich ends the process with status 1 when the reader is gone.
            if file is not None and isinstance(file.failure, BrokenPipeError):
                raise file.failure from None
            raise


@contextlib.contextmanager
def errors_dropped() -> Iterator[None]:
    """Go on, for the time of a block, where standard error can't be written."""
    with _replaced("stderr", _ignore):
        yield


def go_on_without_output() -> None:
    """Drop from now on what standard output does not take, with one warning; a reader that is gone stays an error."""
    file = _file_of(sys.stdout)
    if not isinstance(file, _File):
        return

    def warn(error: OSError) -> None:
        if isinstance(error, BrokenPipeError):
            raise error
        if file.failure is error:
            log.warning(
                "standard output can't be written (%s): training goes on, and lines are lost until that works again",
                error.strerror or error,
            )

    file.on_failure = warn


def restore_output() -> None:
    """Give standard output and standard error back as Python opened them, for a script that is run in this process."""
    for name in ("stdout", "stderr"):
        file = _file_of(getattr(sys, name))
        if isinstance(file, _File):
            getattr(sys, name).flush()
            setattr(sys, name, file.replaced)
