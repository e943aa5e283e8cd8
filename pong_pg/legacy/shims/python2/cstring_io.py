"""`cStringIO` of Python 2."""

from pong_pg.legacy.runtime.python2_string_io import StringIO as StringIO

InputType = OutputType = StringIO
