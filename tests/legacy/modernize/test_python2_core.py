"""The rules for Python 2's language: builtins, lists, classes, exceptions, variables, print statements."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pong_pg.legacy.modernize.modernizing import modernize

pytestmark = pytest.mark.every_python


def modern(text: str) -> str:
    """The modern form of a Python 2 text, without the functions that it got and the imports of these."""
    source = modernize(text, python=2).source
    source = re.sub(
        r"^(?:@[\w.]+\n)?(?:def|class) (?:print_values|write_text|end_line|next_of|filtered|message_of|exception_of|"
        r"cmp|coerce|ComparedByCmp\w*|sliced_by_methods|coerces|delegates_special_methods|StandardError|"
        r"ends_at_stop_iteration|text_of|python2_\w+|exec_in_names_of)\b.*\n(?:(?:[ )].*)?\n)*",
        "",
        source,
        flags=re.MULTILINE,
    )
    return re.sub(
        r"\A(?:import (?:atexit|sys|weakref|functools|operator|collections)\n|\n|# The files.*\n_open.*\n)*", "", source
    )


BUILTINS = [
    ("for i in xrange(3): pass\n", "for i in range(3): pass\n"),
    ("x = raw_input('? ')\n", "x = input('? ')\n"),
    ("isinstance(x, (int, long))\n", "isinstance(x, int)\n"),
    ("isinstance(x, (str, unicode))\n", "isinstance(x, str)\n"),
    ("isinstance(x, (int, long, float))\n", "isinstance(x, (int, float))\n"),
    ("isinstance(x, basestring)\n", "isinstance(x, str)\n"),
    ("apply(f, (1, 2), {'a': 1})\n", "f(1, 2, **{'a': 1})\n"),
    ("apply(f, a)\n", "f(*a)\n"),
    ("import os\nreduce(f, a)\n", "import os\nfrom functools import reduce\nreduce(f, a)\n"),
    ("unichr(3), long(x)\n", "chr(3), int(x)\n"),
    ("def file(x): return x\nfile(3)\n", "def file(x): return x\nfile(3)\n"),
    ("if d.has_key(k): pass\n", "if k in d: pass\n"),
    ("if not d.has_key(k or 1): pass\n", "if (k or 1) not in d: pass\n"),
    ("d.has_key(k) == 1\n", "(k in d) == 1\n"),
    ("for k, v in d.iteritems(): pass\n", "for k, v in d.items(): pass\n"),
    ("it = d.itervalues()\n", "it = iter(d.values())\n"),
    ("def f(it):\n    return it.next()\n", "def f(it):\n    return next(it)\n"),
    (
        "class A(object):\n    def next(self): return 1\nA().next()\n",
        "class A(object):\n    def next(self): return 1\nA().next()\n",
    ),
]

LISTS = [
    ("x = range(3) + y\n", "x = list(range(3)) + y\n"),
    ("x = [i for i in range(3)]\n", "x = [i for i in range(3)]\n"),
    ("n = len(range(3)), range(3)[0]\n", "n = len(range(3)), range(3)[0]\n"),
    ("import random\nrandom.choice(range(3))\n", "import random\nrandom.choice(range(3))\n"),
    ("x = map(int, y)\n", "x = list(map(int, y))\n"),
    ("a, b = map(int, y)\n", "a, b = map(int, y)\n"),
    ("x = sum(map(int, y))\n", "x = sum(map(int, y))\n"),
    ("x = map(lambda v: v * 2, y)\n", "x = [v * 2 for v in y]\n"),
    ("def f(v): return v\nfor x in map(f, y): pass\n", "def f(v): return v\nfor x in list(map(f, y)): pass\n"),
    ("x = map(None, y)\n", "x = list(y)\n"),
    ("x = zip(a, b)\n", "x = list(zip(a, b))\n"),
    ("for x, y in zip(a, b): pass\n", "for x, y in zip(a, b): pass\n"),
    ("for x in zip(a, b): a.append(x)\n", "for x in list(zip(a, b)): a.append(x)\n"),
    ("x = filter(lambda v: v, [1, 0])\n", "x = [v for v in [1, 0] if v]\n"),
    ("x = filter(None, 'ab')\n", "x = \"\".join(filter(None, 'ab'))\n"),
    ("x = filter(None, y)\n", "x = filtered(None, y)\n"),
    ("keys = d.keys()\n", "keys = list(d.keys())\n"),
    ("for k in d.keys(): x(k)\n", "for k in d.keys(): x(k)\n"),
    ("for k in d.keys(): del d[k]\n", "for k in list(d.keys()): del d[k]\n"),
    ("for k, v in d.items(): d[k] = v + 1\n", "for k, v in d.items(): d[k] = v + 1\n"),
    ("n = len(d.keys()), k in d.keys()\n", "n = len(d.keys()), k in d.keys()\n"),
    ("x.sort(lambda a, b: cmp(a[1], b[1]))\n", "x.sort(key=lambda a: a[1])\n"),
    ("x.sort(lambda a, b: cmp(b.n, a.n))\n", "x.sort(key=lambda a: a.n, reverse=True)\n"),
    ("x = sorted(y, cmp)\n", "x = sorted(y)\n"),
    ("x.sort(cmp=f)\n", "x.sort(key=functools.cmp_to_key(f))\n"),
]

ERRORS = [
    ("try: pass\nexcept E, e: f(e.message, e[0])\n", "try: pass\nexcept E as e: f(message_of(e), e.args[0])\n"),
    ("def f(x): raise E, x\n", "def f(x): raise exception_of(E, x)\n"),
    ("x = 'a'\nraise E, x\n", "x = 'a'\nraise E(x)\n"),
    ("try: pass\nexcept StandardError: pass\n", "try: pass\nexcept Exception: pass\n"),
    (
        "try:\n    pass\nexcept E, e:\n    pass\nf(e)\n",
        "try:\n    pass\nexcept E as caught:\n    e = caught\nf(e)\n",
    ),
    ("try:\n    pass\nexcept E, e:\n    f(e)\n", "try:\n    pass\nexcept E as e:\n    f(e)\n"),
    (
        "def g(x):\n    while x:\n        yield x\n        raise StopIteration\n",
        "def g(x):\n    while x:\n        yield x\n        return\n",
    ),
    (
        "def g(x):\n    yield x.next()\n",
        "@ends_at_stop_iteration\ndef g(x):\n    yield next(x)\n",
    ),
]

VARIABLES = [
    ("a = [i for i in b]\nf(i)\n", "a = []\nfor i in b:\n    a.append(i)\nf(i)\n"),
    ("a = [i for i in b]\nfor i in c: f(i)\n", "a = [i for i in b]\nfor i in c: f(i)\n"),
    ("f([i for i in b])\nf(i)\n", "f([i for each_i in b if [i := each_i]])\nf(i)\n"),
    ("def f():\n    x = 1\n    global x\n", "def f():\n    global x\n    x = 1\n"),
    ("def f(): pass\nf.func_name, f.func_defaults\n", "def f(): pass\nf.__name__, f.__defaults__\n"),
    ("exec 'a = 1'\nexec 'for i in b: f(i)'\n", "a = 1\nfor i in b: f(i)\n"),
    ("x = eval('a + 1')\n", "x = (a + 1)\n"),
]

CLASSES = [
    ("class A(object):\n    __metaclass__ = M\n    x = 1\n", "class A(object, metaclass=M):\n    x = 1\n"),
    ("class A(B, C):\n    __metaclass__ = M\n    x = 1\n", "class A(B, C, metaclass=M):\n    x = 1\n"),
    ("class A:\n    __metaclass__ = M\n", "class A(metaclass=M):\n    pass\n"),
    ("__metaclass__ = type\nclass A:\n    x = 1\n", "class A:\n    x = 1\n"),
    (
        "class A:\n    def __nonzero__(self): return self.n\n",
        "class A:\n    def __bool__(self): return bool(self.n)\n",
    ),
    (
        "class A:\n    def __nonzero__(self): return True\n",
        "class A:\n    def __bool__(self): return True\n",
    ),
    ("class A:\n    def __div__(self, o): return 1\n", "class A:\n    def __truediv__(self, o): return 1\n"),
    (
        "class A:\n    def __iter__(self): return self\n    def next(self): return 1\n",
        "class A:\n    def __iter__(self): return self\n    def __next__(self): return 1\n",
    ),
    (
        "class A(object):\n    def __cmp__(self, o): return 0\n",
        "class A(ComparedByCmp):\n    def __cmp__(self, o): return 0\n",
    ),
    ("class A:\n    pass\nraise A()\n", "class A(Exception):\n    pass\nraise A()\n"),
    (
        "class A(object):\n    def __eq__(self, o): return True\n",
        "class A(object):\n    def __eq__(self, o): return True\n\n    __hash__ = object.__hash__\n",
    ),
]

PRINTS = [
    ("print 'a',\nprint 'b'\n", "print('a', end=\" \")\nprint('b')\n"),
    ("print 'a\\n',\nprint 'b'\n", "print('a\\n', end=\"\")\nprint('b')\n"),
    ("print 'a',\n", "print('a')\n"),
    ("print 'a',\nprint\nprint 1\n", "print('a')\nprint(1)\n"),
    ("for i in range(3): print i,\nprint\n", "print(*range(3))\n"),
    (
        "for i in range(3):\n    print '.',\nprint 'end'\n",
        "for i in range(3):\n    print('.', end=\" \")\nprint('end')\n",
    ),
    (
        "import sys\nprint 'a',; sys.stdout.write('b')\n",
        "print('a', end=\"\"); sys.stdout.write('b')\n",
    ),
    (
        "for x in a:\n    if x: print x,\n    else: print\n",
        "for x in a:\n    if x: print_values(text_of(x), newline=False)\n    else: print_values()\n",
    ),
    (
        "def f():\n    print 1\nprint 'a', f()\n",
        "def f():\n    print_values(1)\nprint_values('a', newline=False)\nprint_values(f())\n",
    ),
    (
        "try:\n    print 'a', d['b']\nexcept KeyError:\n    print 'c'\n",
        "try:\n    print('a', end=\" \")\n    print(text_of(d['b']))\nexcept KeyError:\n    print('c')\n",
    ),
]


@pytest.mark.parametrize(("old", "new"), [*BUILTINS, *LISTS, *ERRORS, *VARIABLES, *CLASSES, *PRINTS])
def test_rules(old: str, new: str) -> None:
    assert modern(old) == new


@pytest.mark.parametrize(
    "text",
    [
        "x = range(3)\n",
        "x = map(f, y)\n",
        "class A:\n    def next(self): return 1\n",
        "def f(d):\n    return d.items(), d.keys\n",
        "print('a', end=' ')\n",
    ],
)
def test_modern_code_stays(text: str) -> None:
    assert modernize(text, python=3).source == text


def test_old_names_in_python3() -> None:
    source = modernize("def f(d: dict) -> None:\n    for k, v in d.iteritems(): print(k, xrange(v))\n").source
    assert source == "def f(d: dict) -> None:\n    for k, v in d.items(): print(k, range(v))\n"
    guarded = "try:\n    text = unicode\nexcept NameError:\n    text: type = str\n"
    assert modernize(guarded).source == guarded


def test_relative_imports(tmp_path: Path) -> None:
    for name in ("__init__.py", "helper.py", "sub/__init__.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    file = str(tmp_path / "a.py")
    old = "import os, helper\nimport sub.mod as m\nfrom helper import x\nfrom os import path\n"
    new = "import os\nfrom . import helper\nfrom .sub import mod as m\nfrom .helper import x\nfrom os import path\n"
    assert modernize(old, filename=file, python=2).source == new
    absolute = "from __future__ import absolute_import\nimport helper\n"
    assert modernize(absolute, filename=file, python=2).source == absolute
