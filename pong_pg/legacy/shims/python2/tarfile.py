"""`tarfile` of Python 2: what is read are byte strings."""

from __future__ import annotations

import tarfile as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import called_by_python2, public
from pong_pg.legacy.runtime.python2_files import BytesIO
from pong_pg.legacy.runtime.python2_string_io import raw_of

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


class TarFile(_real.TarFile):
    """An archive."""

    def extractfile(self, member: Any) -> Any:
        """Return a file with what a member holds; None if it is no file."""
        found = super().extractfile(member)
        return BytesIO(found.read()) if found is not None and called_by_python2() else found

    @classmethod
    def open(cls, name: Any = None, mode: Any = "r", fileobj: Any = None, *arguments: Any, **named: Any) -> Any:
        """Open an archive."""
        return super().open(name, mode, raw_of(fileobj), *arguments, **named)


open = TarFile.open
