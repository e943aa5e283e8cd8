from __future__ import annotations

import ast
from typing import Any

import numpy as np
import pytest
from old_files import run

from pong_pg.legacy.compile.rewrite import rewrite
from pong_pg.legacy.read.ast_calls import HELPERS
from pong_pg.legacy.read.source import Context, parse
from pong_pg.legacy.runtime import helpers

pytestmark = [pytest.mark.any_stack, pytest.mark.every_python]


def rewritten(text: str, *, python2: bool = False, fixed_api: bool = False) -> str:
    return ast.unparse(rewrite(parse("a.py", text.encode(), Context(python2=python2)), fixed_api=fixed_api))


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("7 / 2", 3),
        ("-7 / 2", -4),
        ("7 / 2.0", 3.5),
        ("float(7) / 2", 3.5),
        ("True / 2", 0),
        ("np.int32(7) / 2", 3),
        ("np.float64(7) / 2", 3.5),
        ("(np.arange(4) / 2).tolist()", [0, 0, 1, 1]),
        ("(np.arange(2) / 2.0).tolist()", [0, 0.5]),
        ("(np.ones(1) / 2).tolist()", [0.5]),
        ("7j / 2", 3.5j),
    ],
)
def test_division_of_python_2(expression: str, value: Any) -> None:
    names = run(f"x = {expression}\n", python2=True, np=np)
    assert names["x"] == value
    assert type(names["x"]) is type(value) or isinstance(names["x"], np.generic)


def test_division_in_place_evaluates_its_target_once() -> None:
    text = """
    calls = []
    def at(i):
        calls.append(i)
        return i
    class C: pass
    c = C(); c.n = 7
    a = [7, 8.0]; x = 7; v = np.arange(4.0); w = v
    x /= 2; c.n /= 2; a[at(0)] /= 2; a[at(1)] /= 3; v /= 2
    """
    names = run(text, python2=True, np=np)
    assert (names["x"], names["c"].n, names["a"][0], names["calls"]) == (3, 3, 3, [0, 1])
    assert names["w"] is names["v"]
    assert names["v"].tolist() == [0, 0.5, 1, 1.5]


def test_division_by_zero_raises_the_same_error() -> None:
    with pytest.raises(ZeroDivisionError, match="by zero"):
        run("1 / 0\n", python2=True)


def test_what_shows_a_float_is_left_alone() -> None:
    text = rewritten(
        "a = 1.0 / x\nb = x / 255.\nc = (x - 1.5) / y\nd = x / float(y)\ne = x / np.sqrt(y)\n", python2=True
    )
    assert "__pong_pg__" not in text
    # The script's own `mean` may well return integers.
    assert "__pong_pg__.div(mean(x), y)" in rewritten("a = mean(x) / y\n", python2=True)
    assert "__pong_pg__" not in rewritten("from __future__ import division\nx = 3 / 2\n", python2=True)
    assert "__pong_pg__" not in rewritten("x = 3 / 2\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("o, r, d, i = env.step(a)", "as_step(env.step(a), 4)"),
        ("o, r, d, t, i = self.env.step(a)", "as_step(self.env.step(a), 5)"),
        ("[o, r, d, _] = env.step(action=a)", "as_step(env.step(action=a), 4)"),
        ("o, _ = env.reset(seed=1)", "as_reset_pair(env.reset(seed=1))"),
        ("o, r, d = env.step(a)", None),
        ("o, *rest, d, i = env.step(a)", None),
        ("o, r, d, i = env.step()", None),
        ("o, r, d, i = env.step(a, b)", None),
        ("o, r, d, i = env.step(*a)", None),
        ("o, r, d, i = step(a)", None),
        ("o = env.reset()[0]", None),
        ("o = env.step(a)", None),
        ("for o, r, d, i in env.step(a): pass", None),
    ],
)
def test_literal_unpacking_decides_for_itself(text: str, expected: str | None) -> None:
    assert ("__pong_pg__." + expected in rewritten(text)) if expected else "__pong_pg__" not in rewritten(text)
    assert "__pong_pg__" not in rewritten(text, fixed_api=True)


def test_positions_stay() -> None:
    text = "import numpy as np\nx = [\n    float(y)\n]\no, r, d, i = env.step(\n    a)\n"
    tree = rewrite(parse("a.py", text.encode()))
    places = {ast.unparse(n): (n.lineno, n.col_offset) for n in ast.walk(tree) if isinstance(n, ast.Call)}
    assert places["__pong_pg__.to_float(y)"] == (3, 4)
    assert places["__pong_pg__.as_step(env.step(a), 4)"] == (5, 13)


ONE = """
import math
import numpy as np
one = np.array([[2.5]])
a = np.zeros(4); b = np.zeros(2, np.uint8); d = {}
a[0] = one
a[1] += one
a[2:3] = one[0]
b[0] = 300
b[1] = -1
d['k'] = one
x = float(one), int(one), '%.1f %d' % (one, 3), '%d' % one, math.sqrt(one), complex(one)
p = one.ptp(), np.ones(2).tostring(), np.arange(2).newbyteorder()[1]
a.itemset(3, 7)
"""


# As `install.process` has it, for NumPy 1.25 to 2.3.
@pytest.mark.filterwarnings("ignore:Conversion of an array with ndim > 0:DeprecationWarning")
def test_arrays_of_one_element_are_numbers_and_arrays_keep_their_methods() -> None:
    names = run(ONE)
    assert names["a"].tolist() == [2.5, 2.5, 2.5, 7]
    assert names["b"].tolist() == [44, 255]
    assert names["d"]["k"] is names["one"]
    assert names["x"] == (2.5, 2, "2.5 3", "2", 2.5**0.5, 2.5 + 0j)
    assert names["p"][:2] == (0, np.ones(2).tobytes())
    assert names["p"][2] == 1 << 56


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("float(np.zeros(2))", TypeError),
        ("float('x')", ValueError),
        ("int([])", TypeError),
        ("'%f' % 'x'", TypeError),
        ("a = np.zeros(2); v = np.zeros(3); a[0] = v", ValueError),
        ("a = [1]; i = 3; v = 1.5; a[i] = v", IndexError),
        ("a = (1,); v = len('x'); a[0] = v", TypeError),
        ("a = (1,); v = len('x'); a[0] += v", TypeError),
        ("import math\nmath.sqrt('x')", TypeError),
    ],
)
def test_what_was_an_error_stays_one(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        run(f"import numpy as np\n{text}\n")


def test_names_of_the_script_are_its_own() -> None:
    assert "__pong_pg__" not in rewritten("import numpy\ndef float(x): return x\ny = float(z)\n")
    assert "__pong_pg__" not in rewritten("y = float(z)\na[0] = y\n")


def test_arrays_of_one_element_are_stored_through_every_kind_of_target() -> None:
    text = """
import numpy as np
one, a = np.ones((1, 1)), np.zeros(4)
x = a[0] = one
a[1], y = one * 2, 1
for a[2] in [one * 3]: pass
"""
    namespace: dict[str, Any] = {HELPERS: helpers}
    exec(compile(rewritten(text), "script", "exec"), namespace)
    assert list(namespace["a"]) == [1, 2, 3, 0]
