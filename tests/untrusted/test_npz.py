from __future__ import annotations

import contextlib
import io
import resource
import struct
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pong_pg.untrusted.npz import NpzError, open_npz


def _array(values: Any, header: str = "") -> bytes:
    buffer = io.BytesIO()
    np.lib.format.write_array(buffer, np.array(values, "<f4"))
    if not header:
        return buffer.getvalue()
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + buffer.getvalue()[128:]


def _stated(shape: str, descr: str = "'<f4'") -> str:
    return f"{{'descr': {descr}, 'fortran_order': False, 'shape': {shape}, }}"


def _read(path: Path, data: bytes, *, shape: tuple[int | None, ...] = (3,), most: int = 0) -> Any:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.npy", data)
    with open_npz(path) as npz:
        return npz.read("a", "<f4", shape, most)


def test_an_array_is_read_as_it_was_written(tmp_path: Path) -> None:
    for shape in ((3,), (None,)):
        found = _read(tmp_path / "one.npz", _array([1, 2, 3]), shape=shape, most=12)
        assert found.dtype == np.float32
        assert found.tolist() == [1, 2, 3]


def test_every_changed_byte_of_a_header_is_refused(tmp_path: Path) -> None:
    data = _array([1, 2, 3])
    header = data[:128]
    for place in range(len(header)):
        for byte in b"('\x00\xff":
            changed = header[:place] + bytes([byte]) + header[place + 1 :]
            # A change of what pads the header may or may not matter.
            pads = changed.rstrip() == header.rstrip() or place >= len(header.rstrip())
            with contextlib.suppress(NpzError) if pads else pytest.raises(NpzError):
                _read(tmp_path / "one.npz", changed + data[128:])


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"raw bytes", "magic string is not correct"),
        (_array([1], _stated("(3,)") + " " * 2000), "of 2071 bytes; it must have at most 12"),
        (_array([1, 2, 3, 4], _stated("(2,)", "'<f8'")), "of type float64; it must be float32"),
        (_array([1, 2, 3], _stated("(3,)", "'|O'")), "Object arrays cannot be loaded"),
        # As Python 2 wrote lengths; NumPy warns of it, and reads them without a word before 1.24.
        pytest.param(_array([1, 2, 3], _stated("(3L,)")), ".", marks=pytest.mark.needs("numpy>=1.24")),
        (_array([1, 2]), r"of shape \(2,\); it must have \(3,\)"),
        (_array([[1, 2, 3]]), r"of shape \(1, 3\); it must have \(3,\)"),
        (_array([1, 2, 3]) + b"more", "it holds more than a in its member"),
        (_array([1, 2, 3])[:-1], "expected 12 bytes got 11"),
        (_array([1, 2, 3], _stated("(-3,)")), "."),
        (_array([], _stated("(" * 300)), "."),
    ],
)
def test_what_is_no_such_array_is_refused(tmp_path: Path, data: bytes, complaint: str) -> None:
    with pytest.raises(NpzError, match=complaint):
        _read(tmp_path / "one.npz", data)


def test_an_array_of_any_length_has_a_limit(tmp_path: Path) -> None:
    with pytest.raises(NpzError, match="of 4128 bytes; it must have at most 1500"):
        _read(tmp_path / "one.npz", _array([1] * 1000), shape=(None,), most=1500)


def test_one_that_is_not_there_and_one_that_is_damaged_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.npz"
    _read(path, _array([1, 2, 3]))
    with open_npz(path) as npz, pytest.raises(NpzError, match="it has no b"):
        npz.read("b", "<f4", (3,))
    whole = path.read_bytes()
    place = whole.index(np.float32(3).tobytes())
    path.write_bytes(whole[:place] + b"\1" + whole[place + 1 :])
    with open_npz(path) as npz, pytest.raises(NpzError, match="Bad CRC-32"):
        npz.read("a", "<f4", (3,))


@pytest.mark.parametrize("stored", [140, 128 + 4 * 10**8])
def test_a_size_that_the_file_does_not_have_takes_no_memory(tmp_path: Path, stored: int) -> None:
    path = tmp_path / "one.npz"
    header = _stated("(100000000,)").ljust(117) + "\n"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.npy", _array([1, 2, 3], header))
    content = bytearray(path.read_bytes())
    directory = content.index(b"PK\x01\x02")
    # Of the member in the directory: as it is stored, and as it is.
    content[directory + 20 : directory + 28] = struct.pack("<II", stored, 128 + 4 * 10**8)
    path.write_bytes(content)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with open_npz(path) as npz, pytest.raises(NpzError):
        npz.read("a", "<f4", (100_000_000,))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000


@pytest.mark.timeout(20)
def test_an_array_that_unpacks_to_less_than_it_states_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.npz"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.npy", _array([1, 2, 3], _stated("(4,)").ljust(117) + "\n"))
    content = bytearray(path.read_bytes())
    directory = content.index(b"PK\x01\x02")
    content[directory + 24 : directory + 28] = struct.pack("<I", 128 + 16)
    path.write_bytes(content)
    with open_npz(path, compressed=True) as npz, pytest.raises(NpzError, match="expected 16 bytes got 12"):
        npz.read("a", "<f4", (4,))
