"""`HTMLParser` of Python 2: a parser hands references to characters on."""

from __future__ import annotations

import html.parser as _real

from pong_pg.legacy.runtime.byte_strings import public

globals().update(public(_real))


class HTMLParseError(Exception):
    """An error that the parser does not raise any more."""


class HTMLParser(_real.HTMLParser):
    """A parser of HTML, whose methods a script overrides."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
