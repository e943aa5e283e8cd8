"""The operations of which rules are made."""

from __future__ import annotations

import ast
from collections.abc import Callable

import pytest

from pong_pg.legacy.modernize.draft import Draft, Facts, comments_in

pytestmark = pytest.mark.every_python


def draft_of(text: str) -> Draft:
    return Draft(text, Facts())


def changed(text: str, change: Callable[[Draft], object]) -> str:
    draft = draft_of(text)
    change(draft)
    return draft.result()


def call_of(draft: Draft, name: str) -> ast.Call:
    return next(node for node in draft.walk(ast.Call) if isinstance(node.func, ast.Name) and node.func.id == name)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import os\nx = f(1)\n", "import os\n{}x = f(1)\n"),
        ("import os\n\nimport re\n\nx = f(1)\n", "import os\n\nimport re\n{}\nx = f(1)\n"),
        ('"""Doc."""\nx = f(1)\n', '"""Doc."""\n{}x = f(1)\n'),
        ('"""Doc."""\n"""More."""\nfrom __future__ import annotations\nx = f(1)\n', None),
        ("#!/usr/bin/python\n# -*- coding: utf-8 -*-\nx = f(1)\n", None),
        ("# License\n\nx = f(1)\n", "# License\n{}\nx = f(1)\n"),
    ],
)
def test_an_import_is_added_where_it_is_legal(text: str, expected: str | None) -> None:
    result = changed(text, lambda draft: draft.module("numpy", "np"))
    expected = expected or text.replace("x =", "{}x =")
    assert result == expected.format("import numpy as np\n")
    assert changed(result, lambda draft: draft.module("numpy", "np")) == result


STATEMENTS = [
    ("if x:\n    f(1)  # why\ny = 2\n", "if x:\n    before()\n    f(1)  # why\n    after()\ny = 2\n"),
    ("if x: f(1)\n", "if x: before(); f(1); after()\n"),
    ("a = 1; f(1); b = 2\n", "a = 1; before(); f(1); after(); b = 2\n"),
    ("f(1); b = 2\n", "before()\nf(1); after(); b = 2\n"),
    ("f(\n  1)", "before()\nf(\n  1)\nafter()"),
]


@pytest.mark.parametrize(("text", "expected"), STATEMENTS)
def test_statements_are_inserted_around_another(text: str, expected: str) -> None:
    def change(draft: Draft) -> None:
        statement = draft.statement(call_of(draft, "f"))
        draft.insert_before(statement, "before()")
        draft.insert_after(statement, "after()")

    assert changed(text, change) == expected
    ast.parse(expected)


REMOVED = [
    ("a = 1\nf(1)\nb = 2\n", "a = 1\nb = 2\n"),
    ("if x:\n    f(1)\nb = 2\n", "if x:\n    pass\nb = 2\n"),
    ("if x:\n    a = 1\n    f(1)\nb = 2\n", "if x:\n    a = 1\nb = 2\n"),
    ("if x:\n    a = 1\nelse:\n    f(1)\n", "if x:\n    a = 1\nelse:\n    pass\n"),
    ("f(1)  # why\nb = 2\n", "b = 2\n"),
    ("a = 1; f(1)\n", "a = 1; pass\n"),
]


@pytest.mark.parametrize(("text", "expected"), REMOVED)
def test_a_statement_is_removed_with_its_line(text: str, expected: str) -> None:
    assert changed(text, lambda draft: draft.remove(draft.statement(call_of(draft, "f")))) == expected


def test_a_comment_stands_above_the_statement_once() -> None:
    text = "if x:\n    y = [\n        f(1)]\n"

    def change(draft: Draft) -> None:
        draft.comment(call_of(draft, "f"), "check this")
        draft.comment(call_of(draft, "f"), "check this")

    result = changed(text, change)
    assert result == "if x:\n    # pong-pg: check this\n    y = [\n        f(1)]\n"
    assert changed(result, change) == result


def test_long_comments_are_wrapped_and_read_back() -> None:
    long = "word " * 60 + "end"
    result = changed("f(1)\n", lambda draft: draft.comment(call_of(draft, "f"), long))
    assert max(len(line) for line in result.splitlines()) <= 120
    assert comments_in(result) == [(1, long)]
    assert changed(result, lambda draft: draft.comment(call_of(draft, "f"), long)) == result


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("f(a + b)", "(a + b).x"),
        ("f(a.b[1](2))", "a.b[1](2).x"),
        ("f(1)", "(1).x"),
        ("f('a')", "'a'.x"),
        ("f((1, 2))", "(1, 2).x"),
        ("f('a'\n  'b')", "('a'\n  'b').x"),
        ("f(-a)", "(-a).x"),
        ("f(lambda: 1)", "(lambda: 1).x"),
    ],
)
def test_an_operand_gets_the_parentheses_that_it_needs(text: str, expected: str) -> None:
    def change(draft: Draft) -> None:
        call = call_of(draft, "f")
        draft.replace(call, *draft.operand(call.args[0]), ".x")

    assert changed(text, change) == expected
    ast.parse(expected)
