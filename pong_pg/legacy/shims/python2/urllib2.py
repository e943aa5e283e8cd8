"""`urllib2` of Python 2: what it reads are byte strings."""

from __future__ import annotations

import urllib.error as _error
import urllib.parse as _parse
import urllib.request as _request
from typing import Any

from pong_pg.legacy.runtime.byte_strings import public, to_bytes
from pong_pg.legacy.shims.python2.urllib import _Response

globals().update(public(_parse, without=["to_bytes"]))
globals().update(public(_error))
globals().update(public(_request, without=["to_bytes", "Request"]))


class Request(_request.Request):
    """What is asked for."""

    def __init__(self, url: Any, data: Any = None, *arguments: Any, **named: Any) -> None:
        super().__init__(url, to_bytes(data), *arguments, **named)

    def get_data(self) -> Any:
        """Return the data that are sent."""
        return self.data


def urlopen(url: Any, data: Any = None, *arguments: Any, **named: Any) -> Any:
    """Open a URL."""
    return _Response(_request.urlopen(url, to_bytes(data), *arguments, **named))
