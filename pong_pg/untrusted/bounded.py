"""Opens and reads regular files only, and no more of them than a limit."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import IO

# Bytes of a configuration or a header, of a Python file, and of a notebook with its outputs.
JSON_LIMIT = 2**20
SCRIPT_LIMIT = 2**18
NOTEBOOK_LIMIT = 2**25
# Lines of a Python file, or statements where a line has several: modernising one takes up to a millisecond.
MOST_LINES = 20_000


def open_regular(path: Path) -> IO[bytes]:
    """Open a file for reading; a FIFO or a device would block, or never end.

    Raises:
        OSError: it can't be opened, or is no regular file.
    """
    # A FIFO without a writer is opened at once, too.
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        mode = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(mode):
            raise OSError(errno.EINVAL, "it is a pipe, a socket or a device, and must be a regular file")
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def read_bytes(path: Path, limit: int) -> bytes:
    """Return the content of a file.

    Args:
        path: the file.
        limit: how many bytes it may have.

    Raises:
        OSError: it can't be read, is no regular file, or is longer.
    """
    with open_regular(path) as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise OSError(errno.EFBIG, f"it is larger than {limit // 1024} kB, which is more than such a file has")
    return data


def read_script(path: Path, *, trusted: bool = False) -> bytes:
    """Return the content of a Python file; one that is about to be executed, `trusted`, may have any length.

    Raises:
        OSError: it can't be read, is no regular file, or is too long.
    """
    with open_regular(path) as file:
        data = file.read(-1 if trusted else SCRIPT_LIMIT + 1)
    if not trusted and (complaint := too_long(data)):
        raise OSError(errno.EFBIG, complaint)
    return data


def too_long(data: bytes) -> str:
    """Return what is to be said of a Python file whose reading would take too long; "" if it does not."""
    if len(data) > SCRIPT_LIMIT:
        return f"it is larger than {SCRIPT_LIMIT // 1024} kB, which is more than such a file has"
    lines = max(data.count(b"\n"), data.count(b"\r")) + data.count(b";")
    return f"it has {lines} lines, and may have {MOST_LINES}" if lines > MOST_LINES else ""
