from __future__ import annotations

import ast
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from old_files import run

from pong_pg.legacy.compile.compiled import tree_of
from pong_pg.legacy.read import settings
from pong_pg.legacy.read.settings import Settings
from pong_pg.legacy.read.source import Context, parse

pytestmark = pytest.mark.every_python


@pytest.fixture(autouse=True)
def _settings_stay() -> Iterator[None]:
    before = settings.current()
    yield
    settings.use(before)


def rewritten(text: str, *, python2: bool = False, fixed_api: bool = False) -> str:
    settings.use(Settings(fixed_api=fixed_api))
    return ast.unparse(tree_of(parse("a.py", text.encode(), Context(python2=python2))))


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
    assert "__pong_pg__.div" not in text
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
    tree = tree_of(parse("a.py", text.encode()))
    places = {ast.unparse(n): (n.lineno, n.col_offset) for n in ast.walk(tree) if isinstance(n, ast.Call)}
    assert places["__pong_pg__.to_float(y)"] == (3, 4)
    assert places["__pong_pg__.as_step(env.step(a), 4)"] == (5, 13)


ONE = """
import numpy as np
one = np.array([[2.5]])
a = np.zeros(6); d = {}; calls = []
def at(i):
    calls.append(i)
    return i
def made(i):
    calls.append('made')
    return np.array([i])
a[0] = one
a[1] += one
a[2:3] = one[0]
a[at(4)] = made(5)
a[1 + 4] = [one][0]
d['k'] = one
x = float(one), int(one), int(one > 0), '%.1f %d' % (one, 3), '%d' % one, '%s%%' % 'x'
p = np.ones(2).tostring()
a[3] = 7
side = ['left', 'right'][np.float64(1) > 0]
up = np.float64(0) > 1
sides, masked = [['left', 'right'][up]], np.arange(3)
sides += [sides[np.float64(0) > 1], masked[masked > 1].tolist(), masked[masked[0] > 0].tolist()]
"""


# As `install.process` has it, for NumPy 1.25 to 2.3.
@pytest.mark.filterwarnings("ignore:Conversion of an array with ndim > 0:DeprecationWarning")
def test_arrays_of_one_element_are_numbers_and_arrays_keep_their_methods() -> None:
    names = run(ONE)
    assert names["a"].tolist() == [2.5, 2.5, 2.5, 7, 5, 2.5]
    assert names["calls"] == ["made", 4]
    assert names["d"]["k"] is names["one"]
    assert names["x"] == (2.5, 2, 1, "2.5 3", "2", "x%")
    assert names["p"] == np.ones(2).tobytes()
    assert names["side"] == "right"
    assert names["sides"] == ["left", "left", [2], []]


def test_storing_a_number_calls_nothing() -> None:
    """What is stored in a loop is stored by Python's own code, so that no script is slower."""
    text = rewritten("import numpy as np\nfor t in range(9):\n    a[t] = x * t\n    b[t] += x\n")
    inside = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Try)]
    assert [ast.unparse(node.body[0]) for node in inside] == ["a[t] = x * t", "b[t] += x"]


def test_an_error_of_storing_has_the_line_and_no_other_error_before_it() -> None:
    with pytest.raises(ValueError, match="sequence") as caught:
        run("import numpy as np\na = np.zeros(2)\nv = np.zeros(3)\na[0] = v\n")
    trace = traceback.extract_tb(caught.value.__traceback__)
    assert [frame.lineno for frame in trace if frame.filename == "old.py"] == [4]
    assert caught.value.__context__ is None


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
    ],
)
def test_what_was_an_error_stays_one(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        run(f"import numpy as np\n{text}\n")


def test_names_of_the_script_are_its_own() -> None:
    assert "__pong_pg__" not in rewritten("import numpy\ndef float(x): return x\ny = float(z)\n")


def test_a_file_may_be_opened_in_universal_mode(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"one\r\ntwo\n")
    assert run("with open(p, 'rU') as f: lines = f.readlines()\n", p=str(tmp_path / "a.txt"))["lines"] == [
        "one\n",
        "two\n",
    ]


def test_sums_are_rounded_as_then() -> None:
    assert run("x = sum([0.1] * 10)\ny = sum([[1], [2]], [])\n")["x"] == 0.9999999999999999
