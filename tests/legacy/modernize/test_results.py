"""Modernised, the examples and the small cases run with plain Python, or a comment says what does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from old_scripts import short

import pong_pg
from pong_pg.cli import main

ROOT = Path(__file__).parents[3]
EXAMPLES = {
    "2016_reusables/driver.py": "",
    "2017_rl_pong/driver.py": "--batch-size 2 --iterations 1",
    "2020_plot_pong/plot_pong_example.py": "",
}
CASES = sorted((ROOT / "tests" / "originals" / "cases").glob("*.py"))


@pytest.mark.usefixtures("in_local_ray")
@pytest.mark.ray
@pytest.mark.needs("ale-py", "ray")
@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if "2016" in name:
        # It says how many CPUs its session is to have.
        monkeypatch.delenv("RAY_ADDRESS")
    script = short(ROOT / "examples" / name, tmp_path)
    command = ["modernize", "--check-run", "--seconds", "10", "--script-args", EXAMPLES[name], str(script)]
    assert main(command) == 0, capsys.readouterr().err


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, marks=[pytest.mark.ray] * ("import ray" in path.read_text())) for path in CASES],
    ids=lambda path: path.stem,
)
def test_a_case_runs_or_says_what_does_not(path: Path, tmp_path: Path) -> None:
    done = pong_pg.modernize(path.read_text(encoding="utf-8"), filename=str(path))
    assert not [note for note in done.notes if note.is_open]
    (tmp_path / "script.py").write_text(done.source, encoding="utf-8")
    command = [sys.executable, "script.py"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=100, check=False)
    assert ran.returncode == 0 or done.notes, ran.stderr
