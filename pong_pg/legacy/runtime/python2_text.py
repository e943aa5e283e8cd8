"""Python 2's texts of values: what `print`, `str`, `repr`, backticks, `%` and `str.format` made of them."""

from __future__ import annotations

import collections
import datetime
import decimal
import io
import math
import types
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any

import numpy as np

from pong_pg.legacy.runtime.python2_classes import is_old_style
from pong_pg.legacy.runtime.python2_order import items_of, keys_of

_INTEGERS = 2**63
# Significant digits of `str` of a float.
_DIGITS = 12
_HEAP_TYPE = 1 << 9
# The values that a call of `repr` is within.
_open: set[int] = set()

_TYPE_NAMES = {
    "NoneType": "NoneType", "bytes": "str", "dict_itemiterator": "dictionary-itemiterator",
    "dict_keyiterator": "dictionary-keyiterator", "dict_valueiterator": "dictionary-valueiterator",
    "list_iterator": "listiterator", "method": "instancemethod", "range": "xrange", "tuple_iterator": "tupleiterator",
    "mappingproxy": "dictproxy", "set_iterator": "setiterator", "bytearray_iterator": "bytearrayiterator",
}  # fmt: skip
# Classes that are written in C today, and once were not.
_ONCE_IN_PYTHON = frozenset(["collections.OrderedDict", "decimal.Decimal", "decimal.Context"])
_OWN = "pong_pg.legacy.runtime."
_SHIMS = "pong_pg.legacy.shims."


def str_of(value: Any) -> str:
    """Return `str(value)`."""
    kind = type(value)
    if kind is str:
        return value  # type: ignore[no-any-return]  # its type has been asked
    function = _STRS.get(kind) or _str_function(kind)
    return function(value)


def repr_of(value: Any) -> str:
    """Return `repr(value)`."""
    kind = type(value)
    function = _REPRS.get(kind) or _repr_function(kind)
    return function(value)


def _str_function(kind: Any) -> Callable[[Any], str]:
    method = kind.__str__
    found: Callable[[Any], str] = str
    if issubclass(kind, float) and kind.__repr__ is float.__repr__ and method is float.__str__:
        found = _str_of_float
    elif issubclass(kind, BaseException):
        found = _STRS_OF_ERRORS.get(method, str)
    elif issubclass(kind, type):
        found = _str_of_type if method is object.__str__ else str
    elif method is object.__str__:
        found = _repr_function(kind)
    _STRS[kind] = found
    return found


def _repr_function(kind: Any) -> Callable[[Any], str]:
    method = kind.__repr__
    found = _BY_METHOD.get(method, repr)
    if found is repr and issubclass(kind, tuple) and hasattr(kind, "_fields") and isinstance(method, FunctionType):
        found = _repr_of_named_tuple if method.__globals__.get("__name__") == "collections" else repr
    elif method is collections.Counter.__repr__:
        found = _repr_of_counter
    elif method is BaseException.__repr__:
        found = _repr_of_error
    elif issubclass(kind, type) and method is type.__repr__:
        found = _repr_of_type
    _REPRS[kind] = found
    return found


def _str_of_float(value: float) -> str:
    text = f"{value:.12g}"
    if not math.isfinite(value) or "." in text or "e" in text:
        return text
    if len(text.lstrip("-")) < _DIGITS:
        return f"{text}.0"
    # There was no room for ".0".
    digits, exponent = f"{value:.11e}".split("e")
    return f"{digits.rstrip('0').rstrip('.')}e{exponent}"


def _str_of_complex(value: complex) -> str:
    if value.real == 0 and math.copysign(1, value.real) == 1:
        return f"{value.imag:.12g}j"
    return f"({value.real:.12g}{value.imag:+.12g}j)"


def _repr_of_int(value: int) -> str:
    return int.__repr__(value) if -_INTEGERS <= value < _INTEGERS else f"{int.__repr__(value)}L"


def _repr_of_str(value: str) -> str:
    text = repr(str(value))
    if text.isascii():
        return text
    return "".join(map(_escaped, text))


