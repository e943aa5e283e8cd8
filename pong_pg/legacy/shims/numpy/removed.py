"""Names that NumPy had and has no more, with what they were."""

from __future__ import annotations

import ast
import inspect
import math
import pickle
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np

BUILTINS: dict[str, Any] = {
    "bool": bool,
    "complex": complex,
    "float": float,
    "int": int,
    "long": int,
    "object": object,
    "str": str,
    "unicode": str,
}


class _Casts(Mapping[Any, Callable[[Any], Any]]):
    """`numpy.cast`: for each type a function that converts to it."""

    def __getitem__(self, kind: Any) -> Callable[[Any], Any]:
        dtype = np.dtype(kind)
        return lambda value: np.asarray(value).astype(dtype)

    def __iter__(self) -> Iterator[Any]:
        return iter(_TYPES)

    def __len__(self) -> int:
        return len(_TYPES)


class _Sizes(Mapping[Any, int]):
    """`numpy.nbytes`: for each type the bytes of one element."""

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


def alltrue(*arguments: Any, **named: Any) -> Any:
    """Return `numpy.all(...)`."""
    return np.all(*arguments, **named)


def sometrue(*arguments: Any, **named: Any) -> Any:
    """Return `numpy.any(...)`."""
    return np.any(*arguments, **named)


def asscalar(array: Any) -> Any:
    """Return the number in an array of one element."""
    return np.asarray(array).item()


def rank(array: Any) -> int:
    """Return the number of dimensions."""
    return int(np.ndim(array))


def alen(array: Any) -> int:
    """Return the length of the first dimension, 1 for a number."""
    return len(np.atleast_1d(array))


def msort(array: Any) -> Any:
    """Return the array sorted along its first axis."""
    return np.sort(array, axis=0)


def in1d(values: Any, among: Any, assume_unique: bool = False, invert: bool = False) -> Any:
    """Return for each value, as one row, whether it is among others."""
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
    """Return an array read from text with separators, or from the bytes of an array."""
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
    """Return the type that arrays of these types and numbers of those give together."""
    arrays = np.result_type(*array_types) if len(array_types) else None
    scalars = np.result_type(*scalar_types) if len(scalar_types) else None
    if arrays is None or scalars is None:
        return arrays if scalars is None else scalars
    order = "buifc"
    if arrays.kind in order and scalars.kind in order and order.index(scalars.kind) <= order.index(arrays.kind):
        return arrays
    return np.promote_types(arrays, scalars)


def issctype(kind: Any) -> bool:
    """Return whether a value is a type of array elements."""
    if not isinstance(kind, type | np.dtype):
        return False
    return obj2sctype(kind) not in {None, np.object_}


def obj2sctype(kind: Any, default: Any = None) -> Any:
    """Return the type of elements that a value stands for or has."""
    if isinstance(kind, np.ndarray):
        return kind.dtype.type
    try:
        return np.dtype(kind).type
    except TypeError:
        return default


def sctype2char(kind: Any) -> str:
    """Return the letter of a type of elements."""
    return str(np.dtype(kind).char)


def maximum_sctype(kind: Any) -> Any:
    """Return the widest type of elements of the same kind."""
    widest = {"i": "int", "u": "uint", "f": "float", "c": "complex"}.get(np.dtype(kind).kind)
    return _KINDS[widest][-1] if widest else np.dtype(kind).type


def issubclass_(first: Any, second: Any) -> bool:
    """Return whether a value is a class below another; False for what is no class."""
    try:
        return issubclass(first, second)
    except TypeError:
        return False


def issubsctype(first: Any, second: Any) -> bool:
    """Return whether a type of elements is below another."""
    return issubclass(obj2sctype(first), obj2sctype(second))


def disp(text: Any, device: Any = None, linefeed: bool = True) -> None:
    """Print a message."""
    print(text, file=device, end="\n" if linefeed else "")


def set_string_function(function: Any, repr: bool = True) -> None:  # noqa: A002 - NumPy's name
    """Do nothing: NumPy 2 lets no function print its arrays any more."""
    del function, repr


