from __future__ import annotations

import io
import os
import subprocess
import sys
import traceback
from pathlib import Path

import pytest
from old_files import run

from pong_pg.legacy.runtime.hints import hint_for

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
        ("def f((a, (b, c)), d=1): return a, b, c, d\nprint f((1, (2, 3)))\n", "(1, 2, 3, 1)\n"),
        ("print map(lambda (k, v): k + v, {1: 2}.items())\n", "[3]\n"),
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
        ("print isinstance(u'x', basestring), unichr(65), reduce(max, [2, 3]), apply(max, (1, 2)), long(3)\n",
         "True A 3 2 3\n"),
        ("print 0.1 + 0.2, str(1 / 3.0), '%s' % (2 / 3.0), '{}|{:.2f}'.format(1 / 3.0, 2), [0.1 + 0.2], 1e16, 3.0\n",
         "0.3 0.333333333333 0.666666666667 0.333333333333|2.00 [0.30000000000000004] 1e+16 3.0\n"),
        ("print set([1]), int, type('a'), '%s' % set([2]), `0.1`\n",
         "set([1]) <type 'int'> <type 'str'> set([2]) 0.1\n"),
        ("def f():\n    print 'in',\n    return 1\nprint 'out', f()\nprint 'x', 'y',\n", "out in 1\nx y"),
        ("import sys\nprint 'a',\nsys.stdout.write('\\n')\nprint 'b'\n", "a\nb\n"),
        ("import math\nfrom math import ceil\nprint math.floor(7.5), ceil(6.5) / 2, oct(8)\n", "7.0 3.5 010\n"),
        ("exec 'x = 3 / 2; print x'\nprint eval('7 / 2'), eval(' 1 ')\nexec 'y = 1' in {}\n", "1\n3 1\n"),
        ("from __future__ import division\nprint eval('7 / 2')\n", "3.5\n"),
        ("class N:\n    def __init__(self): self.next = 3\nn = N()\nprint n.next, [i for i in [1]][0]\n", "3 1\n"),
        ("class I:\n    def __iter__(self): return self\n    def next(self): raise StopIteration\nprint list(I())\n",
         "[]\n"),
        ("try:\n    raise KeyError(2, 'gone')\nexcept KeyError, e:\n    print e[0], e[1], type(e)\n",
         "2 gone <type 'exceptions.KeyError'>\n"),
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


def test_a_text_that_is_no_expression_is_not_evaluated() -> None:
    for code in ("", "print 1", "a = 1", "1; 2"):
        with pytest.raises(SyntaxError):
            run("eval(code)\n", python2=True, code=code)


def test_a_file_is_executed_in_the_names_of_its_caller(tmp_path: Path) -> None:
    (tmp_path / "part.py").write_text("rate = 1 / 2\nprint 'part',\n")
    text = "execfile(path)\nlocal = {}\nexecfile(path, {}, local)\nwith open(path) as part: exec part\n"
    names = run(text, python2=True, path=str(tmp_path / "part.py"))
    assert (names["rate"], names["local"]["rate"]) == (0, 0)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("import numpy as np\nnp.zeros(2, np.uint8) * -1\n", "does not convert -1 to uint8"),
        ("import numpy as np\nnp.zeros(3)[1] = np.zeros(2)\nlist(range(np.ones(1)))\n", "one element"),
        ("None < 1\n", "Python 2 compared"),
        ("'a'.decode('hex')\n", "remove .decode"),
        ("{}[1]\n", ""),
    ],
)
def test_an_error_of_today_has_a_hint(text: str, hint: str) -> None:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - several kinds
        run(text, python2=True)
    found = hint_for(caught.value)
    assert hint in found
    assert bool(found) == bool(hint)


def test_a_seed_gives_python_2_its_numbers() -> None:
    program = (
        "from pong_pg.legacy.read import settings; settings.use(settings.Settings(python2=True))\n"
        "from pong_pg.legacy.shims import random; random.seed(3); order = list(range(5)); random.shuffle(order)\n"
        "print(order, random.randint(0, 9), random.choice('abcd'), random.sample(range(9), 2), random.random())"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[0, 3, 4, 2, 1] 6 a [0, 6] 0.25935401432800764\n"
