"""Unpickles arrays without taking much more memory than the pickle has bytes.

Python's unpickler in C allocates what an opcode states before it looks whether the file has as much, and a list of memo
entries as long as the highest index; that in Python does neither, except for bytearrays.
"""

from __future__ import annotations

import io
import pickle
import pickletools
from collections.abc import Callable
from typing import Any, ClassVar

# A dictionary of two arrays has some fifty.
_MOST_OPCODES = 2_000
# Containers, numbers, texts and calls; what they may call is for a subclass to decide.
_ADMITTED = frozenset({
    "PROTO", "FRAME", "STOP", "MARK", "POP", "POP_MARK", "DUP", "NONE", "NEWTRUE", "NEWFALSE", "INT", "BININT",
    "BININT1", "BININT2", "LONG", "LONG1", "FLOAT", "BINFLOAT", "EMPTY_TUPLE", "TUPLE", "TUPLE1", "TUPLE2", "TUPLE3",
    "EMPTY_LIST", "LIST", "APPEND", "APPENDS", "EMPTY_DICT", "DICT", "SETITEM", "SETITEMS", "PUT", "BINPUT",
    "LONG_BINPUT", "MEMOIZE", "GET", "BINGET", "LONG_BINGET", "GLOBAL", "STACK_GLOBAL", "REDUCE", "BUILD",
    "STRING", "BINSTRING", "SHORT_BINSTRING", "UNICODE", "BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8", "BINBYTES",
    "SHORT_BINBYTES", "BINBYTES8", "BYTEARRAY8",
})  # fmt: skip
# As those of bytes, which are read as far as there are any; Python's own makes all of a bytearray first.
_LOADED_AS = {pickle.BYTEARRAY8[0]: pickle.BINBYTES8[0]}
_CODES = {ord(opcode.code) for opcode in pickletools.opcodes if opcode.name in _ADMITTED}


def _counted(load: Callable[[Any], None]) -> Callable[[Any], None]:
    def load_one(unpickler: BoundedUnpickler) -> None:
        unpickler.opcodes += 1
        if unpickler.opcodes > _MOST_OPCODES:
            raise pickle.UnpicklingError(f"it has more than {_MOST_OPCODES} opcodes")
        load(unpickler)

    return load_one


class BoundedUnpickler(pickle._Unpickler):
    """Unpickles what a dictionary of arrays consists of; any other opcode is a KeyError.

    Args:
        data: the pickle.

    Attributes:
        opcodes: how many it has read.
    """

    dispatch: ClassVar[dict[int, Callable[[Any], None]]] = {
        code: _counted(pickle._Unpickler.dispatch[_LOADED_AS.get(code, code)]) for code in _CODES
    }

    def __init__(self, data: bytes) -> None:
        # Python 2 wrote its strings as bytes; latin1 keeps each as it is.
        super().__init__(io.BytesIO(data), encoding="latin1")
        self.opcodes = 0
