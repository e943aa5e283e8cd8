"""Arrays of one element as numbers, where the conversion is not called by its name or the file names no NumPy.

What they gave is recorded from the original packages, in tests/originals/idioms/numpy/one_element_as_number*.py.
"""

from __future__ import annotations

import ast
import textwrap
from pathlib import Path

import pytest
from old_scripts import prints, write

from pong_pg.legacy.compile.rewrite import rewrite
from pong_pg.legacy.read.source import parse


def rewritten(text: str, *, arrays: bool = True) -> str:
    return ast.unparse(rewrite(parse("a.py", textwrap.dedent(text).encode()), arrays=arrays))


@pytest.mark.any_stack
@pytest.mark.every_python
@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("map(int, a)", "map(__pong_pg__.to_int, a)"),
        ("pool.map(float, a)", "pool.map(__pong_pg__.to_float, a)"),
        ("sorted(a, key=float)", "sorted(a, key=__pong_pg__.to_float)"),
        ("g = int\ng(a)", "converted(g, a)"),
        ("def f(x, kind=float): return kind(x)", "converted(kind, x)"),
        ("def f(x, kind): return kind(x)\nf(1, int)", "converted(kind, x)"),
        (
            "class A:\n    def __init__(self, k): self.k = k\n    def f(self, x): self.k(x)\nA(int)",
            "converted(self.k, x)",
        ),
        ("K = {'i': int}\nK[k](a)", "converted(K[k], a)"),
        ("for k in (int, float): k(a)", "converted(k, a)"),
        ("import numpy as np\nnp.float(a)", "to_float(a)"),
        ("from math import sqrt\nsqrt(a)", "of_numbers(sqrt, a)"),
        ("import random\nrandom.randint(0, a)", "of_numbers(random.randint, 0, a)"),
        ("eval(a)", "eval(__pong_pg__.rewritten_code(a, 'eval'))"),
        ("exec(a, names)", "exec_in(a, names)"),
    ],
)
def test_conversions_are_found_by_whatever_name(text: str, call: str) -> None:
    assert call in rewritten(text)
    assert "__pong_pg__" not in rewritten(text.replace("numpy", "other"), arrays=False)


@pytest.mark.any_stack
@pytest.mark.parametrize(
    "text",
    [
        "g(a)",
        "self.k(a)",
        "K[k](a)",
        "def f(x, kind=str): return kind(x)",
        "x = isinstance(a, int), a.astype(float), zeros(3, dtype=int)\nf(a)",
        "def map(f, a): return f\nint = str\nint(a)",
        "parser.add_argument('--n', type=int)",
        "defaultdict(float)",
        "dict(key=int)",
        "int(7), float('2'), int('f', 16)",
    ],
)
def test_what_is_no_conversion_is_left_alone(text: str) -> None:
    assert "__pong_pg__" not in rewritten(text)


def test_a_module_without_numpy_of_a_program_with_it_is_rewritten(tmp_path: Path) -> None:
    helper = """
    class AverageMeter(object):
        def __init__(self):
            self.sum, self.values = 0., [0.] * 2

        def update(self, value):
            self.sum += float(value)
            self.text = '%.2f %s' % (value, int(value))
    """
    write(tmp_path, helper, "meters.py")
    script = """
    import numpy as np
    from meters import AverageMeter
    meter = AverageMeter()
    meter.update(np.array([2.5]))
    print(meter.sum, meter.text)
    """
    assert prints(tmp_path, script) == ["2.5 2.50 2"]


def test_text_is_evaluated_with_the_names_of_the_calling_code(tmp_path: Path) -> None:
    script = """
    import numpy as np
    n = 1
    def f():
        n = np.array([2])
        exec('print(int(n))', None)
        return eval('int(n) + 1', None), eval('int(n) + 2', None, {'n': 5}), eval('int(n)', {'n': 8}, None)
    print(f())
    """
    assert prints(tmp_path, script) == ["2", "(3, 7, 8)"]
