from __future__ import annotations

import ast
import textwrap

import pytest

from pong_pg.legacy.read.forms import Evidence, find_forms
from pong_pg.legacy.read.scopes import imported

LSTM = """
class LSTM(object):
    def step(self, x): return x, 1, 2, 3, 4
    def run(self):
        a, b, c, d, e = self.step(1)
"""

CELL = """
import torch
class Cell(torch.nn.Module):
    def step(self, x): return x, 1, 2, 3, 4
    def reset(self): return 1, 2
"""


def forms(text: str) -> tuple[int, bool]:
    tree = ast.parse(textwrap.dedent(text))
    evidence = find_forms(tree, imported(tree))
    return evidence.step_values, evidence.reset_pair


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", (4, False)),
        ("obs = env.reset()\nobs, r, done, info = env.step(1)", (4, False)),
        ("obs, info = env.reset()\nobs, r, term, trunc, info = env.step(1)", (5, True)),
        ("obs, _ = env.reset()", (5, True)),
        ("result = env.step(1)\nobs, r, done, info = result", (4, False)),
        ("result = env.step(1)\na, b, c, d, e = result", (5, True)),
        # gym 0.25 asked for five values: the observation alone from reset.
        ("obs = env.reset()\nobs, r, term, trunc, info = env.step(1)", (5, False)),
        # Half-ported: a pair from reset, four values from step.
        ("obs, info = env.reset()\nobs, r, done, info = env.step(1)", (4, True)),
        ("state = env.reset()\nstate = state[0]", (5, True)),
        ("state = env.reset()\nx = state[0]", (4, False)),
        ("state = env.reset()[0]", (5, True)),
        ("x = prepro(env.reset())", (4, False)),
        ("class W(Wrapper):\n def step(self, a):\n  return o, r, d, i\n", (4, False)),
        ("class W:\n def step(self, a):\n  return o, r, t, u, i\n def reset(self):\n  return o, {}\n", (5, True)),
        (
            "class W:\n def reset(self):\n  return self.env.reset()\n def step(self, a):\n  return self.env.step(a)",
            (4, False),
        ),
        # What passes results on or returns them decides for what the places of the calls don't.
        (
            "class W(Env):\n def step(self, a):\n  return o, r, t, u, i\n" + 2 * "o, r, d, i = env.step(1)\n",
            (5, True),
        ),
        # An LSTM's step is none of an environment.
        (LSTM + "obs = env.reset()\nresult = env.step(1)\nobs, r, done, info = result", (4, False)),
        (
            LSTM + "cell = LSTM()\na, b, c, d, e = cell.step(1)\nresult = cell.step(2)\na, b, c, d, e = result",
            (4, False),
        ),
        ("import torch\nm = torch.nn.LSTM(3)\na, b, c, d, e = m.step(1)", (4, False)),
        # Nor is that of a network that has both methods.
        (CELL, (4, False)),
        ("a, b, c, d, e = unknown.step(1)", (5, True)),
        ("a, b, c, d, e = unknown.step(1)\nresult = env.step(1)\no, r, d, i = result", (4, False)),
        ("a, b = tracker.reset()\nobs = env.reset()", (4, False)),
        ("class Net(object):\n def reset(self):\n  return 1, 2\n", (4, False)),
        (
            "import universe as u\nclass A(u.Wrapper): pass\nclass B(A):\n def step(self, a):\n  return o, r, t, u, i",
            (5, True),
        ),
        ("optimizer.step()\nscheduler.step(1)", (4, False)),
        ("first, *rest = env.step(1)", (4, False)),
        ("def f():\n  result = env.step(1)\ndef g():\n  a, b, c, d, e = result", (4, False)),
    ],
)
def test_the_form_is_what_the_script_unpacks(text: str, expected: tuple[int, bool]) -> None:
    assert forms(text) == expected


def test_every_place_of_a_name_counts() -> None:
    evidence = find_forms(ast.parse("o = env.reset()\no = env.reset()\ns = env.reset()\ns = s[0]\ns = env.reset()\n"))
    assert (sorted(evidence.bare), sorted(evidence.pairs)) == ([1, 2], [3, 5])


def test_the_evidence_of_several_files_adds_up() -> None:
    evidence = find_forms(ast.parse("o, r, d, i = env.step(1)"))
    evidence.add(find_forms(ast.parse("a, b, c, d, e = env.step(1)\n\na, b, c, d, e = env.step(2)")))
    assert evidence.step_values == 5
    assert evidence.unpacked == {4: [1], 5: [1, 3]}
    assert Evidence().step_values == 4
