"""The types that results had before NumPy 2, where the value of a scalar took part in choosing them.

Up to NumPy 1.26 a scalar (a number of Python or NumPy, or an array of no dimensions) beside an array counted as the
smallest type that holds its value, unless it was of a higher kind than the array: integers are above booleans, and
floats and complex numbers above integers. Without an array, a number of Python counted as int64, float64 or complex128.
NumPy 2 looks at types alone, and a number of Python takes the type of what stands beside it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.legacy.read import settings

IS_NUMPY_2 = int(np.__version__.partition(".")[0]) >= 2

_array = np.ndarray
_FULL_SIZE: dict[type[Any], Any] = {
    bool: np.dtype(np.bool_),
    int: np.dtype(np.int64),
    float: np.dtype(np.float64),
    complex: np.dtype(np.complex128),
}
_NARROW_KINDS = (
    np.int8, np.int16, np.int32, np.uint8, np.uint16, np.uint32, np.uint64, np.float16, np.float32, np.complex64,
)  # fmt: skip
_WATCHED = frozenset({_array, np.matrix, np.memmap, np.recarray, np.ma.MaskedArray, *_NARROW_KINDS})
# The types of operands that need a look; with any others NumPy 2 does what NumPy 1 did. Empty where nothing does.
watched: set[type[Any]] = set()
_ORDER = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 2}
_EVERYTHING = (float("-inf"), float("inf"))
# In place of a lowest value: each value needs a look.
_EACH = object()


def switch(on: bool) -> None:
    """Promote as before NumPy 2 from now on, or as the installed NumPy does."""
    watched.clear()
    if on and IS_NUMPY_2:
        watched.update(_WATCHED)


def operands(a: Any, b: Any, signed: bool = False) -> tuple[Any, Any]:
    """Return two operands that NumPy 2 promotes as earlier versions promoted the given ones.

    Args:
        a: the first.
        b: the second.
        signed: the operation is one of those that took the first type that holds the value, and so int16 for 300
            beside an array of uint8, where `a + b` took uint16.
    """
    a_is_array = isinstance(a, _array)
    b_is_array = isinstance(b, _array)
    if a_is_array and a.ndim:
        return (a, b) if b_is_array and b.ndim else (a, beside(a.dtype, b, signed))
    if b_is_array and b.ndim:
        return beside(b.dtype, a, signed), b
    # A number of Python beside a number of NumPy.
    if type(b) in _FULL_SIZE:
        if a_is_array or isinstance(a, np.generic):
            return a, full_size(b) if a.dtype.kind in _ORDER else b
    elif type(a) in _FULL_SIZE and (b_is_array or isinstance(b, np.generic)):
        return full_size(a) if b.dtype.kind in _ORDER else a, b
    return a, b


def clip_operands(values: Any, limits: tuple[Any, ...]) -> tuple[Any, tuple[Any, ...]]:
    """Return what is clipped and its limits so that the result has the type of then.

    Of scalars alone that was the type of the values up to NumPy 1.16; from 1.17 on, that of a calculation with them.
    """
    if not watched or not isinstance(values, np.generic | _array | int | float):
        return values, limits
    arrays = [value.dtype for value in (values, *limits) if isinstance(value, _array) and value.ndim]
    if arrays:
        dtype = arrays[0] if len(arrays) == 1 else np.result_type(*arrays)
        if isinstance(values, int | float) and not isinstance(values, np.generic):
            values = np.asarray(values, result_type(dtype, values))
        return _beside_array(dtype, values), tuple(_beside_array(dtype, limit) for limit in limits)
    if isinstance(values, int | float) and not isinstance(values, np.generic):
        return values, limits
    if settings.current().is_before_numpy_117:
        return values, tuple(_wrapped(values.dtype, limit) for limit in limits)
    return values, tuple(full_size(limit) if type(limit) in _FULL_SIZE else limit for limit in limits)


def _beside_array(dtype: Any, value: Any) -> Any:
    return value if value is None or (isinstance(value, _array) and value.ndim) else beside(dtype, value, signed=True)


def _wrapped(dtype: Any, limit: Any) -> Any:
    """Return a limit beside a scalar: an integer that was too large wrapped around."""
    if type(limit) is int and dtype.kind in "iu":
        return np.asarray(limit).astype(dtype)[()]
    return limit if limit is None else beside(dtype, limit)


def beside(dtype: Any, value: Any, signed: bool = False) -> Any:
    """Return a scalar that NumPy 2 promotes beside an array of this dtype as earlier versions promoted `value`.

    What is no scalar is returned as it is.
    """
    kind = type(value)
    found = _known.get((dtype.num, kind))
    if found is None:
        if issubclass(kind, _array):
            return beside(dtype, value[()], signed)
        found = _known[dtype.num, kind] = _fitting(dtype, kind)
    low, high, convert = found
    if low is None:
        return value
    if low is not _EACH and low <= value <= high:
        return value if convert is None else convert(value)
    common = result_type(dtype, value)
    if signed and common is not None and common.kind == "u" and value <= np.iinfo(f"i{common.itemsize}").max:
        common = np.dtype(f"i{common.itemsize}")
    return value if common is None else _exact(common, value)


# What `_fitting` found, by the number of the dtype and the type of the scalar.
_known: dict[tuple[int, type[Any]], tuple[Any, Any, Any]] = {}


def _fitting(dtype: Any, kind: type[Any]) -> tuple[Any, Any, Any]:
    """Return for which values of a type of scalar the result has the dtype of the array.

    Returns:
        The lowest and the highest, and what to convert the scalar to so that NumPy 2 gives that dtype, too; None where
        the scalar can stay. The lowest is None where all scalars of the type stay.
    """
    stays = (None, None, None)
    if kind is int and dtype.kind == "b":
        return -(2**63), 2**63 - 1, None
    full = _FULL_SIZE.get(kind) or (np.dtype(kind) if issubclass(kind, np.number | np.bool_) else None)
    if dtype.kind not in _ORDER or full is None or full.kind not in _ORDER or (full == dtype and kind is not int):
        return stays
    if full.kind == "b" or _ORDER[full.kind] > _ORDER[dtype.kind]:
        return stays
    if full.kind == "c":
        # Complex numbers have no order.
        return stays if dtype.kind == "c" and dtype.itemsize >= full.itemsize else (_EACH, None, None)
    convert = dtype.type if kind not in _FULL_SIZE and np.promote_types(dtype, full) != dtype else None
    low, high = _range(dtype, full.kind)
    return stays if convert is None and (low, high) == _EVERYTHING else (low, high, convert)


def _range(dtype: Any, of: str) -> tuple[Any, Any]:
    """Return the range of the values of a kind, "i", "u" or "f", that an array's dtype absorbs."""
    if of == "f":
        limits = np.finfo(dtype)
        # The smallest type of infinity and NaN is float16.
        return (float(limits.min), float(limits.max)) if limits.bits < 64 or dtype.kind == "c" else _EVERYTHING
    if dtype.kind in "iu":
        return int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
    # Integers beside floats: those of at most 8 bits beside 16, of at most 16 bits beside 32.
    half = np.finfo(dtype).bits // 2
    return (-(2 ** (half - 1)), 2**half - 1) if half < 32 else (-(2**63), 2**64 - 1)


