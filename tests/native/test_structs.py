from __future__ import annotations

import ctypes
import gc
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pong_pg.native.structs import ArrayStruct, declare, fields_of


class Struct(ArrayStruct):
    _fields_ = (("floats", ctypes.POINTER(ctypes.c_float)), ("count", ctypes.c_int64))
    count: int


def struct() -> Any:
    return Struct(count=3)


def test_fields_are_read_from_the_c_file(tmp_path: Path) -> None:
    class Pair(ctypes.Structure):
        _fields_ = (("x", ctypes.c_float), ("y", ctypes.c_float))

    source = tmp_path / "some.c"
    source.write_text(
        "typedef struct {\n    int8_t n;\n} Other;\n"
        "typedef struct {\n    /* Several; on\n       two lines. */\n    const uint16_t *a, *b; /* c */\n"
        "    int (*call)(void *, const int *, int);\n    Other *other;\n    double d;\n    Pair pair, *pairs;\n"
        "} Some;\n"
    )
    assert fields_of(source, "Other") == [("n", ctypes.c_int8)]
    words, pairs = ctypes.POINTER(ctypes.c_uint16), ctypes.POINTER(Pair)
    arrays, numbers = [("a", words), ("b", words)], [("d", ctypes.c_double), ("pair", Pair), ("pairs", pairs)]
    addresses = [("call", ctypes.c_void_p), ("other", ctypes.c_void_p)]
    assert fields_of(source, "Some", Pair=Pair) == [*arrays, *addresses, *numbers]
    with pytest.raises(ValueError, match="declares no struct Same"):
        fields_of(source, "Same")


def test_a_struct_points_to_the_array_itself() -> None:
    made = struct()
    array = made.place("floats", np.array([1.5, 2.5, 3.5], np.float32))
    assert made.count == 3
    assert made.floats[: made.count] == [1.5, 2.5, 3.5]
    array[1] = -7
    assert made.floats[1] == -7
    assert ctypes.string_at(made.address, 16) == np.array([array.ctypes.data, 3], np.int64).tobytes()


def test_a_struct_keeps_its_arrays_alive_and_no_others() -> None:
    made = struct()
    first, second = (np.zeros(100, np.float32) for _ in range(2))
    references = weakref.ref(first), weakref.ref(second)
    made.place("floats", first)
    del first
    gc.collect()
    assert references[0]() is not None
    made.place("floats", second)
    del second
    gc.collect()
    assert [reference() is None for reference in references] == [True, False]


@pytest.mark.parametrize(
    ("array", "got"),
    [
        (np.zeros(4), "float64"),
        (np.zeros(4, ">f4"), ">f4"),
        (np.zeros((4, 2), np.float32)[:, 0], "strides"),
    ],
)
def test_an_array_of_another_dtype_or_order_never_reaches_c(array: Any, got: str) -> None:
    made = struct()
    kept = made.place("floats", np.ones(4, np.float32))
    with pytest.raises(ValueError, match=f"Struct.floats must be a float32 array in C order; got .*{got}"):
        made.place("floats", array)
    assert made.floats[0] == 1.0
    assert made.arrays["floats"] is kept, "the field is as it was"
    # The control: the same numbers as C wants them.
    made.place("floats", np.ascontiguousarray(array, np.float32))


def test_a_function_takes_arrays_and_numbers() -> None:
    library = ctypes.CDLL(None)
    declare(library, {"memcpy": ([np.int16, np.int16, ctypes.c_size_t], None)})
    function = library.memcpy
    target, source = np.zeros(3, np.int16), np.array([4, 5, 6], np.int16)
    function(target, source, 4)
    assert target.tolist() == [4, 5, 0]
    with pytest.raises(ctypes.ArgumentError, match=r"argument 2: .*int16"):
        function(target, source.astype(np.int64), 4)
    with pytest.raises(ctypes.ArgumentError, match=r"argument 1: .*C_CONTIGUOUS"):
        function(np.zeros(6, np.int16)[::2], source, 4)
    with pytest.raises(TypeError):
        function(target, source)
    assert target.tolist() == [4, 5, 0]
