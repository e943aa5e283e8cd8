"""Calls of Python 2 files that go through dicts and sets; `tests/originals` compares whole scripts with 2.7."""

from __future__ import annotations

import collections
import itertools
from typing import Any

import pytest

from pong_pg.legacy.compile.compiled import compile_text
from pong_pg.legacy.read.ast_calls import HELPERS
from pong_pg.legacy.runtime import helpers
from pong_pg.legacy.runtime.python2_calls import in_order, keywords, keywords_for, keywords_of, ordered_for

pytestmark = pytest.mark.any_stack

NAMED = dict.fromkeys(["state", "action", "reward"], 0)
ORDER = ["action", "state", "reward"]


def run(text: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__builtins__": {**vars(__import__("builtins")), HELPERS: helpers}}
    exec(compile_text(text), names)
    return names


def test_functions_of_the_library_get_dicts_in_order() -> None:
    assert list(in_order(itertools.chain)(NAMED, "z", iter([1]))) == [*ORDER, "z", 1]
    assert list(in_order(collections.deque)(NAMED, 2)) == ORDER[1:]
    assert list(in_order(collections.deque)(iterable=NAMED)) == ORDER
    assert list(in_order(itertools.chain.from_iterable)([NAMED, "z"])) == [*ORDER, "z"]
    assert list(in_order(collections.OrderedDict)(NAMED)) == ORDER
    assert list(in_order(map)(str.upper, NAMED)) == [name.upper() for name in ORDER]


def test_what_the_script_defines_gets_what_it_is_given() -> None:
    names = run(
        "class Memory(object):\n"
        "    def extend(self, values): self.values = values; return values\n"
        "    sample = product = merge = update = extend\n"
        "def chain(values): return values\n"
        "d = {'b': 1, 'a': 2}; m = Memory()\n"
        "found = [m.extend(d), m.sample(d), m.product(d), m.merge(d), m.update(d), chain(d)]\n"
    )
    assert all(value is names["d"] for value in names["found"])


def test_what_has_no_hash_is_called_as_it_is() -> None:
    class Callable:
        __hash__ = None  # type: ignore[assignment]  # it has none

        def __call__(self, value: Any) -> Any:
            return value

        def product(self, value: Any) -> Any:
            return value

    made = Callable()
    assert in_order(made)(NAMED) is NAMED
    assert in_order(made.product)(NAMED) is NAMED
    assert in_order([].extend)(NAMED) is None


def test_what_is_added_to_a_list() -> None:
    assert list(ordered_for([], NAMED)) == ORDER
    counter = collections.Counter("a")
    assert ordered_for(collections.Counter(), counter) is counter
    names = run("l = []; d = {'state': 0, 'action': 0, 'reward': 0}; kept = l; l += d; l[1:1] = d\n")
    assert names["kept"] == [ORDER[0], *ORDER, *ORDER[1:]]


def test_the_start_of_a_reduction_stays_a_dict() -> None:
    names = run("def add(d, k): d[k] = 1; return d\nstart = {}\nend = reduce(add, ['b', 'a'], start)\n")
    assert names["end"] is names["start"]


def test_targets_are_asked_for_once() -> None:
    names = run(
        "asked = []\n"
        "class Box(object):\n"
        "    held = []\n"
        "def box(): asked.append(1); return Box\n"
        "box().held += {'b': 1}\n"
        "table = [[]]; table[asked.append(2) or 0] += [1]\n"
    )
    assert names["asked"] == [1, 2]
    assert names["Box"].held == ["b"]


def test_named_arguments() -> None:
    class Taker:
        def __init__(self, **named: Any) -> None:
            self.named = named

        def method(self, **named: Any) -> Any:
            return named

    def function(**named: Any) -> Any:
        return named

    assert list(keywords("f", {}, NAMED)) == ORDER
    assert keywords_for(function, NAMED) is NAMED
    assert list(keywords_for(Taker, NAMED)) != list(NAMED)
    assert keywords_of(Taker(), "method", NAMED) is NAMED
    assert list(keywords_of(Taker, "method", NAMED)) == list(keywords_for(Taker, NAMED))
    assert keywords_for(int, NAMED) is NAMED


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ("f(a=1, **{'a': 2})", r"f\(\) got multiple values for keyword argument 'a'"),
        ("f(**5)", r"f\(\) argument after \*\* must be a mapping, not int"),
        ("f(a=1, **5)", r"f\(\) argument after \*\* must be a mapping, not int"),
        ("dict(a=1, **{'a': 2})", "multiple values"),
        ("dict(**5)", "must be a mapping"),
        ("{}.update(**5)", "must be a mapping"),
        ("dict(**{1: 2})", "keywords must be strings"),
    ],
)
def test_calls_that_are_refused(call: str, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        run(f"def f(**named): pass\n{call}\n")


def test_arguments_are_evaluated_in_their_order() -> None:
    names = run(
        "log = []\n"
        "def at(n, value): log.append(n); return value\n"
        "class Cls(object):\n"
        "    def __init__(self, *given, **named): pass\n"
        "Cls(at(1, 0), b=at(2, 0), a=at(3, 0), **at(4, {'c': 1}))\n"
        "Cls(at(5, 0), b=at(6, 0), a=at(7, 0))\n"
        "{}.update(at(8, {}), b=at(9, 0), **at(10, {}))\n"
    )
    assert names["log"] == list(range(1, 11))
