from __future__ import annotations

import pickle as real
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pong_pg.legacy.shims import pickle as shim

pickle: Any = shim
VALUES = np.array([[0.0, 0.25], [-1.5, 1e300]])


def python_2_pickle(protocol: int) -> bytes:
    """What Python 2 wrote for {"W1": VALUES}: byte strings for text and data, and NumPy's old names."""
    raw = VALUES.tobytes()
    if protocol == 0:
        data = b"S'" + "".join(f"\\x{byte:02x}" for byte in raw).encode() + b"'\n"
        key, order, code = b"S'W1'\n", b"S'<'\n", b"S'f8'\n"
        small = b"S'b'\n"
    else:
        data = b"U" + bytes([len(raw)]) + raw
        key, order, code, small = b"U\x02W1", b"U\x01<", b"U\x02f8", b"U\x01b"
    start = b"\x80\x02" if protocol == 2 else b""
    return b"".join(
        [
            start, b"}", key, b"cnumpy.core.multiarray\n_reconstruct\n(cnumpy\nndarray\n(I0\nt", small,
            b"tR(I1\n(I2\nI2\nt", b"cnumpy\ndtype\n(", code, b"I0\nI1\ntR(I3\n", order,
            b"NNNI-1\nI-1\nI0\ntbI00\n", data, b"tbs.",
        ]
    )  # fmt: skip


@pytest.mark.parametrize("protocol", [0, 1, 2])
@pytest.mark.filterwarnings("ignore:numpy.core:DeprecationWarning")
def test_save_p_of_python_2_loads(tmp_path: Path, protocol: int) -> None:
    data = python_2_pickle(protocol)
    (tmp_path / "save.p").write_bytes(data)
    with pytest.raises((UnicodeDecodeError, ValueError)):
        real.loads(python_2_pickle(1))
    with (tmp_path / "save.p").open("rb") as stream:
        loaded = [pickle.load(stream), pickle.loads(data)]
    loaded.append(pickle.loads(data.decode("latin-1")))
    with (tmp_path / "save.p").open(encoding="ascii") as text:
        loaded.append(pickle.load(text))
    for model in loaded:
        assert list(model) == ["W1"]
        np.testing.assert_array_equal(model["W1"], VALUES)


def test_files_opened_as_text_work(tmp_path: Path) -> None:
    with (tmp_path / "save.p").open("w") as stream:
        pickle.dump({"a": VALUES}, stream)
    with (tmp_path / "save.p").open() as stream:
        np.testing.assert_array_equal(pickle.load(stream)["a"], VALUES)


def test_arguments_are_as_they_were() -> None:
    assert pickle.loads(pickle.dumps([1], True)) == [1]
    assert pickle.dumps([1], True)[:1] != b"\x80"
    assert pickle.dumps([1], protocol=2) == real.dumps([1], 2)
    assert pickle.loads(b"U\x01\xe9.", encoding="bytes") == b"\xe9"
    assert pickle.HIGHEST_PROTOCOL == real.HIGHEST_PROTOCOL
    assert pickle.PicklingError is real.PicklingError
    with pytest.raises(AttributeError):
        _ = pickle.no_such_name
