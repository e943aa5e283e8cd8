"""`urllib` of Python 2: what it reads and quotes are byte strings."""

from __future__ import annotations

import urllib.error as _error
import urllib.parse as _parse
import urllib.request as _request
from typing import Any

from pong_pg.legacy.runtime.byte_strings import OnStrings, bytes_of_text, public, to_bytes
from pong_pg.legacy.runtime.python2_order import is_dict, items_of, ordered
from pong_pg.legacy.runtime.python2_text import str_of
from pong_pg.legacy.runtime.stdlib import names_of

globals().update(public(_error))
globals().update(public(_parse, without=["to_bytes"]))
globals().update(public(_request, without=["to_bytes"]))
globals().update(names_of("urllib"))


def _data(text: Any) -> Any:
    """Return what is quoted: the bytes of a byte string, or those of text in UTF-8."""
    try:
        return to_bytes(text)
    except UnicodeEncodeError:
        return text.encode("utf-8")


def quote(s: Any, safe: Any = "/") -> str:
    """Return a string with `%xx` for special characters."""
    # Python 3.7 and later leave a tilde as it is.
    return _parse.quote(_data(s), safe).replace("~", "~" if "~" in safe else "%7E")


def quote_plus(s: Any, safe: Any = "") -> str:
    """Return a string with `%xx` for special characters and a plus sign for a space."""
    return quote(s, safe + " ").replace(" ", "+")


def unquote(s: str) -> str:
    """Return a string with the characters that `%xx` stands for."""
    return _parse.unquote(s, "latin-1")


def unquote_plus(s: str) -> str:
    """Return a string with the characters that `%xx` and plus signs stand for."""
    return unquote(s.replace("+", " "))


def urlencode(query: Any, doseq: int = 0) -> str:
    """Return pairs of names and values as a query."""
    parts = []
    pairs = items_of(query) if is_dict(query) else query.items() if hasattr(query, "items") else query
    for name, value in pairs:
        many = doseq and not isinstance(value, str) and hasattr(value, "__len__")
        ones = ordered(value) if many else [value]
        parts += [f"{quote_plus(str_of(name))}={quote_plus(str_of(one))}" for one in ones]
    return "&".join(parts)


def urlopen(url: Any, data: Any = None, *arguments: Any, **named: Any) -> Any:
    """Open a URL, or a path."""
    if isinstance(url, str) and ":" not in url:
        url = "file:" + _request.pathname2url(url)
    return _Response(_request.urlopen(url, to_bytes(data), *arguments, **named))


class _Response(OnStrings):
    """What a URL gave."""

    def __iter__(self) -> Any:
        return iter(self._real_lines())

    def _real_lines(self) -> Any:
        return [line.decode("latin-1") for line in self._real]

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def getcode(self) -> Any:
        """Return the status."""
        return self._real.status if hasattr(self._real, "status") else None

    def geturl(self) -> Any:
        """Return the URL."""
        return bytes_of_text(self._real.url)

    def info(self) -> Any:
        """Return the headers."""
        return self._real.headers
