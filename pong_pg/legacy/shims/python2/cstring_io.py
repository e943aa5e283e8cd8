"""`cStringIO` of Python 2."""

from pong_pg.legacy.runtime.python2_files import StringIO as StringIO

InputType = OutputType = StringIO
