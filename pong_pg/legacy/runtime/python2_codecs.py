"""`encode`, `decode` and the methods of byte strings in Python 2."""

from __future__ import annotations

import codecs
from collections.abc import Callable
from typing import Any

from pong_pg.legacy.runtime.byte_strings import to_bytes, to_str, to_strings
from pong_pg.legacy.runtime.default_encoding import decoded, encoded, getdefaultencoding

__all__ = [
    "bytes_capitalize",
    "bytes_isalnum",
    "bytes_isalpha",
    "bytes_isdigit",
    "bytes_islower",
    "bytes_isspace",
    "bytes_istitle",
    "bytes_isupper",
    "bytes_lower",
    "bytes_lstrip",
    "bytes_rstrip",
    "bytes_split",
    "bytes_splitlines",
    "bytes_strip",
    "bytes_swapcase",
    "bytes_title",
    "bytes_upper",
    "decode",
    "encode",
    "tobytes",
    "translate",
    "unicode_of",
]

# Codecs from strings to strings, by all their names.
_STRING_CODECS = {
    "hex": "hex", "hex_codec": "hex", "base64": "base64", "base64_codec": "base64", "base_64": "base64",
    "zlib": "zlib", "zip": "zlib", "zlib_codec": "zlib", "bz2": "bz2", "bz2_codec": "bz2", "uu": "uu",
    "uu_codec": "uu", "quopri": "quopri", "quopri_codec": "quopri", "quoted_printable": "quopri", "rot13": "rot_13",
    "rot_13": "rot_13", "string_escape": "string_escape",
}  # fmt: skip


def decode(value: Any, *arguments: Any, **named: Any) -> Any:
    """Return `value.decode(encoding, errors)`; text, which is nothing to decode, is returned as it is."""
    if not isinstance(value, str | bytes | bytearray | memoryview):
        return value.decode(*arguments, **named)
    encoding, errors = _encoding(*arguments, **named)
    data: Any = value
    if isinstance(value, str):
        value = encoded(value)
        try:
            data = value.encode("latin-1")
        except UnicodeEncodeError:
            return value
    if encoding in _STRING_CODECS:
        return _string_codec(_STRING_CODECS[encoding], "decode", bytes(data), errors)
    return codecs.decode(data, encoding, errors)


def encode(value: Any, *arguments: Any, **named: Any) -> Any:
    """Return `value.encode(encoding, errors)`: a byte string, as `runtime.byte_strings` says."""
    if not isinstance(value, str | bytes | bytearray):
        return value.encode(*arguments, **named)
    encoding, errors = _encoding(*arguments, **named)
    if encoding in _STRING_CODECS:
        return _string_codec(_STRING_CODECS[encoding], "encode", to_bytes(value), errors)
    text = decoded(value) if isinstance(value, str) else value.decode("latin-1")
    return to_str(codecs.encode(text, encoding, errors))


def tobytes(value: Any, *arguments: Any) -> Any:
    """Return `value.tobytes(order)`, a byte string."""
    return to_str(value.tobytes(*arguments))


def translate(value: Any, table: Any, *deletions: Any) -> Any:
    """Return `value.translate(table, deletechars)`."""
    if not isinstance(value, str) or not (deletions or table is None):
        return value.translate(table, *deletions)
    kept = value.translate(dict.fromkeys(map(ord, *deletions))) if deletions else value
    return kept if table is None else kept.translate(table)


def _of_ascii(name: str) -> Callable[[Any], Any]:
    plain = getattr(str, name)
    of_bytes = getattr(bytes, name)

    def call(value: Any) -> Any:
        if type(value) is not str or value.isascii():
            return getattr(value, name)()
        try:
            data = value.encode("latin-1")
        except UnicodeEncodeError:
            return plain(value)
        return to_strings(of_bytes(data))

    call.__name__ = f"bytes_{name}"
    return call


bytes_capitalize = _of_ascii("capitalize")
bytes_isalnum = _of_ascii("isalnum")
bytes_isalpha = _of_ascii("isalpha")
bytes_isdigit = _of_ascii("isdigit")
bytes_islower = _of_ascii("islower")
bytes_isspace = _of_ascii("isspace")
bytes_istitle = _of_ascii("istitle")
bytes_isupper = _of_ascii("isupper")
bytes_lower = _of_ascii("lower")
bytes_lstrip = _of_ascii("lstrip")
bytes_rstrip = _of_ascii("rstrip")
bytes_split = _of_ascii("split")
bytes_splitlines = _of_ascii("splitlines")
bytes_strip = _of_ascii("strip")
bytes_swapcase = _of_ascii("swapcase")
bytes_title = _of_ascii("title")
bytes_upper = _of_ascii("upper")


def _encoding(encoding: str = "", errors: str = "strict") -> tuple[str, str]:
    return (encoding or getdefaultencoding()).lower().replace("-", "_"), errors


def _string_codec(name: str, way: str, data: bytes, errors: str) -> Any:
    if name == "rot_13":
        return codecs.encode(data.decode("latin-1"), name)
    if name == "string_escape":
        if way == "encode":
            return _escaped(data)
        return codecs.escape_decode(data, errors)[0].decode("latin-1")
    return getattr(codecs, way)(data, name, errors).decode("latin-1")


def _escaped(data: bytes) -> str:
    text = repr(b'"' + data)[3:-1]
    return text if "'" not in text.replace("\\'", "") else text.replace("\\'", "'").replace("'", "\\'")


def unicode_of(value: Any, *arguments: Any) -> Any:
    """Return `unicode(value, encoding, errors)`."""
    return decode(value, *arguments)
