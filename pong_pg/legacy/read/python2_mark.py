"""The mark of code that was compiled from Python 2, by which libraries know who is calling them."""

from __future__ import annotations
import __future__

from types import FrameType

# Every Python of today behaves as with this feature, so its flag changes nothing; functions keep it when they travel.
FLAG = __future__.generator_stop.compiler_flag


def is_python2(frame: FrameType) -> bool:
    """Return whether a frame runs code of Python 2."""
    return bool(frame.f_code.co_flags & FLAG)
