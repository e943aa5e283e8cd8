"""Python 2's order of values of different types, used where Python 3 refuses to compare."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from pong_pg.legacy.runtime.python2_classes import is_old_style
from pong_pg.legacy.runtime.python2_order import ordered

_REFUSED = "not supported between instances of"
# Types whose own comparison refused any other type in Python 2, too.
_REFUSING = frozenset(["date", "datetime", "time", "timedelta"])
_TYPE_NAMES = {"range": "xrange", "bytes": "str", "dict_keys": "dict_keys", "TextIOWrapper": "file"}
_MISSING = object()


def is_refused(error: TypeError) -> bool:
    """Return whether an error says that Python 3 has no order for two values."""
    return _REFUSED in str(error)


def lt(a: Any, b: Any) -> Any:
    """Return `a < b`."""
    try:
        return a < b
    except TypeError as error:
        return _otherwise(a, b, operator.lt, error)


def le(a: Any, b: Any) -> Any:
    """Return `a <= b`."""
    try:
        return a <= b
    except TypeError as error:
        return _otherwise(a, b, operator.le, error)


def gt(a: Any, b: Any) -> Any:
    """Return `a > b`."""
    try:
        return a > b
    except TypeError as error:
        return _otherwise(a, b, operator.gt, error)


def ge(a: Any, b: Any) -> Any:
    """Return `a >= b`."""
    try:
        return a >= b
    except TypeError as error:
        return _otherwise(a, b, operator.ge, error)


def chain(first: Any, *others: Any) -> Any:
    """Return `a < b < c ...`.

    Args:
        first: the first value.
        others: the name of each operator and the value after it; from the second on a function that returns it.
    """
    left, result = first, True
    for place in range(0, len(others), 2):
        right = others[place + 1]() if place else others[place + 1]
        result = _OPERATORS[others[place]](left, right)
        if not result:
            return result
        left = right
    return result


_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "Lt": lt, "LtE": le, "Gt": gt, "GtE": ge, "Eq": operator.eq, "NotEq": operator.ne, "Is": operator.is_,
    "IsNot": operator.is_not, "In": lambda a, b: a in b, "NotIn": lambda a, b: a not in b,
}  # fmt: skip


def _otherwise(a: Any, b: Any, operate: Callable[[Any, Any], Any], error: TypeError) -> Any:
    # An error from a method of the script, or from a library's, is the script's.
    inside = error.__traceback__ is not None and error.__traceback__.tb_next is not None
    if inside or isinstance(a, np.ndarray) or isinstance(b, np.ndarray):
        raise error
    if isinstance(a, np.generic) or isinstance(b, np.generic):
        # NumPy compared a scalar with something else as objects.
        return np.bool_(operate(_three_way(_plain(a), _plain(b)), 0))
    if _REFUSED not in str(error):
        raise error
    if type(a) is type(b) and isinstance(a, list | tuple):
        return _of_sequences(a, b, operate)
    return operate(_three_way(a, b), 0)


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value


def _of_sequences(a: Any, b: Any, operate: Callable[[Any, Any], Any]) -> Any:
    for one, other in zip(a, b, strict=False):
        if one is not other and one != other:
            return _BY_OPERATOR[operate](one, other)
    return operate(len(a), len(b))


_BY_OPERATOR = {operator.lt: lt, operator.le: le, operator.gt: gt, operator.ge: ge}


def _three_way(a: Any, b: Any) -> int:
    """Return -1, 0 or 1 for values that have no order of their own."""
    if isinstance(a, complex) or isinstance(b, complex):
        if _is_number(a) and _is_number(b):
            raise TypeError("no ordering relation is defined for complex numbers")
    elif isinstance(a, dict) and isinstance(b, dict):
        return _of_dicts(a, b)
    for one, other in ((a, b), (b, a)):
        if type(one).__module__ == "datetime" and type(one).__name__ in _REFUSING:
            raise TypeError(f"can't compare {_full_name(one)} to {_full_name(other)}")
    if a is b:
        return 0
    if type(a) is type(b):
        return _sign(id(a), id(b))
    if a is None or b is None:
        return -1 if a is None else 1
    names = _name_in_order(a), _name_in_order(b)
    return _sign(*names) if names[0] != names[1] else _sign(id(type(a)), id(type(b)))


def _sign(a: Any, b: Any) -> int:
    return int(a > b) - int(a < b)


def _full_name(value: Any) -> str:
    kind = type(value)
    return f"datetime.{kind.__name__}" if kind.__module__ == "datetime" else kind.__name__


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | complex | np.number)


def _name_in_order(value: Any) -> str:
    """Return the name of a value's type, by which types are ordered; numbers come first."""
    kind = type(value)
    if hasattr(kind, "__int__") or hasattr(kind, "__float__") or is_old_style(kind):
        return ""
    if isinstance(value, type):
        return "classobj" if is_old_style(value) else kind.__name__
    return _TYPE_NAMES.get(kind.__name__, kind.__name__)


