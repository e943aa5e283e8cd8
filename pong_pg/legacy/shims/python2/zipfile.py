"""`zipfile` of Python 2: what is read and written are byte strings."""

from __future__ import annotations

import zipfile as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import called_by_python2, public, to_bytes, to_str
from pong_pg.legacy.runtime.python2_files import BytesIO
from pong_pg.legacy.runtime.python2_string_io import raw_of

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module

BadZipfile = _real.BadZipFile


class ZipFile(_real.ZipFile):
    """An archive."""

    def __init__(self, file: Any, mode: Any = "r", *arguments: Any, **named: Any) -> None:
        super().__init__(raw_of(file), mode.replace("b", ""), *arguments, **named)

    def read(self, name: Any, pwd: Any = None) -> Any:
        """Return what a member holds."""
        data = super().read(name, to_bytes(pwd))
        return to_str(data) if called_by_python2() else data

    def open(self, name: Any, mode: Any = "r", *arguments: Any, **named: Any) -> Any:
        """Open a member."""
        member = super().open(name, mode.replace("U", "").replace("b", "") or "r", *arguments, **named)
        return BytesIO(member.read()) if called_by_python2() and mode[0] in "rU" else member

    def writestr(self, zinfo_or_arcname: Any, data: Any, *arguments: Any, **named: Any) -> None:
        """Write a member."""
        super().writestr(zinfo_or_arcname, to_bytes(data), *arguments, **named)
