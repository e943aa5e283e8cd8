"""What statements, builtins and classes of Python 2 did."""

from __future__ import annotations

import atexit
import sys
import weakref
from typing import Any

# The files whose line `print_values` has left open.
_open_lines: Any = weakref.WeakSet()


def print_values(*values: Any, newline: bool = True, file: Any = None) -> None:
    """Print as Python 2's statement, which left its line open after a comma.

    The space after its last value was only written when another value followed on the line.
    """
    file = sys.stdout if file is None else file
    for value in values:
        if file in _open_lines:
            file.write(" ")
        text = str(value)
        file.write(text)
        if text.endswith(("\n", "\t", "\r", "\v", "\f")):
            _open_lines.discard(file)
        else:
            _open_lines.add(file)
    if newline:
        _open_lines.discard(file)
        file.write("\n")


def write_text(text: str) -> None:
    """Write to standard output; what `print_values` prints after it begins without a space."""
    _open_lines.discard(sys.stdout)
    sys.stdout.write(text)


@atexit.register
def end_line() -> None:
    """End a line that `print_values` has left open, as Python 2 did at its end."""
    if sys.stdout in _open_lines:
        sys.stdout.write("\n")