def result_type(dtype: Any, value: Any) -> Any:
    """Return the dtype of the result of an array and a scalar; None where the scalar is not one of a known type."""
    if full_dtype(value) is None or dtype.kind not in _ORDER:
        return None
    return np.promote_types(dtype, smallest_beside(dtype, value))


def full_dtype(value: Any) -> Any:
    """Return the dtype of a number among numbers; None for what is no boolean and no number."""
    if type(value) is int and not -(2**63) <= value < 2**63:
        return np.dtype(np.uint64) if 0 < value < 2**64 else np.dtype(object)
    dtype = _FULL_SIZE.get(type(value)) or (value.dtype if isinstance(value, np.generic | _array) else None)
    return dtype if dtype is not None and dtype.kind in _ORDER else None


def smallest_beside(dtype: Any, value: Any) -> Any:
    """Return the dtype that a scalar counts as beside an array of a dtype."""
    full = full_dtype(value)
    if full.kind == "O" or _ORDER[full.kind] > _ORDER.get(dtype.kind, -1):
        return full
    smallest = np.min_scalar_type(value)
    if smallest.kind == "u" and dtype.kind == "i":
        # 100 counts as int8 beside int8, 200 as uint8.
        signed = np.dtype(f"i{smallest.itemsize}")
        return signed if value <= np.iinfo(signed).max else smallest
    return smallest


def _exact(dtype: Any, value: Any) -> Any:
    return np.asarray(value, dtype=object) if dtype.kind == "O" else dtype.type(value)


def full_size(value: Any) -> Any:
    """Return a number of Python as one of NumPy."""
    kind = type(value)
    if kind is float:
        return np.float64(value)
    if kind is int:
        return np.int64(value) if -(2**63) <= value < 2**63 else np.asarray(value)[()]
    # A boolean takes the type of what stands beside it in all versions.
    return value if kind is bool else np.complex128(value)