def _escaped(character: str) -> str:
    if character.isascii():
        return character
    code = ord(character)
    # One that stands for a byte: of a byte string, or one that could not be decoded.
    data = bytes([code]) if code < 256 else character.encode("utf-8", "surrogateescape")
    return "".join(f"\\x{byte:02x}" for byte in data)


def _repr_of_bytes(value: bytes) -> str:
    return repr(bytes(value))[1:]


def _str_of_bytes(value: bytes) -> str:
    return value.decode("utf-8", "surrogateescape")


def _nested(write: Callable[[Any], str], again: Callable[[Any], str]) -> Callable[[Any], str]:
    """Return a function like `write` that returns `again(value)` for a value within itself."""

    def text_of(value: Any) -> str:
        if id(value) in _open:
            return again(value)
        _open.add(id(value))
        try:
            return write(value)
        finally:
            _open.discard(id(value))

    return text_of


def _joined(values: Iterable[Any]) -> str:
    return ", ".join(map(repr_of, values))


def _inside_dict(value: dict[Any, Any]) -> str:
    return ", ".join(f"{repr_of(key)}: {repr_of(item)}" for key, item in items_of(value))


def _write_tuple(value: tuple[Any, ...]) -> str:
    return f"({repr_of(value[0])},)" if len(value) == 1 else f"({_joined(value)})"


def _write_named_tuple(value: Any) -> str:
    fields = ", ".join(f"{name}={repr_of(item)}" for name, item in zip(value._fields, value, strict=True))
    return f"{type(value).__name__}({fields})"


def _write_set(value: Any) -> str:
    return f"{type(value).__name__}([{_joined(keys_of(value))}])"


def _write_ordered_dict(value: Any) -> str:
    name = type(value).__name__
    return f"{name}({repr_of(list(value.items()))})" if value else f"{name}()"


def _write_default_dict(value: Any) -> str:
    return f"defaultdict({repr_of(value.default_factory)}, {{{_inside_dict(value)}}})"


def _write_counter(value: Any) -> str:
    if not value:
        return f"{type(value).__name__}()"
    pairs = sorted(items_of(value), key=lambda pair: pair[1], reverse=True)
    inside = ", ".join(f"{repr_of(key)}: {repr_of(count)}" for key, count in pairs)
    return f"{type(value).__name__}({{{inside}}})"


def _write_deque(value: Any) -> str:
    most = f", maxlen={value.maxlen}" if value.maxlen is not None else ""
    return f"deque([{_joined(value)}]{most})"


def _write_range(value: range) -> str:
    if value.start == 0 and value.step == 1:
        return f"xrange({value.stop})"
    # An empty one had lost where it was to end, and others ended where the next number would be.
    end = value.start + len(value) * value.step
    return f"xrange({value.start}, {end})" if value.step == 1 else f"xrange({value.start}, {end}, {value.step})"


def _write_timedelta(value: datetime.timedelta) -> str:
    parts = [value.days, value.seconds, value.microseconds]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return f"datetime.timedelta({_joined(parts)})"


def _write_slice(value: slice) -> str:
    return f"slice({_joined((value.start, value.stop, value.step))})"


_repr_of_named_tuple = _nested(_write_named_tuple, lambda _: "(...)")
_repr_of_counter = _nested(_write_counter, lambda value: f"{type(value).__name__}(...)")


def _repr_of_error(error: BaseException) -> str:
    return f"{_OS_ERRORS.get(type(error), type(error).__name__)}{repr_of(error.args) if error.args else '()'}"


def _str_of_error(error: BaseException) -> str:
    if len(error.args) == 1:
        return str_of(error.args[0])
    return repr_of(error.args) if error.args else ""


def _str_of_key_error(error: BaseException) -> str:
    return repr_of(error.args[0]) if len(error.args) == 1 else _str_of_error(error)


# Python 3 has a class for each kind of error; in Python 2 most of those that scripts meet were `IOError`.
_OS_ERRORS: dict[type, str] = dict.fromkeys((OSError, FileNotFoundError, PermissionError, IsADirectoryError), "IOError")


