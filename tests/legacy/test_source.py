from __future__ import annotations

import ast

import pytest

from pong_pg.legacy.read.source import Change, LegacySyntaxError, decode, parse

pytestmark = pytest.mark.any_stack

# A program within `try` is no guard of the names in it.
LONG_TRY = """
try:
    for i in xrange(9): g(i)
    h()
    k()
except Exception:
    pass
"""


@pytest.mark.parametrize(
    "text",
    [
        "print 'x'\n",
        "print\n",
        "print ('a') + 'b'\n",
        "print ('%d') % 3, 4\n",
        "print ('{}').format(3)\n",
        "import sys\nprint >>sys.stderr, 'x'\n",
        "for i in xrange(3): pass\n",
        "from __future__ import print_function\nfor i in xrange(3): print(i, end='')\n",
        "for k, v in d.iteritems(): pass\n",
        "if d.has_key(1): pass\n",
        "import cPickle as pickle\n",
        "from Queue import Queue\n",
        "import sys\nn = sys.maxint\n",
        "from itertools import izip\n",
        "#!/usr/bin/env python2\nx = 1\n",
        "try:\n    pass\nexcept IOError, e:\n    pass\n",
        "x = raw_input('> ')\n",
        "if 1:\n        a = 1\n\tb = 2\n",
        LONG_TRY,
    ],
)
def test_python_2_is_known_by_its_signs(text: str) -> None:
    assert parse("a.py", text.encode()).python2


@pytest.mark.parametrize(
    "text",
    [
        "print('x')\n",
        "x = f'{1}'\nfor i in xrange(3): pass\n",
        "def xrange(n): return range(n)\nxrange(3)\n",
        "try:\n    xrange\nexcept NameError:\n    xrange = range\nxrange(3)\n",
        "try:\n    import cPickle as pickle\nexcept ImportError:\n    import pickle\n",
        "try:\n    input = raw_input\nexcept NameError:\n    pass\n",
        "try:\n    input = raw_input\nexcept:\n    pass\n",
        "import sys\nif sys.version_info[0] < 3:\n    range = xrange\n",
        "from six.moves import *\nxrange(3)\n",
        "from functools import reduce\nreduce(f, x)\n",
        "print('x', end='')\nxrange(3)\n",
        "class D:\n    def has_key(self, k): return 1\nD().has_key(2)\n",
        "def f(a: int): return xrange(a)\n",
        "import queue\nraw_input()\n",
    ],
)
def test_what_runs_on_python_3_is_left_alone(text: str) -> None:
    parsed = parse("a.py", text.encode())
    assert not parsed.python2
    assert parsed.converted == ()


def test_a_module_is_python_2_with_its_program_unless_it_shows_otherwise() -> None:
    assert parse("a.py", b"x = 3 / 2\n", python2=True).classic_division
    assert not parse("a.py", b"from __future__ import division\nx = 3 / 2\n", python2=True).classic_division
    assert not parse("a.py", b"y = f'{3}'\nx = 3 / 2\n", python2=True).python2
    assert not parse("a.py", b"#!/usr/bin/python3\nx = 3 / 2\n", python2=True).python2


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("x = 1\ny = = 2\n", 2, "invalid syntax"),
        ("x = f'{1}'\nprint 'old and new'\n", 2, "print"),
        ("def f():\nreturn 1\n", 2, "indented block"),
        ("print 'a'\nx = (1,\n", 2, "never closed"),
    ],
)
def test_what_is_neither_python_is_one_line(text: str, line: int, reason: str) -> None:
    with pytest.raises(LegacySyntaxError) as caught:
        parse("dir/a.py", text.encode())
    assert caught.value.file == "dir/a.py"
    message = str(caught.value)
    assert "\n" not in message
    if line != 2 or "never" not in reason:
        assert caught.value.line == line
        assert reason in message


def test_what_was_translated_is_reported_by_line() -> None:
    changes = parse("a.py", b"import os\n\nfor i in xrange(3):\n    print i, 7 / 2\n").converted
    assert changes == (
        Change(3, "xrange", "range"),
        Change(4, "/ between integers", "//"),
        Change(4, "print statement", "print(...)"),
    )


def test_lines_are_those_of_the_original() -> None:
    text = "\n".join(
        [
            "def f((a,", "  b), c):", '    """doc', '    more"""', "    print a, \\", "       b, \\", "       c",
            "    return mark(a)", "mark(1)", "",
        ]
    )  # fmt: skip
    tree = parse("a.py", text.encode()).tree
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and getattr(n.func, "id", "") == "mark"]
    assert sorted(call.lineno for call in calls) == [8, 9]
    compile(tree, "a.py", "exec")


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
