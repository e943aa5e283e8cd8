"""`enum` for programs of before Python 3.11, which changed what members of a number or a string print.

Of the script's own classes alone: those of libraries print as today.
"""

from __future__ import annotations

import enum as _real
from typing import Any

from pong_pg.legacy.read import settings as _settings
from pong_pg.legacy.runtime.byte_strings import public

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


# The classes of this module -> those of the real one, which the script's flags and other libraries' members are of.
_REAL: dict[type, type] = {}


class _AlsoReal(type):
    """A class of this module whose objects and subclasses include those of the class that it stands for."""

    def __instancecheck__(cls, value: object) -> bool:
        return type.__instancecheck__(_REAL.get(cls, cls), value)

    def __subclasscheck__(cls, kind: type) -> bool:
        return type.__subclasscheck__(_REAL.get(cls, cls), kind)


class _EnumMeta(_real.EnumMeta, metaclass=_AlsoReal):
    __instancecheck__ = _AlsoReal.__instancecheck__
    __subclasscheck__ = _AlsoReal.__subclasscheck__

    def __contains__(cls, member: object) -> bool:
        """Return whether a member is one of this class; a value never was, also where it raises TypeError today."""
        return isinstance(member, cls)


class _Enum(_real.Enum, metaclass=_EnumMeta):
    def __format__(self, specification: str) -> str:
        kind: Any = type(self)
        if kind._member_type_ is object or kind.__str__ is not _real.Enum.__str__:
            return format(str(self), specification)
        return str(kind._member_type_.__format__(self._value_, specification))


class _IntEnum(_real.IntEnum, _Enum):
    __str__ = _real.Enum.__str__


_now = _settings.current()
if _now.python2 or _now.early_python3:
    _REAL.update({_EnumMeta: _real.EnumMeta, _Enum: _real.Enum, _IntEnum: _real.IntEnum})
    for _kind in _REAL:
        _kind.__name__ = _kind.__qualname__ = _kind.__name__.removeprefix("_")
        globals()[_kind.__name__] = _kind


def __getattr__(name: str) -> Any:
    return getattr(_real, name)
