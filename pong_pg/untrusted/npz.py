"""Reads npz files whose arrays are known beforehand, by NumPy.

NumPy reads whatever a file asks for, and zip may have compressed an array of any size to nearly nothing. Here the sizes
that the file states are compared with those that are expected before anything is read.
"""

from __future__ import annotations

import math
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from pong_pg.untrusted.bounded import open_regular

# NumPy writes headers of 118 bytes for such arrays.
_LONGEST_HEADER = 1000
# Bytes that are read at once; the directory of an archive, which is, has some 60 for each array.
_CHUNK = 2**20


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
    """

    def __init__(self, archive: zipfile.ZipFile) -> None:
        self._archive = archive
        self._members = {member.filename.removesuffix(".npy"): member for member in archive.infolist()}
        if len(self._members) < len(archive.infolist()):
            raise NpzError("two of its members have the same name")

    def __contains__(self, name: str) -> bool:
        return name in self._members

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
        lengths = [length for length in shape if length is not None]
        room = most if len(lengths) < len(shape) else math.prod(lengths) * np.dtype(dtype).itemsize
        # Twice, so that of an array which is a little too large the shape is told.
        if member.file_size > 2 * room + _LONGEST_HEADER:
            raise NpzError(f"it holds {name} of {member.file_size} bytes; it must have at most {room}")
        with _damage_as_npz_error(), self._archive.open(member) as file, warnings.catch_warnings():
            # Of headers as Python 2 wrote them, and of types with old names.
            warnings.simplefilter("error")
            array: npt.NDArray[Any] = np.lib.format.read_array(file, allow_pickle=False)
            if file.read(1):
                raise NpzError(f"it holds more than {name} in its member")
        if array.dtype != np.dtype(dtype):
            raise NpzError(f"it holds {name} of type {array.dtype}; it must be {np.dtype(dtype)}")
        wanted = tuple(length if rule is None else rule for rule, length in zip(shape, array.shape, strict=False))
        if array.ndim != len(shape) or array.shape != wanted:
            rule = str(shape).replace("None", "any")
            raise NpzError(f"it holds {name} of shape {array.shape}; it must have {rule}")
        return array


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
            yield Npz(archive)


@contextmanager
def _damage_as_npz_error() -> Iterator[None]:
    try:
        yield
    except NpzError:
        raise
    except Exception as error:  # zipfile and NumPy fail in many ways on a damaged file
        raise NpzError(str(error) or type(error).__name__) from error
