from __future__ import annotations

import ast

import pytest
from pong_pg.legacy.modernize.kinds import Kinds

from pong_pg.legacy.read.scopes import Scopes, imported

pytestmark = pytest.mark.every_python


def names_of(text: str) -> list[str]:
    """The names of what the last expression of a Python 2 text may be."""
    tree = ast.parse(text)
    last = tree.body[-1]
    assert isinstance(last, ast.Expr)
    kinds = Kinds(tree, Scopes(tree), imported(tree), classic_division=True, python2=True)
    return sorted(kinds.of(last.value).names)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("7 / 2", ["int"]),
        ("7 / 2.0", ["float"]),
        ("2 ** -1 if x else 'a' * 2", ["float", "int", "str"]),
        ("x = 1\nx = None\nx", ["int", "none"]),
        ("x = 1\nx += 0.5\nx", ["float", "int"]),
        ("def f(a):\n    return a * 2\nf(1.5)", ["float"]),
        ("def f(a=1):\n    return a\nf()", ["int"]),
        ("def f(a):\n    return a\ng = f\ng", ["function"]),
        ("def f(a):\n    return a\nrun(f)\nf(1)", ["int", "unknown"]),
        ("def f(a):\n    if a:\n        return 1.0\nf(1)", ["float", "none"]),
        ("def f():\n    yield 1\nfor x in f(): pass\nx", ["int"]),
        ("l = []\nl.append(2.5)\nl[0]", ["float"]),
        ("l = []\nl.append(2.5)\nl[1:]", ["list"]),
        ("d = {}\nd['a'] = 1\nfor k, v in d.items(): pass\nk, v\nv", ["int"]),
        ("d = {'a': 0.5}\nd.get('b')", ["float", "none"]),
        ("d = {'a': 0.5}\nd", ["dict"]),
        ("for i, (a, b) in enumerate(zip('ab', [1.0])): pass\nb", ["float"]),
        ("m = map(lambda x: x * 0.5, [1])\nm[0]", ["float"]),
        ("m = sorted([(1, 'a')], key=lambda t: t[1])\nm[0][1]", ["str"]),
        ("sum([1, 2]) / len([3])", ["int"]),
        ("round(2)", ["float"]),
        ("'%s' % 3", ["str"]),
        ("line.split(',')[0]", ["unknown"]),
        ("line.strip()", ["str"]),
        ("f = open('x')\nfor line in f: pass\nline", ["str"]),
        ("import time\nt = time.time()\ntime.time() - t", ["float"]),
        ("import numpy as np\nnp.zeros(3) / np.sqrt(2)", ["floats"]),
        ("import numpy as np\nnp.array([1, 2]) / 2", ["ints"]),
        ("import numpy as np\nx = np.zeros((2, 3))\nx.shape[0] / 2", ["int"]),
        ("import random\nrandom.random()", ["float"]),
        ("class A:\n    n = 3\n    def f(self):\n        return self.n\nA().f()", ["int"]),
        ("class A:\n    def __init__(self, v):\n        self.v = v\nA(1.5).v", ["float"]),
        ("class A:\n    n = 3\na = A()\nsetattr(a, x, y)\na.n", ["int", "unknown"]),
        ("class A:\n    n = 3\na = A()\na.__dict__.update(d)\na.n", ["int", "unknown"]),
        ("class A:\n    def __add__(self, o):\n        return o\nA() + 1", ["unknown"]),
        ("[x for x in (1, 2)][0]", ["int"]),
        ("def f():\n    x = 1\n    return x\nx = 'a'\nx", ["str"]),
        ("def f():\n    global x\n    x = 1\nx = 'a'\nx", ["int", "str"]),
        ("import ray\nray.get(3)", ["unknown"]),
        ("y", ["unknown"]),
    ],
)
def test_what_expressions_are(text: str, names: list[str]) -> None:
    assert names_of(text) == names
