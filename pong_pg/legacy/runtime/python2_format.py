"""Python 2's `%` and `str.format`, where they put the text of a value into another one."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence
from typing import Any

from pong_pg.legacy.runtime.python2_text import repr_of, str_of

_CONVERSION = re.compile(r"%(?:\((?P<key>[^()]*(?:\([^()]*\)[^()]*)*)\))?(?P<flags>[#0\- +]*)(?P<width>\*|\d*)"
                         r"(?:\.(?P<precision>\*|\d*))?[hlL]?(?P<letter>.)", re.DOTALL)  # fmt: skip
# Values whose text is the same in both.
_SAME = frozenset([str, bool, type(None)])


@functools.lru_cache(maxsize=1024)
def _conversions(text: str) -> tuple[str, list[tuple[str | None, str]], bool]:
    """Return a format with `%r` as `%s`, the key and the letter of each value that it takes, and if it has `%s`."""
    taken: list[tuple[str | None, str]] = []

    def plain(found: re.Match[str]) -> str:
        letter = found["letter"]
        if letter == "%":
            return found[0]
        taken.extend((None, "*") for star in (found["width"], found["precision"]) if star == "*")
        taken.append((found["key"], letter))
        precision = "" if found["precision"] is None else f".{found['precision']}"
        if letter == "o" and "#" in found["flags"]:
            letter = "s"
            taken[-1] = (found["key"], "#o")
        return f"%{found['flags']}{found['width']}{precision}{'s' if letter == 'r' else letter}"

    new = _CONVERSION.sub(plain, text)
    return new, taken, any(letter in {"s", "r", "#o", "c"} for _, letter in taken)


def format_and_values(text: str, values: Any) -> tuple[str, Any]:
    """Return a format and its values with the values of `%s` and `%r` as Python 2's texts of them."""
    new, taken, has_text = _conversions(text)
    if not has_text:
        return text, values
    if type(values) in _SAME and len(taken) == 1 and taken[0][1] == "s":
        return text, values
    if any(key is not None for key, _ in taken):
        if not isinstance(values, Mapping) and not hasattr(values, "__getitem__"):
            return text, values
        given: Sequence[Any] = [values[key] for key, _ in taken if key is not None]
    else:
        given = values if isinstance(values, tuple) else (values,)
    if len(given) != len(taken):
        # Python says what is wrong with it.
        return text, values
    return new, tuple(_value(letter, value) for (_, letter), value in zip(taken, given, strict=True))


def _value(letter: str, value: Any) -> Any:
    match letter:
        case "s":
            return str_of(value)
        case "r":
            return repr_of(value)
        case "#o":
            return f"0{int(value):o}"
        case "c" if isinstance(value, bytes):
            return value.decode("latin-1")
    return value


class _Shown:
    """A value in a format, whose text and that of its parts are Python 2's."""

    def __init__(self, value: Any) -> None:
        object.__setattr__(self, "_value", value)

    def __getattribute__(self, name: str) -> Any:
        return _Shown(getattr(object.__getattribute__(self, "_value"), name))

    def __getitem__(self, key: Any) -> Any:
        return _Shown(object.__getattribute__(self, "_value")[key])

    def __format__(self, specification: str) -> str:
        return formatted(object.__getattribute__(self, "_value"), specification)

    def __str__(self) -> str:
        return str_of(object.__getattribute__(self, "_value"))

    def __repr__(self) -> str:
        return repr_of(object.__getattribute__(self, "_value"))


def formatted(value: Any, specification: str = "") -> str:
    """Return `format(value, specification)`."""
    kind: Any = type(value)
    if not specification:
        if isinstance(value, float):
            # Of NumPy's numbers, too: a format took no notice of their own text.
            return str_of(float(value))
        if kind.__format__ in _PLAIN:
            return str_of(value)
    if kind.__format__ is object.__format__:
        # Its text, in the format of a text.
        return format(str_of(value), specification)
    return format(value, specification)


_PLAIN = (object.__format__, float.__format__, int.__format__, str.__format__, complex.__format__)


def format_text(text: Any, /, *arguments: Any, **named: Any) -> Any:
    """Return `text.format(...)`."""
    if not isinstance(text, str):
        return text.format(*arguments, **named)
    if all(type(value) is str for value in arguments) and not named:
        return text.format(*arguments)
    return text.format(*map(_Shown, arguments), **{name: _Shown(value) for name, value in named.items()})
