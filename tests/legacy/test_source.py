from __future__ import annotations

import pytest
from old_files import run

from pong_pg.legacy.read.source import Change, Context, LegacySyntaxError, decode, parse

pytestmark = pytest.mark.every_python

# A program within `try` is no guard of the names in it.
LONG_TRY = """
try:
    for i in xrange(9): g(i)
    h()
    k()
except Exception:
    pass
"""
MIXED_TABS = "if 1:\n        a = 1\n\tb = 2\n"


@pytest.mark.parametrize(
    "text",
    [
        "print 'x'\n",
        "print ('a') + 'b'\n",
        "print ('%d') % 3, 4\n",
        "print ('{}').format(3)\n",
        "print [1, 2]\n",
        "print -x\n",
        "import sys\nprint >>sys.stderr, 'x'\n",
        "import sys\nprint >>sys.stderr\n",
        "exec 'x = 1'\n",
        "x = 0777\n",
        "x = 10L\n",
        "x = `1`\n",
        "x = 1 <> 2\n",
        "x = ur'a'\n",
        "raise ValueError, 'x'\n",
        "def f((a, b)): pass\n",
        "#!/usr/bin/env python2\nx = 1\n",
        "#!/usr/bin/python2.7 -u\nx = 1\n",
        "try:\n    pass\nexcept IOError, e:\n    pass\n",
        MIXED_TABS,
    ],
)
def test_syntax_and_the_first_line_prove_python_2(text: str) -> None:
    parsed = parse("a.py", text.encode())
    assert parsed.python2
    assert parsed.is_proven


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("for i in xrange(3): pass\n", "xrange"),
        ("from __future__ import print_function\nfor i in xrange(3): print(i, end='')\n", "xrange"),
        ("def f(x):\n    if isinstance(x, unicode): return 1\n", "unicode"),
        (LONG_TRY, "xrange"),
        ("x = f'{1}'\nfor i in xrange(3): pass\n", "xrange"),
        ("print('x', end='')\nxrange(3)\n", "xrange"),
        ("def f(a: int): return xrange(a)\n", "xrange"),
        ("import queue\nraw_input()\n", "raw_input"),
        ("from numpy import *\nbuffer(3)\n", "buffer"),
    ],
)
def test_names_of_python_2_prove_nothing_but_are_supplied(text: str, name: str) -> None:
    parsed = parse("a.py", text.encode())
    assert not parsed.python2
    assert name in [old for _, old in parsed.old_names]


@pytest.mark.parametrize(
    "text",
    [
        "print('x')\n",
        "print\n",
        "print('x'), 3\n",
        "print('x') if y else None\n",
        "y and print('x')\n",
        "print.__name__\n",
        "import sys\nif sys.version_info[0] < 3:\n    print >>sys.stderr, 'x'\n",
        "def xrange(n): return range(n)\nxrange(3)\n",
        "try:\n    xrange\nexcept NameError:\n    xrange = range\nxrange(3)\n",
        "try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle\n",
        "try:\n    input = raw_input\nexcept NameError:\n    pass\n",
        "try:\n    input = raw_input\nexcept:\n    pass\n",
        "import sys\nif sys.version_info[0] < 3:\n    range = xrange\n",
        "from six.moves import *\nxrange(3)\n",
        "from functools import reduce\nreduce(f, x)\n",
        "class D:\n    def has_key(self, k): return 1\nD().has_key(2)\n",
        "def f(buffer, string): return buffer.x / string.letters\n",
        "x.string.letters\nself.buffer / 2\n",
        "async def f():\n    async with a: await b\n",
    ],
)
def test_what_runs_on_python_3_is_left_alone(text: str) -> None:
    parsed = parse("a.py", text.encode())
    assert not parsed.python2
    assert not parsed.old_names
    assert parsed.converted == ()


def test_next_is_supplied_where_other_names_of_python_2_are() -> None:
    text = """class Two:
    def next(self): return 2
x = [(i for i in xrange(3)).next(), Two().next()]
"""
    names = run(text)
    assert names["x"] == [0, 2]
    alone = parse("a.py", b"it = iter([1])\nit.next()\n")
    assert not alone.python2
    assert alone.converted == ()


