"""What functions of NumPy did, where no expression of today does the same for all arguments."""

from __future__ import annotations

import operator
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


def eig(matrix: Any) -> Any:
    """Return eigenvalues and eigenvectors; real ones if all eigenvalues are, as before NumPy 2.5."""
    values, vectors = np.linalg.eig(matrix)
    is_real = not np.iscomplexobj(matrix) and not np.imag(values).any()
    return (values.real, vectors.real) if is_real else (values, vectors)


def eigvals(matrix: Any) -> Any:
    """Return eigenvalues; real ones if all are, as before NumPy 2.5."""
    values = np.linalg.eigvals(matrix)
    return values.real if not np.iscomplexobj(matrix) and not np.imag(values).any() else values


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
        return np.array(string.split(sep.strip() or None)[: count if count >= 0 else None], dtype=dtype)
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


FIRST_THAT_FITS = {"and_", "floordiv", "lshift", "mod", "or_", "pow", "rshift", "xor", "power", "floor_divide"}


def numpy_1_scalar(dtype: Any, number: Any, signed: bool = False) -> Any:
    """Return a number that NumPy 2 promotes beside an array of this dtype as NumPy 1 promoted the given one.

    There it counted as the smallest type that holds its value, unless it was of a higher kind than the array.
    """
    number = number[()] if isinstance(number, np.ndarray) else number
    numbers: Any = (bool, int, float, complex, np.number, np.bool_)
    kinds = {"b": 0, "i": 1, "u": 1, "f": 2, "c": 2}
    if not isinstance(number, numbers) or dtype.kind not in kinds:
        return number
    smallest = np.min_scalar_type(number)
    if kinds.get(np.asarray(number).dtype.kind, 1) > kinds[dtype.kind] or smallest.kind == "b":
        return np.asarray(number)[()] if smallest.kind == "u" and smallest.itemsize == 8 else number
    if smallest.kind == "u" and dtype.kind == "i" and number <= np.iinfo(f"i{smallest.itemsize}").max:
        smallest = np.dtype(f"i{smallest.itemsize}")
    common = np.promote_types(dtype, smallest)
    if signed and common.kind == "u" and number <= np.iinfo(f"i{common.itemsize}").max:
        common = np.dtype(f"i{common.itemsize}")
    return np.asarray(number, dtype=object) if common.kind == "O" else common.type(number)


def numpy_1_operands(a: Any, b: Any, signed: bool = False) -> tuple[Any, Any]:
    """Return two operands whose result has the type in NumPy 2 that NumPy 1 gave for the given ones."""
    if isinstance(a, np.ndarray) and a.ndim:
        return (a, b) if isinstance(b, np.ndarray) and b.ndim else (a, numpy_1_scalar(a.dtype, b, signed))
    if isinstance(b, np.ndarray) and b.ndim:
        return numpy_1_scalar(b.dtype, a, signed), b
    # A number of Python beside one of NumPy counted as int64, float64 or complex128.
    if isinstance(a, np.number | np.bool_ | np.ndarray) and type(b) in {int, float, complex}:
        return a, np.asarray(b)[()]
    if isinstance(b, np.number | np.bool_ | np.ndarray) and type(a) in {int, float, complex}:
        return np.asarray(a)[()], b
    return a, b


def promoted(operate: Any, a: Any, b: Any) -> Any:
    """Return `operate(a, b)` with a result of the type that NumPy 1 gave."""
    return operate(*numpy_1_operands(a, b, signed=operate.__name__.removeprefix("i") in FIRST_THAT_FITS))


def compared(operate: Any, a: Any, b: Any) -> Any:
    """Return `operate(a, b)`, a comparison, as NumPy 1 did: by the types that it gave numbers beside arrays.

    Arrays of shapes that do not fit together are not equal, as a whole; nor are an array of numbers and a text.
    """
    dtypes = [value.dtype for value in (a, b) if isinstance(value, np.ndarray | np.generic)]
    are_equal = {"eq": False, "ne": True}.get(operate.__name__)
    if are_equal is not None and any(type(value) is str for value in (a, b)):
        return are_equal if any(dtype.kind in "biufc" for dtype in dtypes) else operate(a, b)
    if not any(type(value) is int for value in (a, b)) or any(dtype.kind in "fc" for dtype in dtypes):
        a, b = numpy_1_operands(a, b)
    try:
        return operate(a, b)
    except ValueError as error:
        if are_equal is None or "broadcast" not in str(error):
            raise
        return are_equal


def sum_of(values: Any, start: Any = 0) -> Any:
    """Return the sum with the type that NumPy 1 gave: a narrow number beside the 0 it begins with is a wide one."""
    for value in values:
        start = promoted(operator.add, start, value)
    return start


def itemset(array: Any, *index_and_value: Any) -> None:
    """Set the element of an array at an index, which counts through all dimensions if it is a number."""
    *index, value = index_and_value
    if not index:
        array[...] = value
    elif isinstance(index[0], tuple):
        array[index[0]] = value
    else:
        array.flat[index[0]] = value


def newbyteorder(array: Any, order: str = "S") -> Any:
    """Return a view of an array, or another form of a dtype, in another byte order."""
    return array.view(array.dtype.newbyteorder(order)) if hasattr(array, "dtype") else array.newbyteorder(order)


def array_of(values: Any, **options: Any) -> Any:
    """Return an array; one of objects where the sequences in a sequence have different lengths."""
    try:
        return np.array(values, **options)
    except ValueError:
        return np.array(values, dtype=object, **options)


def result_type(*values: Any) -> Any:
    """Return the dtype of the result of arrays, numbers and dtypes, where the values of numbers count."""
    numbers = [value for value in values if isinstance(value, int | float | complex | np.number)]
    others = [value for value in values if not isinstance(value, int | float | complex | np.number)]
    found = np.result_type(*others) if others else np.result_type(*map(np.asarray, numbers))
    for number in numbers:
        found = np.result_type(found, np.asarray(numpy_1_scalar(found, number)).dtype)
    return found


def can_cast(value: Any, to: Any, casting: Any = "safe") -> bool:
    """Return whether a cast is allowed; that of a number, whether its value fits."""
    if isinstance(value, int | float | complex | np.number):
        value = np.asarray(numpy_1_scalar(np.dtype(to), value)).dtype
    return np.can_cast(value, to, casting)


def as_index(index: Any) -> Any:
    """Return what stands between brackets: before NumPy 1.23 a list with slices or sequences counted as a tuple."""
    parts = (list, tuple, slice, np.ndarray, type(None), type(Ellipsis))
    is_tuple = type(index) is list and len(index) < 32 and any(isinstance(part, parts) for part in index)
    return tuple(index) if is_tuple else index


def is_true(value: Any) -> bool:
    """Return the truth of a value; an array without elements is false, as before NumPy 2.2."""
    return bool(value) if getattr(value, "size", 1) else False
