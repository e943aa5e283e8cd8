"""Standard output that is full or closed, or whose reader is gone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pong_pg.errors import shell_word

FULL = Path("/dev/full")
COMMANDS = [
    "eval reference --episodes 1 --greedy",
    "train --workers 0 --batch-size 1 --hidden 4 --iterations 2",
]


def bash(command: str) -> subprocess.CompletedProcess[str]:
    """Run a command line in which `pong-pg` is this package's; its standard error is kept apart."""
    text = f'set -o pipefail; pong-pg() {{ "{sys.executable}" -m pong_pg "$@"; }}; {command}'
    return subprocess.run(["bash", "-c", text], capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.skipif(not FULL.exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("command", COMMANDS)
def test_full_standard_output_is_one_line_and_status_2_and_closed_is_as_the_null_device(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = bash(f"pong-pg {command} <&- >&-")
    assert (done.returncode, "Traceback" in done.stderr, done.stdout) == (0, False, ""), done.stderr
    done = bash(f"pong-pg {command} > /dev/full")
    assert done.returncode == 2
    (line,) = [line for line in done.stderr.splitlines() if "note:" not in line]
    assert line.startswith("pong-pg: error: the output can't be written")
    assert "No space left" in line


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_what_a_script_starts_has_all_standard_streams(closed: str, tmp_path: Path) -> None:
    of_child = "import sys; sys.exit(3 if None in (sys.stdin, sys.stdout, sys.stderr) else 0)"
    script = tmp_path / "script.py"
    script.write_text(f"import subprocess, sys\nsys.exit(subprocess.call([sys.executable, '-c', {of_child!r}]))\n")
    assert bash(f"pong-pg run {script} {closed}").returncode == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_a_reader_that_is_gone_ends_a_command_without_a_word(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = bash(f"pong-pg {command} | (exec <&-; sleep 0)")
    assert (done.returncode, done.stderr) == (141, "")


@pytest.mark.parametrize(("name", "encoding"), [("bad\udcff", "utf-8:strict"), ("red\x1b[31m", "ascii")])
def test_names_of_directories_reach_the_terminal_as_text(
    name: str, encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONIOENCODING", encoding)
    trained = bash(f"pong-pg train --batch-size 1 --hidden 4 --iterations 1 --run-dir {shell_word(name)}")
    evaluated = bash(f"pong-pg eval {shell_word(name)} --episodes 2")
    for done in (trained, evaluated):
        assert (done.returncode, done.stderr) == (0, "")
        assert "\x1b" not in done.stdout
    # The command that is printed can be copied.
    assert bash(f"test -d {trained.stdout.partition('pong-pg watch ')[2]}").returncode == 0


def test_weights_that_have_no_room_in_memory_are_one_line(tmp_path: Path) -> None:
    done = bash(f"ulimit -v 3000000; pong-pg train --preset reference --hidden 65536 --run-dir {tmp_path}")
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert line.startswith("pong-pg: error: there is not enough memory")
    assert "--hidden" in line
