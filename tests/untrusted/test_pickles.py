from __future__ import annotations

import contextlib
import pickle
import tracemalloc

import pytest

from pong_pg.untrusted.pickles import BoundedUnpickler


@pytest.mark.parametrize("protocol", range(6))
def test_containers_and_bytes_are_admitted(protocol: int) -> None:
    value = {"a": [1, 2.5, None, True, "text"], "b": (1, (), (2, 3)), "c": "more"}
    assert BoundedUnpickler(pickle.dumps(value, protocol)).load() == value


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"]\xff.",
        b"Pid\n.",
        b"\x82\1.",
        b"}" * 2001 + b".",
        b"U\5abc",
        b"]p-1\n.",
        b"L" + b"9" * 10**6 + b"L\n.",
        b"\x8e" + (2**40).to_bytes(8, "little") + b".",
    ],
)
def test_what_no_dictionary_of_arrays_has_is_refused(data: bytes) -> None:
    with pytest.raises((pickle.UnpicklingError, KeyError, ValueError, EOFError)):
        BoundedUnpickler(data).load()


@pytest.mark.parametrize(
    "data",
    [
        b"]r\xff\xff\xff\x7f.",
        *(b"]" + opcode + (2**28).to_bytes(8, "little") + b"." for opcode in (b"\x8d", b"\x8e", b"\x95", b"\x96")),
    ],
)
def test_what_an_opcode_states_takes_no_memory(data: bytes) -> None:
    """The index of a memo, or the length of what follows."""
    tracemalloc.start()
    try:
        with contextlib.suppress(EOFError, pickle.UnpicklingError):
            assert BoundedUnpickler(data).load() == []
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()
