"""`json` of Python 2: byte strings are in UTF-8, and dicts are written in their order of then."""

from __future__ import annotations

import json as _real
from typing import Any

import numpy as np

from pong_pg.legacy.runtime.byte_strings import public, text_of
from pong_pg.legacy.runtime.python2_compare import sorted_list
from pong_pg.legacy.runtime.python2_order import is_dict, items_of
from pong_pg.legacy.runtime.python2_text import repr_of

globals().update(public(_real))
__all__ = [*_real.__all__]  # noqa: PLE0604 - the names of the real module


def loads(s: Any, encoding: str | None = None, **named: Any) -> Any:
    """Return the value of a document."""
    if isinstance(s, str):
        s = text_of(s)
        if encoding and not s.isascii():
            s = s.encode("latin-1", "ignore").decode(encoding) if max(s) <= "\xff" else s
    return _real.loads(s, **named)


def load(fp: Any, encoding: str | None = None, **named: Any) -> Any:
    """Return the value of a document in a file."""
    text = fp.read()
    return loads(text.decode("latin-1") if isinstance(text, bytes) else text, encoding, **named)


def dumps(obj: Any, *arguments: Any, **named: Any) -> str:
    """Return a document of a value."""
    return str(_encoder(arguments, named).encode(obj))


def dump(obj: Any, fp: Any, *arguments: Any, **named: Any) -> None:
    """Write a document of a value to a file."""
    for chunk in _encoder(arguments, named).iterencode(obj):
        fp.write(chunk)


# The positional arguments of `dumps`, and of the encoder.
_ORDER = (
    "skipkeys", "ensure_ascii", "check_circular", "allow_nan", "cls", "indent", "separators", "encoding", "default",
)  # fmt: skip
_ORDER_OF_ENCODER = (*_ORDER[:4], "sort_keys", *_ORDER[5:])


def _encoder(arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    options = dict(zip(_ORDER, arguments, strict=False)) | named
    options.pop("encoding", None)
    kind = options.pop("cls", None) or JSONEncoder
    return kind(**options)


class JSONEncoder(_real.JSONEncoder):
    """Writes values as JSON."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        options = dict(zip(_ORDER_OF_ENCODER, arguments, strict=False)) | named
        options.pop("encoding", None)
        # With an indent, Python 2 left a space at the ends of lines.
        options["separators"] = options.get("separators") or (", ", ": ")
        super().__init__(**options)

    def default(self, o: Any) -> Any:
        """Refuse a value that can't be written."""
        raise TypeError(f"{repr_of(o)} is not JSON serializable")

    def encode(self, o: Any) -> str:
        """Return a document of a value."""
        return super().encode(text_of(o) if isinstance(o, str) and self.ensure_ascii else o)

    def iterencode(self, o: Any, _one_shot: bool = False) -> Any:
        """Yield a document of a value in parts."""
        sorts, default = self.sort_keys, self.default
        in_c = _one_shot and not sorts and self.indent is None
        prepare = _Preparation(is_text=self.ensure_ascii, sorts=sorts, skips=self.skipkeys, in_c=in_c).of
        self.sort_keys = False
        self.default = lambda value: prepare(default(value))  # type: ignore[method-assign]  # the real one calls it
        try:
            return super().iterencode(prepare(o), _one_shot)
        finally:
            self.sort_keys = sorts
            self.default = default  # type: ignore[method-assign]  # as it was


class _Items(dict[Any, Any]):
    """A dict that is written with these items, of which two may have the same key."""

    def __init__(self, pairs: list[tuple[Any, Any]]) -> None:
        super().__init__(pairs)
        self._pairs = pairs

    def items(self) -> Any:
        return self._pairs


class _Preparation:
    """Makes values of which today's encoder writes what Python 2's wrote.

    Args:
        is_text: byte strings are written as the text that they hold; otherwise as they are.
        sorts: dicts are written by their keys, in the order of values of any types.
        skips: items are left out whose keys can't be written.
        in_c: what Python 2 had written in C is to write it; it took True and False as keys for other integers.
    """

    def __init__(self, *, is_text: bool, sorts: bool, skips: bool, in_c: bool) -> None:
        self._is_text = is_text
        self._sorts = sorts
        self._skips = skips
        self._in_c = in_c
        # The containers that a value is within.
        self._open: set[int] = set()

    def of(self, value: Any) -> Any:
        """Return what is written for a value."""
        if isinstance(value, str):
            return text_of(value) if self._is_text else value
        if isinstance(value, np.int64):
            return int(value)
        if not isinstance(value, list | tuple | dict) or id(value) in self._open:
            return value
        self._open.add(id(value))
        try:
            if isinstance(value, dict):
                return _Items([(self._key(key), self.of(part)) for key, part in self._pairs(value)])
            return [self.of(part) for part in value]
        finally:
            self._open.discard(id(value))

    def _key(self, key: Any) -> Any:
        if isinstance(key, bool):
            return str(key) if self._in_c else key
        if isinstance(key, str | np.int64):
            return self.of(key)
        if not self._skips and key is not None and not isinstance(key, int | float):
            raise TypeError("keys must be a string" if self._in_c else f"key {repr_of(key)} is not a string")
        return key

    def _pairs(self, value: dict[Any, Any]) -> Any:
        # Only a sorted dict was asked for its items by a method that a class could have changed.
        is_plain = is_dict(value) and (not self._sorts or type(value).items is dict.items)
        pairs = items_of(value) if is_plain else iter(value.items())
        return sorted_list(pairs, key=lambda pair: pair[0]) if self._sorts else pairs
