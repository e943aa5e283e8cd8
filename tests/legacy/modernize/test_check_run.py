from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from old_scripts import write

from pong_pg.cli import main
from pong_pg.legacy.modernize import check_run

RANDOM = """
import random, time
import numpy as np
import helper
print "took %.6f seconds" % time.time()
print "%.9f %.9f %.9f" % (random.random(), np.random.rand(), np.random.RandomState().rand()), helper.half(7)
print __file__
for i in range(3):
    print i
"""


def check(script: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pong_pg", "modernize", "--check-run", *options, str(script)]
    return subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)


def test_both_print_the_same(tmp_path: Path) -> None:
    write(tmp_path, "def half(x):\n    return x / 2\n", "helper.py")
    script = write(tmp_path, RANDOM)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    done = check(script)
    assert done.returncode == 0, done.stderr
    assert done.stdout == ""
    said = "print the same: 6 lines; in 1 of them but for times, which are not compared"
    assert said in done.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_only_so_many_lines_or_seconds(tmp_path: Path) -> None:
    script = write(
        tmp_path, "import sys, time\nprint sys.argv[1:]\nfor i in iter(int, 1):\n    print i\n    time.sleep(0.3)"
    )
    done = check(script, "--lines", "2", "--script-args", "'a b' --c")
    assert done.returncode == 0, done.stderr
    assert "print the same: 2 lines\n" in done.stderr
    done = check(script, "--seconds", "3")
    assert done.returncode == 0, done.stderr
    assert "lines, then they were stopped\n" in done.stderr


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "import sys\nprint 1\nprint sys.modules.get('pong_pg') is not None",
            "line 2 differs\n  old: True\n  new: False",
        ),
        ("import sys\nprint 1\nsys.exit(sys.modules.get('pong_pg') is None)", "the exit status differs"),
        (
            "import sys\nprint 1\nif sys.modules.get('pong_pg'): print 2\nelse: raise ValueError('gone')",
            "line 2 differs\n  old: 2\n  new: (nothing)\n  error of the new one: ValueError: gone",
        ),
        (
            "def half(x):\n    raise ValueError, 'odd'\nhalf(3)",
            "both the old script and the new one end with an exception (ValueError: odd); they print nothing before",
        ),
        (
            "print 1\nprint 2\nraise KeyError('a')",
            "(KeyError: 'a'); they print the same 2 lines before, and what would come after it is not compared: ",
        ),
        (
            "import sys\nprint 1\nif sys.modules.get('pong_pg'): raise KeyError('a')\nelse: raise IndexError('a')",
            "after 1 line they end differently\n  old: KeyError: 'a'\n  new: IndexError: a",
        ),
        (
            "import sys\nif sys.modules.get('pong_pg'): sys.exit(1)\nelse: raise ValueError('gone')",
            "after 0 lines they end differently\n  old: exit status 1\n  new: ValueError: gone",
        ),
        ("import nosuch\nprint 1", "the old script does not run: pong-pg run: error: "),
    ],
)
def test_a_difference_is_told_and_nothing_is_written(tmp_path: Path, text: str, said: str) -> None:
    script = write(tmp_path, text)
    done = check(script, "--in-place")
    assert done.returncode == 1, done.stderr
    assert said in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["script.py"]


def test_the_new_one_has_no_pong_pg(tmp_path: Path) -> None:
    script = write(tmp_path, "try:\n    import pong_pg\n    print 1\nexcept ImportError:\n    print 2")
    assert "old: 1\n  new: 2" in check(script).stderr


def test_a_large_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check_run, "_MOST_BYTES", 3)
    assert main(["modernize", "--check-run", str(write(tmp_path, "print 1"))]) == 2
    assert "has more than 0 MB: put the script into a folder of its own" in capsys.readouterr().err


@pytest.mark.needs("numpy>=1.25")
def test_what_differs_by_numpys_code_for_the_processor_is_told_as_that(tmp_path: Path) -> None:
    ties = "[200., 200., 10., 200., 35., 200., 9., 200., 41.] * 2 + [77., 200.]"
    script = write(tmp_path, f"import numpy as np\nprint np.array({ties}).argsort()[-6:]")
    done = check(script)
    assert done.returncode == 0, done.stderr
    assert "print the same: 1 line" in done.stderr
    plain = [sys.executable, "-c", f"import numpy as np\nprint(np.array({ties}).argsort()[-6:])"]
    printed = subprocess.run(plain, capture_output=True, text=True, check=True).stdout
    sorts_otherwise = printed != "[ 7  5  3  1 12 19]\n"
    assert ("the new one needs  NPY_ENABLE_CPU_FEATURES=,  in its environment" in done.stderr) == sorts_otherwise


def test_lines_before_an_exception_can_be_compared(tmp_path: Path) -> None:
    done = check(write(tmp_path, "print 1\nprint 2\nraise ValueError, 'odd'"), "--lines", "2")
    assert done.returncode == 0, done.stderr
    assert "print the same: 2 lines\n" in done.stderr


@pytest.mark.parametrize(
    ("told", "exception"),
    [
        ([], ""),
        (["warning: x"], ""),
        (["Traceback (most recent call last):", "  File 'x'", "    1 / 0", "E: x", "", "pong-pg run: table"], "E: x"),
        (
            ["Traceback (most recent call last):", " a", "E: 1", "", "Traceback (most recent call last):", " b", "F"],
            "F",
        ),
    ],
)
def test_the_exception_is_that_of_the_last_traceback(told: list[str], exception: str) -> None:
    assert check_run.exception_in(told) == exception


def test_an_exception_of_a_package_that_has_moved_is_the_same() -> None:
    old, new = (check_run._Run([], 1, exception=f"{name}.error.Error: x") for name in ("gym", "gymnasium"))
    said = check_run._compared(old, new, None).said
    assert "both the old script and the new one end with an exception (gymnasium.error.Error: x)" in said


@pytest.mark.parametrize(
    ("old", "new", "agree"),
    [
        ("took 1.5 s", "took 2 s", True),
        ("Batch 3 in 2.07 seconds, mean -19.4", "Batch 3 in 9.1 seconds, mean -19.4", True),
        ("Batch 3 in 2.07 seconds, mean -19.4", "Batch 4 in 2.07 seconds, mean -19.4", False),
        ("time: 1.25", "time: 3.5", True),
        ("time step 5", "time step 6", False),
        ("12:30:01 done", "12:31:59 done", True),
        ("2026-01-02 done", "2026-02-01 done", True),
        ("(f pid=12) 1", "(f pid=345) 1", True),
        ("<A object at 0x7f001122>", "<A object at 0x7f001133>", True),
        ("1.5", "1.50", False),
        ("5 steps", "6 steps", False),
        ("1200 steps/s", "900 steps/s", True),
    ],
)
def test_times_are_not_compared(old: str, new: str, agree: bool) -> None:
    result = check_run._compared(check_run._Run([old], 0), check_run._Run([new], 0), None)
    assert result.agree is agree
