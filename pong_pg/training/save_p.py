"""Reads `save.p`, the pickle that the original "Pong from Pixels" script leaves, without executing anything.

A pickle is a program, and NumPy's own names in it can be called with arguments that forge memory. So none of them is
handed out: a pickle gets stand-ins that only record their arguments, and the arrays are built from those records.
"""

from __future__ import annotations

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.errors import CheckpointError
from pong_pg.reinforce.policy import ReinforcePolicy
from pong_pg.untrusted.bounded import read_bytes
from pong_pg.untrusted.pickles import BoundedUnpickler

_NUMBERS = {"f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8"}


# Bytes; the script's own, of 200 hidden units, takes 10 MB, and 30 MB as Python 2 wrote it.
_LARGEST = 64 * 2**20


class _Dtype:
    """A dtype as a pickle describes it: its code, such as f8, and its byte order."""

    def __init__(self, code: Any, *_: Any) -> None:
        if code not in _NUMBERS:
            raise pickle.UnpicklingError(f"it holds an array of {code!r}, and only plain numbers are admitted")
        self._code = code
        self._order = "="

    def __setstate__(self, state: Any) -> None:
        self._order = state[1] if state[1] in {"<", ">", "="} else "="

    @property
    def dtype(self) -> np.dtype[Any]:
        dtype: np.dtype[Any] = np.dtype(self._order + self._code)
        return dtype


class _Array:
    """An array as a pickle describes it."""

    def __init__(self, *_: Any) -> None:
        self.value: npt.NDArray[Any] = np.empty(0)

    def __setstate__(self, state: Any) -> None:
        _version, shape, dtype, fortran, raw = state
        # Python 2 wrote the bytes as a string.
        content = raw.encode("latin1") if isinstance(raw, str) else raw
        self.value = np.frombuffer(content, dtype.dtype).reshape(shape, order="F" if fortran else "C")


class _Buffer:
    """An array as protocol 5 describes it; its bytes are not copied."""

    __slots__ = ()

    def __call__(self, content: Any, dtype: _Dtype, shape: Any, order: str) -> _Array:
        array = _Array()
        array.__setstate__((1, shape, dtype, order == "F", content))
        return array


class _Latin1:
    """What Python 3 writes bytes as, in a protocol that Python 2 can read: a string to be encoded.

    Args:
        most: how many bytes it makes altogether; a pickle may ask for the same ones again and again.
    """

    __slots__ = ("_left",)

    def __init__(self, most: int) -> None:
        self._left = most

    def __call__(self, text: Any, _encoding: str) -> bytes:
        self._left -= len(text)
        if self._left < 0:
            raise pickle.UnpicklingError("it makes more bytes than it has")
        return str.encode(text, "latin1")


class _ArrayUnpickler(BoundedUnpickler):
    """Builds containers, numbers, strings and records of arrays, and refuses every other name in the pickle."""

    def __init__(self, data: bytes) -> None:
        super().__init__(data)
        # Made for each pickle, since one can change what it is handed.
        self._stand_ins: dict[tuple[str, str], Any] = {
            ("numpy", "ndarray"): "numpy.ndarray",  # only named, as an argument of _reconstruct
            ("numpy", "dtype"): _Dtype,
            ("numpy.core.multiarray", "_reconstruct"): _Array,
            ("numpy.core.numeric", "_frombuffer"): _Buffer(),
            ("_codecs", "encode"): _Latin1(len(data)),
        }

    def find_class(self, module: str, name: str) -> Any:
        try:
            return self._stand_ins[module.replace("numpy._core", "numpy.core"), name]
        except KeyError:
            raise pickle.UnpicklingError(f"it asks for {module}.{name}, and only NumPy arrays are admitted") from None


def load_save_p(file: Path) -> ReinforcePolicy:
    """Load the policy that a `save.p` holds: a dictionary of W1 (hidden, 6400) and W2 (hidden,).

    Args:
        file: the pickle, of any protocol, written by Python 2 or 3.

    Raises:
        CheckpointError: it can't be read, is larger than 64 MB or damaged, holds anything but arrays, or these are not
            finite weights that fit together.
    """
    try:
        data = read_bytes(file, _LARGEST)
    except OSError as error:
        raise CheckpointError(f"{file} can't be read: {error.strerror or error}") from error
    try:
        model = _ArrayUnpickler(data).load()
    except Exception as error:  # a damaged pickle can fail in any way
        # KeyError: an opcode that is not admitted. Without a text: the end of the file.
        detail = "no pickle of arrays" if isinstance(error, KeyError) else str(error) or "it is cut short"
        told = f"{file} is neither a checkpoint nor a save.p that can be loaded ({detail}): name a run or saved policy"
        raise CheckpointError(told) from error
    try:
        named = {key.decode("latin1") if isinstance(key, bytes) else key: value for key, value in model.items()}
        weights = [named[name].value for name in ("W1", "W2")]
    except (AttributeError, KeyError) as error:
        raise CheckpointError(f"{file} is not a save.p: it must hold a dictionary of the arrays W1 and W2") from error
    if any(array.dtype.kind != "f" for array in weights):
        raise CheckpointError(f"{file} must hold floating-point weights")
    # Also those that are infinite as float32, where NumPy would warn; and NaN is not within any limit.
    limit = float(np.finfo(np.float32).max)
    if not all(-limit <= array.min(initial=0) and array.max(initial=0) <= limit for array in weights):
        raise CheckpointError(f"{file} must hold weights that are finite as float32")
    try:
        return ReinforcePolicy(*weights)
    except ValueError as error:
        raise CheckpointError(f"{file}: {error}") from error
