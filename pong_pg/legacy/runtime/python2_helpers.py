"""Functions that do what Python 2's statements and methods did; rewritten scripts call them through `helpers`."""

from __future__ import annotations

import ast
import builtins
import codecs
import functools
import itertools
import operator
import sys
import weakref
from collections.abc import Callable, ItemsView, Iterable, KeysView, ValuesView
from typing import Any

from pong_pg.legacy.compile.compiled import compile_text
from pong_pg.legacy.runtime.python2_names import PYTHON2_NAMES, features_of

__all__ = [
    "compare__eq", "compare__ge", "compare__gt", "compare__le", "compare__lt", "compare__ne", "decode", "encode",
    "exception", "filter_to_list", "has_key", "iteritems", "iterkeys", "itervalues", "listed", "map_to_list",
    "message", "next", "print_statement", "print_to", "python2_code", "python2_compile", "python2_expression",
    "sort_by", "sorted_by", "supply_names", "unicode_of", "viewitems", "viewkeys", "viewvalues",
]  # fmt: skip

_LAZY = (KeysView, ItemsView, ValuesView, zip, range)
_TEXT_CODECS = frozenset(["hex", "base64", "rot13", "rot_13", "string_escape", "zlib"])
_unended: weakref.WeakSet[Any] = weakref.WeakSet()


def print_statement(*values: Any, newline: bool = True) -> None:
    """Do Python 2's `print values`; after one without a newline, the next to the same file begins with a space."""
    print_to(None, *values, newline=newline)


def print_to(file: Any, *values: Any, newline: bool = True) -> None:
    """Do Python 2's `print >>file, values`."""
    file = sys.stdout if file is None else file
    text = " ".join(map(str, values))
    if file in _unended and values:
        text = f" {text}"
    _unended.discard(file)
    if not newline and not text.endswith(("\n", "\t", "\r")):
        _unended.add(file)
    file.write(text + "\n" if newline else text)


def exception(kind: Any, value: Any = None, traceback: Any = None) -> BaseException:
    """Return what Python 2's `raise kind, value, traceback` raised."""
    if isinstance(kind, tuple):
        kind = kind[0]
    if isinstance(kind, BaseException):
        made = kind
    elif isinstance(value, kind):
        made = value
    elif value is None:
        made = kind()
    else:
        made = kind(*value) if isinstance(value, tuple) else kind(value)
    return made.with_traceback(traceback) if traceback is not None else made


def supply_names(*names: str) -> None:
    """Give the calling code's globals these names of Python 2, but for those that the script has itself.

    They are globals, as in the file of a script, and not builtins, so that functions that use them can be sent to
    other processes: pickling takes along what is in a function's globals.
    """
    namespace = sys._getframe(1).f_globals
    for name in names:
        namespace.setdefault(name, PYTHON2_NAMES[name])


def python2_code(code: Any) -> Any:
    """Return what `exec` gets for code of Python 2: a string or file is compiled, a code object is as it is.

    Raises:
        SyntaxError: it is neither Python 3 nor Python 2.
    """
    source = code.read() if hasattr(code, "read") else code
    return _compiled(source, "<string>", "exec", features_of(sys._getframe(1)))


def python2_expression(code: Any) -> Any:
    """Return what `eval` gets for an expression of Python 2: a string is compiled, a code object is as it is.

    Raises:
        SyntaxError: it is no expression of Python 3 or Python 2.
    """
    return _compiled(code, "<string>", "eval", features_of(sys._getframe(1)))


def python2_compile(source: Any, filename: Any, mode: str, flags: int = 0, dont_inherit: bool = False) -> Any:
    """Return `compile(source, filename, mode, flags, dont_inherit)`.

    Raises:
        SyntaxError: the source is neither Python 3 nor Python 2.
    """
    if flags & ast.PyCF_ONLY_AST or not isinstance(source, str | bytes):
        return builtins.compile(source, filename, mode, flags, dont_inherit)
    inherited = frozenset[str]() if dont_inherit else features_of(sys._getframe(1))
    return _compiled(source, str(filename), mode, inherited)


def _compiled(source: Any, name: str, mode: str, inherited: frozenset[str]) -> Any:
    return _compile_text(source, name, mode, inherited) if isinstance(source, str | bytes) else source


# An expression is often evaluated in a loop.
_compile_text = functools.lru_cache(maxsize=256)(compile_text)


def message(error: BaseException) -> Any:
    """Return `error.message`."""
    if hasattr(error, "message"):
        return error.message
    return error.args[0] if len(error.args) == 1 else ""


