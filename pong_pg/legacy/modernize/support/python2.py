"""What operators and builtins of Python 2 did."""

from __future__ import annotations

from typing import Any


def divide(a: Any, b: Any) -> Any:
    """Divide as Python 2's `/`, which gave an integer for two integers."""
    return a // b if isinstance(a, int) and isinstance(b, int) else a / b
