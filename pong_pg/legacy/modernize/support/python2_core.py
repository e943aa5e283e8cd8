"""What statements, builtins and classes of Python 2 did."""

from __future__ import annotations

import atexit
import sys
import weakref

# The files whose line `print_values` has left open.
_open_lines = weakref.WeakSet()


def print_values(*values, newline=True, file=None):
    """Print as Python 2's statement, which left its line open after a comma.

    The space after its last value was only written when another value followed on the line.
    """
    file = sys.stdout if file is None else file
    for value in values:
        if file in _open_lines:
            # Before the value's own text is asked for, which may print itself.
            _open_lines.discard(file)
            file.write(" ")
        text = str(value)
        file.write(text)
        (_open_lines.discard if text.endswith(("\n", "\t", "\r", "\v", "\f")) else _open_lines.add)(file)
    if newline:
        _open_lines.discard(file)
        file.write("\n")


def write_text(text):
    """Write to standard output; what `print_values` prints after it begins without a space."""
    _open_lines.discard(sys.stdout)
    sys.stdout.write(text)


@atexit.register
def end_line():
    """End a line that `print_values` has left open, as Python 2 did at its end."""
    if sys.stdout in _open_lines:
        sys.stdout.write("\n")


def cmp(a, b):
    """Compare two values: -1, 0 or 1 if the first is less, equal or greater."""
    return int(a > b) - int(a < b)


def coerce(a, b):
    """Return two numbers converted to a common type."""
    common = a + b
    return type(common)(a), type(common)(b)


def apply(function, arguments=(), named=None):
    """Call a function with a sequence of arguments and a dict of keyword arguments."""
    return function(*arguments, **(named or {}))


def next_of(iterator):
    """Call the `next` method of an object that has one, or take the next value of an iterator."""
    return iterator.next() if hasattr(iterator, "next") else next(iterator)


def filtered(function, values):
    """Filter as Python 2, where a filtered string was a string and a filtered tuple a tuple."""
    kept = filter(function, values)
    if isinstance(values, str):
        return "".join(kept)
    return tuple(kept) if isinstance(values, tuple) else list(kept)


def message(error):
    """Return the `message` that exceptions had: their only argument, or an empty text."""
    if hasattr(error, "message"):
        return error.message
    return error.args[0] if len(error.args) == 1 else ""


def exception(kind, value=None):
    """Return what `raise kind, value` raised: the value may be the exception, its arguments or one of them."""
    if isinstance(kind, BaseException):
        return kind
    if isinstance(value, kind):
        return value
    if value is None:
        return kind()
    return kind(*value) if isinstance(value, tuple) else kind(value)
