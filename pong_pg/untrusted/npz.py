"""Reads npz files whose arrays are known beforehand.

NumPy reads whatever a file asks for: a header of any length, which it parses as Python, and an array of any size, which
zip may have compressed to nearly nothing. Here the sizes that the file states are compared with those that are expected
before anything is allocated.
"""

from __future__ import annotations

import io
import math
import os
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Literal

import numpy as np
import numpy.typing as npt

from pong_pg.untrusted.bounded import open_regular

# NumPy writes headers of 118 bytes for such arrays.
_LONGEST_HEADER = 1000
# Bytes that are read at once; the directory of an archive, which is, has some 60 for each array.
_CHUNK = 2**20
# Of version 1.0, which NumPy uses for headers of less than 64 kB.
_MAGIC = b"\x93NUMPY\x01\x00"


class NpzError(Exception):
    """The file is no npz, is damaged, or does not hold what is asked for."""


class _BoundedReads:
    """A file of which little is read at once; `zipfile` reads a directory of any length at once."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.seek, self.tell = file.seek, file.tell

    def seekable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        data = self._file.read(min(size, _CHUNK) if size >= 0 else _CHUNK)
        if size > _CHUNK or (size < 0 and self._file.read(1)):
            raise NpzError("its directory is too long")
        return data


class Npz:
    """An open npz file.

    Args:
        archive: the zip archive that it is.
        length: the bytes of the file.
    """

    def __init__(self, archive: zipfile.ZipFile, length: int) -> None:
        self._archive = archive
        self._length = length
        self._members = {member.filename.removesuffix(".npy"): member for member in archive.infolist()}
        if len(self._members) < len(archive.infolist()):
            raise NpzError("two of its members have the same name")

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its arrays."""
        return tuple(self._members)

    def read(self, name: str, dtype: npt.DTypeLike, shape: tuple[int | None, ...], most: int = 0) -> npt.NDArray[Any]:
        """Return an array.

        Args:
            name: its name.
            dtype: its type.
            shape: its shape; None where a length may be any.
            most: the number of bytes that it may have if a length may be any.

        Raises:
            NpzError: it is not there, is of another type or shape or too long, or is damaged.
        """
        member = self._members.get(name)
        if member is None:
            raise NpzError(f"it has no {name}")
        with _damage_as_npz_error(), self._archive.open(member) as file:
            found, order, kind = _header(name, file)
            if kind != np.dtype(dtype):
                raise NpzError(f"it holds {name} of type {kind}; it must be {np.dtype(dtype)}")
            wanted = tuple(length if rule is None else rule for rule, length in zip(shape, found, strict=False))
            size = math.prod(found) * kind.itemsize
            if len(found) != len(shape) or found != wanted:
                rule = str(shape).replace("None", "any")
                raise NpzError(f"it holds {name} of shape {found}; its configuration asks for {rule}")
            if None in shape and size > most:
                raise NpzError(f"it holds {name} of {size} bytes; it must have at most {most}")
            if member.file_size != file.tell() + size:
                raise NpzError(f"it holds {name} of shape {found} in {member.file_size} bytes, which is another size")
            if member.compress_type == zipfile.ZIP_STORED and member.compress_size != member.file_size:
                raise NpzError(f"it states two sizes of {name}")
            if member.compress_size > self._length:
                raise NpzError(f"it is cut short: {name} has {member.compress_size} bytes, and it only {self._length}")
            content = bytearray(size)
            _fill(memoryview(content), file)
        return np.frombuffer(content, kind).reshape(found, order=order)


@contextmanager
def open_npz(path: Path, *, compressed: bool = False) -> Iterator[Npz]:
    """Open an npz file.

    Args:
        path: the file.
        compressed: whether it may be compressed; if not, its arrays are no larger than the file.

    Raises:
        NpzError: it is no npz, or a damaged one.
        OSError: it can't be opened, or is no regular file.
    """
    with open_regular(path) as file:
        with _damage_as_npz_error():
            archive = zipfile.ZipFile(_BoundedReads(file))
        with archive:
            if not compressed and any(member.compress_type for member in archive.infolist()):
                raise NpzError("it is compressed, and pong_pg writes such files uncompressed")
            yield Npz(archive, os.fstat(file.fileno()).st_size)


def _header(name: str, file: IO[bytes]) -> tuple[tuple[int, ...], Literal["C", "F"], np.dtype[Any]]:
    """Return shape, order and type of the array that follows."""
    begin = file.read(len(_MAGIC) + 2)
    length = int.from_bytes(begin[-2:], "little")
    if not begin.startswith(_MAGIC) or length > _LONGEST_HEADER:
        raise NpzError(f"its member {name} is no array as pong_pg writes it")
    with warnings.catch_warnings():
        # Of headers as Python 2 wrote them, and of types with old names.
        warnings.simplefilter("error")
        shape, is_fortran, dtype = np.lib.format.read_array_header_1_0(io.BytesIO(begin[-2:] + file.read(length)))
    return shape, "F" if is_fortran else "C", dtype


def _fill(content: memoryview, file: IO[bytes]) -> None:
    done = 0
    while done < len(content):
        chunk = file.read(min(_CHUNK, len(content) - done))
        if not chunk:
            raise NpzError("it ends too early")
        content[done : done + len(chunk)] = chunk
        done += len(chunk)


@contextmanager
def _damage_as_npz_error() -> Iterator[None]:
    try:
        yield
    except NpzError:
        raise
    except Exception as error:  # zipfile and NumPy fail in many ways on a damaged file
        raise NpzError(str(error) or type(error).__name__) from error