def test_what_would_be_different_is_told_where_nothing_proves_the_python() -> None:
    division, bare, several = "/ gives fractions", "print alone prints nothing", "print(a, b) prints no tuple"
    text = b"xrange(3)\nx = y / 2\nz = y / 2.0\nprint\nprint(1, 2)\nprint(1)\n"
    assert parse("a.py", text).differences == ((2, division), (4, bare), (5, several))
    assert parse("a.py", b"x = y / 2\nz = f'{x}'\n").differences == ()
    assert parse("a.py", b"from __future__ import division\nxrange(3)\nx = y / 2\n").differences == ()
    assert parse("a.py", b"from __future__ import print_function\nprint\nprint(1, 2)\n").differences == ()
    assert parse("a.py", b"#!/usr/bin/python3\nxrange(3)\nx = y / 2\n").differences == ()


def test_what_the_user_says_is_not_overruled() -> None:
    python2, python3 = Context(python2=True, is_certain=True), Context(is_certain=True)
    assert parse("a.py", b"#!/usr/bin/python3\nimport enum\nx = 3 / 2\n", python2).classic_division
    assert not parse("a.py", b"#!/usr/bin/python2\nx = 3 / 2\n", python3).python2
    with pytest.raises(LegacySyntaxError, match=r"a\.py:1: .*print"):
        parse("a.py", b"print 'x'\n", python3)
    with pytest.raises(LegacySyntaxError, match=r"a\.py:2: .*an f-string is Python 3, but .* read as Python 2"):
        parse("a.py", b"x = 1\ny = f'{x}'\n", python2)


def test_a_module_is_python_2_with_its_program_unless_it_shows_otherwise() -> None:
    assert parse("a.py", b"x = 3 / 2\n", Context(python2=True)).classic_division
    assert not parse("a.py", b"from __future__ import division\nx = 3 / 2\n", Context(python2=True)).classic_division
    assert not parse("a.py", b"y = f'{3}'\nx = 3 / 2\n", Context(python2=True)).python2
    assert not parse("a.py", b"#!/usr/bin/python3\nx = 3 / 2\n", Context(python2=True)).python2


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("x = 1\ny = = 2\n", 2, "invalid syntax"),
        ("x = f'{1}'\nprint 'old and new'\n", 2, "an f-string in line 1 is no Python 2"),
        ("def f():\nreturn 1\n", 2, "indented block"),
        ("print 'a'\nx = (1,\n", 2, "EOF in multi-line statement; as Python 3: line 1, Missing parentheses"),
    ],
)
def test_what_is_neither_python_is_one_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(LegacySyntaxError) as caught:
        parse("dir/a.py", text.encode())
    assert caught.value.file == "dir/a.py"
    message = str(caught.value)
    assert "\n" not in message
    assert caught.value.line == line
    assert reason in message


def test_what_was_translated_is_reported_by_line() -> None:
    changes = parse("a.py", b"import os\n\nfor i in xrange(3):\n    print i, 7 / 2\n").converted
    assert changes == (
        Change(3, "xrange, or a list from range", "range, list(range(...))"),
        Change(4, "/ between integers", "//"),
        Change(4, "print statement", "print(...)"),
    )


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"x = 1\r\ny = 2\r\n", "x = 1\ny = 2\n"),
        (b"\xef\xbb\xbfx = 1\n", "x = 1\n"),
        (b"# -*- coding: latin-1 -*-\nx = '\xe9'\n", "# -*- coding: latin-1 -*-\nx = 'é'\n"),
        ("x = 'é'\n".encode(), "x = 'é'\n"),
        (b"x = '\xe9'\n", "x = 'é'\n"),
        (b"# coding: utf-8\nx = '\xe9'\n", "# coding: utf-8\nx = 'é'\n"),
        (b"# coding: klingon\nx = 1\n", "# coding: klingon\nx = 1\n"),
    ],
)
def test_any_encoding_is_read(data: bytes, text: str) -> None:
    assert decode(data) == text
    assert parse("a.py", data).text == text