def _of_dicts(a: dict[Any, Any], b: dict[Any, Any]) -> int:
    if len(a) != len(b):
        return _sign(len(a), len(b))
    key, value = _least_difference(a, b)
    if key is _MISSING:
        return 0
    other_key, other_value = _least_difference(b, a)
    if other_key is _MISSING:
        return 0
    return compare(key, other_key) or compare(value, other_value)


def _least_difference(a: dict[Any, Any], b: dict[Any, Any]) -> tuple[Any, Any]:
    least: Any = _MISSING
    for key, value in a.items():
        if (key not in b or not (value is b[key] or value == b[key])) and (least is _MISSING or lt(key, least)):
            least = key
    return least, a.get(least)


def compare(a: Any, b: Any) -> int:
    """Compare two values; return -1, 0 or 1.

    Raises:
        TypeError: they are complex numbers, or one of them only compares with its own kind.
    """
    if a is b:
        return 0
    for one, other, sign in ((a, b, 1), (b, a, -1)):
        method = getattr(type(one), "__cmp__", None)
        if method is not None and (result := method(one, other)) is not NotImplemented:
            return sign * _sign(result, 0)
    if a == b:
        return 0
    if lt(a, b):
        return -1
    # What is neither less nor greater, such as NaN, was greater.
    return 1 if gt(a, b) or (_is_number(a) and _is_number(b)) else _three_way(a, b)


key_of = functools.cmp_to_key(lambda a, b: -1 if lt(a, b) else int(bool(lt(b, a))))


def sort_list(values: list[Any], key: Any = None, reverse: bool = False) -> None:
    """Do `values.sort(key=key, reverse=reverse)`."""
    before = values.copy()
    try:
        values.sort(key=key, reverse=reverse)
    except TypeError as error:
        if _REFUSED not in str(error):
            raise
        # A sort that failed may have moved some values.
        values[:] = before
        values.sort(key=_wrapped(key), reverse=reverse)


def _wrapped(key: Any) -> Callable[[Any], Any]:
    return key_of if key is None else lambda value: key_of(key(value))


def sorted_list(values: Iterable[Any], key: Any = None, reverse: bool = False) -> list[Any]:
    """Return `sorted(values, key=key, reverse=reverse)`."""
    made = list(ordered(values))
    sort_list(made, key, reverse)
    return made


def least(*arguments: Any, **named: Any) -> Any:
    """Return `min(...)`."""
    try:
        if len(arguments) != 1:
            return min(*arguments, **named)
        arguments = (_collected(arguments[0]),)
        return min(*arguments, **named)
    except TypeError as error:
        return _extreme(min, arguments, named, error)


def greatest(*arguments: Any, **named: Any) -> Any:
    """Return `max(...)`."""
    try:
        if len(arguments) != 1:
            return max(*arguments, **named)
        arguments = (_collected(arguments[0]),)
        return max(*arguments, **named)
    except TypeError as error:
        return _extreme(max, arguments, named, error)


def _collected(values: Any) -> Any:
    """Return values that can be gone through twice, in Python 2's order."""
    values = ordered(values)
    return list(values) if hasattr(values, "__next__") else values


def _extreme(plain: Callable[..., Any], arguments: Any, named: dict[str, Any], error: TypeError) -> Any:
    if _REFUSED not in str(error) or not arguments or not named.keys() <= {"key"}:
        raise error
    return plain(*arguments, key=_wrapped(named.get("key")))
