"""`json` of Python 2: byte strings are in UTF-8."""

from __future__ import annotations

import json as _real
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public, text_of

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


def dumps(obj: Any, *arguments: Any, encoding: str = "utf-8", **named: Any) -> str:
    """Return a document of a value."""
    return "".join(_encoder(arguments, encoding, named).iterencode(_texts(obj)))


def dump(obj: Any, fp: Any, *arguments: Any, encoding: str = "utf-8", **named: Any) -> None:
    """Write a document of a value to a file."""
    fp.write(dumps(obj, *arguments, encoding=encoding, **named))


_ORDER = ("skipkeys", "ensure_ascii", "check_circular", "allow_nan", "cls", "indent", "separators", "default")


def _encoder(arguments: tuple[Any, ...], encoding: str, named: dict[str, Any]) -> Any:
    del encoding
    options = dict(zip((*_ORDER[:6], "separators"), arguments, strict=False)) | named
    kind = options.pop("cls", None) or JSONEncoder
    # With an indent, Python 2 left a space at the ends of lines.
    options["separators"] = options.get("separators") or (", ", ": ")
    return kind(**options)


class JSONEncoder(_real.JSONEncoder):
    """Writes values as JSON."""

    def __init__(self, *arguments: Any, encoding: str = "utf-8", **named: Any) -> None:
        del encoding
        named["separators"] = named.get("separators") or (", ", ": ")
        super().__init__(*arguments, **named)

    def encode(self, o: Any) -> str:
        """Return a document of a value."""
        return super().encode(_texts(o))


def _texts(value: Any) -> Any:
    """Return a value with text instead of byte strings; the same value if it has none but plain ones."""
    if isinstance(value, str):
        return text_of(value)
    if type(value) in {list, tuple}:
        parts = [_texts(part) for part in value]
        return value if all(new is old for new, old in zip(parts, value, strict=True)) else type(value)(parts)
    if type(value) is dict:
        pairs = [(_texts(key), _texts(part)) for key, part in value.items()]
        same = all(new[0] is old[0] and new[1] is old[1] for new, old in zip(pairs, value.items(), strict=True))
        return value if same else dict(pairs)
    return value
