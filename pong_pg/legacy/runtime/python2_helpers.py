"""Functions that do what Python 2's statements and methods did; rewritten scripts call them through `helpers`."""

from __future__ import annotations

import ast
import builtins
import functools
import itertools
import sys
import types
from collections.abc import Callable, ItemsView, Iterable, KeysView, ValuesView
from typing import Any

from pong_pg.legacy.compile.compiled import compile_text
from pong_pg.legacy.runtime.python2_calls import (
    extend,
    extendleft,
    in_order,
    keywords,
    keywords_for,
    keywords_of,
    ordered_for,
)
from pong_pg.legacy.runtime.python2_classes import (
    DepthFirst,
    is_old_style,
    metaclass,
    new_class,
    of_several,
    old_class,
)
from pong_pg.legacy.runtime.python2_compare import chain, ge, gt, le, lt, sort_list
from pong_pg.legacy.runtime.python2_containers import (
    add,
    copy,
    delete,
    dict_display,
    dict_of,
    dict_of_pairs,
    dict_with,
    difference,
    discard,
    intersection,
    most_common,
    new_dict,
    new_frozenset,
    new_set,
    pop,
    popitem,
    remove,
    set_and,
    set_or,
    set_sub,
    set_xor,
    symmetric_difference,
    union,
    update,
    update_with,
)
from pong_pg.legacy.runtime.python2_format import format_and_values, format_text
from pong_pg.legacy.runtime.python2_long import from_text, long
from pong_pg.legacy.runtime.python2_names import PYTHON2_NAMES, STANDARD_ERRORS, features_of, sort_key
from pong_pg.legacy.runtime.python2_object_dicts import dict_of_object, given_dict, vars_of
from pong_pg.legacy.runtime.python2_order import forget, is_dict, items_of, ordered, values_of
from pong_pg.legacy.runtime.python2_text import repr_of, str_of

__all__ = [
    "STANDARD_ERRORS",
    "add",
    "all_locals",
    "attribute_of",
    "chain",
    "copy",
    "current_error",
    "delete",
    "dict_display",
    "dict_of",
    "dict_of_object",
    "dict_of_pairs",
    "dict_with",
    "difference",
    "discard",
    "exception",
    "exec_here",
    "exec_in_names_of",
    "extend",
    "extendleft",
    "filter_to_list",
    "forget",
    "format_and_values",
    "format_text",
    "ge",
    "given_dict",
    "gt",
    "has_key",
    "in_order",
    "intersection",
    "items_of_error",
    "iteritems",
    "iterkeys",
    "itervalues",
    "keywords",
    "keywords_for",
    "keywords_of",
    "le",
    "listed",
    "long",
    "lt",
    "map_to_list",
    "message",
    "metaclass",
    "most_common",
    "new_class",
    "new_dict",
    "new_frozenset",
    "new_set",
    "next",
    "of_several",
    "old_class",
    "ordered",
    "ordered_for",
    "pop",
    "popitem",
    "python2_code",
    "python2_compile",
    "python2_expression",
    "range_to_list",
    "remove",
    "repr_of",
    "set_and",
    "set_or",
    "set_sub",
    "set_xor",
    "sort_by",
    "str_of",
    "supply_names",
    "symmetric_difference",
    "to_int_of_text",
    "type_of",
    "union",
    "update",
    "update_with",
    "vars_of",
    "viewitems",
    "viewkeys",
    "viewvalues",
    "zip_to_list",
]  # fmt: skip

_LAZY = (KeysView, ItemsView, ValuesView, zip, range)


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


def items_of_error(error: Any) -> Any:
    """Return what `error[index]` takes an item of: the arguments of an exception, unless its class has items."""
    return error.args if isinstance(error, BaseException) and not hasattr(error, "__getitem__") else error


def listed(value: Any) -> Any:
    """Return a list of what an iterator or view gives; other values, such as arrays, are returned as they are."""
    return list(ordered(value)) if isinstance(value, _LAZY) else value


def map_to_list(function: Any, *sequences: Iterable[Any]) -> list[Any]:
    """Return Python 2's `map(...)`: a list; shorter sequences are filled up with None."""
    sequences = tuple(map(ordered, sequences))
    if len(sequences) == 1:
        return list(sequences[0]) if function is None else [function(value) for value in sequences[0]]
    rows = itertools.zip_longest(*sequences)
    return list(rows) if function is None else [function(*row) for row in rows]


def filter_to_list(function: Any, sequence: Any) -> Any:
    """Return Python 2's `filter(...)`: a string of a string, a tuple of a tuple, otherwise a list."""
    kept = filter(function, ordered(sequence))
    if isinstance(sequence, str):
        return "".join(kept)
    return tuple(kept) if isinstance(sequence, tuple) else list(kept)


