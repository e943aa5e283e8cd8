"""Changes of the arguments of calls."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest
from pong_pg.legacy.modernize.call_arguments import keyword, rename, set_arguments

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.facts import Facts

pytestmark = pytest.mark.every_python


def changed(text: str, change: Callable[[Draft, ast.Call], None]) -> str:
    draft = Draft(text, Facts())
    change(draft, next(node for node in draft.walk(ast.Call) if "f" in draft.source(node.func)))
    return draft.result()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f(a=1, b=2)\n", "f(b=2)\n"),
        ("f(b=2, a=1)\n", "f(b=2)\n"),
        ("f(x, a=1, b=2)\n", "f(x, b=2)\n"),
        ("f(a=1)\n", "f()\n"),
        ("f( a=1,  b=2 )\n", "f( b=2 )\n"),
        ("f((x), a=(1), *y)\n", "f((x), *y)\n"),
        ("(f)(a=1, b=2,)\n", "(f)(b=2,)\n"),
        ("f(\n    x,  # one\n    a=1,\n    b=2,  # two\n)\n", "f(\n    x,  # one\n    b=2,  # two\n)\n"),
        ("f(\n    x,  # one\n    a=1,  # two\n)\n", "f(\n    x,  # one  # two\n)\n"),
        ("f(\n    x,\n    a=1,\n)\n", "f(\n    x,\n)\n"),
        ("f(\n    a=1,  # one, two\n    b=2,\n)\n", "f(  # one, two\n    b=2,\n)\n"),
    ],
)
def test_an_argument_is_dropped(text: str, expected: str) -> None:
    def drop(draft: Draft, call: ast.Call) -> None:
        had = sorted([*call.args, *call.keywords], key=draft.start)
        set_arguments(draft, call, [one for one in had if one is not keyword(call, "a")])

    assert changed(text, drop) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f()\n", "g(new=1)\n"),
        ("f(x)\n", "g(x, new=1)\n"),
        ("f(x, )\n", "g(x, new=1, )\n"),
        ("f(\n    x,\n    y=2,\n)\n", "g(\n    x,\n    y=2,\n    new=1,\n)\n"),
    ],
)
def test_an_argument_is_added(text: str, expected: str) -> None:
    def add(draft: Draft, call: ast.Call) -> None:
        set_arguments(draft, call, [*call.args, *call.keywords, "new=1"], ["g"])

    assert changed(text, add) == expected


def test_an_argument_gets_another_name() -> None:
    def rename_it(draft: Draft, call: ast.Call) -> None:
        found = keyword(call, "a")
        assert found is not None
        draft.replace(found.value, "3")
        rename(draft, found, "new")

    assert changed("f(x, a = (1),  b=2)\n", rename_it) == "f(x, new = (3),  b=2)\n"
