from __future__ import annotations

import ast

import pytest

from pong_pg.legacy.read.program import Program
from pong_pg.legacy.read.scopes import Scopes

pytestmark = pytest.mark.every_python


def builtin_lines(text: str, name: str = "zip") -> list[int]:
    """The lines in which a name refers to the builtin."""
    tree = ast.parse(text)
    scopes = Scopes(tree)
    return sorted(
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Name) and node.id == name and scopes.is_builtin(node)
    )


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("zip(1)\ndef f():\n    return zip(2)\n", [1, 3]),
        ("def f(zip):\n    return zip(1)\n", []),
        ("def f():\n    zip = 1\ndef g():\n    return zip\n", []),
        ("def f(a, *b, **zip):\n    return zip\n", []),
        ("x = lambda zip: zip\n", []),
        ("x = [zip for zip in y]\n", []),
        ("class C:\n    def zip(self):\n        return zip\n    x = zip\n", [3, 4]),
        ("def f():\n    import a.zip\n    return zip\n", [3]),
        ("def f():\n    from a import b as zip\n    zip\n", []),
        ("try:\n    pass\nexcept E as zip:\n    pass\nzip\n", []),
        ("match a:\n    case [*zip]: pass\nzip\n", []),
        ("from six.moves import *\nzip\n", []),
        ("from numpy import *\nzip\n", [2]),
        ("x.zip = 1\nf(zip=2)\nzip\n", [3]),
        ("@zip\ndef f(x: zip) -> zip:\n    pass\n", [1, 2, 2]),
    ],
)
def test_a_name_is_the_builtin_where_nothing_in_the_file_binds_it(text: str, lines: list[int]) -> None:
    assert builtin_lines(text) == lines


@pytest.mark.parametrize(
    ("text", "module"),
    [
        ("import math\nmath.x\n", "math"),
        ("import math as m\nm.x\n", "math"),
        ("import os.path\nos.x\n", "os"),
        ("import os.path as p\np.x\n", "os.path"),
        ("import math\nmath = 3\nmath.x\n", ""),
        ("import math\ndef f(math):\n    math.x\n", ""),
        ("from a import math\nmath.x\n", ""),
        ("f().x\n", ""),
    ],
)
def test_the_module_that_a_name_is_imported_as(text: str, module: str) -> None:
    tree = ast.parse(text)
    (attribute,) = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    assert Scopes(tree).module_of(attribute.value) == module


def test_the_cells_of_a_notebook_share_their_global_names() -> None:
    cell = ast.parse("zip(1)")
    (name,) = (node for node in ast.walk(cell) if isinstance(node, ast.Name))
    assert Scopes(cell).is_builtin(name)
    assert not Scopes(cell, others=[ast.parse("def zip(x): pass")]).is_builtin(name)


def test_a_name_that_a_later_cell_of_a_notebook_binds_is_no_old_builtin() -> None:
    program = Program(cells=True)
    first = b"def count(n):\n    return list(xrange(n))\n"
    program.add_texts([("one", first), ("two", b"xrange = range\n")], "/nowhere")
    assert program.found == []
    alone = Program(cells=True)
    alone.add_texts([("one", first)], "/nowhere")
    assert [found.old for found in alone.found] == ["xrange"]
