"""The print statement of Python 2, and its texts of numbers."""

from __future__ import annotations

import math
import re
import sys
import weakref
from collections.abc import Callable
from typing import Any

__all__ = ["format_method", "format_percent", "percent", "print_function", "printing", "str_of", "written_to"]

# Streams whose next printed value begins with a space.
_unended: weakref.WeakSet[Any] = weakref.WeakSet()
_ENDS = ("\n", "\t", "\r", "\v", "\f")
# Classes that are written in C have not this flag.
_IS_HEAP_TYPE = 1 << 9
# Significant digits of `str` of a float.
_DIGITS = 12
_SPECIFICATION = re.compile(r"%(?:\(.*?\))?[-+ #0-9.*]*[sdiouxXeEfFgGcr]")


class printing:  # noqa: N801 - it is called as a function
    """A print statement; after one without a newline, the next to the same file begins with a space."""

    def __init__(self, file: Any = None) -> None:
        self._file = sys.stdout if file is None else file

    def value(self, value: Any) -> printing:
        """Write a value, after a space if one is before it in this line."""
        # The space is written before the value's own text is asked for, which may print itself.
        if self._file in _unended:
            self._file.write(" ")
        text = str_of(value)
        self._file.write(text)
        if text.endswith(_ENDS):
            _unended.discard(self._file)
        else:
            _unended.add(self._file)
        return self

    def end(self) -> None:
        """End the line."""
        _unended.discard(self._file)
        self._file.write("\n")


def written_to(file: Any) -> Any:
    """Return a file that the script is about to write to, so that the next value is printed without a space."""
    _unended.discard(file)
    return file


def end_line() -> None:
    """End the line of standard output, if the last `print` statement left it open, as Python 2 did at its end."""
    if sys.stdout in _unended:
        _unended.discard(sys.stdout)
        sys.stdout.write("\n")


def print_function(*values: Any, **named: Any) -> None:
    """Print values, as `from __future__ import print_function` lets `print` do."""
    print(*map(str_of, values), **named)


def str_of(value: Any) -> str:
    """Return `str(value)`, where a float has twelve digits."""
    kind = type(value)
    if kind is float:
        return _text_of_float(value)
    if kind is set or kind is frozenset:
        return f"{kind.__name__}([{', '.join(map(repr, value))}])"
    if kind is type and not value.__flags__ & _IS_HEAP_TYPE:
        of_errors = "exceptions." if issubclass(value, BaseException) and value.__module__ == "builtins" else ""
        return repr(value).replace("<class '", f"<type '{of_errors}")
    return value.decode("utf-8", "replace") if kind is bytes else str(value)


def _text_of_float(value: float) -> str:
    text = f"{value:.12g}"
    if not math.isfinite(value) or "." in text or "e" in text:
        return text
    if len(text.lstrip("-")) < _DIGITS:
        return f"{text}.0"
    # There was no room for ".0".
    digits, exponent = f"{value:.11e}".split("e")
    return f"{digits.rstrip('0').rstrip('.')}e{exponent}"


class _Float(float):
    """A number whose text has twelve digits, wherever it is put into another text."""

    def __str__(self) -> str:
        return _text_of_float(float(self))


def _as_text(value: Any) -> Any:
    return _Float(value) if type(value) is float else str_of(value) if isinstance(value, set | type) else value


def format_percent(text: str, values: Any) -> str:
    """Return `text % values`, where the values may be arrays of one element."""
    if isinstance(values, tuple):
        values = tuple(map(_as_text, values))
    elif isinstance(values, dict):
        values = {key: _as_text(value) for key, value in values.items()}
    else:
        values = _as_text(values)
    return percent(text, values)


def percent(text: str, values: Any) -> str:
    """Return `text % values`, where an array of one element counts as a number."""
    try:
        return str(text % values)
    except TypeError:
        if not isinstance(values, tuple):
            values = (values,)
        numeric = [not found.endswith(("s", "r")) for found in _SPECIFICATION.findall(text.replace("%%", ""))]
        if len(numeric) != len(values):
            raise
        numbers = [one(value) if is_number else value for value, is_number in zip(values, numeric, strict=True)]
        if all(number is value for number, value in zip(numbers, values, strict=True)):
            raise
    return text % tuple(numbers)


def one(value: Any) -> Any:
    """Return the number in an array of one element, and anything else as it is."""
    is_array = getattr(value, "size", None) == 1 and getattr(value, "ndim", 0) > 0
    return value.item() if is_array else value


def format_method(text: str) -> Callable[..., str]:
    """Return the method `text.format`."""

    def method(*values: Any, **named: Any) -> str:
        return text.format(*map(_as_text, values), **{name: _as_text(value) for name, value in named.items()})

    return method
