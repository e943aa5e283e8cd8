"""Python 2's builtins, and methods that only its types had.

All are pickled by name, so that functions that use them can be sent to Ray's workers.
"""

from __future__ import annotations

import builtins
import codecs
import decimal
import functools
import importlib
import itertools
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from pong_pg.legacy.compile.compiled import compile_file, compile_text
from pong_pg.legacy.tables import python2
from pong_pg.legacy.tables.rows import supplied


def cmp(a: Any, b: Any) -> int:
    """Return -1, 0 or 1: the order of two values."""
    method = getattr(type(a), "__cmp__", None)
    return int(method(a, b)) if method is not None else int(a > b) - int(a < b)


def apply(function: Any, arguments: Any = (), named: dict[str, Any] | None = None) -> Any:
    """Return `function(*arguments, **named)`."""
    return function(*arguments, **(named or {}))


def raw_input(prompt: Any = "") -> str:
    """Read a line from standard input."""
    return builtins.input(prompt)


def reload(module: ModuleType) -> ModuleType:
    """Reload a module, but for `sys`, which scripts reloaded to call `sys.setdefaultencoding`."""
    return module if module is sys else importlib.reload(module)


def execfile(name: str, namespace: dict[str, Any] | None = None, local: dict[str, Any] | None = None) -> None:
    """Run a file in a namespace: the caller's, if none is given.

    Raises:
        OSError: the file can't be read.
        SyntaxError: it is neither Python 3 nor Python 2.
    """
    code = compile_file(name, Path(name).read_bytes())
    if namespace is None:
        frame = sys._getframe(1)
        exec(code, frame.f_globals, frame.f_locals)
    else:
        exec(code, namespace, local)


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


def zip_to_list(*sequences: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Return Python 2's `zip(...)`: a list."""
    return list(zip(*sequences, strict=False))


def sorted_by(values: Any, cmp: Any = None, key: Any = None, reverse: Any = False) -> list[Any]:
    """Return Python 2's `sorted(...)`."""
    return sorted(values, key=_sort_key(cmp, key), reverse=bool(reverse))


def sort_method(values: Any) -> Callable[..., Any]:
    """Return the method `values.sort` with Python 2's arguments; that of anything but a list is its own."""
    if not isinstance(values, list):
        return values.sort  # type: ignore[no-any-return]  # an array, or an object of the script's

    def sort(cmp: Any = None, key: Any = None, reverse: Any = False) -> None:
        values.sort(key=_sort_key(cmp, key), reverse=bool(reverse))

    return sort


def codec_method(value: Any, name: str) -> Callable[..., Any]:
    """Return the method `value.encode` or `value.decode`.

    Text is no longer bytes: to decode it leaves it as it is, and "hex" and "base64" make text of text.
    """
    if not isinstance(value, str):
        return getattr(value, name)  # type: ignore[no-any-return]  # that of bytes, or of an object of the script's

    def convert(encoding: str = "utf-8", errors: str = "strict") -> Any:
        if encoding in {"base64", "hex"}:
            return getattr(codecs, name)(value.encode("latin-1"), encoding).decode("latin-1")
        return value.encode(encoding, errors) if name == "encode" else value

    return convert


def _sort_key(cmp: Any, key: Any) -> Any:
    if cmp is None:
        return key
    by_cmp = functools.cmp_to_key(cmp)
    return (lambda value: by_cmp(key(value))) if key else by_cmp


class long(int):  # noqa: N801 - it is Python 2's name
    """A number that is printed as a long in lists, such as the seeds that Gym returned."""

    def __repr__(self) -> str:
        return f"{int(self)}L"

    def __str__(self) -> str:
        return str(int(self))


def octal(number: int) -> str:
    """Return a number's octal digits, after a zero."""
    return oct(number).replace("0o", "0" if number else "")


def rounded(number: Any, ndigits: int = 0) -> float:
    """Return a number as a float rounded to so many decimal digits, halves away from zero."""
    number = float(number)
    if not abs(number) < 2**52:
        return number  # type: ignore[no-any-return]  # it has no fraction, or is no number at all
    unit = decimal.Decimal(1).scaleb(-ndigits)
    return float(decimal.Decimal(number).quantize(unit, decimal.ROUND_HALF_UP))


# What a file of Python 2 gets, by name; each file that uses one of them takes it from here.
PYTHON2_NAMES: dict[str, object] = {
    **{name: supplied(row.supplied_by, globals()) for name, row in python2.BUILTINS.items()},
    **{name: supplied(by, globals()) for name, by in python2.CHANGED_BUILTINS.items()},
}


def supply_names(*names: str) -> None:
    """Give the calling module builtins of Python 2; what it binds itself stays."""
    namespace = sys._getframe(1).f_globals
    for name in names:
        namespace.setdefault(name, PYTHON2_NAMES[name])


def python2_code(code: Any, mode: str) -> Any:
    """Return what `exec` or `eval` runs of a text of Python 2, or of code, which stays as it is."""
    return compile_text(code, mode) if isinstance(code, str) else code


def message(error: BaseException) -> Any:
    """Return `error.message`."""
    if hasattr(error, "message"):
        return error.message
    return error.args[0] if len(error.args) == 1 else ""


def as_method(method: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return what stands for `__nonzero__` or `next` under its name of today; any number was a truth."""
    if getattr(method, "__name__", "") != "__nonzero__":
        return method
    return lambda self: bool(method(self))


# Methods.


def has_key(mapping: Any, key: Any) -> Any:
    """Return `mapping.has_key(key)`."""
    return mapping.has_key(key) if hasattr(mapping, "has_key") else key in mapping


def next(iterator: Any) -> Any:  # noqa: A001 - it is named after the method that it stands for
    """Return `iterator.next()`."""
    return iterator.next() if hasattr(iterator, "next") else builtins.next(iterator)


def _of_mapping(old: str, new: str, make: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def method(mapping: Any) -> Any:
        return getattr(mapping, old)() if hasattr(mapping, old) else make(getattr(mapping, new)())

    return method


iteritems, iterkeys, itervalues = (_of_mapping(f"iter{new}", new, iter) for new in ("items", "keys", "values"))
viewitems, viewkeys, viewvalues = (
    _of_mapping(f"view{new}", new, lambda view: view) for new in ("items", "keys", "values")
)
