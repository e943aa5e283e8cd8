"""What rewriting must not change: operands are evaluated when, and as often as, Python evaluates them."""

from __future__ import annotations

import builtins
import dataclasses
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pong_pg.legacy.compile.rewrite import rewrite
from pong_pg.legacy.read.ast_calls import HELPERS
from pong_pg.legacy.read.source import Context, parse
from pong_pg.legacy.runtime import helpers

pytestmark = [pytest.mark.any_stack, pytest.mark.every_python]

# Each call of `at(name, value)` is an operand that leaves a trace; a box traces what is read from it and written to it.
SETUP = """
import math
log = []
class Refused(Exception): pass
def at(name, value=1, fails=False):
    log.append(name)
    if fails: raise Refused(name)
    return value
class Box(object):
    def __init__(self, name): self.__dict__.update(name=name, held={})
    def __getitem__(self, key): log.append((self.name, 'get', str(key))); return self.held.get(str(key), 6)
    def __setitem__(self, key, value): log.append((self.name, 'set', str(key), value)); self.held[str(key)] = value
    def __delitem__(self, key): log.append((self.name, 'del', str(key)))
    def __getattr__(self, key): log.append((self.name, 'get', key)); return 4.0
    def __setattr__(self, key, value): log.append((self.name, 'set', key, value))
box, other = Box('box'), Box('other')
"""


def _traced(kind: str, value: str, fails: bool) -> str:
    return f"at({kind!r}, {value}, {fails})"


VALUES = st.builds(
    _traced, st.sampled_from(["v", "w"]), st.sampled_from(["3.0", "8.0", "2"]), st.sampled_from([False] * 9 + [True])
)
PARTS = st.builds(_traced, st.just("i"), st.sampled_from(["0", "1"]), st.sampled_from([False] * 9 + [True]))
INDEXES = st.one_of(
    PARTS,
    st.builds("{}:{}".format, PARTS, PARTS),
    st.builds("{}, {}".format, PARTS, PARTS),
    st.builds("::{}, ...".format, PARTS),
)
CONTAINERS = st.sampled_from(["at('box', box)", "box", "at('other', other)", "undefined"])
ITEMS = st.builds("{}[{}]".format, CONTAINERS, INDEXES)
ATTRIBUTES = st.builds("{}.x".format, CONTAINERS)
EXPRESSIONS = st.one_of(
    VALUES,
    ITEMS,
    st.builds("{} + {}".format, VALUES, VALUES),
    st.builds("({} / {})".format, VALUES, VALUES),
    st.builds("float({})".format, VALUES),
    st.builds("math.sqrt({})".format, VALUES),
    st.builds("'%f %d' % ({}, {})".format, VALUES, VALUES),
    st.builds("({} and {})".format, VALUES, VALUES),
    st.builds("at('o', [1]).itemset({})".format, VALUES),
    st.builds("at('d', {{'episode': {{'r': [1]}}}})['episode']['r'][0]".format),
)
TARGETS = st.one_of(ITEMS, ATTRIBUTES, st.just("name"))
STATEMENTS = st.one_of(
    st.builds("{} = {}".format, TARGETS, EXPRESSIONS),
    st.builds("{} = {} = {}".format, TARGETS, TARGETS, EXPRESSIONS),
    st.builds("{}, {} = {}, {}".format, TARGETS, TARGETS, EXPRESSIONS, EXPRESSIONS),
    st.builds("({}, *{}) = {}, {}".format, TARGETS, TARGETS, EXPRESSIONS, EXPRESSIONS),
    st.builds("{} {}= {}".format, TARGETS, st.sampled_from(["+", "-", "*", "/", "**", "//", "|"]), EXPRESSIONS),
    st.builds("for {} in [{}, {}]: log.append('turn')".format, TARGETS, EXPRESSIONS, EXPRESSIONS),
    st.builds("del {}".format, ITEMS),
    EXPRESSIONS,
)


def _trace(code: Any) -> tuple[list[Any], str]:
    names: dict[str, Any] = {}
    try:
        exec(code, names)
    except Exception as error:
        return names["log"], f"{type(error).__name__}: {error}"
    return names["log"], ""


@pytest.fixture(autouse=True)
def _helpers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(vars(builtins), HELPERS, helpers)


@settings(max_examples=150, deadline=None)
@given(st.lists(STATEMENTS, min_size=1, max_size=4))
def test_a_rewritten_program_does_the_same_in_the_same_order(statements: list[str]) -> None:
    # That it names NumPy lets it be rewritten.
    text = SETUP + "\n".join(statements) + "\n# numpy\n"
    parsed = parse("a.py", text.encode())
    assert not parsed.python2
    assert _trace(compile(rewrite(parsed), "a.py", "exec")) == _trace(compile(text, "a.py", "exec"))


@settings(max_examples=100, deadline=None)
@given(st.lists(STATEMENTS, min_size=1, max_size=4))
def test_a_program_from_before_numpy_2_keeps_the_order(statements: list[str]) -> None:
    text = SETUP + "\n".join(statements) + "\n# numpy\n"
    promoting = rewrite(parse("a.py", text.encode()), promotes=True)
    assert _trace(compile(promoting, "a.py", "exec")) == _trace(compile(text, "a.py", "exec"))


@settings(max_examples=60, deadline=None)
@given(st.lists(STATEMENTS, min_size=1, max_size=4))
def test_division_of_python_2_keeps_the_order(statements: list[str]) -> None:
    # Where floats are divided, Python 2 does what Python 3 does.
    text = SETUP + "\n".join(statements).replace(", 2, ", ", 2.5, ") + "\n# numpy\n"
    text = text.replace(".get(str(key), 6)", ".get(str(key), 6.0)")
    parsed = parse("a.py", text.encode())
    classic = rewrite(dataclasses.replace(parsed, python2=True, classic_division=True))
    assert _trace(compile(classic, "a.py", "exec")) == _trace(compile(text, "a.py", "exec"))


@pytest.mark.parametrize(
    ("text", "trace"),
    [
        ("box[at('i')] = at('v')", ["v", "i", ("box", "set", "1", 1)]),
        ("box[0] += at('v')", [("box", "get", "0"), "v", ("box", "set", "0", 7)]),
        ("box[at('i')] /= at('v', 4)", ["i", ("box", "get", "1"), "v", ("box", "set", "1", 1)]),
        ("box.x /= at('v', 8)", [("box", "get", "x"), "v", ("box", "set", "x", 0.5)]),
    ],
)
def test_the_order_is_python_2s(text: str, trace: list[Any]) -> None:
    parsed = parse("a.py", f"{SETUP}print 'numpy'\n{text}\n".encode())
    assert parsed.python2
    assert _trace(compile(rewrite(parsed), "a.py", "exec"))[0] == trace


def test_names_that_are_private_to_a_class_can_be_divided() -> None:
    names: dict[str, Any] = {}
    text = "class C:\n    def f(self):\n        self.__n = 7; self.__n /= 2\n        return self.__n\nx = C().f()\n"
    exec(compile(rewrite(parse("a.py", text.encode(), Context(python2=True))), "a.py", "exec"), names)
    assert names["x"] == 3
