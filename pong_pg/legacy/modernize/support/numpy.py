"""What functions of NumPy did, where no expression of today does the same for all arguments."""

from __future__ import annotations

from typing import Any

import numpy as np


def alen(array: Any) -> int:
    """Return the length of the first dimension; 1 for a scalar."""
    return len(np.atleast_1d(array))


def asfarray(array: Any, dtype: Any = np.float64) -> Any:
    """Return an array of floats, whatever other type is asked for."""
    return np.asarray(array, dtype=dtype if np.issubdtype(dtype, np.inexact) else np.float64)


def asscalar(array: Any) -> Any:
    """Return the element of an array of size 1 as a Python number."""
    return np.asarray(array).item()


def disp(text: Any, device: Any = None, linefeed: bool = True) -> None:
    """Print a message."""
    print(text, file=device, end="\n" if linefeed else "")


def fastCopyAndTranspose(array: Any) -> Any:
    """Return a transposed copy."""
    return np.asarray(array).T.copy()


def find_common_type(array_types: Any, scalar_types: Any) -> Any:
    """Return the dtype that arrays of the first types and scalars of the second have in common."""
    arrays = np.result_type(*array_types) if len(array_types) else None
    scalars = np.result_type(*scalar_types) if len(scalar_types) else None
    if arrays is None or scalars is None:
        return arrays if scalars is None else scalars
    order = "buifc"
    if arrays.kind in order and scalars.kind in order and order.index(scalars.kind) <= order.index(arrays.kind):
        return arrays
    return np.promote_types(arrays, scalars)


def fromstring(string: Any, dtype: Any = float, count: int = -1, sep: str = "") -> Any:
    """Return an array read from a text with separators, or from the bytes of an array."""
    if sep:
        return np.fromstring(string, dtype=dtype, count=count, sep=sep)
    data = string.encode("latin-1") if isinstance(string, str) else string
    return np.frombuffer(data, dtype=dtype, count=count).copy()


def in1d(values: Any, among: Any, assume_unique: bool = False, invert: bool = False) -> Any:
    """Return a one-dimensional array of whether each value is in `among`."""
    return np.isin(values, among, assume_unique=assume_unique, invert=invert).ravel()


def issctype(kind: Any) -> bool:
    """Return whether a value is a scalar type or a dtype."""
    return isinstance(kind, type | np.dtype) and obj2sctype(kind) not in {None, np.object_}


def issubclass_(first: Any, second: Any) -> bool:
    """Return whether a value is a subclass of another; False if it is not a class."""
    try:
        return issubclass(first, second)
    except TypeError:
        return False


def issubsctype(first: Any, second: Any) -> bool:
    """Return whether a scalar type is a subtype of another."""
    return issubclass(obj2sctype(first), obj2sctype(second))


def maximum_sctype(kind: Any) -> Any:
    """Return the scalar type of the largest precision of the same kind."""
    widest = {"i": np.int64, "u": np.uint64, "f": np.longdouble, "c": np.clongdouble}
    return widest.get(np.dtype(kind).kind, np.dtype(kind).type)


def msort(array: Any) -> Any:
    """Return an array sorted along its first axis."""
    return np.sort(array, axis=0)


def obj2sctype(kind: Any, default: Any = None) -> Any:
    """Return the scalar type that a value names or has."""
    if isinstance(kind, type) and issubclass(kind, np.generic):
        return kind
    try:
        return kind.dtype.type if isinstance(kind, np.ndarray) else np.dtype(kind).type
    except TypeError:
        return default


def recfromcsv(file: Any, **options: Any) -> Any:
    """Return the contents of a CSV file as a record array, with the fields named by its first line."""
    defaults: dict[str, Any] = {"case_sensitive": "lower", "names": True, "delimiter": ",", "dtype": None}
    return np.genfromtxt(file, **{**defaults, **options}).view(np.recarray)


def recfromtxt(file: Any, **options: Any) -> Any:
    """Return the contents of a text file as a record array."""
    return np.genfromtxt(file, **{"dtype": None, **options}).view(np.recarray)


def sctype2char(kind: Any) -> str:
    """Return the character code of a scalar type."""
    return str(np.dtype(kind).char)


# The scalar types by their kinds.
sctypes = {
    "int": [np.int8, np.int16, np.int32, np.int64],
    "uint": [np.uint8, np.uint16, np.uint32, np.uint64],
    "float": [np.float16, np.float32, np.float64, np.longdouble],
    "complex": [np.complex64, np.complex128, np.clongdouble],
    "others": [bool, object, bytes, str, np.void],
}
