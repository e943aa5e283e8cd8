"""The names that NumPy has removed, with the objects that they were; `tables.numpy` says which."""

from __future__ import annotations

import contextlib
import inspect
import pkgutil
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from pong_pg.legacy.tables import numpy as table


class _Casts(Mapping[Any, Callable[[Any], Any]]):
    """`numpy.cast`: for each scalar type, a function that converts arrays to it."""

    def __getitem__(self, kind: Any) -> Callable[[Any], Any]:
        dtype = np.dtype(kind)
        return lambda value: np.asarray(value).astype(dtype)

    def __iter__(self) -> Iterator[Any]:
        return iter(_TYPES)

    def __len__(self) -> int:
        return len(_TYPES)


class _Sizes(Mapping[Any, int]):
    """`numpy.nbytes`: for each scalar type, the size of an element in bytes."""

    def __getitem__(self, kind: Any) -> int:
        return int(np.dtype(kind).itemsize)

    def __iter__(self) -> Iterator[Any]:
        return iter(_TYPES)

    def __len__(self) -> int:
        return len(_TYPES)


_KINDS: dict[str, list[type[Any]]] = {
    "int": [np.int8, np.int16, np.int32, np.int64],
    "uint": [np.uint8, np.uint16, np.uint32, np.uint64],
    "float": [np.float16, np.float32, np.float64, np.longdouble],
    "complex": [np.complex64, np.complex128, np.clongdouble],
    "others": [bool, object, bytes, str, np.void],
}
_TYPES = [kind for kinds in _KINDS.values() for kind in kinds]


def asscalar(array: Any) -> Any:
    """Return the element of an array of size 1 as a Python number."""
    return np.asarray(array).item()


def rank(array: Any) -> int:
    """Return the number of dimensions."""
    return int(np.ndim(array))


def alen(array: Any) -> int:
    """Return the length of the first dimension; 1 for a scalar."""
    return len(np.atleast_1d(array))


def msort(array: Any) -> Any:
    """Return the array sorted along its first axis."""
    return np.sort(array, axis=0)


def in1d(values: Any, among: Any, assume_unique: bool = False, invert: bool = False) -> Any:
    """Return a one-dimensional array of whether each value is in `among`."""
    return np.isin(np.ravel(values), np.ravel(among), assume_unique=assume_unique, invert=invert)


def trapz(y: Any, x: Any = None, dx: Any = 1.0, axis: int = -1) -> Any:
    """Return the integral by the trapezoidal rule."""
    rule = getattr(np, "trapezoid", None) or np.trapz  # type: ignore[attr-defined]  # the name in NumPy 1
    return rule(y, x=x, dx=dx, axis=axis)


def row_stack(arrays: Any, **named: Any) -> Any:
    """Return `numpy.vstack(arrays)`."""
    rows: Any = list(arrays)
    return np.vstack(rows, **named)


def fromstring(string: Any, dtype: Any = float, count: int = -1, sep: str = "", **named: Any) -> Any:
    """Return an array read from a string with separators, or from the bytes of an array."""
    if sep:
        return np.fromstring(string, dtype=dtype, count=count, sep=sep, **named)
    data = string.encode("latin-1") if isinstance(string, str) else string
    return np.frombuffer(data, dtype=dtype, count=count).copy()


def asfarray(array: Any, dtype: Any = np.float64) -> Any:
    """Return an array of floats."""
    return np.asarray(array, dtype=dtype if np.issubdtype(dtype, np.inexact) else np.float64)


def fastCopyAndTranspose(array: Any) -> Any:  # noqa: N802 - NumPy's name
    """Return a transposed copy."""
    return np.asarray(array).T.copy()


def source(thing: Any, output: Any = None) -> None:
    """Print the source of a Python function or class."""
    print(inspect.getsource(thing), file=output or sys.stdout)


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


def issctype(kind: Any) -> bool:
    """Return whether a value is a scalar type or a dtype."""
    if not isinstance(kind, type | np.dtype):
        return False
    return obj2sctype(kind) not in {None, np.object_}


