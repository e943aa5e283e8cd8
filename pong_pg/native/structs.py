"""C structs and C functions that are given NumPy arrays, whose type and memory layout are checked.

C gets no more than an address: an array of another dtype or in another order would be read as if it were the right one.
"""

from __future__ import annotations

import ctypes
import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, TypeVar

import numpy as np
import numpy.typing as npt

Scalar = TypeVar("Scalar", bound=np.generic)
# Of each function of C, by name: for each argument a NumPy scalar type, for an array of these in C order, or a `ctypes`
# type; and the `ctypes` type that it returns, or None.
Functions = Mapping[str, tuple[Sequence[type], Any]]

_LINE_BYTES = 64


def check_array(
    array: npt.NDArray[Any], dtype: npt.DTypeLike, shape: tuple[int, ...] | None, name: str, *, writeable: bool = False
) -> None:
    """Make sure that an array is one that C, and what computes the same in NumPy, may be given.

    Args:
        array: the array.
        dtype: the one that it must have, in this machine's byte order.
        shape: the one that it must have; None for any.
        name: what it is, in the error's message.
        writeable: it will be changed in place.

    Raises:
        ValueError: it has another dtype or shape, is not in C order, or is read-only where it may not be.
    """
    is_right = isinstance(array, np.ndarray) and array.dtype == dtype and shape in (None, array.shape)
    if not is_right or not array.flags.c_contiguous or (writeable and not array.flags.writeable):
        kind, of_shape = np.dtype(dtype), "" if shape is None else f" of shape {shape}"
        raise ValueError(
            f"{name} must be a {'writeable ' if writeable else ''}{kind} array{of_shape} in C order; "
            f"got {_described(array)}: convert it with  numpy.array(..., numpy.{kind}, order='C')"
        )


def _described(array: object) -> str:
    if not isinstance(array, np.ndarray):
        return "no array"
    rights = "" if array.flags.writeable else ", read-only"
    return f"{array.dtype} of shape {array.shape} and strides {array.strides}{rights}"


def fields_of(source: Path, name: str, **structs: type[ctypes.Structure]) -> list[tuple[str, Any]]:
    """Return the `_fields_` of a struct, read from the C file that declares it.

    Args:
        source: the file; it declares the struct as `typedef struct {...} NAME;`, with fields of the types of stdint.h,
            float and double, of structs, and pointers to all of these and to functions.
        name: of the struct.
        structs: the types of fields that are structs themselves; pointers to others become addresses.

    Raises:
        ValueError: the file declares no such struct.
    """
    found = re.search(rf"typedef struct \{{([^}}]*)\}} {name};", source.read_text(encoding="utf-8"))
    if found is None:
        raise ValueError(f"{source} declares no struct {name}")
    fields: list[tuple[str, Any]] = []
    body = re.sub(r"/\*.*?\*/", "", found[1], flags=re.DOTALL)
    for declaration in re.sub(r"\w+ \(\*(\w+)\)\(.*?\)", r"void *\1", body).split(";")[:-1]:
        kind, names = declaration.strip().removeprefix("const ").split(maxsplit=1)
        of_c = structs.get(kind) or getattr(ctypes, f"c_{kind.removesuffix('_t')}", None)
        for field in names.split(","):
            pointer = ctypes.c_void_p if of_c is None else ctypes.POINTER(of_c)
            fields.append((field.strip(" *"), pointer if "*" in field else of_c))
    return fields


class ArrayStruct(ctypes.Structure):
    """A C struct with pointers to NumPy arrays, which it keeps alive.

    A subclass lists `_fields_` in the order of the C struct: `ctypes.POINTER(...)` of the elements' type for an array,
    which is set by `place`, and `ctypes` types for everything else.

    Attributes:
        arrays: the arrays that the struct points to, by the fields' names.
    """

    # Of the fields that point to arrays.
    _pointers: ClassVar[dict[str, tuple[Any, np.dtype[Any]]]]

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls._pointers = {
            name: (kind, np.dtype(kind._type_)) for name, kind, *_ in cls._fields_ if issubclass(kind, ctypes._Pointer)
        }

    def __init__(self, **numbers: int) -> None:
        super().__init__(**numbers)
        self.arrays: dict[str, npt.NDArray[Any]] = {}

    def place(self, name: str, array: npt.NDArray[Scalar]) -> npt.NDArray[Scalar]:
        """Point a field to an array, which is returned.

        Raises:
            ValueError: the array has another dtype than the field, or is not in C order.
        """
        pointer, dtype = self._pointers[name]
        check_array(array, dtype, None, f"{type(self).__name__}.{name}")
        setattr(self, name, ctypes.cast(array.ctypes.data, pointer))
        self.arrays[name] = array
        return array

    def make(self, name: str, shape: int | tuple[int, ...]) -> npt.NDArray[Any]:
        """Point a field to an array of zeros, which begins at a cache line, and return it."""
        # Vectors of rows would else lie across two lines, every second one.
        kind = self._pointers[name][1]
        size = math.prod(shape if isinstance(shape, tuple) else (shape,)) * kind.itemsize
        memory = np.zeros(size + _LINE_BYTES, np.uint8)
        begin = -memory.ctypes.data % _LINE_BYTES
        return self.place(name, memory[begin : begin + size].view(kind).reshape(shape))

    @property
    def address(self) -> int:
        """Where the struct is; it is there for as long as this object is."""
        return ctypes.addressof(self)


def declare(library: ctypes.CDLL, functions: Functions) -> None:
    """Declare what functions of a library take and return; arrays of another dtype or order are refused from then on.

    Args:
        library: has the functions as attributes.
        functions: see `Functions`.
    """
    for name, (takes, returns) in functions.items():
        function = getattr(library, name)
        function.argtypes = [
            np.ctypeslib.ndpointer(kind, flags="C_CONTIGUOUS") if issubclass(kind, np.generic) else kind
            for kind in takes
        ]
        function.restype = returns
