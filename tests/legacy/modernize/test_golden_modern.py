"""What becomes of thirty small scripts is as a person has read it; and modern code stays as it is, to the character."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import make_golden
import pytest

import pong_pg
from pong_pg.legacy.modernize.modernizing import is_failure

SCRIPTS = make_golden.scripts()


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_it_becomes_what_was_read(script: Path) -> None:
    command = "python tests/legacy/modernize/make_golden.py"
    recorded = make_golden.record(script).read_text(encoding="utf-8")
    assert make_golden.outcome(script) == recorded, f"read what  {command} {script.stem}  writes"


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_what_it_becomes_stays_as_it_is(script: Path) -> None:
    once = pong_pg.modernize(script.read_text(encoding="utf-8"), filename=str(script))
    again = pong_pg.modernize(once.source, filename=str(script))
    assert again.source == once.source
    assert not any(map(is_failure, (*once.notes, *again.notes)))


def test_there_are_thirty_of_them() -> None:
    assert len(SCRIPTS) >= 30
    assert {path.stem for path in make_golden.FOLDER.glob("*.diff")} == {script.stem for script in SCRIPTS}


OF_OLD_GYM = {"gym_atari.py", "gym_plugin.py"}


def of_package(name: str) -> list[Path]:
    """The source of a package that is installed."""
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return sorted(Path(spec.origin).parent.rglob("*.py"))


@pytest.mark.parametrize(
    "path",
    [
        # What is for old environments has old names on purpose.
        *(path for path in of_package("pong_pg") if not {"legacy", *OF_OLD_GYM} & {*path.parts, path.name}),
        *(path for path in of_package("gymnasium") if {"classic_control", "toy_text", "wrappers"} & set(path.parts)),
    ],
    ids=lambda path: "/".join(path.parts[-3:]),
)
def test_modern_code_stays_as_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    modern = pong_pg.modernize(text, filename=str(path))
    assert modern.source == text
    assert not any(map(is_failure, modern.notes))
