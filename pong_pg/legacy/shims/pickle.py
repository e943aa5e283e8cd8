"""`pickle` and `cPickle`, which also read what Python 2 wrote, and files that were opened in text mode."""

from __future__ import annotations

import io
import pickle as _real
from typing import IO, Any

globals().update({name: value for name, value in vars(_real).items() if not name.startswith("__")})
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module

# Of Python 2's byte strings, as which its pickles hold keys and the data of arrays.
_ENCODING = "latin1"


def load(file: IO[Any], *arguments: Any, **named: Any) -> Any:
    """Load an object from a file; byte strings of Python 2 are decoded as latin1, as the data of arrays needs."""
    named.setdefault("encoding", _ENCODING)
    return _real.load(_binary(file), *arguments, **named)


def loads(data: Any, *arguments: Any, **named: Any) -> Any:
    """Load an object from a pickle; a string is encoded to bytes first."""
    named.setdefault("encoding", _ENCODING)
    return _real.loads(data.encode(_ENCODING) if isinstance(data, str) else data, *arguments, **named)


def dump(value: Any, file: IO[Any], *arguments: Any, **named: Any) -> None:
    """Pickle an object to a file."""
    protocol, arguments = _protocol(arguments)
    _real.dump(value, _binary(file), *protocol, *arguments, **_without_bin(named))


def dumps(value: Any, *arguments: Any, **named: Any) -> bytes:
    """Return the pickle of an object."""
    protocol, arguments = _protocol(arguments)
    return _real.dumps(value, *protocol, *arguments, **_without_bin(named))


class Unpickler(_real.Unpickler):
    """Reads pickles from a file, including those of Python 2."""

    def __init__(self, file: IO[Any], **named: Any) -> None:
        named.setdefault("encoding", _ENCODING)
        super().__init__(_binary(file), **named)


class Pickler(_real.Pickler):
    """Writes pickles to a file."""

    def __init__(self, file: IO[Any], *arguments: Any, **named: Any) -> None:
        protocol, arguments = _protocol(arguments)
        super().__init__(_binary(file), *protocol, *arguments, **_without_bin(named))


def _binary(file: Any) -> Any:
    """Return the binary file under a text file; a binary file is returned unchanged."""
    if isinstance(file, io.TextIOBase) and hasattr(file, "buffer"):
        file.flush()
        return file.buffer
    return file


def _protocol(arguments: tuple[Any, ...]) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """Return the protocol, as a tuple of arguments, and the other arguments; True and False stood for 1 and 0."""
    return tuple(int(value) if isinstance(value, bool) else value for value in arguments[:1]), arguments[1:]


def _without_bin(named: dict[str, Any]) -> dict[str, Any]:
    if "bin" in named:
        named["protocol"] = int(named.pop("bin"))
    return named


def __getattr__(name: str) -> Any:
    return getattr(_real, name)
