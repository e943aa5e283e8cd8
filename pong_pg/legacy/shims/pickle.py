"""`pickle` and `cPickle`, which also read what Python 2 wrote, and files that were opened in text mode."""

from __future__ import annotations

import io
import pickle as _real
from typing import IO, Any

globals().update({name: value for name, value in vars(_real).items() if not name.startswith("__")})
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module

# Of Python 2's byte strings, as which its pickles hold keys and the data of arrays.
_ENCODING = "latin1"


def load(file: IO[Any], **named: Any) -> Any:
    """Load an object from a file; byte strings of Python 2 are decoded as latin1, as the data of arrays needs."""
    named.setdefault("encoding", _ENCODING)
    return _real.load(_binary(file), **named)


def loads(data: Any, **named: Any) -> Any:
    """Load an object from a pickle; a string is encoded to bytes first."""
    named.setdefault("encoding", _ENCODING)
    return _real.loads(data.encode(_ENCODING) if isinstance(data, str) else data, **named)


def dump(value: Any, file: IO[Any], *arguments: Any, **named: Any) -> None:
    """Pickle an object to a file."""
    _real.dump(value, _binary(file), *arguments, **named)


def _binary(file: Any) -> Any:
    """Return the binary file under a text file; a binary file is returned unchanged."""
    if isinstance(file, io.TextIOBase) and hasattr(file, "buffer"):
        file.flush()
        return file.buffer
    return file


def __getattr__(name: str) -> Any:
    return getattr(_real, name)
