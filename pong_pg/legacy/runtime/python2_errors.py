"""What Python 2 made of a script's own exceptions: their arguments, which were also their items."""

from __future__ import annotations

from types import BuiltinFunctionType, FunctionType
from typing import Any


def adapt_error(kind: Any) -> None:
    """Give an exception of the script the meaning that it had in Python 2.

    Its arguments were set by `BaseException.__init__` alone, and not when the object was made: an exception whose own
    `__init__` does not call that of its base has none, and prints nothing.
    """
    if not hasattr(kind, "__getitem__"):
        kind.__getitem__ = _item
    # Those of files take their arguments when they are made, unless they have an `__init__` of their own, as then.
    sets_none = isinstance(kind.__init__, FunctionType) and isinstance(kind.__new__, BuiltinFunctionType)
    if not sets_none or issubclass(kind, OSError):
        return
    plain = kind.__new__

    def new(cls: Any, *_: Any, **__: Any) -> Any:
        return plain(cls)

    new.__name__ = "__new__"
    kind.__new__ = staticmethod(new)
    if not isinstance(kind.__reduce__, FunctionType):
        kind.__reduce__ = _reduced


def _item(self: BaseException, place: Any) -> Any:
    """Return an argument, or some of them."""
    return self.args[place]


def _reduced(self: BaseException) -> Any:
    """Let an exception travel to other processes, which could not call its `__init__` without its arguments."""
    return _restored, (type(self), self.args), vars(self) or None


def _restored(kind: Any, arguments: tuple[Any, ...]) -> BaseException:
    made: BaseException = kind.__new__(kind)
    made.args = arguments
    return made
