"""Scripts print under `pong-pg run` what they printed on the original interpreters and packages."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import run_in_one_session
from old_scripts import ask
from stacks import HERE, TOPICS, WHOLE_SCRIPTS, folder_of, name_of, recorded, scripts

Run = Callable[[Path], tuple[bytes, str]]
WITHOUT_RAY = [topic for topic in TOPICS if topic != "ray"]
# What scripts say that start, size or end their own session of Ray.
_OWN_SESSION = re.compile(
    r"num_gpus=[1-9]|resources=|shutdown|cleanup|PYTHON_MODE|local_mode|error_info\(|ray\.jobs|second ray\.init"
)


def needs_own_session(script: Path) -> bool:
    """Return whether a script can't share a session of Ray with others."""
    return _OWN_SESSION.search(script.read_text(encoding="utf-8")) is not None


def on_their_numpy(paths: Sequence[Path]) -> list[Any]:
    """The scripts as parameters; NumPy before 1.25 computes `exp` and its like by code for the processor."""
    return [
        pytest.param(path, marks=pytest.mark.needs("numpy>=1.25")) if path.stem == "last_digits" else path
        for path in paths
    ]


def compare(script: Path, run_old: Run) -> None:
    output, why = run_old(script)
    assert not why
    assert output.decode() == recorded(script).read_bytes().decode()


@pytest.mark.every_python
@pytest.mark.parametrize("script", on_their_numpy(scripts(WITHOUT_RAY)), ids=name_of)
def test_it_prints_what_it_printed_then(script: Path, run_old: Run) -> None:
    compare(script, run_old)


@pytest.fixture(scope="module")
def session() -> Iterator[subprocess.Popen[str]]:
    """A process that runs scripts with one connection to Ray."""
    command = [sys.executable, run_in_one_session.__file__]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        yield process
        process.communicate()


@pytest.mark.ray
@pytest.mark.parametrize("script", [path for path in scripts(["ray"]) if not needs_own_session(path)], ids=name_of)
def test_it_prints_what_it_printed_on_its_ray(script: Path, session: subprocess.Popen[str], tmp_path: Path) -> None:
    compare(script, lambda script: ask(session, script, tmp_path, {}))


@pytest.mark.ray
@pytest.mark.parametrize("script", [path for path in scripts(["ray"]) if needs_own_session(path)], ids=name_of)
def test_it_prints_what_it_printed_on_a_ray_of_its_own(script: Path, run_old: Run) -> None:
    compare(script, run_old)


def test_a_difference_is_found(run_old: Run, tmp_path: Path) -> None:
    script = tmp_path / "own" / "one.py"
    script.parent.mkdir()
    script.write_text("print(1)\n")
    recorded(script).write_text("2\n")
    with pytest.raises(AssertionError):
        compare(script, run_old)
    script.write_text("raise SystemExit(3)\n")
    with pytest.raises(AssertionError):
        compare(script, run_old)


def test_every_script_is_recorded_and_every_record_has_a_script() -> None:
    of_scripts = {recorded(script) for script in scripts()}
    assert of_scripts == {path for topic in TOPICS for path in folder_of(topic).glob("*.txt")}


def test_the_documentation_counts_the_scripts() -> None:
    text = (HERE.parent.parent / "docs" / "old-scripts.md").read_text(encoding="utf-8")
    counts = re.findall(r"^\| `(\w+)` \|.*\| (\d+) \|$", text, re.MULTILINE)
    assert {topic: int(count) for topic, count in counts} == {
        topic: len(scripts([topic])) for topic in (*TOPICS, WHOLE_SCRIPTS)
    }
