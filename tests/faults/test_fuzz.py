"""100,000 fuzzed inputs, and coverage-guided fuzzing of what reads checkpoints and pickles."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import fuzzing
import pytest

# Each kind with a number of inputs; together 100,000.
_INPUTS = {"checkpoint": 45_000, "save.p": 50_400, "run": 3_000, "script": 1_200, "notebook": 400}
_CHUNKS = 10


@pytest.mark.timeout(7200)
@pytest.mark.parametrize("kind", _INPUTS)
def test_fuzzed_inputs_are_read_or_refused_in_one_line_in_bounded_time_and_memory(kind: str) -> None:
    size = _INPUTS[kind] // _CHUNKS
    for chunk in range(_CHUNKS):
        fuzzing.check(kind, chunk * size, (chunk + 1) * size)


_GUIDED = """
import sys, tempfile
from pathlib import Path
import atheris
kind, folder = sys.argv.pop(1), Path(tempfile.mkdtemp())
with atheris.instrument_imports(include=["pong_pg", "zipfile", "pickletools"]):
    import fuzzing
    # Reading some imports what is needed.
    inputs = fuzzing.Inputs(kind, folder)
    for number in range(30):
        path = inputs.write(number)
        fuzzing.read(kind, path)
watch = fuzzing.watch_of(kind, folder)
def read(data):
    path.write_bytes(data)
    with watch.watching():
        outcome = fuzzing.read(kind, path)
    if outcome not in ("accepted", "refused") or watch.seen:
        raise AssertionError((outcome, watch.seen))
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
    options = ["-max_total_time=180", "-max_len=80000", "-rss_limit_mb=500", "-timeout=10", "-seed=1"]
    command = [sys.executable, "-c", _GUIDED, kind, *options, str(corpus)]
    environment = {**os.environ, "PYTHONPATH": str(Path(fuzzing.__file__).parent), "TMPDIR": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=environment)
    assert done.returncode == 0, done.stderr[-3000:]
    # Such as "Done 20000 runs in 181 second(s)".
    finished = re.search(r"^Done (\d+) runs", done.stderr, re.MULTILINE)
    assert finished is not None, done.stderr[-3000:]
    reached = [int(found) for found in re.findall(r" cov: (\d+) ", done.stderr)]
    assert reached[-1] > reached[0]
