"""How IPython of a notebook's time wrote the values that it displayed."""

from __future__ import annotations

import collections
import datetime
import inspect
import re
import types
from collections.abc import Callable, Iterable
from typing import Any

from pong_pg.legacy.runtime.python2_classes import is_old_style
from pong_pg.legacy.runtime.python2_compare import sorted_list
from pong_pg.legacy.runtime.python2_order import keys_of, ordered
from pong_pg.legacy.runtime.python2_text import name_of_function, repr_of, type_name

# Writes a value with a printer of IPython; `cycle` says that the value is within itself.
Printer = Callable[[Any, Any, bool], None]

# From this version of Python on, IPython displays dicts in the order of their items.
_KEPT_ORDER = (3, 6)


def install(formatter: Any, version: tuple[int, ...]) -> None:
    """Let IPython display values as it did on an old Python.

    Args:
        formatter: the shell's formatter of plain text.
        version: the version of Python that the notebook was run on, such as (2, 7).
    """
    if version >= _KEPT_ORDER:
        return
    printers = _OF_PYTHON2 if version < (3,) else _OF_EARLY_PYTHON3
    for kind, printer in printers.items():
        formatter.for_type(kind, printer)


def _sorted_as_then(container: Any) -> Iterable[Any]:
    """Return the keys of a dict, or the items of a set, as Python 2 sorted them, which had an order of all values."""
    keys = keys_of(container)
    try:
        return sorted_list(keys)
    except Exception:  # whatever a script's own comparison raises
        return keys


def _sorted(mapping: Any) -> Iterable[Any]:
    """Return the keys of a dict, sorted; by their types and texts where Python 3 has no order of them."""
    try:
        return sorted(mapping)
    except Exception:  # as above
        return sorted(mapping, key=lambda key: (type(key).__name__, str(key)))


def _dict(in_order: Callable[[Any], Iterable[Any]]) -> Printer:
    def write(value: Any, printer: Any, cycle: bool) -> None:
        if cycle:
            printer.text("{...}")
            return
        with printer.group(1, "{", "}"):
            for place, key in printer._enumerate(_unless_long(value, printer, in_order)):
                _separate(printer, place)
                printer.pretty(key)
                printer.text(": ")
                printer.pretty(value[key])

    return write


def _unless_long(container: Any, printer: Any, in_order: Callable[[Any], Iterable[Any]]) -> Iterable[Any]:
    """Return the keys or items in an order; those of a container that is displayed in part as they are."""
    is_long = printer.max_seq_length and len(container) >= printer.max_seq_length
    return ordered(container) if is_long else in_order(container)


def _counter(in_order: Callable[[Any], Iterable[Any]]) -> Printer:
    write_items = _dict(in_order)

    def write(value: Any, printer: Any, cycle: bool) -> None:
        name = type(value).__name__
        with printer.group(len(name) + 1, f"{name}(", ")"):
            if cycle:
                printer.text("...")
            elif value:
                write_items(value, printer, False)

    return write


def _set(start: str, end: str) -> Printer:
    def write(value: Any, printer: Any, _cycle: bool) -> None:
        if not value:
            printer.text(f"{type(value).__name__}()")
            return
        with printer.group(len(start), start, end):
            for place, item in printer._enumerate(_unless_long(value, printer, _sorted_as_then)):
                _separate(printer, place)
                printer.pretty(item)

    return write


def _deque(value: Any, printer: Any, cycle: bool) -> None:
    name = type(value).__name__
    with printer.group(len(name) + 1, f"{name}(", ")"):
        if cycle:
            printer.text("...")
        else:
            printer.pretty(list(value))


def _separate(printer: Any, place: int) -> None:
    if place:
        printer.text(",")
        printer.breakable()


def _repr(value: Any, printer: Any, _cycle: bool) -> None:
    for place, line in enumerate(repr_of(value).splitlines()):
        if place:
            printer.break_()
        printer.text(line)


def _type(kind: Any, printer: Any, cycle: bool) -> None:
    if is_old_style(kind) or inspect.getattr_static(type(kind), "__repr__") is not vars(type)["__repr__"]:
        _repr(kind, printer, cycle)
    else:
        printer.text(type_name(kind).removeprefix("exceptions."))


def _function(function: Any, printer: Any, _cycle: bool) -> None:
    printer.text(f"<function {name_of_function(function)}>")


def _error(error: BaseException, printer: Any, _cycle: bool) -> None:
    name = type_name(type(error)).removeprefix("exceptions.")
    with printer.group(len(name) + 1, f"{name}(", ")"):
        for place, argument in enumerate(error.args):
            _separate(printer, place)
            printer.pretty(argument)


_FLAGS = ("IGNORECASE", "LOCALE", "MULTILINE", "DOTALL", "VERBOSE", "DEBUG")


def _pattern(value: re.Pattern[Any], printer: Any, _cycle: bool) -> None:
    flags = "|".join(f"re.{name}" for name in _FLAGS if value.flags & getattr(re, name))
    text = "r" + repr_of(value.pattern).replace("\\\\", "\\")
    printer.text(f"re.compile({text}, {flags})" if flags else f"re.compile({text})")


_OF_EARLY_PYTHON3: dict[Any, Printer] = {dict: _dict(_sorted), collections.Counter: _counter(_sorted)}
_OF_PYTHON2: dict[Any, Printer] = {
    dict: _dict(_sorted_as_then),
    collections.Counter: _counter(_sorted_as_then),
    **dict.fromkeys((str, bytes, int, range, datetime.timedelta, types.MethodType), _repr),
    set: _set("{", "}"),
    frozenset: _set("frozenset({", "})"),
    collections.deque: _deque,
    type: _type,
    types.FunctionType: _function,
    types.BuiltinFunctionType: _function,
    BaseException: _error,
    re.Pattern: _pattern,
}
