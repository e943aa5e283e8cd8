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
from pong_pg.legacy.runtime.python2_order import keys_of
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
    printers = {dict: _dict, collections.Counter: _counter}
    if version < (3,):
        printers |= _OF_PYTHON2
    for kind, printer in printers.items():
        formatter.for_type(kind, printer)


def _sorted(container: Any, longest: int) -> Iterable[Any]:
    """Return the keys of a dict, or the items of a set, sorted; those of a long one as they are."""
    keys = keys_of(container)
    if longest and len(keys) >= longest:
        return keys
    try:
        return sorted_list(keys)
    except Exception:  # whatever a script's own comparison raises
        return keys


def _dict(value: Any, printer: Any, cycle: bool) -> None:
    if cycle:
        printer.text("{...}")
        return
    with printer.group(1, "{", "}"):
        for place, key in printer._enumerate(_sorted(value, printer.max_seq_length)):
            _separate(printer, place)
            printer.pretty(key)
            printer.text(": ")
            printer.pretty(value[key])


def _counter(value: Any, printer: Any, cycle: bool) -> None:
    name = type(value).__name__
    with printer.group(len(name) + 1, f"{name}(", ")"):
        if cycle:
            printer.text("...")
        elif value:
            _dict(value, printer, cycle=False)


def _set(start: str, end: str) -> Printer:
    def write(value: Any, printer: Any, _cycle: bool) -> None:
        if not value:
            printer.text(f"{type(value).__name__}()")
            return
        with printer.group(len(start), start, end):
            for place, item in printer._enumerate(_sorted(value, printer.max_seq_length)):
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


_OF_PYTHON2: dict[Any, Printer] = {
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
