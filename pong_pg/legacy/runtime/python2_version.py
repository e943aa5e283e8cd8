"""The version that Python 2 programs see: 2.7.18, the last one, and its name for Linux.

Only the script's own look at it is answered by this: `sys.version_info` in its files, which `compile.python2_values`
rewrites, and names that it imports from `sys` and `platform`. Libraries see the Python that runs them.
"""

from __future__ import annotations

import sys
from typing import NamedTuple

from pong_pg.legacy.runtime.default_encoding import getdefaultencoding

__all__ = [
    "sys_api_version",
    "sys_getdefaultencoding",
    "sys_hexversion",
    "sys_platform",
    "sys_subversion",
    "sys_version",
    "sys_version_info",
]


class _VersionInfo(NamedTuple):
    major: int
    minor: int
    micro: int
    releaselevel: str
    serial: int

    def __repr__(self) -> str:
        return "sys.version_info(" + ", ".join(f"{name}={value!r}" for name, value in self._asdict().items()) + ")"


sys_api_version = 1013
sys_getdefaultencoding = getdefaultencoding
sys_hexversion = 0x020712F0
sys_platform = "linux2" if sys.platform == "linux" else sys.platform
sys_subversion = "CPython", "", ""
sys_version = "2.7.18 (default, Apr 20 2020, 00:00:00) \n[GCC 9.3.0]"
sys_version_info = _VersionInfo(2, 7, 18, "final", 0)
