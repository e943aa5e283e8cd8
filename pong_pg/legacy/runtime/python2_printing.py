"""The print statement of Python 2, whose spaces depend on what was printed before."""

from __future__ import annotations

import contextlib
import io
import sys
import weakref
from typing import Any

from pong_pg.legacy.runtime.byte_strings import to_bytes
from pong_pg.legacy.runtime.default_encoding import encoded
from pong_pg.legacy.runtime.python2_output import Output, print_text
from pong_pg.legacy.runtime.python2_text import str_of

__all__ = [
    "end_line",
    "print_statement",
    "print_to",
    "printing",
    "write",
]

_unended: weakref.WeakSet[Any] = weakref.WeakSet()


def print_statement(*values: Any, newline: bool = True) -> None:
    """Do Python 2's `print values`; after one without a newline, the next to the same file begins with a space."""
    print_to(None, *values, newline=newline)


class printing:  # noqa: N801 - it is called as a function
    """A print statement whose values are written one by one.

    Args:
        file: where it writes to; None for standard output.
    """

    def __init__(self, file: Any = None) -> None:
        self._file = file

    def value(self, value: Any) -> printing:
        """Write a value, after a space if one is before it in this line."""
        print_to(self._file, value, newline=False)
        return self

    def end(self) -> None:
        """End the line."""
        print_to(self._file)


def print_to(file: Any, *values: Any, newline: bool = True) -> None:
    """Do Python 2's `print >>file, values`."""
    file = sys.stdout if file is None else file
    for value in values:
        # The space is written before the value's own text is asked for, which may print itself.
        if file in _unended:
            _unended.discard(file)
            file.write(" ")
        text = str_of(value)
        print_text(file, text)
        if text.endswith(_ENDS):
            _unended.discard(file)
        else:
            _unended.add(file)
    if newline:
        _unended.discard(file)
        file.write("\n")


_ENDS = ("\n", "\t", "\r", "\v", "\f")


def write(file: Any, /, *arguments: Any, **named: Any) -> Any:
    """Do `file.write(text)`; what `print` writes next to it begins without a space."""
    with contextlib.suppress(TypeError):
        # What can't be hashed is nothing that `print` wrote to.
        _unended.discard(file)
    if isinstance(file, Output) and arguments:
        return file.print_text(arguments[0])
    try:
        return file.write(*arguments, **named)
    except TypeError:
        if not isinstance(file, io.RawIOBase | io.BufferedIOBase) or not isinstance(arguments[0], str):
            raise
    # A binary file of today, such as that of a connection, takes the bytes of a byte string.
    return file.write(to_bytes(encoded(arguments[0])))


def end_line() -> None:
    """End the line of standard output, if the last `print` statement left it open, as Python 2 did at its end."""
    if sys.stdout in _unended:
        _unended.discard(sys.stdout)
        sys.stdout.write("\n")