def type_name(kind: type) -> str:
    """Return the name of a type, with its module where it was shown: "int", "numpy.ndarray", "__main__.A"."""
    if kind is io.TextIOWrapper or issubclass(kind, io.IOBase):
        return "file" if kind.__module__ == "_io" else f"{kind.__module__}.{kind.__name__}"
    if issubclass(kind, BaseException) and kind.__module__ == "builtins":
        return f"exceptions.{_OS_ERRORS.get(kind, kind.__name__)}"
    if kind.__module__ in {"builtins", "types"} or kind.__module__.startswith(_OWN):
        return _TYPE_NAMES.get(kind.__name__, kind.__name__)
    return f"{kind.__module__}.{kind.__name__}"


def _repr_of_type(kind: type) -> str:
    name = type_name(kind)
    if is_old_style(kind):
        return f"<class {name} at {hex(id(kind))}>"
    in_c = not kind.__flags__ & _HEAP_TYPE and name not in _ONCE_IN_PYTHON
    return f"<type '{name}'>" if in_c or "." not in name else f"<class '{name}'>"


def _str_of_type(kind: type) -> str:
    return type_name(kind) if is_old_style(kind) else _repr_of_type(kind)


# Functions that stand for builtins of another name.
_BUILTIN_NAMES = {
    "filter_to_list": "filter", "formatted": "format", "greatest": "max", "least": "min", "map_to_list": "map",
    "opened": "open", "range_to_list": "range", "repr_of": "repr", "zip_to_list": "zip",
}  # fmt: skip


def _repr_of_function(function: Any) -> str:
    return f"<built-in function {name_of_function(function)}>" if _is_supplied(function) else repr(function)


def name_of_function(function: Any) -> str:
    """Return the name of a function with its module, but for builtins: "len", "__main__.f", "numpy.zeros"."""
    name: str = function.__name__
    if _is_supplied(function):
        return _BUILTIN_NAMES.get(name, name)
    module = (function.__module__ or "").removeprefix(_SHIMS)
    return name if module in {"", "builtins"} else f"{module}.{name}"


def _is_supplied(function: Any) -> bool:
    return (function.__module__ or "").startswith(_OWN)


def _repr_of_instance(value: Any) -> str:
    kind = type(value)
    word = "instance" if is_old_style(kind) else "object"
    return f"<{kind.__module__}.{kind.__qualname__.rpartition('.')[2]} {word} at {hex(id(value))}>"


_BY_METHOD: dict[Any, Callable[[Any], str]] = {
    bytes.__repr__: _repr_of_bytes,
    collections.OrderedDict.__repr__: _nested(_write_ordered_dict, lambda _: "..."),
    collections.defaultdict.__repr__: _nested(_write_default_dict, lambda _: "defaultdict(...)"),
    collections.deque.__repr__: _nested(_write_deque, lambda _: "[...]"),
    datetime.timedelta.__repr__: _write_timedelta,
    dict.__repr__: _nested(lambda value: f"{{{_inside_dict(value)}}}", lambda _: "{...}"),
    FunctionType.__repr__: _repr_of_function,
    frozenset.__repr__: _nested(_write_set, lambda value: f"{type(value).__name__}(...)"),
    list.__repr__: _nested(lambda value: f"[{_joined(value)}]", lambda _: "[...]"),
    object.__repr__: _repr_of_instance,
    range.__repr__: _write_range,
    set.__repr__: _nested(_write_set, lambda value: f"{type(value).__name__}(...)"),
    slice.__repr__: _write_slice,
    str.__repr__: _repr_of_str,
    tuple.__repr__: _nested(_write_tuple, lambda _: "(...)"),
}
_REPRS: dict[type, Callable[[Any], str]] = {
    bool: repr,
    datetime.datetime: repr,
    decimal.Decimal: repr,
    float: repr,
    int: _repr_of_int,
    np.ndarray: repr,
    types.NoneType: repr,
}
_STRS: dict[type, Callable[[Any], str]] = {
    bool: repr,
    bytes: _str_of_bytes,
    complex: _str_of_complex,
    float: _str_of_float,
    int: int.__repr__,
    types.NoneType: repr,
}
_STRS_OF_ERRORS: dict[Any, Callable[[Any], str]] = {
    BaseException.__str__: _str_of_error,
    KeyError.__str__: _str_of_key_error,
}
