"""Python 2's builtins; all are pickled by name, so that functions that use them can be sent to Ray's workers."""

from __future__ import annotations
import __future__

import builtins
import fractions
import functools
import importlib
import math
import operator
import sys
from pathlib import Path
from types import FrameType, ModuleType
from typing import Any

from pong_pg.legacy.compile.compiled import compile_text
from pong_pg.legacy.runtime import python2_buffers, python2_files
from pong_pg.legacy.runtime.byte_strings import bytes_of_text
from pong_pg.legacy.runtime.one_element import one
from pong_pg.legacy.runtime.python2_compare import compare as cmp
from pong_pg.legacy.runtime.python2_compare import greatest, least, sorted_list
from pong_pg.legacy.runtime.python2_format import formatted
from pong_pg.legacy.runtime.python2_hash import AddressHashError, hash_of
from pong_pg.legacy.runtime.python2_long import long
from pong_pg.legacy.runtime.python2_text import repr_of, str_of
from pong_pg.legacy.runtime.supplied import supplied
from pong_pg.legacy.tables import python2


class _StandsFor(type):
    """The metaclass of a class whose instances are those of other classes."""

    others: tuple[type, ...]

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, cls.others)

    def __subclasscheck__(cls, kind: type) -> bool:
        return issubclass(kind, cls.others)


_ERRORS = (
    ArithmeticError, AssertionError, AttributeError, BufferError, EOFError, ImportError, LookupError, MemoryError,
    NameError, OSError, ReferenceError, RuntimeError, SyntaxError, SystemError, TypeError, ValueError,
)  # fmt: skip


class _OfErrors(type):
    def __instancecheck__(cls, value: object) -> bool:
        return issubclass(type(value), cls)

    def __subclasscheck__(cls, kind: type) -> bool:
        return type.__subclasscheck__(cls, kind) or (cls is StandardError and issubclass(kind, _ERRORS))


class StandardError(Exception, metaclass=_OfErrors):
    """The base class of Python's own errors, and of those that a script derives from it."""


# What `except StandardError` catches: today, Python's own errors are derived from `Exception`.
STANDARD_ERRORS = (StandardError, *_ERRORS)


class basestring(metaclass=_StandsFor):  # noqa: N801 - it is Python 2's name, and `repr` shows it
    """The base class of `str` and `unicode`."""

    others = (str, bytes)


def sort_key(cmp: Any, key: Any) -> Any:
    """Return the key to sort by, of Python 2's arguments `cmp` and `key`."""
    if cmp is None:
        return key
    by_cmp = functools.cmp_to_key(cmp)
    return (lambda value: by_cmp(key(value))) if key else by_cmp


def sorted(values: Any, cmp: Any = None, key: Any = None, reverse: Any = False) -> list[Any]:  # noqa: A001 - Python 2's
    """Return a sorted list of values, of any types."""
    return sorted_list(values, sort_key(cmp, key), bool(reverse))


def hex(number: Any) -> str:  # noqa: A001 - it is Python 2's
    """Return a number's hexadecimal digits."""
    if hasattr(type(number), "__hex__"):
        return str(number.__hex__())
    text = builtins.hex(number)
    return f"{text}L" if isinstance(operator.index(number), long) or isinstance(number, long) else text


def oct(number: Any) -> str:  # noqa: A001 - it is Python 2's
    """Return a number's octal digits, after a zero."""
    if hasattr(type(number), "__oct__"):
        return str(number.__oct__())
    text = builtins.oct(number).replace("0o", "0" if number else "")
    return f"{text}L" if isinstance(operator.index(number), long) or isinstance(number, long) else text


def hash(value: Any) -> int:  # noqa: A001 - it is Python 2's
    """Return the hash that a value had."""
    try:
        return hash_of(value)
    except AddressHashError:
        return builtins.hash(value)


def print_function(*values: Any, **named: Any) -> None:
    """Print values, as `from __future__ import print_function` lets `print` do."""
    print(*map(str_of, values), **named)


def xrange(*arguments: Any) -> range:
    """Return a range."""
    return range(*arguments)


def raw_input(prompt: Any = "") -> str:
    """Read a line from standard input."""
    return str(bytes_of_text(builtins.input(prompt)))


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
    """Return two numbers converted to a common type.

    Raises:
        TypeError: one of them is no number.
    """
    if not isinstance(a, int | float | complex) or not isinstance(b, int | float | complex):
        raise TypeError("number coercion failed")
    if isinstance(a, complex) or isinstance(b, complex):
        return complex(a), complex(b)
    if isinstance(a, float) or isinstance(b, float):
        return float(a), float(b)
    kind = long if isinstance(a, long) or isinstance(b, long) else int
    return kind(a), kind(b)


def round(number: Any, ndigits: int = 0) -> Any:  # noqa: A001 - it is Python 2's
    """Return a number as a float rounded to so many decimal digits, halves away from zero.

    Raises:
        TypeError: it is a string.
    """
    if isinstance(number, str):
        raise TypeError("a float is required")
    number, digits = float(one(number)), ndigits
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


__all__ = ["PYTHON2_NAMES", "cmp", "features_of", "formatted", "greatest", "least", "repr_of", "sort_key"]

# What a file of Python 2 gets, by name; `compile.compiled` lets each file that uses one of them take it from here.
_helpers = {**vars(python2_files), **vars(python2_buffers), **globals()}
PYTHON2_NAMES: dict[str, object] = {
    **{name: supplied(row.supplied_by, _helpers) for name, row in python2.BUILTINS.items()},
    **{name: supplied(by, _helpers) for name, by in python2.CHANGED_BUILTINS.items()},
}
