"""Operators for the files of scripts from before NumPy 2: the types of results are those of then.

Rewritten scripts call these functions in place of operators. Operands of other types than NumPy's narrow ones and
arrays go straight to the operator.
"""

from __future__ import annotations

import functools
import operator
import sys
import warnings
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from pong_pg.legacy.read.own import is_own
from pong_pg.legacy.runtime import notes, python2_compare
from pong_pg.legacy.runtime.promotion import full_size, operands, watched

_array = np.ndarray
Operator = Callable[[Any, Any], Any]


# The operations that took the first type that holds both operands, by NumPy's names.
_FIRST_THAT_FITS = frozenset({
    "bitwise_and", "bitwise_or", "bitwise_xor", "floor_divide", "fmod", "gcd", "lcm", "left_shift", "power",
    "remainder", "right_shift",
})  # fmt: skip


def promoting(operate: Operator, name: str = "", *, in_place: bool = False) -> Operator:
    """Return an operation of two operands whose result has the type that it had before NumPy 2.

    Args:
        operate: the operation.
        name: NumPy's name of it, if it is not that of the function.
        in_place: it changes its first operand.
    """
    signed = (name or operate.__name__) in _FIRST_THAT_FITS

    def calculate(a: Any, b: Any) -> Any:
        kind, other = type(a), type(b)
        if kind in watched:
            if kind is _array and other is _array and a.ndim and b.ndim:
                return operate(a, b)
        elif other not in watched:
            return operate(a, b)
        left, right = operands(a, b, signed)
        if not _said and (left is not a or right is not b):
            return _say_if_it_differs(operate, (a, b), (left, right), in_place)
        return operate(left, right)

    return calculate


def _comparing(compare: Operator, otherwise: bool | None = None) -> Operator:
    """Return a comparison of then.

    Args:
        compare: the operator.
        otherwise: its result for arrays that can't be compared, such as those of different lengths; None where they
            are an error.
    """

    def calculate(a: Any, b: Any) -> Any:
        kind, other = type(a), type(b)
        if kind not in watched and other not in watched:
            return compare(a, b)
        if other is int and kind in watched and a.dtype.kind in "iub":
            # Integers are compared by their values in all versions.
            return compare(a, b)
        left, right = operands(a, b)
        try:
            if not _said and (left is not a or right is not b):
                return _say_if_it_differs(compare, (a, b), (left, right), False)
            result = compare(left, right)
        except ValueError as error:
            if otherwise is None or "broadcast" not in str(error):
                raise
            return otherwise
        if (other is str or kind is str) and otherwise is not None and type(result) is _array:
            # An array of numbers was never equal to a text, as a whole.
            return otherwise if _kind(a) in _NUMERIC or _kind(b) in _NUMERIC else result
        return result

    return calculate


_INEXACT = frozenset("fc")
_NUMERIC = frozenset("biufc")


def _kind(value: Any) -> str:
    dtype = getattr(value, "dtype", None)
    return dtype.kind if type(dtype) is not str and isinstance(dtype, np.dtype) else ""


_said = False


def _say_if_it_differs(operate: Operator, given: tuple[Any, Any], taken: tuple[Any, Any], in_place: bool) -> Any:
    """Return `operate(*taken)`, and say so, the first time, if today's result of the given operands is another."""
    global _said  # noqa: PLW0603 - once a process
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            today = operate(given[0].copy(), given[1]) if in_place and isinstance(given[0], _array) else operate(*given)
    except Exception as error:  # whatever today's NumPy makes of it
        today = error
    result = operate(*taken)
    if isinstance(today, Exception) or not _same(today, result):
        _said = True
        now = "an error" if isinstance(today, Exception) else _type(today)
        notes.say_once(
            f"{_place()}the types of results are those before NumPy 2: {_type(given[0])} and {_type(given[1])} give "
            f"{_type(result)}{' of another value' if _type(result) == now else f', today {now}'}"
        )
    return result


def _same(a: Any, b: Any) -> bool:
    return _type(a) == _type(b) and np.array_equal(a, b, equal_nan=_kind(a) in _INEXACT)


def _type(value: Any) -> str:
    name = str(getattr(value, "dtype", type(value).__name__))
    return f"an array of {name}" if isinstance(value, _array) and value.ndim else name


def _place() -> str:
    """Return the line of the script that is running, as "file:line: "; "" if there is none."""
    frame: Any = sys._getframe(1)
    while frame is not None:
        if is_own(frame.f_code.co_filename):
            return f"{frame.f_code.co_filename.rpartition('/')[2]}:{frame.f_lineno}: "
        frame = frame.f_back
    return ""


# Named after the nodes of `ast`.
promoted_add = promoting(operator.add)
promoted_sub = promoting(operator.sub)
promoted_mult = promoting(operator.mul)
promoted_div = promoting(operator.truediv)
promoted_floordiv = promoting(operator.floordiv, "floor_divide")
promoted_mod = promoting(operator.mod, "remainder")
promoted_pow = promoting(operator.pow, "power")
promoted_lshift = promoting(operator.lshift, "left_shift")
promoted_rshift = promoting(operator.rshift, "right_shift")
promoted_bitand = promoting(operator.and_, "bitwise_and")
promoted_bitor = promoting(operator.or_, "bitwise_or")
promoted_bitxor = promoting(operator.xor, "bitwise_xor")

