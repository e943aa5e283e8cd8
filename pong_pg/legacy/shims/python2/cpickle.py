"""`cPickle` of Python 2: `pickle` with a pickler that also collects pickles, and numbers its memo from 1."""

from __future__ import annotations

import io
import pickle as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public, to_bytes
from pong_pg.legacy.shims.python2 import pickle as _pickle

globals().update(public(_pickle, without=["Pickler", "Unpickler"]))
__all__ = [*_pickle.__all__]  # noqa: PLE0604 - the names of `pickle`
__version__ = "1.71"


class UnpickleableError(_real.PicklingError):
    """An object that can't be pickled."""


class BadPickleGet(_real.UnpicklingError):
    """A pickle refers to something that it has not stored."""


class Pickler(_pickle.Pickler):
    """Writes pickles to a file; without one, `getvalue` returns them.

    Args:
        file: a file, or the protocol of pickles without a file.
        protocol: as for `pickle.Pickler`.
    """

    def __init__(self, file: Any = None, protocol: int | None = None) -> None:
        self._collected = io.BytesIO()
        if file is None or isinstance(file, int):
            super().__init__(self._collected, protocol if file is None else file)
        else:
            super().__init__(file, protocol)

    def put(self, idx: int) -> bytes:
        """Return the opcode that stores an object."""
        return bytes(super().put(idx + 1))

    def get(self, i: int) -> bytes:
        """Return the opcode that refers to a stored object."""
        return bytes(super().get(i + 1))

    def dump(self, obj: Any) -> Any:
        """Pickle an object; return the pickler."""
        super().dump(obj)
        return self

    def getvalue(self) -> str:
        """Return the pickles so far, if there is no file."""
        return self._collected.getvalue().decode("latin-1")


class Unpickler(_pickle.Unpickler):
    """Reads pickles from a file; the attribute `find_global`, if set, finds the globals in them."""

    find_global: Any = _pickle._find

    def find_class(self, module: str, name: str) -> Any:
        """Return what a module has by a name."""
        found = vars(self).get("find_global", _pickle._find)
        if found is None:
            raise _real.UnpicklingError("Global and instance pickles are not supported.")
        return found(module, name)

    def load(self) -> Any:
        """Load the next object."""
        return _loaded(super().load)

    def noload(self) -> None:
        """Skip the next object."""
        self.load()


def _loaded(load: Any) -> Any:
    try:
        return load()
    except _real.UnpicklingError as error:
        if str(error).startswith("Memo value not found"):
            raise BadPickleGet(str(error).rpartition(" ")[2]) from None
        raise


def dump(obj: Any, file: Any, protocol: int | None = None) -> None:
    """Pickle an object to a file."""
    Pickler(file, protocol).dump(obj)


def dumps(obj: Any, protocol: int | None = None) -> str:
    """Return the pickle of an object, a byte string."""
    return str(Pickler(protocol=protocol).dump(obj).getvalue())


def load(file: Any) -> Any:
    """Load an object from a file."""
    return Unpickler(file).load()


def loads(string: Any) -> Any:
    """Load an object from a byte string."""
    return Unpickler(io.BytesIO(to_bytes(string))).load()


def __getattr__(name: str) -> Any:
    return getattr(_real, name)
