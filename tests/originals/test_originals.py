"""Scripts print under `pong-pg run` what they printed on the original interpreters and packages.

Those of `cases` are from ../shared/cases, where a README says what each shows: small scripts of what people report to
be broken in old ones, with the output of the real old packages. Those of `idioms` and `scripts` are recorded by
make_originals.py.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from old_scripts import run
from stacks import CASES, TOPICS, WHOLE_SCRIPTS, folder_of, name_of, recorded, scripts

Run = Callable[[Path], tuple[bytes, str]]


ALL = [*scripts(), *sorted(CASES.glob("*.py"))]
WITH_RAY = [path for path in ALL if "import ray" in path.read_text(encoding="utf-8")]


def compare(script: Path, run_old: Run) -> None:
    output, why = run_old(script)
    assert not why
    record = script.with_suffix(".out") if script.parent == CASES else recorded(script)
    assert output.decode() == record.read_bytes().decode()


@pytest.mark.every_python
@pytest.mark.parametrize("script", [path for path in ALL if path not in WITH_RAY], ids=name_of)
def test_it_prints_what_it_printed_then(script: Path, run_old: Run) -> None:
    compare(script, run_old)


@pytest.mark.ray
@pytest.mark.usefixtures("in_local_ray")
@pytest.mark.parametrize("script", WITH_RAY, ids=name_of)
def test_it_prints_what_it_printed_on_its_ray(script: Path, run_old: Run) -> None:
    compare(script, run_old)


GAMES = 4


def compare_games(script: Path, folder: Path) -> None:
    # The first games, with two updates; the record has fifty.
    done = run(script, str(GAMES), cwd=folder, timeout=300)
    assert done.returncode == 0, done.stderr
    printed, record = done.stdout.splitlines(), recorded(script).read_text().splitlines()
    assert sum(line.startswith(("update", "Batch")) for line in printed) == 2
    assert printed == record[: len(printed)]
    assert sum(line.startswith("game ") for line in record) == 50


def test_a_whole_script_plays_the_games_that_it_played_then(tmp_path: Path) -> None:
    compare_games(folder_of(WHOLE_SCRIPTS) / "single_process_2016.py", tmp_path)


@pytest.mark.ray
@pytest.mark.usefixtures("in_local_ray")
def test_a_whole_script_with_ray_plays_the_games_that_it_played_then(tmp_path: Path) -> None:
    compare_games(folder_of(WHOLE_SCRIPTS) / "actors_2017.py", tmp_path)


def test_every_script_is_recorded_and_every_record_has_a_script() -> None:
    of_scripts = {recorded(script) for script in scripts()}
    assert of_scripts == {path for topic in TOPICS for path in folder_of(topic).glob("*.txt")}