def obj2sctype(kind: Any, default: Any = None) -> Any:
    """Return the scalar type that a value names or has."""
    if isinstance(kind, type) and issubclass(kind, np.generic):
        # Abstract ones, such as numpy.integer, too.
        return kind
    if isinstance(kind, np.ndarray):
        return kind.dtype.type
    try:
        return np.dtype(kind).type
    except TypeError:
        return default


def sctype2char(kind: Any) -> str:
    """Return the character code of a scalar type."""
    return str(np.dtype(kind).char)


def maximum_sctype(kind: Any) -> Any:
    """Return the scalar type of the largest precision of the same kind."""
    widest = {"i": "int", "u": "uint", "f": "float", "c": "complex"}.get(np.dtype(kind).kind)
    return _KINDS[widest][-1] if widest else np.dtype(kind).type


def issubclass_(first: Any, second: Any) -> bool:
    """Return whether a value is a subclass of another; False if it is not a class."""
    try:
        return issubclass(first, second)
    except TypeError:
        return False


def issubsctype(first: Any, second: Any) -> bool:
    """Return whether a scalar type is a subtype of another."""
    return issubclass(obj2sctype(first), obj2sctype(second))


def disp(text: Any, device: Any = None, linefeed: bool = True) -> None:
    """Print a message."""
    print(text, file=device, end="\n" if linefeed else "")


def set_string_function(function: Any, repr: bool = True) -> None:  # noqa: A002 - NumPy's name
    """Do nothing: NumPy 2 has no such hook."""
    del function, repr


def deprecate(*arguments: Any, **_: Any) -> Any:
    """Return the function unchanged, or a decorator that does."""
    return arguments[0] if arguments and callable(arguments[0]) else lambda function: function


def deprecate_with_doc(_: str) -> Any:
    """Return a decorator that returns the function unchanged."""
    return deprecate()


def recfromtxt(name: Any, **named: Any) -> Any:
    """Return the contents of a text file as a record array."""
    named.setdefault("dtype", None)
    return np.genfromtxt(name, **named).view(np.recarray)


def recfromcsv(name: Any, **named: Any) -> Any:
    """Return the contents of a CSV file as a record array, with the fields named by its first line."""
    defaults: dict[str, Any] = {"case_sensitive": "lower", "names": True, "delimiter": ",", "dtype": None}
    return np.genfromtxt(name, **{**defaults, **named}).view(np.recarray)


# The objects of this module, by the names that they had in NumPy.
OWN: dict[str, Any] = {
    "ALLOW_THREADS": 1, "BUFSIZE": 8192, "CLIP": 0, "MAXDIMS": 32, "RAISE": 2, "WRAP": 1,
    "NINF": -np.inf, "NZERO": -0.0, "PZERO": 0.0,
    "cast": _Casts(), "nbytes": _Sizes(), "sctypes": _KINDS,
    **{
        function.__name__: function
        for function in (
            alen, asfarray, asscalar, deprecate, deprecate_with_doc, disp, fastCopyAndTranspose, find_common_type,
            fromstring, in1d, issctype, issubclass_, issubsctype, maximum_sctype, msort, obj2sctype, rank, recfromcsv,
            recfromtxt, row_stack, sctype2char, set_string_function, source, trapz,
        )
    },
}  # fmt: skip


def _objects(names: Iterable[str]) -> dict[str, Any]:
    """Return the objects for names of the table; names that the installed NumPy has nowhere are left out."""
    found = {}
    for name in names:
        place = table.TOP[name].supplied_by
        if not place:
            found[name] = OWN[name]
        elif name not in table.MOVED or name not in vars(np):
            with contextlib.suppress(ImportError, AttributeError), warnings.catch_warnings():
                # NumPy 2.5 deprecates some, such as chararray, which it is about to remove.
                warnings.simplefilter("ignore", DeprecationWarning)
                found[name] = pkgutil.resolve_name(place)
    return found


# Python's own types, also where NumPy 2 has others by these names.
BUILTINS = _objects(table.BUILTINS)
NAMES = _objects(name for name in table.TOP if name not in table.BUILTINS)
