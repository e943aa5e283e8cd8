"""100,000 fuzzed inputs, and coverage-guided fuzzing of what reads checkpoints and pickles."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import fuzzing
import pytest

# Each kind with a number of inputs; together 100,000.
_INPUTS = {"checkpoint": 45_000, "save.p": 50_400, "run": 3_000, "script": 1_200, "notebook": 400}
_CHUNKS = 10
_ATHERIS_RUNS = 20_000


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("kind", _INPUTS)
def test_fuzzed_inputs_are_read_or_refused_in_one_line_in_bounded_time_and_memory(kind: str) -> None:
    assert sum(_INPUTS.values()) == 100_000
    size = _INPUTS[kind] // _CHUNKS
    for chunk in range(_CHUNKS):
        command = [sys.executable, str(Path(fuzzing.__file__)), kind, str(chunk * size), str((chunk + 1) * size)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        result = json.loads(done.stdout)
        assert result["findings"] == []
        assert result["accepted"] + result["refused"] == size
        assert result["megabytes"] < fuzzing.MEGABYTES


_GUIDED = """
import sys, tempfile
from pathlib import Path
import atheris
with atheris.instrument_imports(include=["pong_pg", "zipfile", "json"]):
    import pong_pg.training.checkpoint
import fuzzing
path = Path(tempfile.mkdtemp()) / "input"
def read(data):
    path.write_bytes(data)
    outcome = fuzzing.read("checkpoint", path)
    if outcome not in ("accepted", "refused"):
        raise AssertionError(outcome)
atheris.Setup(sys.argv, read)
atheris.Fuzz()
"""


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", ["checkpoint", "save.p"])
def test_coverage_guided_inputs_are_read_or_refused(kind: str, tmp_path: Path) -> None:
    pytest.importorskip("atheris")
    corpus = tmp_path / "corpus"
    corpus.mkdir()
    inputs = fuzzing.Inputs(kind, tmp_path)
    for number in range(50):
        inputs.write(number).rename(corpus / str(number))
    options = [f"-runs={_ATHERIS_RUNS}", "-max_len=80000", "-rss_limit_mb=500", "-timeout=10", "-seed=1", str(corpus)]
    command = [sys.executable, "-c", _GUIDED, *options]
    folder = str(Path(fuzzing.__file__).parent)
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, cwd=tmp_path, env={"PYTHONPATH": folder, "PATH": ""}
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert f"Done {_ATHERIS_RUNS} runs" in done.stderr
