"""Calls in Python 2 files of what goes through dicts and sets, or gets named arguments in a dict."""

from __future__ import annotations

import functools
import inspect
import sys
from collections import OrderedDict, deque
from collections.abc import Callable
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from pong_pg.legacy.runtime import python2_containers
from pong_pg.legacy.runtime.python2_order import is_recorded, items_of, order_of, ordered
from pong_pg.legacy.tables.python2_library import GO_THROUGH

_CALL = "__call__"
_CALLABLES = (type, FunctionType, BuiltinFunctionType, MethodType)
_FUNCTIONS = (FunctionType, MethodType, BuiltinFunctionType)
_EXTENDED = (list, deque)
# Classes and methods of dicts, whose tables depend on how they are made.
_MAKERS: dict[tuple[str, str], Callable[[Any], Callable[..., Any]]] = {
    ("collections", "Counter"): lambda _: python2_containers.new_counter,
    ("collections", "OrderedDict"): lambda _: python2_containers.new_ordered_dict,
    ("collections", "defaultdict"): lambda _: python2_containers.new_default_dict,
    ("", "from_iterable"): lambda method: lambda iterable: method(map(ordered, ordered(iterable))),
    ("", "fromkeys"): lambda method: functools.partial(python2_containers.from_keys, method.__self__),
}
# What is called for classes and functions that have been asked for.
_known: dict[Any, Callable[..., Any]] = {}


def in_order(function: Any) -> Any:
    """Return what is called for a function: one that gets dicts and sets in order, if the function goes through them.

    Args:
        function: what the script calls, by a name that such a function has.
    """
    if not isinstance(function, _CALLABLES):
        return function
    # Others may have no hash, as the methods of a list.
    is_lasting = type(function) is type or type(function) is FunctionType
    if is_lasting and function in _known:
        return _known[function]
    place = function.__module__ or "", function.__qualname__
    if place[0] == "" and isinstance(getattr(function, "__self__", None), type):
        # Its qualified name has that of the class that it was asked for.
        place = "", function.__name__
    if place in _MAKERS:
        found = _MAKERS[place](function)
    elif place in GO_THROUGH:
        found = _going_through(function, *GO_THROUGH[place])
    else:
        return function
    if is_lasting:
        _known[function] = found
    return found


def _going_through(function: Any, first: int, end: int | None) -> Callable[..., Any]:
    def call(*arguments: Any, **named: Any) -> Any:
        if "iterable" in named:
            named["iterable"] = ordered(named["iterable"])
        return function(*arguments[:first], *map(ordered, arguments[first:end]), *arguments[last:], **named)

    def call_first(*arguments: Any, **named: Any) -> Any:
        if not arguments:
            return call(**named)
        return function(ordered(arguments[0]), *arguments[1:], **named)

    last = sys.maxsize if end is None else end
    return call_first if (first, end) == (0, 1) else call


def ordered_for(container: Any, values: Any) -> Any:
    """Return what `container += values` adds."""
    return ordered(values) if type(container) is list else values


def extend(container: Any, values: Any) -> Any:
    """Do `container.extend(values)`."""
    return container.extend(ordered(values) if isinstance(container, _EXTENDED) else values)


def extendleft(container: Any, values: Any) -> Any:
    """Do `container.extendleft(values)`."""
    return container.extendleft(ordered(values) if isinstance(container, deque) else values)


# Named arguments.


def keywords(name: str, given: dict[str, Any], mapping: Any) -> Any:
    """Return the named arguments of a call as a dict, in the order in which a function with `**` gets them.

    Args:
        name: the name of what is called.
        given: those that the call names.
        mapping: those after `**`.

    Raises:
        TypeError: an argument is there twice, or what is after `**` is no mapping.
    """
    if type(mapping) is dict and not given:
        if len(mapping) < 2:
            return mapping
        if not is_recorded(mapping):
            return {key: mapping[key] for key in _of_a_dict(tuple(mapping))}
    if not hasattr(mapping, "keys"):
        raise TypeError(f"{name}() argument after ** must be a mapping, not {type(mapping).__name__}")
    for key in mapping.keys() if given else ():
        if key in given:
            raise TypeError(f"{name}() got multiple values for keyword argument '{key}'")
    return dict(items_of(python2_containers.filled(given, mapping)))


def keywords_for(called: Any, given: dict[str, Any]) -> dict[str, Any]:
    """Return the named arguments of a call as a dict, in the order in which a function with `**` gets them.

    Args:
        called: what is called: all but functions and methods fill a dict with them first, the last of them first.
        given: those that the call names.
    """
    if isinstance(called, _FUNCTIONS):
        return given
    if isinstance(called, type):
        fills = called is functools.partial or _class_takes_any(called)
    else:
        fills = isinstance(called, functools.partial) or _has_named(getattr(type(called), _CALL, None))
    return _through_a_dict(given) if fills else given


def keywords_of(owner: Any, name: str, given: dict[str, Any]) -> dict[str, Any]:
    """Return the named arguments of `owner.name(...)` as `keywords_for` does; a method of a class fills a dict, too."""
    if not isinstance(owner, type):
        return keywords_for(getattr(owner, name, keywords_of), given)
    method = next((vars(base)[name] for base in owner.__mro__ if name in vars(base)), None)
    return _through_a_dict(given) if _has_named(method) else keywords_for(getattr(owner, name, keywords_of), given)


@functools.lru_cache(maxsize=1024)
def _class_takes_any(kind: type) -> bool:
    """Return whether a call of a class calls a function that takes any named arguments."""
    if issubclass(kind, OrderedDict):
        # It was in Python then.
        return True
    return any(
        _has_named(getattr(owner, name)) for owner, name in ((type(kind), _CALL), (kind, "__init__"), (kind, "__new__"))
    )


def _has_named(function: Any) -> bool:
    return isinstance(function, FunctionType) and bool(function.__code__.co_flags & inspect.CO_VARKEYWORDS)


def _through_a_dict(given: dict[str, Any]) -> dict[str, Any]:
    return {name: given[name] for name in _of_a_dict(tuple(reversed(given)))}


@functools.lru_cache(maxsize=1024)
def _of_a_dict(names: tuple[str, ...]) -> list[str]:
    """Return names in the order of a new dict that gets them one after another."""
    return order_of(names)
