from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from old_scripts import run

from pong_pg.legacy.install.subprograms import RUN, as_old, in_shell
from pong_pg.legacy.read import settings

WORKER = "import sys\nprint 'worker', sys.argv, 7 / 2\n"
NEW = "run --quiet worker.py"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "worker.py").write_text(WORKER)
    monkeypatch.chdir(tmp_path)
    settings.use(settings.Settings(early_gym_is_guess=True))
    yield tmp_path
    settings.use(settings.Settings())


@pytest.mark.parametrize(
    ("command", "ends"),
    [
        ("python worker.py", NEW),
        ("python3 -u worker.py --seed 1", "run --quiet --python 3 worker.py --seed 1"),
        ("/usr/bin/python2.7 worker.py > out.txt 2>&1 &", "run --quiet --python 2 worker.py > out.txt 2>&1 &"),
        ("X=1 Y= python worker.py | tee log", f"{NEW} | tee log"),
        ("python worker.py; python worker.py", f"{NEW}; python worker.py"),
    ],
)
def test_a_command_line_that_begins_with_an_own_script_runs_it_as_old_code(
    folder: Path, command: str, ends: str
) -> None:
    text = in_shell(command, None)
    assert text.endswith(ends)
    assert sys.executable in text
    assert text.startswith("X=1 Y= ") == command.startswith("X=1 Y= ")
    assert ("-u" in text.split()) == ("-u" in command)


@pytest.mark.parametrize(
    "command",
    [
        "ls",
        "python -m json.tool",
        "python -c 'print(1)'",
        "python gone.py",
        "./worker.py",
        "python $X.py",
        "",
        "python",
    ],
)
def test_other_command_lines_stay_as_they_are(folder: Path, command: str) -> None:
    assert in_shell(command, None) == command
    assert as_old(command.split(), None) is None


def test_scripts_of_installed_packages_stay_as_they_are(folder: Path) -> None:
    assert as_old([sys.executable, pytest.__file__], None) is None
    assert as_old([sys.executable, "worker.py"], folder.parent) is None
    assert as_old([sys.executable, "worker.py"], bytes(folder)) is not None
    assert as_old([Path(sys.executable), Path("worker.py")], None) is not None
    assert as_old([b"python", b"worker.py"], None) is None


def test_what_the_user_has_said_of_the_age_is_handed_on(folder: Path) -> None:
    settings.use(settings.Settings(python2=True, fixed_python=True, fixed_api=True, step_values=5, early_gym=True))
    assert as_old(["python", "-u", "worker.py", "7"], None) == [
        sys.executable, "-u", "-c", RUN, "run", "--quiet", "--python", "2", "--gym-api", "5", "--atari-py", "0.1",
        "worker.py", "7",
    ]  # fmt: skip


def test_a_program_may_be_of_another_python(folder: Path) -> None:
    settings.use(settings.Settings(fixed_python=True, early_gym_is_guess=True))
    for python in ("python", sys.executable):
        command = as_old([python, "worker.py"], None)
        assert command is not None
        assert "--python" not in command


@pytest.mark.every_python
def test_programs_that_a_script_starts_run_as_old_code(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for place in (tmp_path, tmp_path / "sub"):
        (place / "worker.py").write_text(WORKER)
    script = tmp_path / "script.py"
    script.write_text(
        "import os, subprocess, sys\n"
        "print subprocess.check_output([sys.executable, 'worker.py', 'a'], stderr=subprocess.STDOUT),\n"
        "print subprocess.Popen('python worker.py b', shell=True, stdout=subprocess.PIPE).communicate()[0],\n"
        "print os.popen('python -u worker.py c').read(),\n"
        "sys.stdout.flush()\n"
        "print os.system('python worker.py d > out.txt; cat out.txt')\n"
        "print subprocess.call(['python', 'worker.py'], cwd='sub')\n"
    )
    done = run(script, cwd=tmp_path)
    assert done.stdout.splitlines() == [
        *(f"worker ['worker.py', '{name}'] 3" for name in "abcd"),
        "0",
        "worker ['worker.py'] 3",
        "0",
    ]


def test_quiet_prints_nothing_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "worker.py").write_text(WORKER)
    done = run("--quiet", tmp_path / "worker.py", "x")
    assert (done.returncode, done.stdout.splitlines()[0][:6], done.stderr) == (0, "worker", "")
    done = run("--quiet", "--check", tmp_path / "worker.py")
    assert (done.returncode, done.stderr) == (
        2,
        "pong-pg: error: --quiet prints no table, and --check asks for it\n",
    )
