"""The passes one after another, and what a mistake in one of them does."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import pong_pg
from pong_pg.legacy.modernize import rules
from pong_pg.legacy.modernize.draft import Draft

OLD = '"""Docs."""\n"""More."""\nimport cPickle as pickle  # why\nimport os\nprint  "a",  pickle\n'
NEW = '"""Docs."""\n"""More."""\nimport pickle  # why\nimport os\nprint("a",  pickle)\n'


def raises(draft: Draft) -> None:
    raise KeyError("here")


def writes_nonsense(draft: Draft) -> None:
    draft.change(0, 0, "no python\n")


def forgets_an_import(draft: Draft) -> None:
    draft.change(0, 0, "x = sys.path\n")


def uses_before_importing(draft: Draft) -> None:
    draft.change(0, 0, "x = os.sep\n")


@pytest.mark.parametrize(
    ("make_pass", "told"),
    [
        (raises, "KeyError: 'here'"),
        (writes_nonsense, "SyntaxError"),
        (forgets_an_import, "would leave sys undefined"),
        (uses_before_importing, "would leave os undefined"),
    ],
)
def test_a_mistake_in_a_rule_is_told_and_the_others_do_their_work(
    make_pass: object, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rules, "PASSES", (make_pass, *rules.PASSES))
    done = pong_pg.modernize(OLD)
    assert done.source == NEW
    (note,) = done.notes
    assert note.is_open
    assert told in note.text


def test_line_ends_marks_and_the_end_of_the_file_stay() -> None:
    source = "\ufeff" + OLD.rstrip("\n").replace("\n", "\r\n")
    assert pong_pg.modernize(source).source == "\ufeff" + NEW.rstrip("\n").replace("\n", "\r\n")
    assert pong_pg.modernize("print `1`").source == "print(repr(1))"


def of_package(name: str) -> list[Path]:
    """The source of a package that is installed."""
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return sorted(Path(spec.origin).parent.rglob("*.py"))


@pytest.mark.parametrize(
    "path",
    [
        *(path for path in of_package("pong_pg") if {"game", "reinforce", "training"} & set(path.parts)),
        *(path for path in of_package("gymnasium") if {"classic_control", "toy_text"} & set(path.parts)),
    ],
    ids=lambda path: "/".join(path.parts[-3:]),
)
def test_modern_code_stays_as_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert pong_pg.modernize(text, filename=str(path)) == pong_pg.Modernized(text)


def test_the_diffs_of_the_docs_are_those_of_today() -> None:
    make = Path(__file__).parents[3] / "docs" / "make_diffs.py"
    done = subprocess.run([sys.executable, str(make), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
