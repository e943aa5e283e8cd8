"""Modernised, the examples and the small cases run with plain Python, or a comment says what does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pong_pg
from pong_pg.legacy.modernize.files import modernize_files
from pong_pg.legacy.read.program import Program

ROOT = Path(__file__).parents[2]
EXAMPLES = [
    "tests/originals/scripts/single_process_2016.py",
    "examples/2016_reusables/driver.py",
    "examples/2017_rl_pong/driver.py",
    "examples/2020_plot_pong/plot_pong_example.py",
]
CASES = sorted((ROOT / "tests" / "originals" / "cases").glob("*.py"))


def run(source: str, folder: Path, seconds: int) -> tuple[int | None, str]:
    """Run a script with plain Python; return its exit status, None if it still ran, and what it told."""
    (folder / "script.py").write_text(source, encoding="utf-8")
    try:
        done = subprocess.run(
            [sys.executable, "script.py"], cwd=folder, capture_output=True, text=True, timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, done.stderr


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    from pong_pg.cli import main

    assert main(["modernize", "--check-run", "--seconds", "20", str(ROOT / name)]) == 0, capsys.readouterr().err


def test_the_notebook_needs_nothing_old() -> None:
    (book,) = modernize_files([ROOT / "examples/2023_notebook/plot_pong_example.ipynb"], Program)
    assert book.modern is not None
    assert not [note for note in book.modern.notes if note.is_open]
    assert b"np.float)" not in book.new


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_runs_or_says_what_does_not(path: Path, tmp_path: Path) -> None:
    done = pong_pg.modernize(path.read_text(encoding="utf-8"), filename=str(path))
    assert not [note for note in done.notes if note.is_open]
    status, told = run(done.source, tmp_path, 60)
    assert status in {0, None} or done.notes, told
