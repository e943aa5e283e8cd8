"""Texts and comparisons of values as in Python 2; `tests/originals` compares whole scripts with 2.7."""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np
import pytest
from old_files import run

from pong_pg.legacy.runtime.python2_compare import compare, lt, sorted_list
from pong_pg.legacy.runtime.python2_format import format_text
from pong_pg.legacy.runtime.python2_long import long
from pong_pg.legacy.runtime.python2_text import repr_of, str_of

pytestmark = pytest.mark.any_stack


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.1 + 0.2, "0.3"),
        (1e11, "1e+11"),
        (123456789012.5, "1.23456789012e+11"),
        (99999999999.0, "99999999999.0"),
        ([0.1 + 0.2], "[0.30000000000000004]"),
        ([2**64, {1}], "[18446744073709551616L, set([1])]"),
        (2**64, "18446744073709551616"),
        (ValueError("x", 1.5), "('x', 1.5)"),
        ([ValueError("x")], "[ValueError('x',)]"),
        (int, "<type 'int'>"),
        (KeyError, "<type 'exceptions.KeyError'>"),
        (np.ndarray, "<type 'numpy.ndarray'>"),
        (b"bytes", "bytes"),
        (range(1, 10, 3), "xrange(1, 10, 3)"),
    ],
)
def test_texts(value: Any, text: str) -> None:
    assert str_of(value) == text


def test_a_long_is_an_integer_for_everybody_else() -> None:
    number = long("5L")
    assert repr_of(number) == "5L"
    assert repr_of(number * 2 - 1) == "9L"
    assert number / 2 == 2.5
    assert np.zeros(number).shape == (5,)
    assert np.asarray(number).dtype == np.int64
    assert not isinstance(3, long)
    assert isinstance(2**63, long)


def test_values_without_an_order() -> None:
    assert sorted_list(["b", 3, None, [], ()]) == [None, 3, [], "b", ()]
    assert [compare(1, "a"), compare({}, []), compare((1,), (1, "x"))] == [-1, -1, -1]
    assert lt(np.float64(1), "a")
    assert not lt(np.float64(-1), None)


def test_an_error_in_the_scripts_own_comparison_is_its_own() -> None:
    class Bad:
        def __lt__(self, _: object) -> bool:
            raise TypeError("'<' not supported between instances of mine")

    with pytest.raises(TypeError, match="of mine"):
        lt(Bad(), 1)


def test_formats_take_any_names() -> None:
    assert format_text("{text} {value}", text=0.1 + 0.2, value=1) == "0.3 1"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("squares = [n for n in range(3)]\nx = n\n", 2),
        ("def f():\n    exec 'w = 1'\n    return w\nx = f()\n", 1),
        ("try:\n    {}[1]\nexcept KeyError, e:\n    pass\nx = e.args\n", (1,)),
        ("class C:\n    n = 2\n    m = [n * i for i in range(n)]\nx = C.m\n", [0, 2]),
        ("class E: pass\ntry:\n    raise E\nexcept E:\n    x = 'caught'\n", "caught"),
        ("class N(object):\n    def __nonzero__(self): return 2\nx = bool(N())\n", True),
        ("class N(object):\n    def __eq__(self, o): return True\nx = N() != N()\n", True),
        ("True = 0\nx = True\n", 0),
        ("def f(a, b=None):\n    return a < b <> 3 > (1, 2)\nx = f(1)\n", False),
        ("x = '%s %r %d' % (0.1 + 0.2, 2L, 3.7)\n", "0.3 2L 3"),
        ("class Box: pass\nexec 'v = 1' in Box.__dict__\nx = Box.v\n", 1),
    ],
)
def test_meanings(text: str, expected: Any) -> None:
    assert run(textwrap.dedent(text), python2=True)["x"] == expected
