"""The types of results before NumPy 2: when they are given, when not, and how it is said.

The types themselves are recorded from the original packages, in tests/originals/idioms/numpy.
"""

from __future__ import annotations

import importlib
import operator
import pickle
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from old_files import run as run_old_file

from pong_pg.legacy.read import settings
from pong_pg.legacy.read.program import Program
from pong_pg.legacy.read.settings import Settings
from pong_pg.legacy.runtime import arithmetic, notes, promotion, warned


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    before = settings.current()
    monkeypatch.setattr(arithmetic, "_said", False)
    yield
    settings.use(before)
    promotion.switch(False)


def run(text: str) -> dict[str, Any]:
    """Run a text as a file of a script from before NumPy 2."""
    settings.use(Settings(promotes_by_value=True))
    promotion.switch(True)
    return run_old_file(text, np=np)


@pytest.mark.parametrize(
    ("text", "old"),
    [
        ("import numpy as np\nx = np.float(1)\n", True),
        ("import gym, numpy\nenv = gym.make('Pong-v0')\n", True),
        ("import numpy as np\nfrom scipy.misc import imresize\n", True),
        ("import numpy as np\nprint np.ones(1)\n", True),
        ("import numpy as np\nx = np.ones(2)\n", False),
        ("import numpy as np\nx = np.bool(1), np.long, np.in1d, np.trapz\n", False),
        ("import numpy as np\nx = np.float(1), np.concat\n", False),
        ("from numpy import trapezoid, ones\nimport gym\n", False),
        ("import gymnasium as gym\nimport numpy as np\nenv = gym.make('ALE/Pong-v5')\n", False),
        ("print 1\n", False),
    ],
)
def test_scripts_that_are_evidently_older_promote_by_value(text: str, old: bool, tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(text)
    program = Program()
    program.add_script(str(script))
    assert program.settings.promotes_by_value is old


@pytest.mark.needs("numpy>=2")
def test_files_of_today_keep_todays_types() -> None:
    settings.use(Settings())
    promotion.switch(False)
    text = "x = np.float32(3) + 3.0\ny = np.ones(2, np.float32) * np.float64(2)\n"
    result = run_old_file(text, np=np)
    assert (result["x"].dtype, result["y"].dtype) == (np.float32, np.float64)
    result = run(text)
    assert (result["x"].dtype, result["y"].dtype) == (np.float64, np.float32)


def test_operands_are_evaluated_once_and_in_order() -> None:
    result = run("""
        seen = []
        def note(name, value):
            seen.append(name)
            return value
        total = note("a", 1) + note("b", 2) * note("c", 3)
        low = note("d", 5) < note("e", 4) < note("f", 1 / 0 if False else 1)
        box = {"k": np.float32(1)}
        note("box", box)[note("key", "k")] += note("value", 1.0)
        class Owner: pass
        owner = Owner()
        owner.x = np.float32(1)
        note("owner", owner).x += note("v", 1.0)
        counts = [1]
        def grow():
            counts[0] = 100
            return 1
        counts[0] += grow()
    """)
    assert result["seen"] == ["a", "b", "c", "d", "e", "box", "key", "value", "owner", "v"]
    assert (result["total"], result["low"], result["counts"]) == (7, False, [2])
    assert result["box"]["k"].dtype == result["owner"].x.dtype


def test_what_has_operators_of_its_own_keeps_them() -> None:
    result = run("""
        class Vector:
            def __init__(self, n): self.n = n
            def __add__(self, other): return Vector(self.n + other)
            def __radd__(self, other): return Vector(other + self.n)
            def __iadd__(self, other): self.n += 100; return self
            def __lt__(self, other): return "less"
            def __len__(self): return 0
        v = Vector(1)
        a, b, c = (v + 1).n, (1 + v).n, v < 2
        v += 1
        d = v.n
        words = "x" * 3 + "y"
        joined = [1] + [2]
        numbers = [x for x in (0, 1) if x]
        empty = "full" if v else "empty"
    """)
    assert [result[name] for name in "abcd"] == [2, 2, "less", 101]
    assert (result["words"], result["joined"], result["numbers"], result["empty"]) == ("xxxy", [1, 2], [1], "empty")


def test_private_names_generators_and_patterns_stay() -> None:
    result = run("""
        class Agent:
            __rate = np.float32(2)
            def learn(self):
                self.__rate *= 2.0
                return self.__rate
        rate = Agent().learn()
        def numbers():
            for k in range(2):
                yield k + np.float32(0.5)
        values = list(numbers())
        match -1 + 2j:
            case -1 + 2j: matched = True
        shifted = (lambda x: x << 1)(np.uint8(200))
    """)
    assert (result["rate"], result["values"], result["matched"]) == (4.0, [0.5, 1.5], True)


@pytest.mark.needs("numpy>=2")
def test_the_first_other_result_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    notes._printed.clear()
    run("a = np.arange(3) + 1\nb = np.ones(2, np.float32) * 0.5\nc = np.float64(1) + 1\nd = np.uint8(2) > 1\n")
    assert capsys.readouterr().err == ""
    run("a = np.uint8(200) + 100\nb = np.uint8(200) + 100\nc = np.float32(1) + 0.1\n")
    (line,) = capsys.readouterr().err.splitlines()
    assert line.endswith("the types of results are those before NumPy 2: uint8 and int give int64, today uint8")


def test_errors_are_those_of_numpy() -> None:
    with pytest.raises(ValueError, match="broadcast"):
        run("x = np.ones(2) + np.ones(3)")
    with pytest.raises(TypeError):
        run("x = np.ones(2) + 'a'")
    with pytest.raises(TypeError):
        run("x = np.ones(2, np.uint8)\nx *= -1")
    with pytest.raises(ValueError, match="ambiguous"):
        run("x = 1 if np.ones(2) else 0")


def test_functions_of_two_operands_are_numpys() -> None:
    from pong_pg.legacy.shims.numpy import ufuncs

    add = ufuncs.UFUNCS["add"]
    assert isinstance(add, np.ufunc)
    assert add.reduce([1, 2]) == 3
    assert (add.nin, add.identity, repr(add)) == (2, 0, repr(np.add))
    assert add(1, 2, dtype=np.float32).dtype == np.float32
    assert pickle.loads(pickle.dumps(add)) is add


def test_warnings_are_shown_at_the_line_of_the_script_once(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, int]] = []
    monkeypatch.setattr(warned, "_shown", lambda *arguments: shown.append(arguments[2:4]))
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        warned.install()
        run("for k in range(3):\n    x = np.ones(1) / np.zeros(1)\ny = np.ones(1) / np.zeros(1)\n")
        warnings.simplefilter("ignore")
        run("x = np.ones(1) / np.zeros(1)\n")
    assert shown == [("old.py", 2), ("old.py", 3)]


def test_operators_that_are_passed_on_can_be_sent_to_other_processes() -> None:
    shim: Any = importlib.import_module("pong_pg.legacy.shims.operator")
    for name in ("add", "iadd", "or_", "ior", "itemgetter"):
        assert pickle.loads(pickle.dumps(getattr(shim, name))) is getattr(shim, name)
    assert shim.add is not operator.add
    assert shim.itemgetter is operator.itemgetter
