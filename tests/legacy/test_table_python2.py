"""Each row of `tables.python2` is detected, reported and supplied."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from old_files import run

from pong_pg.legacy.install.importer import STAND_INS
from pong_pg.legacy.read.findings import find
from pong_pg.legacy.read.forms import Evidence
from pong_pg.legacy.read.source import Context, parse
from pong_pg.legacy.runtime import stdlib
from pong_pg.legacy.tables import python2

pytestmark = pytest.mark.every_python

# Row -> an expression that holds in a file of Python 2.
BUILTINS = {
    "StandardError": "issubclass(ValueError, StandardError)",
    "apply": "apply(max, (1, 2)) == 2",
    "basestring": "isinstance('a', basestring)",
    "buffer": "buffer(b'a')[0] == 97",
    "cmp": "[cmp(1, 2), cmp(2, 2), cmp('b', 'a')] == [-1, 0, 1]",
    "execfile": "callable(execfile)",
    "file": "file is open",
    "filter": "filter(None, [0, 1]) == [1]",
    "intern": "intern('a') == 'a'",
    "long": "long('3') == 3",
    "map": "map(None, [1, 2], [3]) == [(1, 3), (2, None)]",
    "oct": "oct(8) == '010'",
    "raw_input": "raw_input.__name__ == 'raw_input'",
    "reduce": "reduce(max, [1, 3, 2]) == 3",
    "reload": "reload(__import__('sys'))",
    "round": "[round(2.5), round(-0.5), round(0.125, 2)] == [3.0, -1.0, 0.13]",
    "sorted": "sorted([1, 2], lambda a, b: b - a) == [2, 1]",
    "unichr": "unichr(65) == 'A'",
    "unicode": "unicode('a') == 'a'",
    "xrange": "list(xrange(1, 3)) == [1, 2]",
    "zip": "zip([1], 'a') == [(1, 'a')]",
}
METHODS = {
    "has_key": "d.has_key(1)",
    "iteritems": "list(d.iteritems()) == [(1, 2)]",
    "iterkeys": "list(d.iterkeys()) == [1]",
    "itervalues": "list(d.itervalues()) == [2]",
    "next": "iter(d).next() == 1",
    "viewitems": "(1, 2) in d.viewitems()",
    "viewkeys": "1 in d.viewkeys()",
    "viewvalues": "2 in d.viewvalues()",
}
ALL_NAMES = [(module, name) for module, rows in python2.NAMES.items() for name in rows]


def is_noticed(text: str, file: str = "a.py") -> bool:
    """Whether a file of Python 3 is found to use a name of Python 2, which makes it no Python 2."""
    parsed = parse(file, f"{text}\n".encode())
    assert not parsed.python2
    return bool(parsed.old_names)


def reported(text: str, *, python2: bool = True) -> dict[str, str]:
    parsed = parse("a.py", f"{text}\n".encode(), Context(python2=python2))
    return {finding.old: finding.new for finding in find("a.py", parsed, Evidence())}


def test_every_row_has_an_example() -> None:
    assert BUILTINS.keys() == python2.BUILTINS.keys() | python2.CHANGED_BUILTINS.keys()
    assert METHODS.keys() == python2.METHODS.keys()


@pytest.mark.parametrize("name", BUILTINS)
def test_a_builtin(name: str) -> None:
    row = python2.BUILTINS.get(name)
    assert is_noticed(f"x = {name}") == (row is not None)
    if row is not None:
        assert reported(f"x = {name}", python2=False)[name] == row.modern
        assert reported(f"x = {name}\nprint 1")
    assert run(f"x = {BUILTINS[name]}\n", python2=True)["x"]


@pytest.mark.parametrize("name", METHODS)
def test_a_method(name: str) -> None:
    call = f"d.{name}(1)" if name == "has_key" else f"d.{name}()"
    assert is_noticed(call) == (name != "next")
    assert reported(call)
    assert run(f"d = {{1: 2}}\nx = {METHODS[name]}\n", python2=True)["x"]
    # So it is in a file of Python 3 that uses other names of Python 2.
    assert run(f"xrange(1)\nd = {{1: 2}}\nx = {METHODS[name]}\n")["x"]


@pytest.mark.parametrize("name", python2.MODULES)
def test_a_module(name: str) -> None:
    row = python2.MODULES[name]
    for text in (f"import {name}", f"from {name} import anything"):
        assert is_noticed(text) == (name not in python2.MODULES_OF_BOTH)
    for modern in row.modern:
        # Not every Python comes with tkinter.
        pytest.importorskip(modern, exc_type=ImportError)
    module = stdlib.modern_module(name)
    assert module is not None or name == "imp"
    for attribute in row.names if module is not None else ():
        assert hasattr(module, attribute), attribute


def test_cpickle_is_the_shim_of_pickle() -> None:
    assert STAND_INS["cPickle"] == STAND_INS["pickle"]


# Some are there on older Pythons, which say that they will go.
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(("module", "name"), ALL_NAMES, ids=[".".join(both) for both in ALL_NAMES])
def test_a_name_in_a_module(module: str, name: str) -> None:
    row = python2.NAMES[module][name]
    for text in (f"import {module}\n{module}.{name}", f"from {module} import {name}"):
        assert is_noticed(text) == (module not in python2.NAMES_OF_BOTH)
        assert reported(text)[f"{module}.{name}"] == row.modern
    found = importlib.import_module(module)
    stdlib.add_missing_names(module)
    assert hasattr(stdlib.modern_module(module) or found, name)


@pytest.mark.parametrize("text", ["import commands\n", "from commands import run\n", "import string\nstring.letters\n"])
def test_a_module_of_the_scripts_own_is_no_sign(tmp_path: Path, text: str) -> None:
    script = str(tmp_path / "script.py")
    assert is_noticed(text, script)
    (tmp_path / f"{text.split()[1]}.py").write_text("")
    assert not is_noticed(text, script)
