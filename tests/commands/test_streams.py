"""Standard output that is full or closed, or whose reader is gone."""

from __future__ import annotations

import errno
import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

import pong_pg
from pong_pg.cli import main
from pong_pg.errors import PongPGError
from pong_pg.viewing.recording import open_recording

# Its games are those of `pong-pg eval`, which are played on every stack.
pytestmark = pytest.mark.two_stacks

QUICK = "--workers 0 --batch-size 1 --hidden 4"
FULL = Path("/dev/full")
needs_full = pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
ENDING = "standard output can't be written (No space left on device): make room on the disk, or send it elsewhere\n"


@pytest.fixture(scope="module")
def run_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("runs") / "run"
    config = pong_pg.ReinforceConfig(workers=0, batch_size=1, hidden=4, iterations=1, run_dir=str(path))
    pong_pg.train(config)
    return path


@pytest.fixture
def here(run_dir: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("run").symlink_to(run_dir)
    Path("old.py").write_text("print 'old'\n")
    return tmp_path


def bash(command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command line in which `pong-pg` is this package's; its standard error is kept apart."""
    text = f'set -o pipefail; pong-pg() {{ "{sys.executable}" -m pong_pg "$@"; }}; {command}'
    environment = {**os.environ, **environment}
    return subprocess.run(
        ["bash", "-c", text], capture_output=True, text=True, timeout=120, check=False, env=environment
    )


COMMANDS = [
    "--help",
    "--version",
    "--print-completion bash",
    "train --help",
    "eval run --episodes 1",
    "eval run --episodes 1 --json",
    "compare run",
    "doctor",
    # It reads Python 2 by a package that not all stacks have.
    pytest.param("modernize old.py", marks=pytest.mark.needs("fissix")),
    pytest.param("run --check old.py", marks=pytest.mark.needs("fissix")),
]


@needs_full
@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("command", COMMANDS)
def test_full_standard_output_is_one_line_and_status_2(command: str, unbuffered: str, here: Path) -> None:
    done = bash(f"pong-pg {command} > /dev/full", PYTHONUNBUFFERED=unbuffered)
    *before, last = done.stderr.splitlines(keepends=True)
    assert (done.returncode, last) == (2, f"pong-pg: error: {ENDING}"), done.stderr
    assert not [line for line in before if "Traceback" in line or "error" in line], done.stderr


@pytest.mark.parametrize("command", [*COMMANDS, f"train {QUICK} --iterations 1"])
def test_closed_standard_output_is_as_the_null_device(command: str, here: Path) -> None:
    done = bash(f"pong-pg {command} <&- >&-")
    assert (done.returncode, "Traceback" in done.stderr, done.stdout) == (0, False, ""), done.stderr


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_what_a_script_starts_has_all_standard_streams(closed: str, here: Path) -> None:
    of_child = "import sys; sys.exit(3 if None in (sys.stdin, sys.stdout, sys.stderr) else 0)"
    Path("script.py").write_text(
        f"import subprocess, sys\nsys.exit(subprocess.call([sys.executable, '-c', {of_child!r}]))\n"
    )
    assert bash(f"pong-pg run script.py {closed}").returncode == 0


@needs_full
def test_standard_error_that_is_full_changes_nothing(here: Path) -> None:
    done = bash("pong-pg eval run --episodes 1 2> /dev/full")
    assert done.returncode == 0
    assert "Weights sha256:" in done.stdout
    assert bash("pong-pg eval nowhere 2> /dev/full").returncode == 2
    assert bash("pong-pg eval nowhere 2>&-").returncode == 2


@needs_full
def test_training_goes_on_where_its_lines_can_not_be_printed(here: Path) -> None:
    done = bash(f"pong-pg train {QUICK} --iterations 3 --run-dir full > /dev/full")
    assert done.returncode == 0, done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("pong-pg: warning: standard output can't be written (No space left on device): training")
    control = pong_pg.train(pong_pg.ReinforceConfig(workers=0, batch_size=1, hidden=4, iterations=3))
    assert pong_pg.load("full").digest() == control.policy.digest()
    assert len(Path("full/metrics.jsonl").read_text().splitlines()) == 3
    assert bash("pong-pg train --resume full --iterations 1 > /dev/full 2>&1").returncode == 0
    assert len(Path("full/metrics.jsonl").read_text().splitlines()) == 4


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize(
    "command",
    [
        f"train {QUICK} --iterations 3",
        "eval run --episodes 1",
        "compare run",
        pytest.param("record run -o game.gif", marks=pytest.mark.needs("pillow")),
    ],
)
def test_a_reader_that_is_gone_ends_a_command_quietly_with_status_141(
    command: str, unbuffered: str, here: Path
) -> None:
    done = bash(f"pong-pg {command} | (exec <&-; sleep 0)", PYTHONUNBUFFERED=unbuffered)
    assert (done.returncode, done.stderr) == (141, "")
    assert not Path("game.gif").exists()


def test_a_reader_that_is_gone_is_no_failure_of_a_recording(tmp_path: Path) -> None:
    with pytest.raises(BrokenPipeError), open_recording(tmp_path / "a.gif"):
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))
    with pytest.raises(PongPGError), open_recording(tmp_path / "a.gif"):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_script_has_standard_output_as_python_opened_it(here: Path) -> None:
    Path("script.py").write_text("import sys\nprint(sys.stdout is sys.__stdout__, sys.stderr is sys.__stderr__)\n")
    assert bash("pong-pg run script.py").stdout == "True True\n"


def test_streams_are_those_of_the_caller_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with (tmp_path / "out").open("w") as file:
        monkeypatch.setattr(sys, "stdout", file)
        assert type(file) is io.TextIOWrapper
        with pytest.raises(SystemExit):
            main(["--version"])
        assert sys.stdout is file
    assert (tmp_path / "out").read_text().startswith("pong-pg ")
