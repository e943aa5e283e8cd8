from __future__ import annotations

import io
import traceback
from pathlib import Path

import pytest
from old_files import run

from pong_pg.legacy.runtime.hints import hint_for

pytestmark = pytest.mark.every_python


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("print 'a', 1\n", "a 1\n"),
        ("print ('a', 1)\n", "('a', 1)\n"),
        ("print ('ep %d' % 3) + ('!' if True else '')\n", "ep 3!\n"),
        ("print 'a\\n',\nprint 'b'\n", "a\nb\n"),
        ("from __future__ import print_function\nxrange(1)\nprint('a', 'b', sep='-')\n", "a-b\n"),
        ("import sys\nxrange(1)\ntry: pass\nexcept IOError, e: pass\nprint('a', file=sys.stdout)\n", "a\n"),
        ("print 0777, 10L, 0xFFL, ur'\\d', 'C:\\users', u'x'\n", "511 10 255 \\d C:\\users x\n"),
        ("try:\n    raise IOError, (2, 'gone')\nexcept IOError, (no, why):\n    print no, why\n", "2 gone\n"),
        ("def f((a, (b, c)), d=1): return a, b, c, d\nprint f((1, (2, 3)))\n", "(1, 2, 3, 1)\n"),
        ("print map(lambda (k, v): k + v, {1: 2}.items())\n", "[3]\n"),
        ("print [x for x in 1, 2]\n", "[1, 2]\n"),
        ("print map(None, [1, 2], [3]), map(str, [1]), filter(None, (0, 1)), filter(lambda c: c > 'a', 'ab')\n",
         "[(1, 3), (2, None)] ['1'] (1,) b\n"),
        ("a = [1, 3, 2]\na.sort(lambda p, q: q - p)\nprint a\na.sort(cmp=lambda p, q: p - q)\nprint a\n",
         "[3, 2, 1]\n[1, 2, 3]\n"),
        ("print 0.1 + 0.2, str(1 / 3.0), '%s' % (2 / 3.0), '{}|{:.2f}'.format(1 / 3.0, 2), [0.1 + 0.2], 1e16, 3.0\n",
         "0.3 0.333333333333 0.666666666667 0.333333333333|2.00 [0.30000000000000004] 1e+16 3.0\n"),
        ("def f():\n    print 'in',\n    return 1\nprint 'out', f()\nprint 'x', 'y',\n", "out in 1\nx y"),
        ("import math\nfrom math import ceil\nprint math.floor(7.5), ceil(6.5) / 2, oct(8)\n", "7.0 3.5 010\n"),
        ("exec 'y = 3 / 2'\nprint eval('y / 2 + 2'), u'a'.decode('latin-1'), '6162'.decode('hex')\n",
         "2 a ab\n"),
        ("class N:\n    def __init__(self): self.next = 3\nn = N()\nprint n.next, [i for i in [1]][0]\n", "3 1\n"),
        ("class I:\n    def __iter__(self): return self\n    def next(self): raise StopIteration\nprint list(I())\n",
         "[]\n"),
        ("try:\n    raise ValueError('gone')\nexcept ValueError, e:\n    print e, e.message, type(e)\n",
         "gone gone <type 'exceptions.ValueError'>\n"),
    ],
)  # fmt: skip
def test_python_2_means_what_it_meant(text: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    run(text, python2=True)
    assert capsys.readouterr().out == output


CLASSES = """
class Meta(type):
    def __new__(mcs, name, bases, names):
        names['made'] = True
        return type.__new__(mcs, name, bases, names)
class A(object):
    __metaclass__ = Meta
    def __init__(self, n): self.n = n
    def __div__(self, other): return 'divided'
    def __idiv__(self, other): return 'in place'
    def __nonzero__(self): return False
    def next(self): return 5
a = A(1)
a /= 2
print A.made, A(1) / 2, a, bool(A(1)), A(1).next()
"""


def test_classes_keep_their_operators(capsys: pytest.CaptureFixture[str]) -> None:
    run(CLASSES)
    assert capsys.readouterr().out == "True divided in place False 5\n"


def test_mixed_tabs_reach_to_multiples_of_eight_and_strings_keep_theirs() -> None:
    text = 'def f(x):\n        if x:\n\t\treturn """a\n\tb"""\n\telse:\n            return 2\n'
    names = run(text)
    assert names["f"](1) == "a\n\tb"
    assert names["f"](0) == 2


def test_input_evaluates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("n + 1\nplain\n"))
    names = run("n = 4\nx = input()\ny = raw_input()\n", python2=True)
    assert (names["x"], names["y"]) == (5, "plain")


def test_a_traceback_points_at_the_line_and_has_no_carets_of_the_new_text() -> None:
    text = "print 'a', \\\n  'b'\ndef f((a, b)):\n    print a\n    return 1 / 0\nf((1, 2))\n"
    with pytest.raises(ZeroDivisionError) as caught:
        run(text)
    frames = [frame for frame in traceback.extract_tb(caught.value.__traceback__) if frame.filename == "old.py"]
    assert [frame.lineno for frame in frames] == [6, 5]
    assert all(getattr(frame, "colno", None) is None for frame in frames)


def test_functions_of_python_2_travel_to_other_processes() -> None:
    cloudpickle = pytest.importorskip("cloudpickle")
    names = run("def f(n):\n    print_ = [x / 2 for x in xrange(n)]\n    return print_, cmp(1, 2)\n", python2=True)
    assert cloudpickle.loads(cloudpickle.dumps(names["f"]))(4) == ([0, 0, 1, 1], -1)


def test_a_file_is_executed_in_the_names_of_its_caller(tmp_path: Path) -> None:
    (tmp_path / "part.py").write_text("rate = 1 / 2\nprint 'part',\n")
    text = "execfile(path)\nlocal = {}\nexecfile(path, {}, local)\n"
    names = run(text, python2=True, path=str(tmp_path / "part.py"))
    assert (names["rate"], names["local"]["rate"]) == (0, 0)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        pytest.param(
            "import numpy as np\nnp.zeros(2, np.uint8) * -1\n",
            "does not convert -1 to uint8",
            marks=pytest.mark.needs("numpy>=2"),
        ),
        ("import numpy as np\nnp.zeros(3)[1] = np.zeros(2)\nlist(range(np.ones(1)))\n", "one element"),
        ("None < 1\n", "Python 2 compared"),
        ("{}[1]\n", ""),
    ],
)
def test_an_error_of_today_has_a_hint(text: str, hint: str) -> None:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - several kinds
        run(text, python2=True)
    found = hint_for(caught.value)
    assert hint in found
    assert bool(found) == bool(hint)
