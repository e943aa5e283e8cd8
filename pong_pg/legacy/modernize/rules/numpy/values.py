"""What values a place of a program may have, as far as the types of NumPy's results depend on it."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from pong_pg.legacy.modernize.kind_values import Kind
from pong_pg.legacy.runtime.promotion import smallest_beside

PYTHON, SCALAR, ARRAY, LIST, DTYPE, OTHER = "python", "scalar", "array", "list", "dtype", "other"
# What packages make that are no objects of this file, such as environments.
FOREIGN = "foreign"
# A dtype that the program chooses while it runs.
ANY = "any"
_FULL = {"bool": "bool", "int": "int64", "float": "float64", "complex": "complex128"}
_ORDER = "biufc"
_RANKS = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 2}
_MOST = 8
_NOT_NUMBERS = frozenset({"object", "str", "void"})
_WIDE = frozenset({"", "bool", "int64", "float64", "complex128", "object", "str", "void"})


@dataclass(frozen=True)
class Value:
    """One of the values that an expression may have.

    Attributes:
        form: a number of Python, a scalar or an array of NumPy, a list or tuple, a dtype, or anything else.
        dtype: the name of the dtype, `ANY`, or that of Python's type of a number.
        dimensions: how many an array has; None if it is not known.
        items: what a list, a tuple or the values of a dict may hold.
        constant: the number or text, if it is one.
        parts: what a list or tuple has at each place; empty if its length is not known.
        lengths: the shape of an array; None if it is not known.
    """

    form: str
    dtype: str = ""
    dimensions: int | None = None
    items: frozenset[Value] = frozenset()
    constant: Any = None
    parts: tuple[frozenset[Value], ...] = ()
    lengths: tuple[int, ...] | None = None

    @property
    def is_narrow(self) -> bool:
        """Whether the result of an operation with it may have another type since NumPy 2."""
        return self.form in {SCALAR, ARRAY} and self.dtype not in _WIDE

    @property
    def kind(self) -> str:
        """The letter of the kind of its dtype, "" if there is none."""
        name = _FULL.get(self.dtype, self.dtype)
        return np.dtype(name).kind if self.form in {PYTHON, SCALAR, ARRAY} and name not in {"", ANY} else ""


# What an expression may have; empty if nothing is known of it.
Values = frozenset[Value]
NOTHING: Values = frozenset()
SOMETHING = Value(OTHER, "unknown")
UNKNOWN: Values = frozenset({SOMETHING})
NONE: Values = frozenset({Value(OTHER, "None")})
TEXT: Values = frozenset({Value(OTHER, "str")})


def python(dtype: str, constant: Any = None) -> Values:
    """Return a number of Python."""
    return frozenset({Value(PYTHON, dtype, constant=constant)})


def scalar(dtype: str) -> Values:
    """Return a scalar of NumPy."""
    return frozenset({Value(SCALAR, dtype)})


def array(dtype: str, dimensions: int | None = None, lengths: tuple[int, ...] | None = None) -> Values:
    """Return an array; one of no dimensions counts as a scalar."""
    if lengths is not None:
        dimensions = len(lengths)
    return frozenset({Value(ARRAY, dtype, dimensions, lengths=lengths)}) if dimensions != 0 else scalar(dtype)


def list_of(items: Values, parts: tuple[Values, ...] = ()) -> Values:
    """Return a list, or a tuple whose parts are known."""
    return frozenset({Value(LIST, items=_shallow(items), parts=tuple(map(_shallow, parts)))})


def _shallow(items: Values, depth: int = 3) -> Values:
    """Return items that are not nested without end."""
    if depth == 0:
        return frozenset(SOMETHING if item.items else item for item in items)
    return frozenset(
        replace(
            item,
            items=_shallow(item.items, depth - 1),
            parts=tuple(_shallow(part, depth - 1) for part in item.parts),
        )
        if item.items
        else item
        for item in items
    )


def joined(*several: Values) -> Values:
    """Return the values of several places together."""
    found = frozenset[Value]().union(*several)
    if len(found) > _MOST:
        # Without the constants, and then without the dimensions.
        found = frozenset(Value(one.form, one.dtype, one.dimensions, one.items) for one in found)
    if len(found) > _MOST:
        found = frozenset(Value(one.form, one.dtype) for one in found)
    return found if len(found) <= 2 * _MOST else UNKNOWN


def is_known(values: Values) -> bool:
    """Return whether something is known of all values."""
    return bool(values) and SOMETHING not in values


def all_of(values: Values, *forms: str) -> bool:
    """Return whether all values are of some forms."""
    return bool(values) and all(value.form in forms for value in values)


def full(value: Value) -> str:
    """Return the dtype of a number among numbers."""
    return _FULL.get(value.dtype, value.dtype)


def name_of(dtype: Any) -> str:
    """Return the name of a dtype; "void" for those of several fields."""
    kind = np.dtype(dtype)
    return kind.name if kind.kind in _ORDER else {"O": "object", "U": "str", "S": "str"}.get(kind.kind, "void")


def promoted(names: Iterable[str]) -> str:
    """Return the dtype that arrays of some dtypes have in common."""
    known = list(names)
    if not known or ANY in known or "" in known:
        return ANY if ANY in known else ""
    if not {*known}.isdisjoint(_NOT_NUMBERS):
        return known[0] if len({*known}) == 1 else "object"
    try:
        return name_of(np.result_type(*map(np.dtype, known)))
    except TypeError:
        return "object"


def beside(array_dtype: str, other: Value) -> str:
    """Return the dtype of an array beside a number, as NumPy 1 found it, for a value that is not too large."""
    own, full_name = np.dtype(array_dtype), full(other)
    if full_name == ANY:
        return ANY
    if own.kind not in _ORDER:
        return array_dtype
    if other.constant is not None and isinstance(other.constant, int | float):
        try:
            return str(np.promote_types(own, smallest_beside(own, other.constant)))
        except (TypeError, OverflowError):
            return "object"
    if _RANKS[np.dtype(full_name).kind] > _RANKS[own.kind]:
        return str(np.promote_types(own, np.dtype(full_name)))
    return array_dtype


def differs(first: Value, second: Value) -> bool:
    """Return whether NumPy 2 may give another result for two operands than NumPy 1 did."""
    if ANY in {first.dtype, second.dtype} and {first.form, second.form} <= {ARRAY, SCALAR, PYTHON, OTHER}:
        return not (first.form == second.form == ARRAY and first.dimensions and second.dimensions)
    if SOMETHING in {first, second}:
        known = second if first == SOMETHING else first
        return known.is_narrow
    forms = {first.form, second.form}
    if not forms <= {ARRAY, SCALAR, PYTHON} or forms == {PYTHON}:
        return False
    if first.form == second.form or not {first.kind, second.kind} <= set(_ORDER):
        return False
    if forms == {SCALAR, PYTHON}:
        one, number = (first, second) if first.form == SCALAR else (second, first)
        if number.dtype == "bool":
            return False
        return promoted([one.dtype, full(number)]) != _beside_number(one.dtype, number)
    one, other = (first, second) if first.form == ARRAY else (second, first)
    if other.form == SCALAR:
        is_lower = _RANKS[other.kind] <= _RANKS[one.kind]
        return is_lower and promoted([one.dtype, other.dtype]) != one.dtype
    return _number_differs(one.dtype, other)


def _beside_number(dtype: str, number: Value) -> str:
    """Return the dtype that NumPy 2 gives for a scalar beside a number of Python."""
    kinds = {"int": "i", "float": "f", "complex": "c"}
    if _RANKS[np.dtype(dtype).kind] >= _RANKS[kinds[number.dtype]]:
        return dtype if number.dtype != "complex" or dtype.startswith("c") else promoted([dtype, "complex64"])
    return promoted([dtype, full(number)])


def _number_differs(dtype: str, number: Value) -> bool:
    """Return whether an array of a dtype beside a number of Python has another type, or is an error, in NumPy 2."""
    kind = np.dtype(dtype).kind
    if number.dtype == "bool" or kind in "bc" or (number.dtype in {"float", "complex"} and kind in "iu"):
        return False
    if number.constant is not None:
        return beside(dtype, number) != dtype
    # An integer of unknown size: an error of NumPy 2 where it does not fit. Beside floats it is taken to be small.
    return number.dtype == "int" and kind in "iu" and dtype != "int64"


def lengths_of(values: Values) -> tuple[int, ...] | None:
    """Return the shape of the array that something is, or that NumPy makes of it; None if it is not known."""
    shapes = {_lengths(value) for value in values}
    return shapes.pop() if len(shapes) == 1 else None


def _lengths(value: Value) -> tuple[int, ...] | None:
    if value.form in {PYTHON, SCALAR}:
        return ()
    if value.form == LIST and value.parts:
        shapes = {lengths_of(part) for part in value.parts}
        inner = shapes.pop() if len(shapes) == 1 else None
        return None if inner is None else (len(value.parts), *inner)
    return value.lengths if value.form == ARRAY else None


def is_ragged(values: Values) -> bool | None:
    """Return whether sequences hold sequences of different lengths, or numbers beside them; None if it is not known."""
    # An empty list is one that is filled later.
    verdicts = {_is_ragged(value) for value in values - {Value(LIST)} or values}
    return verdicts.pop() if len(verdicts) == 1 else None


def _is_ragged(value: Value) -> bool | None:
    if value.form in {PYTHON, SCALAR, ARRAY} or value == Value(LIST):
        return False
    if value.form != LIST:
        return None
    inner = {is_ragged(part) for part in value.parts or (frozenset({item}) for item in value.items)}
    if True in inner:
        return True
    items = [item for part in value.parts for item in part] or list(value.items)
    if any(item.form == OTHER for item in items):
        # Objects, texts and what is not known.
        sequences = [item for item in items if item.form == LIST or (item.form == ARRAY and item.dimensions)]
        known = all(item.dtype in {"NoneType", "str"} for item in items if item.form == OTHER)
        return True if known and sequences else None
    depths = {0 if item.form in {PYTHON, SCALAR} else 1 for item in items}
    if depths == {0, 1}:
        unsure = any(item.form == ARRAY and item.dimensions is None for item in items)
        return None if unsure else True
    firsts = {_first_length(item) for item in items} if depths == {1} else {0}
    if len(firsts - {None}) > 1:
        return True
    return None if None in firsts or None in inner else False


def _first_length(value: Value) -> int | None:
    if value.form == LIST:
        return len(value.parts) if value.parts or not value.items else None
    return value.lengths[0] if value.lengths else None


def items(values: Values) -> Values:
    """Return what iterating over something gives."""
    found = NOTHING
    for value in values:
        if value.form == LIST:
            # Nothing of an empty list, which is filled elsewhere.
            found = joined(found, value.items)
        elif value.form == ARRAY:
            found = joined(found, row(value, 1))
        elif value.dtype == "range":
            found = joined(found, python("int"))
        else:
            found = joined(found, UNKNOWN if value.dtype != "str" else TEXT)
    return found


def row(value: Value, fewer: int) -> Values:
    """Return an array of fewer dimensions, or a scalar."""
    if value.dimensions is None:
        return joined(array(value.dtype), scalar(value.dtype))
    return array(value.dtype, max(value.dimensions - fewer, 0))


class Arrays(Protocol):
    """Tells what arrays and scalars of NumPy expressions are."""

    def of(self, node: ast.expr) -> Values:
        """Return what an expression may be."""

    def kind(self, node: ast.expr) -> Kind:
        """Return the kinds of an expression, as of `kinds`; none where nothing of NumPy's shows them."""
