from __future__ import annotations

import io
import os
import subprocess
import sys
import traceback
from pathlib import Path

import pytest
from old_files import run

pytestmark = [pytest.mark.any_stack, pytest.mark.every_python]


@pytest.mark.parametrize(
    ("text", "output"),
    [
        ("print 'a', 1\n", "a 1\n"),
        ("print\nprint 'x'\n", "\nx\n"),
        ("print ('a', 1)\n", "('a', 1)\n"),
        ("print ('ep %d' % 3) + ('!' if True else '')\n", "ep 3!\n"),
        ("for i in range(3): print i,\nprint\nprint 'x'\n", "0 1 2\nx\n"),
        ("print 'a\\n',\nprint 'b'\n", "a\nb\n"),
        ("import sys\nprint >>sys.stdout, 'a', 2\n", "a 2\n"),
        ("from __future__ import print_function\nxrange(1)\nprint('a', 'b', sep='-')\n", "a-b\n"),
        ("import sys\nxrange(1)\ntry: pass\nexcept IOError, e: pass\nprint('a', file=sys.stdout)\n", "a\n"),
        ("if 1: print 1; print 2\n", "1\n2\n"),
        ("print `1 + 1`, `1, 2`, 1 <> 2\n", "2 (1, 2) True\n"),
        ("print 0777, 10L, 0xFFL, ur'\\d', 'C:\\users', u'x'\n", "511 10 255 \\d C:\\users x\n"),
        ("try:\n    raise ValueError, 'no'\nexcept ValueError, e:\n    print e, e.message\n", "no no\n"),
        ("try:\n    raise IOError, (2, 'gone')\nexcept IOError, (no, why):\n    print no, why\n", "2 gone\n"),
        ("e = ValueError('v')\ntry:\n    raise ValueError, e\nexcept ValueError, g:\n    print g is e\n", "True\n"),
        ("def f((a, (b, c)), d=1): return a, b, c, d\nprint f((1, (2, 3)))\n", "(1, 2, 3, 1)\n"),
        ("print map(lambda (k, v): k + v, {1: 2}.items())\n", "[3]\n"),
        ("print (lambda a, (b, (c, d)): (a, b, c, d))(1, (2, (3, 4)))\n", "(1, 2, 3, 4)\n"),
        ("print [x for x in 1, 2]\n", "[1, 2]\n"),
        ("d = {2: 1, 1: 1}\nk = d.keys()\nk.sort()\nprint k, d.has_key(1), d.has_key(5)\n", "[1, 2] True False\n"),
        ("d = {1: 2}\nfor k in d.keys(): del d[k]\nprint d, d.values(), range(2) + [5]\n", "{} [] [0, 1, 5]\n"),
        ("print map(None, [1, 2], [3]), map(str, [1]), filter(None, (0, 1)), filter(lambda c: c > 'a', 'ab')\n",
         "[(1, 3), (2, None)] ['1'] (1,) b\n"),
        ("print zip([1], [2])[0], sorted([1, 3, 2], lambda a, b: cmp(b, a)), sorted([2, 1])\n",
         "(1, 2) [3, 2, 1] [1, 2]\n"),
        ("a = [1, 3, 2]\na.sort(lambda p, q: q - p)\nprint a\na.sort(cmp=lambda p, q: p - q)\nprint a\n",
         "[3, 2, 1]\n[1, 2, 3]\n"),
        ("it = iter([1])\nprint it.next(), [x for x in {1: 2}.itervalues()]\n", "1 [2]\n"),
        ("print round(2.5), round(-0.5), round(1.25, 1), round(2.675, 2), round(7)\n", "3.0 -1.0 1.3 2.67 7.0\n"),
        ("print isinstance('x', basestring), isinstance(u'x', unicode), unicode('a', 'utf8'), unichr(65)\n",
         "True True a A\n"),
        ("print 'ab'.encode('hex'), '6162'.decode('hex'), 'x'.decode('utf-8'), 'x'.encode('utf-8')[0:1] == 'x'\n",
         "6162 ab x True\n"),
        ("print reduce(lambda a, b: a * b, [2, 3]), apply(max, (1, 2)), coerce(1, 2.0), intern('a'), long(3)\n",
         "6 2 (1.0, 2.0) a 3\n"),
        ("import sys\nreload(sys)\nprint cmp(1, 2), callable(len)\n", "-1 True\n"),
        ("async = 3\ndef f(await): return await + async\nprint f(await=1)\n", "4\n"),
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
    def __cmp__(self, other): return cmp(self.n, other.n)
    def __nonzero__(self): return False
    def next(self): return 5
a = A(1)
a /= 2
print A.made, A(1) / 2, a, A(1) < A(2), A(1) == A(1), bool(A(1)), A(1).next(), len({A(1): 1}), max(A(1), A(2)).n
"""


def test_classes_keep_their_operators(capsys: pytest.CaptureFixture[str]) -> None:
    run(CLASSES)
    assert capsys.readouterr().out == "True divided in place True True False 5 1 2\n"


def test_mixed_tabs_reach_to_multiples_of_eight_and_strings_keep_theirs() -> None:
    text = 'def f(x):\n        if x:\n\t\treturn """a\n\tb"""\n\telse:\n            return 2\n'
    names = run(text)
    assert names["f"](1) == "a\n\tb"
    assert names["f"](0) == 2


def test_input_evaluates(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("n + 1\nplain\n"))
    names = run("n = 4\nx = input()\ny = raw_input()\n", python2=True)
    assert (names["x"], names["y"]) == (5, "plain")


def test_files_open_as_they_did(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"one\r\n\xfftwo\n")
    names = run("f = open(p, 'rU')\nlines = f.readlines()\nok = isinstance(f, file)\nf.close()\n"
                "w = file(p + '2', 'wb', 0)\nw.close()\n", python2=True, p=str(tmp_path / "a.txt"))  # fmt: skip
    assert names["lines"][0] == "one\n"
    assert len(names["lines"]) == 2
    assert names["ok"]


def test_a_traceback_points_at_the_line_and_has_no_carets_of_the_new_text() -> None:
    text = "print 'a', \\\n  'b'\ndef f((a, b)):\n    print a\n    return 1 / 0\nf((1, 2))\n"
    with pytest.raises(ZeroDivisionError) as caught:
        run(text)
    frames = [frame for frame in traceback.extract_tb(caught.value.__traceback__) if frame.filename == "old.py"]
    assert [frame.lineno for frame in frames] == [6, 5]
    assert all(getattr(frame, "colno", None) is None for frame in frames)


def test_fissix_reads_and_writes_no_file(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    program = "from pong_pg.legacy.read.source import parse; print(parse('a.py', b'print 1').python2)"
    environment = {**os.environ, "HOME": str(home), "TMPDIR": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    for name in [name for name in environment if name.startswith("XDG_")]:
        del environment[name]
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    assert done.stdout == "True\n"
    assert list(home.rglob("*")) == []


KARPATHY_STYLE = """
import numpy as np
def discount(r):
  total = np.zeros_like(r)
  add = 0
  for t in reversed(xrange(0, r.size)):
    if r[t] != 0: add = 0
    add = add * 0.5 + r[t]
    total[t] = add
  return total
print discount(np.vstack([[0.0], [0.0], [1.0]])).ravel().tolist()
"""


def test_discounting_a_column_works_although_its_sums_are_arrays(capsys: pytest.CaptureFixture[str]) -> None:
    run(KARPATHY_STYLE)
    assert capsys.readouterr().out == "[0.25, 0.5, 1.0]\n"


def test_functions_of_python_2_travel_to_other_processes() -> None:
    cloudpickle = pytest.importorskip("cloudpickle")
    names = run("def f(n):\n    print_ = [x / 2 for x in xrange(n)]\n    return print_, cmp(1, 2)\n", python2=True)
    assert cloudpickle.loads(cloudpickle.dumps(names["f"]))(4) == ([0, 0, 1, 1], -1)
