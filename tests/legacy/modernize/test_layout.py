"""Texts with replaced nodes keep everything else."""

from __future__ import annotations

import ast
import os
import warnings
from pathlib import Path

import pytest

from pong_pg.legacy.modernize.layout import Layout, Positions

pytestmark = pytest.mark.every_python

TEXT = '''\
"""Docs."""  # kept
@decorated(1)  # why
def f(a=(1, 2), *b, c: "ä" = "ü") -> int:
\tx = [  a,
        b ]; y = f"{x!r:>{a}} {y}"  # odd
\f
class C(A, metaclass=M): z = lambda q, w=2: (q +  # plus
   w)
'''
_LIBRARY = sorted(Path(os.__file__).parent.glob("[a-d]*.py"))


def parsed(text: str) -> Layout:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return Layout(text, ast.parse(text))


@pytest.mark.parametrize(
    "text", [TEXT, "", "x", "x\n\n", "é = 'ü'; ß = é\n", "a\r\nb\r\n", "x = '\x0c\u2028'\ny = x\n"]
)
def test_nothing_changes_without_changes(text: str) -> None:
    assert parsed(text).render() == text


def test_the_standard_library_comes_back_untouched_with_every_node_replaced_by_itself() -> None:
    assert len(_LIBRARY) > 20
    for path in _LIBRARY:
        text = path.read_text(encoding="utf-8")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
        layout = Layout(text, tree)
        for node in ast.walk(tree):
            if hasattr(node, "lineno"):
                layout.replace(node, (node,))
        assert layout.render() == text, path


def test_replaced_nodes_hold_others() -> None:
    text = "r = f(a, # first\n  b+1)\n"
    tree = ast.parse(text)
    layout = Layout(text, tree)
    call = next(node for node in ast.walk(tree) if isinstance(node, ast.Call))
    name = call.args[0]
    layout.replace(name, ("A",))
    layout.wrap(call.args[1], "(", ")")
    layout.wrap(call.args[1], "[", "]")
    layout.replace(call, (call.args[1], ".g(", call.args[0], ")"))
    assert layout.render() == "r = [(b+1)].g(A)\n"


def test_a_node_can_stand_within_what_stands_for_it() -> None:
    text = "x = a . b\n"
    tree = ast.parse(text)
    layout = Layout(text, tree)
    value = next(node for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    layout.replace(value.value, ("A",))
    layout.replace(value, ("f(", value, ")"))
    assert layout.render() == "x = f(A . b)\n"


def test_text_between_nodes_is_changed() -> None:
    text = "x = a / b  # a / b\ny = 1\n"
    layout = parsed(text)
    layout.change(6, 7, "//")
    layout.change(19, 19, "# before\n")
    layout.change(len(text), len(text), "# end\n")
    assert layout.render() == "x = a // b  # a / b\n# before\ny = 1\n# end\n"


def test_what_is_inserted_at_the_edge_of_a_node_outlives_its_replacement() -> None:
    text = "a\nb\n"
    tree = ast.parse(text)
    layout = Layout(text, tree)
    layout.change(2, 2, "# note\n")
    layout.change(3, 3, "; c")
    layout.replace(tree.body[1], ("B",))
    assert layout.render() == "a\n# note\nB; c\n"


def test_positions_count_characters() -> None:
    text = "é = 'ü'; ß = 2\n  # x\n"
    tree = ast.parse(text)
    positions = Positions(text)
    second = tree.body[1]
    assert text[positions.start(second) : positions.end(second)] == "ß = 2"
    assert positions.line_start(17) == 15
    assert positions.line_end(3) == 14
    assert [positions.line_number(place) for place in (0, 14, 15)] == [1, 1, 2]