def deprecate(*arguments: Any, **_: Any) -> Any:
    """Return a function as it is, or a decorator that does."""
    return arguments[0] if arguments and callable(arguments[0]) else lambda function: function


def deprecate_with_doc(_: str) -> Any:
    """Return a decorator that leaves a function as it is."""
    return deprecate()


def recfromtxt(name: Any, **named: Any) -> Any:
    """Return the records in a text file."""
    named.setdefault("dtype", None)
    return np.genfromtxt(name, **named).view(np.recarray)


def recfromcsv(name: Any, **named: Any) -> Any:
    """Return the records in a file of comma-separated values, named by its first line."""
    defaults: dict[str, Any] = {"case_sensitive": "lower", "names": True, "delimiter": ",", "dtype": None}
    return np.genfromtxt(name, **{**defaults, **named}).view(np.recarray)


def _elsewhere(*places: str) -> Any:
    """Return what one of these places of today's NumPy has, or None."""
    import importlib

    for place in places:
        module, _, name = place.rpartition(".")
        try:
            # NumPy 2.5 warns of some, such as chararray, which it is about to remove.
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                return getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError):
            continue
    return None


_MOVED = {
    "AxisError": ("numpy.exceptions.AxisError",),
    "ComplexWarning": ("numpy.exceptions.ComplexWarning",),
    "DataSource": ("numpy.lib.npyio.DataSource",),
    "ModuleDeprecationWarning": ("numpy.exceptions.ModuleDeprecationWarning",),
    "RankWarning": ("numpy.exceptions.RankWarning",),
    "TooHardError": ("numpy.exceptions.TooHardError",),
    "VisibleDeprecationWarning": ("numpy.exceptions.VisibleDeprecationWarning",),
    "add_docstring": ("numpy.lib.add_docstring",),
    "add_newdoc": ("numpy.lib.add_newdoc",),
    "byte_bounds": ("numpy.lib.array_utils.byte_bounds",),
    "chararray": ("numpy.char.chararray",),
    "compare_chararrays": ("numpy.char.compare_chararrays",),
    "format_parser": ("numpy.rec.format_parser",),
    "tracemalloc_domain": ("numpy.lib.tracemalloc_domain",),
}
_NEW_NAMES: dict[str, Any] = {
    "ALLOW_THREADS": 1, "BUFSIZE": 8192, "CLIP": 0, "MAXDIMS": 32, "RAISE": 2, "WRAP": 1,
    "Inf": np.inf, "Infinity": np.inf, "NAN": np.nan, "NINF": -np.inf, "NZERO": -0.0, "NaN": np.nan, "PINF": np.inf,
    "PZERO": 0.0, "infty": np.inf,
    "bool8": np.bool_, "bytes0": np.bytes_, "cfloat": np.complex128, "clongfloat": np.clongdouble,
    "complex_": np.complex128, "float_": np.float64, "int0": np.intp, "longcomplex": np.clongdouble,
    "longfloat": np.longdouble, "object0": np.object_, "singlecomplex": np.complex64, "str0": np.str_,
    "string_": np.bytes_, "uint0": np.uintp, "unicode_": np.str_, "void0": np.void,
    "cast": _Casts(), "cumproduct": np.cumprod, "loads": pickle.loads, "mat": np.asmatrix, "math": math,
    "nbytes": _Sizes(), "product": np.prod, "round_": np.round, "safe_eval": ast.literal_eval, "sctypes": _KINDS,
    "typeDict": np.sctypeDict,
}  # fmt: skip
_FUNCTIONS = [
    alen, alltrue, asfarray, asscalar, deprecate, deprecate_with_doc, disp, fastCopyAndTranspose, find_common_type,
    fromstring, in1d, issctype, issubclass_, issubsctype, maximum_sctype, msort, obj2sctype, rank, recfromcsv,
    recfromtxt, row_stack, sctype2char, set_string_function, sometrue, source, trapz,
]  # fmt: skip

NAMES: dict[str, Any] = {
    **_NEW_NAMES,
    **{function.__name__: function for function in _FUNCTIONS},
    **{
        name: value
        for name, places in _MOVED.items()
        if name not in vars(np) and (value := _elsewhere(*places)) is not None
    },
}