def listed(value: Any) -> Any:
    """Return a list of what an iterator or view gives; other values, such as arrays, are returned as they are."""
    return list(value) if isinstance(value, _LAZY) else value


def map_to_list(function: Any, *sequences: Iterable[Any]) -> list[Any]:
    """Return Python 2's `map(...)`: a list; shorter sequences are filled up with None."""
    if len(sequences) == 1:
        return list(sequences[0]) if function is None else [function(value) for value in sequences[0]]
    rows = itertools.zip_longest(*sequences)
    return list(rows) if function is None else [function(*row) for row in rows]


def filter_to_list(function: Any, sequence: Any) -> Any:
    """Return Python 2's `filter(...)`: a string of a string, a tuple of a tuple, otherwise a list."""
    kept = filter(function, sequence)
    if isinstance(sequence, str):
        return "".join(kept)
    return tuple(kept) if isinstance(sequence, tuple) else list(kept)


def sorted_by(values: Iterable[Any], cmp: Any = None, key: Any = None, reverse: bool = False) -> list[Any]:
    """Return Python 2's `sorted(values, cmp, key, reverse)`."""
    return sorted(values, key=_key(cmp, key), reverse=bool(reverse))


def sort_by(values: Any, *arguments: Any, **named: Any) -> Any:
    """Do Python 2's `values.sort(cmp, key, reverse)`; `sort` of anything but a list gets its own arguments."""
    if not isinstance(values, list):
        return values.sort(*arguments, **named)
    given = dict(zip(("cmp", "key", "reverse"), arguments, strict=False)) | named
    key = _key(given.get("cmp"), given.get("key"))
    return values.sort(key=key, reverse=bool(given.get("reverse")))


def _key(cmp: Any, key: Any) -> Any:
    if cmp is None:
        return key
    by_cmp = functools.cmp_to_key(cmp)
    return (lambda value: by_cmp(key(value))) if key else by_cmp


def has_key(mapping: Any, key: Any) -> Any:
    """Return `mapping.has_key(key)`."""
    return mapping.has_key(key) if hasattr(mapping, "has_key") else key in mapping


def next(iterator: Any) -> Any:  # noqa: A001 - helpers are named after the method that they stand for
    """Return `iterator.next()`."""
    return iterator.next() if hasattr(iterator, "next") else builtins.next(iterator)


def _view(old: str, new: str, *, once: bool) -> Callable[[Any], Any]:
    def view(mapping: Any) -> Any:
        if hasattr(mapping, old):
            return getattr(mapping, old)()
        values = getattr(mapping, new)()
        return iter(values) if once else values

    return view


iteritems = _view("iteritems", "items", once=True)
iterkeys = _view("iterkeys", "keys", once=True)
itervalues = _view("itervalues", "values", once=True)
viewitems = _view("viewitems", "items", once=False)
viewkeys = _view("viewkeys", "keys", once=False)
viewvalues = _view("viewvalues", "values", once=False)


def decode(value: Any, *arguments: Any) -> Any:
    """Return `value.decode(...)`; a string, which in Python 2 was bytes, is returned as it is."""
    if not isinstance(value, str):
        return value.decode(*arguments)
    if arguments and arguments[0].replace("-", "_") in _TEXT_CODECS:
        return codecs.decode(value.encode("latin-1"), arguments[0].replace("-", "_")).decode("latin-1")
    return value


def encode(value: Any, *arguments: Any) -> Any:
    """Return `value.encode(...)`; for codecs such as "hex" the result is a string, as in Python 2."""
    if isinstance(value, str | bytes) and arguments and arguments[0].replace("-", "_") in _TEXT_CODECS:
        data = value.encode("latin-1") if isinstance(value, str) else value
        return codecs.encode(data, arguments[0]).decode("latin-1")
    return value.encode(*arguments)


def unicode_of(value: Any, *arguments: Any) -> str:
    """Return `unicode(value, encoding, errors)`."""
    return value if isinstance(value, str) else str(value, *arguments)


def _comparing(holds: Callable[[Any, Any], bool]) -> Callable[[Any, Any], bool]:
    def compare(self: Any, other: Any) -> bool:
        return holds(self.__cmp__(other), 0)

    return compare


compare__lt = _comparing(operator.lt)
compare__le = _comparing(operator.le)
compare__gt = _comparing(operator.gt)
compare__ge = _comparing(operator.ge)
compare__eq = _comparing(operator.eq)
compare__ne = _comparing(operator.ne)