promoted_iadd = promoting(operator.iadd, in_place=True)
promoted_isub = promoting(operator.isub, in_place=True)
promoted_imult = promoting(operator.imul, in_place=True)
promoted_idiv = promoting(operator.itruediv, in_place=True)
promoted_ifloordiv = promoting(operator.ifloordiv, "floor_divide", in_place=True)
promoted_imod = promoting(operator.imod, "remainder", in_place=True)
promoted_ipow = promoting(operator.ipow, "power", in_place=True)
promoted_ilshift = promoting(operator.ilshift, "left_shift", in_place=True)
promoted_irshift = promoting(operator.irshift, "right_shift", in_place=True)
promoted_ibitand = promoting(operator.iand, "bitwise_and", in_place=True)
promoted_ibitor = promoting(operator.ior, "bitwise_or", in_place=True)
promoted_ibitxor = promoting(operator.ixor, "bitwise_xor", in_place=True)

# The builtins.
divided = promoting(divmod)


def power(base: Any, exponent: Any, *modulus: Any) -> Any:
    """Return `pow(base, exponent, *modulus)`."""
    return pow(base, exponent, *modulus) if modulus else promoted_pow(base, exponent)


compared_eq = _comparing(operator.eq, otherwise=False)
compared_noteq = _comparing(operator.ne, otherwise=True)
compared_lt = _comparing(operator.lt)
compared_lte = _comparing(operator.le)
compared_gt = _comparing(operator.gt)
compared_gte = _comparing(operator.ge)


# Those of a Python 2 program, which has an order of all values.
ordered_lt = _comparing(python2_compare.lt)
ordered_le = _comparing(python2_compare.le)
ordered_gt = _comparing(python2_compare.gt)
ordered_ge = _comparing(python2_compare.ge)


class _Old:
    """Stands for the old value in `target += value`."""

    __slots__ = ("_value",)

    def __init__(self, value: Any) -> None:
        self._value = value

    def __iadd__(self, other: Any) -> Any:
        return promoted_iadd(self._value, other)

    def __isub__(self, other: Any) -> Any:
        return promoted_isub(self._value, other)

    def __imul__(self, other: Any) -> Any:
        return promoted_imult(self._value, other)

    def __itruediv__(self, other: Any) -> Any:
        return promoted_idiv(self._value, other)

    def __ifloordiv__(self, other: Any) -> Any:
        return promoted_ifloordiv(self._value, other)

    def __imod__(self, other: Any) -> Any:
        return promoted_imod(self._value, other)

    def __ipow__(self, other: Any) -> Any:
        return promoted_ipow(self._value, other)

    def __ilshift__(self, other: Any) -> Any:
        return promoted_ilshift(self._value, other)

    def __irshift__(self, other: Any) -> Any:
        return promoted_irshift(self._value, other)

    def __iand__(self, other: Any) -> Any:
        return promoted_ibitand(self._value, other)

    def __ior__(self, other: Any) -> Any:
        return promoted_ibitor(self._value, other)

    def __ixor__(self, other: Any) -> Any:
        return promoted_ibitxor(self._value, other)

    def __imatmul__(self, other: Any) -> Any:
        self._value @= other
        return self._value


def in_place(value: Any) -> Any:
    """Return what `target += other` changes: the value, or what stands for it and gives the type of then."""
    return _Old(value) if type(value) in watched else value


def total(values: Iterable[Any], *arguments: Any, **named: Any) -> Any:
    """Return `sum(values, start)`: a narrow number beside a number of Python makes it int64 or float64."""
    start = (*arguments, *named.values())
    if not watched or (start and type(start[0]) not in {int, float, complex}):
        return _plain_sum(values, *start)
    listed = values if isinstance(values, list | tuple | _array) else list(values)
    narrow = len(listed) > 0 and type(listed[0]) in watched and not isinstance(listed[0], _array)
    return _plain_sum(listed, full_size(*start or (0,))) if narrow or _is_narrow(listed) else _plain_sum(listed, *start)


def _one_by_one(values: Iterable[Any], start: Any = 0, /) -> Any:
    """Return `sum(values, start)` as up to Python 3.11: one addition after the other, with the rounding of each."""
    if isinstance(start, str | bytes | bytearray):
        raise TypeError("sum() can't sum strings [use ''.join(seq) instead]")
    return functools.reduce(operator.add, values, start)


# From Python 3.12 on, `sum` compensates for the rounding of floats.
_plain_sum: Any = sum if sys.version_info < (3, 12) else _one_by_one


def _is_narrow(values: Any) -> bool:
    return isinstance(values, _array) and values.ndim == 1 and values.dtype.type in watched


def truth(value: Any) -> Any:
    """Return a value whose truth is that of `value`: an array without elements was false."""
    return False if type(value) is _array and value.size == 0 else value
