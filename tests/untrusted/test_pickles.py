from __future__ import annotations

import pickle

import numpy as np
import pytest

from pong_pg.untrusted.pickles import check_opcodes


@pytest.mark.parametrize("protocol", range(6))
def test_a_dictionary_of_arrays_is_admitted(protocol: int) -> None:
    check_opcodes(pickle.dumps({"W1": np.zeros((2, 3)), "W2": np.zeros(2)}, protocol))


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "it is cut short"),
        (b"cnumpy\nndarray", "it is cut short"),
        (b"]\xff.", "it has an unknown opcode"),
        (b"Pid\n.", "the opcode PERSID"),
        (b"\x82\1.", "the opcode EXT1"),
        (b"}" * 2001 + b".", "more than 2000 opcodes"),
        (b"U\5abc", "the argument of its opcode SHORT_BINSTRING is too long"),
        (b"\x8a\xff" + bytes(255) + b".", "the argument of its opcode LONG1 is too long"),
        (b"]p-1\n.", "the memo index -1"),
        (b"]r\xff\xff\0\0.", "the memo index 65535"),
    ],
)
def test_what_no_dictionary_of_arrays_has_is_refused(data: bytes, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        check_opcodes(data)
