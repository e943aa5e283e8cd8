"""Python 2's builtins; all are pickled by name, so that functions that use them can be sent to Ray's workers."""

from __future__ import annotations
import __future__

import builtins
import fractions
import importlib
import io
import math
import operator
import sys
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from pong_pg.legacy.compile.compiled import compile_text
from pong_pg.legacy.runtime.supplied import supplied
from pong_pg.legacy.tables import python2


class _StandsFor(type):
    """The metaclass of a class whose instances are those of other classes."""

    others: tuple[type, ...]

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, cls.others)

    def __subclasscheck__(cls, kind: type) -> bool:
        return issubclass(kind, cls.others)


class basestring(metaclass=_StandsFor):  # noqa: N801 - it is Python 2's name, and `repr` shows it
    """The base class of `str` and `unicode`."""

    others = (str, bytes)


class file(metaclass=_StandsFor):  # noqa: N801 - it is Python 2's name, and `repr` shows it
    """The type of open files, and another name of `open`."""

    others = (io.IOBase,)

    def __new__(cls, name: Any, mode: str = "r", buffering: int = -1) -> Any:
        """Open a file."""
        return open_file(name, mode, buffering)


def open_file(name: Any, mode: str = "r", buffering: int = -1, **named: Any) -> Any:
    """Open a file as Python 2 did: mode "U" is accepted, and no byte is an error, since text was bytes."""
    mode = mode.replace("U", "") or "r"
    if "b" in mode:
        return builtins.open(name, mode, buffering, **named)  # noqa: PTH123 - this is `open` itself
    if mode[0] not in "rwax":
        mode = "r" + mode
    named.setdefault("errors", "surrogateescape")
    # Text files can't be unbuffered any more; line buffering comes closest.
    return builtins.open(name, mode, 1 if buffering == 0 else buffering, **named)  # noqa: PTH123 - this is `open` itself


def cmp(a: Any, b: Any) -> int:
    """Compare two values; return -1, 0 or 1, or what the first one's `__cmp__` returns."""
    if hasattr(a, "__cmp__"):
        return int(a.__cmp__(b))
    return bool(a > b) - bool(a < b)


def xrange(*arguments: Any) -> range:
    """Return a range."""
    return range(*arguments)


def raw_input(prompt: Any = "") -> str:
    """Read a line from standard input."""
    return builtins.input(prompt)


def reload(module: ModuleType) -> ModuleType:
    """Reload a module, but for `sys`, which scripts reloaded to call `sys.setdefaultencoding`."""
    return module if module is sys else importlib.reload(module)


def execfile(name: str, namespace: dict[str, Any] | None = None, local: dict[str, Any] | None = None) -> None:
    """Run a file in a namespace: the caller's, if none is given.

    Raises:
        OSError: the file can't be read.
        SyntaxError: it is neither Python 3 nor Python 2.
    """
    frame = sys._getframe(1)
    code = compile_text(Path(name).read_bytes(), name, "exec", features_of(frame))
    if namespace is None:
        exec(code, frame.f_globals, frame.f_locals)
    else:
        exec(code, namespace, local)


def features_of(frame: FrameType) -> frozenset[str]:
    """Return the `__future__` features of the code that a frame runs, as its import of them has left them there."""
    values = frame.f_globals
    return frozenset(name for name in __future__.all_feature_names if values.get(name) is getattr(__future__, name))


def apply(function: Any, arguments: Any = (), named: dict[str, Any] | None = None) -> Any:
    """Return `function(*arguments, **named)`."""
    return function(*arguments, **(named or {}))


def coerce(a: Any, b: Any) -> tuple[Any, Any]:
    """Return two numbers converted to a common type."""
    if isinstance(a, complex) or isinstance(b, complex):
        return complex(a), complex(b)
    if isinstance(a, float) or isinstance(b, float):
        return float(a), float(b)
    return operator.index(a), operator.index(b)


def round(number: Any, digits: int = 0) -> Any:  # noqa: A001 - it is Python 2's
    """Return a number as a float rounded to so many decimal digits, halves away from zero."""
    number = float(number)
    if not math.isfinite(number):
        return number
    scale = 10.0**digits
    scaled = number * scale
    nearest = math.floor(abs(scaled) + 0.5)
    # The scaled number may be a half only by rounding, as 2.675 * 100 is; then the exact value decides.
    if abs(abs(scaled) - math.floor(abs(scaled)) - 0.5) > 1e-9:
        return builtins.round(number, digits) if digits else math.copysign(float(nearest), number)
    exact = fractions.Fraction(number) * fractions.Fraction(10) ** digits
    rounded = math.floor(abs(exact) + fractions.Fraction(1, 2))
    return math.copysign(float(fractions.Fraction(rounded) / fractions.Fraction(10) ** digits), number)


# What a file of Python 2 gets, by name; `compile.compiled` lets each file that uses one of them take it from here.
PYTHON2_NAMES: dict[str, object] = {
    **{name: supplied(row.supplied_by, globals()) for name, row in python2.BUILTINS.items()},
    **{name: supplied(by, globals()) for name, by in python2.CHANGED_BUILTINS.items()},
}
