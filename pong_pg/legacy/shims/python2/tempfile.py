"""`tempfile` of Python 2: files take and give byte strings."""

from __future__ import annotations

import os
import tempfile as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public
from pong_pg.legacy.runtime.python2_files import fdopen
from pong_pg.legacy.runtime.python2_string_io import StringIO

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


def TemporaryFile(
    mode: str = "w+b",
    bufsize: int = -1,
    suffix: str = "",
    prefix: str = "tmp",
    dir: Any = None,
) -> Any:
    """Return a new file that is gone when it is closed."""
    with _real.TemporaryFile(suffix=suffix, prefix=prefix, dir=dir) as made:
        return fdopen(os.dup(made.fileno()), mode, bufsize)


def NamedTemporaryFile(
    mode: str = "w+b",
    bufsize: int = -1,
    suffix: str = "",
    prefix: str = "tmp",
    dir: Any = None,
    delete: bool = True,
) -> Any:
    """Return a new file with a name; it is deleted when it is closed, unless `delete` is false."""
    descriptor, name = _real.mkstemp(suffix, prefix, dir)
    return _NamedFile(fdopen(descriptor, mode, bufsize), name, delete=delete)


class _NamedFile:
    """A file with a name, which may be deleted when it is closed."""

    def __init__(self, file: Any, name: str, *, delete: bool) -> None:
        self.file = file
        self.name = name
        self.delete = delete

    def __getattr__(self, name: str) -> Any:
        if name == "file":
            raise AttributeError(name)
        return getattr(self.file, name)

    def __iter__(self) -> Any:
        return iter(self.file)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        if not self.file.closed:
            self.file.close()
            if self.delete:
                os.unlink(self.name)

    def __del__(self) -> None:
        self.close()


class SpooledTemporaryFile(StringIO):
    """A file in memory."""

    def __init__(self, max_size: int = 0, mode: str = "w+b", *_: Any, **__: Any) -> None:
        del max_size, mode
        super().__init__()
