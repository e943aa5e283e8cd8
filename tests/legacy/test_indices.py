"""Lists that counted as tuples between brackets: which indices are looked at, and what is left alone.

What they meant is recorded from the original packages, in tests/originals/idioms/numpy/lists_as_indices*.py.
"""

from __future__ import annotations

import ast
import textwrap
import traceback
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from old_files import run as run_old_file

from pong_pg.legacy.compile.rewrite import rewrite
from pong_pg.legacy.read import settings
from pong_pg.legacy.read.settings import Settings
from pong_pg.legacy.read.source import parse
from pong_pg.legacy.runtime.indexing import as_index, item
from pong_pg.legacy.runtime.storing import promoted_items

pytestmark = [pytest.mark.any_stack, pytest.mark.every_python]


@pytest.fixture(autouse=True)
def _of_an_old_script() -> Iterator[None]:
    before = settings.current()
    settings.use(Settings(promotes_by_value=True))
    yield
    settings.use(before)


def looks_at(text: str) -> bool:
    tree = rewrite(parse("a.py", textwrap.dedent(text).encode()), promotes=True)
    return any(f"__pong_pg__.{name}(" in ast.unparse(tree) for name in ("as_index", "item", "store"))


@pytest.mark.parametrize(
    "text",
    [
        "a[3]",
        "a['x'], a[1:2], a[-n], a[i, j], a[not i], a[..., n]",
        "for i in range(3): a[i]",
        "for i, x in enumerate(b): a[i]",
        "[a[i] for i in range(3)]",
        "i = 0\nwhile i < 3:\n    a[i + 1] = 2\n    i += 1\n    i *= 2",
        "i = j = 0\nk = i + n\na[k - 1], a[2 * i], a[i if n else j]",
        "(i, j), k = (1, 2), 3\na[k] = a[i]",
        "def f(b):\n    for b in range(3): pass\n    i = len(b)\n    return a[i], a[int(b)]",
        "def f(b: List[Foo.bar]) -> Dict[x]:\n    c: Tuple[y] = 1",
        "class Foo: pass\nx = List[int], List[Foo]",
    ],
)
def test_an_index_that_is_no_list_is_left_alone(text: str) -> None:
    assert not looks_at(text)


@pytest.mark.parametrize(
    "text",
    [
        "a[i < 2]",
        "high = i < 2\na[high]",
        "high = i < 2 or j\na[high if n else 0] = 1",
        "a[b.any()], a[np.all(b)]",
    ],
)
def test_an_index_that_may_be_a_boolean_of_numpy_is_looked_at(text: str) -> None:
    assert looks_at(text)
    # Also in a script that shows no age: today's NumPy refuses it.
    tree = rewrite(parse("a.py", f"import numpy as np\n{text}".encode()), promotes=False)
    assert "__pong_pg__" in ast.unparse(tree)


@pytest.mark.parametrize(("promotes", "helper"), [(True, "promoted_items"), (False, "as_index")])
def test_so_is_one_that_is_changed_in_place(promotes: bool, helper: str) -> None:
    tree = rewrite(parse("a.py", b"import numpy as np\na[i < 2] += 1"), promotes=promotes)
    assert f"__pong_pg__.{helper}(" in ast.unparse(tree)
    values = [1, 2]
    promoted_items(values)[np.bool_(True)] += 1
    assert values == [1, 3]


@pytest.mark.parametrize("container", [["a", "b"], ("a", "b"), "ab", range(2), b"ab"])
def test_a_boolean_of_numpy_is_an_index_of_a_sequence(container: Any) -> None:
    for index in (False, True):
        assert item(container, np.bool_(index)) == container[index]
        assert type(as_index(container, np.bool_(index))) is bool
    assert as_index({True: 1}, np.bool_(True)) is np.True_
    assert item(np.arange(3), np.bool_(True)).shape == (1, 3)


@pytest.mark.parametrize(
    "text",
    [
        "a[i]",
        "a[[b, c]]",
        "a[list(zip(*b))]",
        "a[b.tolist()] = 1",
        "a[i + j]",
        "a[i * 2]",
        "a[b or 1]",
        "a[self.cells]",
        "def f(i): return a[i]",
        "def f(*i): return a[i]",
        "f = lambda i: a[i]",
        "for i in b: a[i]",
        "for i, x in enumerate(b): a[x]",
        "i = 0\ni = b\na[i]",
        "i = 0\ndef f():\n    global i\n    i = b\na[i]",
        "i, j = b\na[i]",
        "i, *j = 1, 2\na[j]",
        "i = 2\ni *= [b]\na[i]",
        "i = 2\nexec(b)\na[i]",
        "i = 2\nglobals()['i'] = b\na[i]",
        "i = 0\n[i for i in b]\na[i]",
        "with b as i: a[i]",
        "from b import i\na[i]",
        "i = 0\nfor a[b] in range(3): pass" + "\na[b]",
        "def range(n): return b\nfor i in range(3): a[i]",
        "i = 0\nmatch b:\n    case [i]: a[i]",
    ],
)
def test_an_index_that_may_be_a_list_is_looked_at(text: str) -> None:
    assert looks_at(text)


def test_only_arrays_take_a_list_for_a_tuple() -> None:
    a, cells = np.arange(9).reshape(3, 3), [[0, 1], [1, 2]]
    assert as_index(a, cells) == ([0, 1], [1, 2])
    assert as_index(np.ma.array(a), cells) == ([0, 1], [1, 2])
    assert as_index({}, cells) is cells
    assert as_index(a, [1, 2]) == [1, 2]
    settings.use(Settings())
    assert as_index(a, cells) is cells


def test_a_sequence_is_a_tuple_up_to_31_indices() -> None:
    a = np.zeros(3)
    assert as_index(a, [None] * 31) == (None,) * 31
    assert as_index(a, [None] * 32) == [None] * 32


def test_names_of_fields_stay_a_list() -> None:
    assert as_index(np.zeros(2, [("x", int), ("y", int)]), ["x", "y"]) == ["x", "y"]


def test_an_error_is_raised_in_the_script() -> None:
    text = """
    def read(table, key):
        return table[key]
    read({}, 1)
    """
    with pytest.raises(KeyError) as raised:
        run_old_file(text)
    assert traceback.extract_tb(raised.value.__traceback__)[-1].filename == "old.py"


def test_items_are_changed_and_deleted_as_before() -> None:
    names: dict[str, Any] = run_old_file(
        """
        import numpy as np
        def change(a, cells):
            a[cells] += 2
            a[cells], last = a[cells] * 2, 1
            return a
        a = change(np.zeros((2, 2)), [[0, 1], [1, 0]])
        b = change({"k": 1}, "k")
        c = [0, 1, 2]
        def delete(c, i): del c[i]
        delete(c, 0)
        """
    )
    assert names["a"].tolist() == [[0, 4], [4, 0]]
    assert names["b"] == {"k": 6}
    assert names["c"] == [1, 2]
