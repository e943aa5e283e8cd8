"""Checks the opcodes of a pickle before it is unpickled.

Python's unpickler allocates what an opcode states before it looks whether the file has as much, a list of memo entries
as long as the highest index, and a container for every byte of a file that asks for one.
"""

from __future__ import annotations

import pickletools
from collections.abc import Iterator

# A dictionary of two arrays has some fifty.
_MOST_OPCODES = 2_000
# Containers, numbers and calls; what they may call is for the unpickler to decide.
_ADMITTED = frozenset({
    "PROTO", "FRAME", "STOP", "MARK", "POP", "POP_MARK", "DUP", "NONE", "NEWTRUE", "NEWFALSE", "INT", "BININT",
    "BININT1", "BININT2", "LONG", "LONG1", "FLOAT", "BINFLOAT", "EMPTY_TUPLE", "TUPLE", "TUPLE1", "TUPLE2", "TUPLE3",
    "EMPTY_LIST", "LIST", "APPEND", "APPENDS", "EMPTY_DICT", "DICT", "SETITEM", "SETITEMS", "PUT", "BINPUT",
    "LONG_BINPUT", "MEMOIZE", "GET", "BINGET", "LONG_BINGET", "GLOBAL", "STACK_GLOBAL", "REDUCE", "BUILD",
})  # fmt: skip
# Those whose argument may be of any length.
_TEXTS = frozenset({
    "STRING", "BINSTRING", "SHORT_BINSTRING", "UNICODE", "BINUNICODE", "SHORT_BINUNICODE", "BINUNICODE8", "BINBYTES",
    "SHORT_BINBYTES", "BINBYTES8", "BYTEARRAY8",
})  # fmt: skip
# Bytes of the arguments of others; the names of modules are the longest.
_LONGEST_ARGUMENT = 200
_OPCODES = {opcode.code: opcode for opcode in pickletools.opcodes}
_PUTS = frozenset({"PUT", "BINPUT", "LONG_BINPUT"})
# How many bytes before an argument hold its length.
_BYTES_OF_LENGTH = {
    pickletools.TAKEN_FROM_ARGUMENT1: 1,
    pickletools.TAKEN_FROM_ARGUMENT4: 4,
    pickletools.TAKEN_FROM_ARGUMENT4U: 4,
    pickletools.TAKEN_FROM_ARGUMENT8U: 8,
}


def check_opcodes(data: bytes) -> None:
    """Make sure that unpickling takes no more memory than a few times that of the pickle.

    Raises:
        ValueError: it has an opcode that is not admitted, too many of them, or one with an impossible argument.
    """
    for number, (name, begin, end) in enumerate(_opcodes(data)):
        if name not in _ADMITTED and name not in _TEXTS:
            raise ValueError(f"it has the opcode {name}, which a dictionary of arrays has not")
        if number >= _MOST_OPCODES:
            raise ValueError(f"it has more than {_MOST_OPCODES} opcodes")
        if end > len(data) or (name not in _TEXTS and end - begin > _LONGEST_ARGUMENT):
            raise ValueError(f"the argument of its opcode {name} is too long")
        if name in _PUTS:
            argument = data[begin:end]
            index = int(argument) if name == "PUT" else int.from_bytes(argument, "little")
            if not 0 <= index <= _MOST_OPCODES:
                raise ValueError(f"it has the memo index {index}")


def _opcodes(data: bytes) -> Iterator[tuple[str, int, int]]:
    """Yield the name of each opcode, and where in the data its argument begins and ends.

    `pickletools.genops` decodes all arguments, and can't those that Python 2 wrote.
    """
    place, name = 0, ""
    while name != "STOP":
        opcode = _OPCODES.get(data[place : place + 1].decode("latin1"))
        if opcode is None:
            raise ValueError("it has an unknown opcode" if place < len(data) else "it is cut short")
        name, begin = opcode.name, place + 1
        kind = 0 if opcode.arg is None else opcode.arg.n
        if kind == pickletools.UP_TO_NEWLINE:
            end = begin
            # The name of a module, and that of an object in it.
            for _ in range(2 if name in {"GLOBAL", "INST"} else 1):
                end = data.find(b"\n", end) + 1
                if end == 0:
                    raise ValueError("it is cut short")
        elif kind in _BYTES_OF_LENGTH:
            begin += _BYTES_OF_LENGTH[kind]
            end = begin + int.from_bytes(data[place + 1 : begin], "little")
        else:
            end = begin + kind
        yield name, begin, end
        place = end
