"""What operators, builtins and formats of Python 2 did with values."""

from __future__ import annotations

import decimal
import math


def are_whole(*values):
    """Return whether all values are integers, or arrays of integers."""
    return all(isinstance(one, int) or getattr(getattr(one, "dtype", None), "kind", "") in set("biu") for one in values)


def divide(a, b):
    """Divide as `/` in Python 2: down to an integer if both are integers."""
    return a // b if are_whole(a, b) else a / b


def divide_in_place(a, b):
    """Return what `a /= b` left in `a` in Python 2: an integer if both are integers."""
    if are_whole(a, b):
        a //= b
    else:
        a /= b
    return a


def round_away(number, digits=0):
    """Round as `round` in Python 2: a half away from zero, to a float."""
    number = float(number)
    if not math.isfinite(number) or abs(number) > 1e22:
        return number
    step = decimal.Decimal(1).scaleb(-digits)
    context = decimal.Context(prec=400)
    return float(decimal.Decimal(number).quantize(step, decimal.ROUND_HALF_UP, context))
