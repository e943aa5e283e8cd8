"""The five examples: under `pong-pg run` on today's packages, and as they are on the packages of their time."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import psutil
import pytest
from old_scripts import command, run, short

EXAMPLES = Path(__file__).parents[2] / "examples"
NOTEBOOK = EXAMPLES / "2023_notebook" / "plot_pong_example.ipynb"

pytestmark = [pytest.mark.ray, pytest.mark.timeout(400)]


def updates(arguments: Sequence[str | Path], wanted: int, cwd: Path, stop: signal.Signals) -> tuple[list[str], int]:
    """Run a command until it has printed so many updates, then stop it.

    Returns:
        What it printed, and its exit status. None of the processes that it had started is left.
    """
    lines: list[str] = []
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=cwd) as process:
        assert process.stdout is not None
        started: list[psutil.Process] = []
        for line in process.stdout:
            lines.append(line)
            if sum("Batch" in seen for seen in lines) == wanted:
                started = psutil.Process(process.pid).children(recursive=True)
                process.send_signal(stop)
                break
        assert started, f"it ended early: {lines}\n{process.stderr.read() if process.stderr else ''}"
        process.communicate(timeout=60)
    _, alive = psutil.wait_procs(started, timeout=20)
    assert not alive
    return lines, process.returncode


def numbers(lines: list[str]) -> list[int]:
    return [int(match[1]) for line in lines if (match := re.match(r"Batch (\d+)", line))]


@pytest.mark.needs("fissix", "ray>=2.9")
@pytest.mark.parametrize("script", ["2016_reusables/driver.py", "2020_plot_pong/plot_pong_example.py"])
def test_an_endless_one_trains_and_leaves_nothing_behind(script: str, tmp_path: Path) -> None:
    lines, status = updates(command(short(EXAMPLES / script, tmp_path)), 2, tmp_path, signal.SIGTERM)
    assert numbers(lines) == [1, 2]
    assert status == -signal.SIGTERM


@pytest.mark.usefixtures("in_local_ray")
@pytest.mark.every_python
@pytest.mark.needs("fissix", "ray>=2.9")
def test_that_of_2017_takes_its_options(tmp_path: Path) -> None:
    options = ("--batch-size", "2", "--iterations", "2")
    done = run(EXAMPLES / "2017_rl_pong" / "driver.py", *options, cwd=tmp_path, timeout=300)
    assert done.returncode == 0, done.stderr
    assert numbers(done.stdout.splitlines()) == [1, 2]
    assert "computed 2 rollouts in " in done.stdout


@pytest.mark.needs("fissix", "ray>=2.9", "gym==0.26.2")
def test_the_notebook_prints_its_updates_until_it_is_interrupted(tmp_path: Path) -> None:
    notebook = short(NOTEBOOK, tmp_path)
    before = notebook.read_bytes()
    lines, status = updates(command(notebook), 2, tmp_path, signal.SIGINT)
    assert numbers(lines) == [1, 2]
    assert status == 130
    assert notebook.read_bytes() == before


@pytest.mark.needs("gym==0.19.0", "numpy==1.23.5")
def test_that_of_2020_runs_with_python_on_the_packages_of_its_time(tmp_path: Path) -> None:
    script = short(EXAMPLES / "2020_plot_pong" / "plot_pong_example.py", tmp_path)
    assert numbers(updates([sys.executable, script], 2, tmp_path, signal.SIGTERM)[0]) == [1, 2]


@pytest.mark.needs("gym==0.26.2", "gymnasium==0.28.1", "numpy==1.23.5")
def test_that_of_2023_runs_with_python_on_the_packages_of_its_time(tmp_path: Path) -> None:
    notebook = json.loads(short(NOTEBOOK, tmp_path).read_text())
    cells = [cell["source"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    script = tmp_path / "notebook.py"
    script.write_text("\n\n".join("".join(source) for source in cells))
    assert numbers(updates([sys.executable, script], 2, tmp_path, signal.SIGTERM)[0]) == [1, 2]
