"""`platform` of Python 2, which says that it is Python 2.7."""

from __future__ import annotations

import platform as _real

from pong_pg.legacy.runtime.byte_strings import public
from pong_pg.legacy.runtime.python2_version import sys_version_info

globals().update(public(_real))


def python_version() -> str:
    """Return the version of Python as "major.minor.micro"."""
    return ".".join(python_version_tuple())


def python_version_tuple() -> tuple[str, str, str]:
    """Return the parts of the version of Python."""
    return str(sys_version_info.major), str(sys_version_info.minor), str(sys_version_info.micro)
