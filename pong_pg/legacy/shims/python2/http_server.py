"""`BaseHTTPServer` and `SimpleHTTPServer` of Python 2: the files of a connection take and give byte strings."""

from __future__ import annotations

import http.server as _real

from pong_pg.legacy.runtime.byte_strings import public
from pong_pg.legacy.shims.python2.socket_server import WithFiles

globals().update(public(_real))


class BaseHTTPRequestHandler(WithFiles, _real.BaseHTTPRequestHandler):
    """Handles a request by the method of the script that has its name."""


class SimpleHTTPRequestHandler(_real.SimpleHTTPRequestHandler, BaseHTTPRequestHandler):
    """Sends files."""
