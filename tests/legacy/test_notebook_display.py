from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from nbformat.v4 import new_code_cell, new_notebook, writes
from old_scripts import run

PYTHON2 = {"kernelspec": {"name": "python2", "display_name": "Python 2"}}
BEFORE = """
from collections import *
import datetime, re
import numpy as np
class A(object):
    def __init__(self, text): self.text = text
    def __repr__(self): return 'A(%r)' % self.text
class Old: pass
class Own(Exception): pass
class Dict(dict): pass
P = namedtuple('P', 'x y')
def f(x, y=1): return x
nested = {'b': {'d': [1, {'f': 1, 'e': 2}], 'c': 3}, 'a': ()}
nested['self'] = [nested]
"""
# What IPython 5.10 displays on Python 2.7.18: `InteractiveShell.instance().display_formatter.format(value)`.
DISPLAYED = {
    "{'b': 1, 'a': 2, 'c': [1, 2L, 3.5]}": "{'a': 2, 'b': 1, 'c': [1, 2L, 3.5]}",
    "{3: 'x', 'a': 1, 2.5: None, (1, 2): 'y'}": "{2.5: None, 3: 'x', 'a': 1, (1, 2): 'y'}",
    "{True: 1, None: 2}": "{None: 2, True: 1}",
    "2 ** 70": "1180591620717411303424L",
    "'caf\\xc3\\xa9'": "'caf\\xc3\\xa9'",
    "set([3, 1, 'a', 2.5])": "{1, 2.5, 3, 'a'}",
    "set()": "set()",
    "{frozenset([2, 1]): 1}": "{frozenset({1, 2}): 1}",
    "Counter('abracadabra')": "Counter({'a': 5, 'b': 2, 'c': 1, 'd': 1, 'r': 2})",
    "Counter()": "Counter()",
    "defaultdict(int, {'b': 1, 'a': 2})": "defaultdict(int, {'a': 2, 'b': 1})",
    "OrderedDict([('b', 1), ('a', 2)])": "OrderedDict([('b', 1), ('a', 2)])",
    "deque([1, 2], 5)": "deque([1, 2])",
    "Dict(b=1, a=2)": "{'a': 2, 'b': 1}",
    "xrange(10)": "xrange(10)",
    "[int, file, np.ndarray, A, ValueError]": "[int, file, numpy.ndarray, __main__.A, ValueError]",
    "[len, max, f, np.zeros, lambda x: x]": (
        "[<function len>,\n <function max>,\n <function __main__.f>,\n <function numpy.zeros>,\n"
        " <function __main__.<lambda>>]"
    ),
    "[KeyError('x', 2), IOError(2, 'No such file'), Own('why')]": (
        "[KeyError('x', 2), IOError(2, 'No such file'), __main__.Own('why')]"
    ),
    "{'b': A('x'), 'a': P(1, 2)}": "{'a': P(x=1, y=2), 'b': A('x')}",
    "A('x\\ny')": "A('x\\ny')",
    "datetime.timedelta(1, 2)": "datetime.timedelta(1, 2)",
    "re.compile('a+\\\\d', re.I | re.M)": "re.compile(r'a+\\d', re.IGNORECASE|re.MULTILINE)",
    "nested": "{'a': (), 'b': {'c': 3, 'd': [1, {'e': 2, 'f': 1}]}, 'self': [{...}]}",
    "[{i: 1.0 / 3} for i in range(5)]": (
        "[{0: 0.3333333333333333},\n {1: 0.3333333333333333},\n {2: 0.3333333333333333},\n {3: 0.3333333333333333},\n"
        " {4: 0.3333333333333333}]"
    ),
}


def displayed(directory: Path, cells: list[str], *options: str, **metadata: Any) -> list[str]:
    """Return what the last expression of each cell is displayed as."""
    book = directory / "book.ipynb"
    book.write_text(writes(new_notebook(cells=[new_code_cell(cell) for cell in cells], metadata=metadata)))
    done = run(*options, "--force", "--output", directory / "out.ipynb", book)
    assert done.returncode == 0, done.stderr
    made = json.loads((directory / "out.ipynb").read_text())["cells"]
    return ["".join(output["data"]["text/plain"]) for cell in made for output in cell["outputs"]]


@pytest.mark.every_python
def test_values_are_displayed_as_on_python_2(tmp_path: Path) -> None:
    assert displayed(tmp_path, [BEFORE, *DISPLAYED], **PYTHON2) == list(DISPLAYED.values())


@pytest.mark.parametrize(
    ("metadata", "options", "text"),
    [
        ({"language_info": {"name": "python", "version": "3.5.2"}}, (), "{'a': 2, 'b': 1}"),
        ({"language_info": {"name": "python", "version": "3.7.1"}}, (), "{'b': 1, 'a': 2}"),
        (PYTHON2, ("--python", "3"), "{'b': 1, 'a': 2}"),
        ({}, ("--python", "2"), "{'a': 2, 'b': 1}"),
    ],
)
def test_dicts_are_sorted_where_python_was_older_than_3_6(
    tmp_path: Path, metadata: dict[str, Any], options: tuple[str, ...], text: str
) -> None:
    assert displayed(tmp_path, ["{'b': 1, 'a': 2}"], *options, **metadata) == [text]


def test_keys_without_an_order_are_sorted_by_their_types_in_python_3_5(tmp_path: Path) -> None:
    # As `IPython.lib.pretty` of 6.5 sorts them.
    metadata = {"language_info": {"name": "python", "version": "3.5.2"}}
    cells = ["{'b': 1, 3: 2, 'a': 3, None: 4}", "from collections import Counter\nCounter('bab')", "{'a'}, int"]
    assert displayed(tmp_path, cells, **metadata) == [
        "{None: 4, 3: 2, 'a': 3, 'b': 1}",
        "Counter({'a': 1, 'b': 2})",
        "({'a'}, int)",
    ]


def test_a_long_dict_is_displayed_in_its_order(tmp_path: Path) -> None:
    # Python 2 has 999 last, since its keys are in the order of their hash values.
    (text,) = displayed(tmp_path, ["{i: 0 for i in range(1200)[::-1]}"], **PYTHON2)
    assert text.startswith("{0: 0,\n 1: 0,")
    assert text.endswith(" 999: 0,\n ...}")
