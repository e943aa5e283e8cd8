"""Python 2's syntax as Python 3's."""

from __future__ import annotations

import ast

import pytest
from pong_pg.legacy.modernize.python2_text import as_python3, without_old_forms

pytestmark = pytest.mark.every_python


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("print\n", "print()\n"),
        ("print 'a',  # open\n", "print('a', softspace=True)  # open\n"),
        ("print (a)\n", "print(a)\n"),
        ("print ('%d' %\n       a)\n", "print('%d' %\n       a)\n"),
        ("print (a, b)\n", "print((a, b))\n"),
        ("print (a), b\n", "print((a), b)\n"),
        ("print a, \\\n    b\n", "print(a,\n    b)\n"),
        ("print >>f, a, b\n", "print(a, b, file=f)\n"),
        ("print >>f\n", "print(file=f)\n"),
        ("print >>f, a,\n", "print(a, file=f, softspace=True)\n"),
        ("if x: print 1,; print\n", "if x: print(1, softspace=True); print()\n"),
        (
            "from __future__ import print_function\nprint(0L)\n",
            "from __future__ import print_function\nprint(long(0))\n",
        ),
        ("exec a\n", "exec(a)\n"),
        ("exec a in b, c\n", "exec(a, b, c)\n"),
        ("exec(a)\n`a`\n", "exec(a)\nrepr(a)\n"),
        ("exec (a, b)\n", "exec(a, b)\n"),
        ("raise E, 'x'\n", "raise E('x')\n"),
        ("raise E, \\\n    ('%s' %\n     x)\n", "raise E('%s' %\n     x)\n"),
        ("print >>\\\n  f, 1\n", "print(1, file=f)\n"),
        ("raise E, ('x', 1)\n", "raise E('x', 1)\n"),
        ("raise E, 'a' % b, t\n", "raise E('a' % b).with_traceback(t)\n"),
        ("raise E, None, t\n", "raise E().with_traceback(t)\n"),
        ("raise E, v\n", "raise E(_raised_(v))\n"),
        ("try: pass\nexcept E, e: pass\n", "try: pass\nexcept E as e: pass\n"),
        (
            "try:\n    pass\nexcept (E, F), (a, b):\n    # why\n    pass\n",
            "try:\n    pass\nexcept (E, F) as error:\n    # why\n    a, b = error.args\n    pass\n",
        ),
        ("try: pass\nexcept E, self.e: print 1\n", "try: pass\nexcept E as error: self.e = error; print(1)\n"),
        ("`a`, `1, 2`\n", "repr(a), repr((1, 2))\n"),
        ("x = 0777 + 10L + 0xFFL + 00 <> 1\n", "x = 0o777 + long(10) + long(0xFF) + 00 != 1\n"),
        (
            r"""x = "\d\n", u"\u20ac", "\u20ac", ur"\d", r"\d" <> 1""",
            r"""x = "\\d\n", u"\u20ac", r"\u20ac", r"\d", r"\d" != 1""",
        ),
        ("[x for x in 1, 2]\n", "[x for x in (1, 2)]\n"),
        ("def f(a, (b, c)):\n    'doc'\n    return b\n", "def f(a, b_c):\n    'doc'\n    b, c = b_c\n    return b\n"),
        ("def f((a, (b,))): return a\n", "def f(a_b): a, (b,) = a_b; return a\n"),
        ("lambda (k, v): k + f(k=v.k)\n", "lambda k_v: k_v[0] + f(k=k_v[1].k)\n"),
        ("lambda (k, (v, w)), n=1: w\n", "lambda k_v_w, n=1: k_v_w[1][1]\n"),
        ("lambda (k, v): [v for v in k]\n", "lambda k_v: (lambda k, v: [v for v in k])(*k_v)\n"),
        ("def f((a)): pass\n", "def f(a): pass\n"),
        ("run(async=1 <> 2)\n", "run(async_=1 != 2)\n"),
        ("True = 0\nprint True\n", "True_ = True\n\nTrue_ = 0\nprint(True_)\n"),
        ("if x:\n        if y:\n\t    print 1\n", "if x:\n        if y:\n            print(1)\n"),
        ("if x:\n\tprint 1\n", "if x:\n\tprint(1)\n"),
        ("print 1", "print(1)"),
    ],
)  # fmt: skip
def test_old_syntax(old: str, new: str) -> None:
    assert as_python3(old) == new
    ast.parse(new)


def test_async_as_a_name_in_python3() -> None:
    assert without_old_forms("async = 1\nprint(f'{async}', async)\n")[:10] == "async_ = 1"
    for text in ("async def f():\n    await g()\n", "# async\n"):
        assert without_old_forms(text) == text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r"""x = "\d+" + '\d\n', b"\."  # \d""", r"""x = r"\d+" + '\\d\n', br"\."  # \d"""),
        ('x = """a\n\\d\n"""; y = "\\."\n', 'x = r"""a\n\\d\n"""; y = r"\\."\n'),
    ],
)
def test_backslashes(old: str, new: str) -> None:
    assert without_old_forms(old) == new
    assert without_old_forms(new) == new
