"""What operators, builtins and formats of Python 2 did with values."""

from __future__ import annotations

import decimal
import functools
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


def octal(number):
    """Return what `oct` gave in Python 2: the digits after a 0, without an `o`."""
    if hasattr(number, "__oct__"):
        return number.__oct__()
    digits = f"{number:o}"
    end = "" if -(2**63) <= number < 2**63 and type(number) in {int, bool} else "L"
    return digits + end if not number else digits.replace("-", "-0") + end if number < 0 else f"0{digits}{end}"


def hexadecimal(number):
    """Return what `hex` gave in Python 2, with an `L` for a long integer."""
    if hasattr(number, "__hex__"):
        return number.__hex__()
    return hex(number) if -(2**63) <= number < 2**63 and type(number) in {int, bool} else f"{hex(number)}L"


def stays_long(kind):
    """Let arithmetic with long integers give long ones."""

    def with_long_result(operator):
        def operate(self, *others):
            result = operator(self, *others)
            return kind(result) if type(result) is int else result

        return operate

    kind.__name__ = "long"
    names = ["add", "sub", "mul", "floordiv", "mod", "pow", "lshift", "rshift", "and", "or", "xor", "neg", "abs"]
    for name in [*names, "pos", "invert"]:
        for full in (f"__{name}__", f"__r{name}__"):
            if hasattr(int, full):
                setattr(kind, full, with_long_result(getattr(int, full)))
    return kind


@stays_long
class Long(int):
    """An integer of Python 2's type `long`, which `repr` showed with an `L`."""

    def __new__(cls, value=0, *base):
        """Convert a number or a text, which may end in `L`."""
        return super().__new__(cls, value.strip().rstrip("lL") if isinstance(value, str) else value, *base)

    def __repr__(self):
        return f"{int(self)}L"

    def __str__(self):
        return str(int(self))

    def __reduce__(self):
        return int, (int(self),)


def compare(a, b):
    """Compare two values of any types as Python 2: None came first, then numbers, then others by the type's name."""

    def place(value):
        name = (
            "" if isinstance(value, (int, float)) else {"bytes": "str"}.get(type(value).__name__, type(value).__name__)
        )
        return value is not None, name

    if isinstance(a, dict) and isinstance(b, dict):
        if len(a) != len(b) or a == b:
            return compare(len(a), len(b))
        different = [key for key in (*a, *b) if key not in a or key not in b or a[key] != b[key]]
        one, other = (min(filter(x.__contains__, different), key=functools.cmp_to_key(compare)) for x in (a, b))
        return compare(one, other) or compare(a[one], b[other])
    if type(a) is type(b) and isinstance(a, (list, tuple)):
        differences = (compare(x, y) for x, y in zip(a, b) if x is not y and x != y)
        return next(differences, None) or compare(len(a), len(b))
    if {complex} & {type(a), type(b)} and all(isinstance(value, (int, float, complex)) for value in (a, b)):
        raise TypeError("no ordering relation is defined for complex numbers")
    try:
        return int(a > b) - int(a < b)
    except TypeError:
        one, other = (place(a), place(b)) if place(a) != place(b) else (id(a), id(b))
        return int(one > other) - int(one < other)


# The key of `sorted`, `min` and `max` for values of any types.
mixed_order = functools.cmp_to_key(compare)