def zip_to_list(*sequences: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Return Python 2's `zip(...)`: a list."""
    return list(zip(*map(ordered, sequences), strict=False))


def range_to_list(*arguments: Any) -> list[int]:
    """Return Python 2's `range(...)`: a list."""
    return list(range(*arguments))


def sort_by(values: Any, /, *arguments: Any, **named: Any) -> Any:
    """Do Python 2's `values.sort(cmp, key, reverse)`; `sort` of anything but a list gets its own arguments."""
    if not isinstance(values, list):
        return values.sort(*arguments, **named)
    given = dict(zip(("cmp", "key", "reverse"), arguments, strict=False)) | named
    return sort_list(values, sort_key(given.get("cmp"), given.get("key")), bool(given.get("reverse")))


def has_key(mapping: Any, key: Any) -> Any:
    """Return `mapping.has_key(key)`."""
    return mapping.has_key(key) if hasattr(mapping, "has_key") else key in mapping


def next(iterator: Any) -> Any:  # noqa: A001 - helpers are named after the method that they stand for
    """Return `iterator.next()`."""
    return iterator.next() if hasattr(iterator, "next") else builtins.next(iterator)


def _iterator(old: str, new: str, of_dict: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def iterate(mapping: Any) -> Any:
        if is_dict(mapping):
            return of_dict(mapping)
        return getattr(mapping, old)() if hasattr(mapping, old) else iter(getattr(mapping, new)())

    return iterate


def _view(old: str, new: str) -> Callable[[Any], Any]:
    def view(mapping: Any) -> Any:
        return getattr(mapping, old)() if hasattr(mapping, old) else getattr(mapping, new)()

    return view


iteritems = _iterator("iteritems", "items", items_of)
iterkeys = _iterator("iterkeys", "keys", lambda mapping: iter(ordered(mapping)))
itervalues = _iterator("itervalues", "values", values_of)
viewitems = _view("viewitems", "items")
viewkeys = _view("viewkeys", "keys")
viewvalues = _view("viewvalues", "values")


# Types and attributes.


class instance:  # noqa: N801 - it is Python 2's name
    """The type that Python 2 said an object of any old-style class was of."""


class classobj:  # noqa: N801 - it is Python 2's name
    """The type of old-style classes."""


def type_of(value: Any) -> Any:
    """Return `type(value)`."""
    kind = type(value)
    if kind is int:
        return long if isinstance(value, long) else int
    if kind is type or kind is DepthFirst:
        return classobj if is_old_style(value) else kind
    return instance if is_old_style(kind) else kind


def to_int_of_text(value: Any, base: Any) -> int:
    """Return `int(value, base)`, where base 0 reads "010" as octal."""
    return from_text(value) if base == 0 and isinstance(value, str) else int(value, base)


_FUNCTION_ATTRIBUTES = {
    "im_func": "__func__", "im_self": "__self__", "func_name": "__name__", "func_code": "__code__",
    "func_globals": "__globals__", "func_defaults": "__defaults__", "func_doc": "__doc__", "func_dict": "__dict__",
    "func_closure": "__closure__", "next": "__next__",
}  # fmt: skip


def attribute_of(value: Any, name: str) -> Any:
    """Return an attribute that functions and methods had under this name."""
    found = getattr(value, name, _FUNCTION_ATTRIBUTES)
    if found is not _FUNCTION_ATTRIBUTES:
        return found
    if name == "message" and isinstance(value, BaseException):
        return message(value)
    if isinstance(value, types.FunctionType) and name in {"im_func", "im_self"}:
        # A function of a class, which gave an unbound method.
        return value if name == "im_func" else None
    if name == "im_class" and hasattr(value, "__self__"):
        return type(value.__self__)
    return getattr(value, _FUNCTION_ATTRIBUTES.get(name, name))


def current_error(place: int) -> Any:
    """Return type, value or traceback of the exception that is being handled."""
    return sys.exc_info()[place]


def all_locals(local: dict[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    """Return `locals()` of a function in which `exec` has made names."""
    return {**{name: value for name, value in local.items() if not name.startswith("_pong_pg_")}, **names}


def exec_in_names_of(code: Any, owner: Any, local: Any = None) -> None:
    """Do `exec code in owner.__dict__, local`; that of a class can't be written to any more."""
    names = vars(owner)
    if isinstance(names, dict):
        exec(code, names, local)
        return
    found = dict(names)
    exec(code, found, local)
    for name, value in found.items():
        if names.get(name, found) is not value and name not in PYTHON2_NAMES and name != "__builtins__":
            setattr(owner, name, value)


def exec_here(code: Any, names: dict[str, Any], local: dict[str, Any]) -> None:
    """Do `exec code` in a function.

    Args:
        code: what to run.
        names: where the function looks for names that the code made; its own variables are put there, too.
        local: the function's variables.
    """
    names.update((name, value) for name, value in local.items() if not name.startswith("_pong_pg_"))
    exec(code, sys._getframe(1).f_globals, names)
