from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from pong_pg.doctor import processes
from pong_pg.doctor.checks import CHECKS, Check, check_named
from pong_pg.doctor.finding import Finding


def found_with(fake: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Finding:
    """What the check of NumPy finds where NumPy is a file with this text."""
    (tmp_path / "numpy.py").write_text(f"import os, signal, subprocess, sys, time\n{fake}\n")
    monkeypatch.syspath_prepend(tmp_path)
    return processes.find_all([check_named("numpy")], 60, lambda _: None)["numpy"]


@pytest.mark.parametrize(
    ("fake", "detail"),
    [
        ("raise ImportError('no libopenblas')", "ImportError: no libopenblas"),
        ("raise KeyboardInterrupt", "the check failed: KeyboardInterrupt"),
        ("import nosuch_module", "ModuleNotFoundError: No module named 'nosuch_module'"),
        ("sys.exit(3)", "ends the process when it is imported, with sys.exit(3)"),
        ("os._exit(0)", "ended the process with status 0"),
        ("os.abort()", "crashed with SIGABRT"),
        ("os.kill(os.getpid(), signal.SIGSEGV)", "crashed with SIGSEGV"),
        ("def ones(shape): raise RuntimeError('two\\nlines \\033[31m')", "RuntimeError: two lines ?[31m"),
        ("raise ValueError('long' * 100_000)", "..."),
    ],
)
def test_a_package_that_fails_is_reported(
    fake: str, detail: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    found = found_with(fake, tmp_path, monkeypatch)
    assert found.status == "broken"
    assert found.detail.endswith(detail)
    assert "\n" not in found.detail
    if "check failed" not in detail:
        assert "numpy" in found.advice
    assert capfd.readouterr() == ("", "")


def test_a_package_that_hangs_is_ended_and_holds_up_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pid = tmp_path / "pid"
    fake = f"import subprocess, time\nchild = subprocess.Popen(['sleep', '600'])\nopen({str(pid)!r}, 'w').write("
    (tmp_path / "numpy.py").write_text(f"{fake}str(child.pid))\ntime.sleep(600)\n")
    monkeypatch.syspath_prepend(tmp_path)
    done: list[str] = []
    names = ("numpy", "python", "cores", "working directory", "memory", "display")
    found = processes.find_all(map(check_named, names), 3, lambda check: done.append(check.name))
    assert found["numpy"] == Finding("broken", "did not end within 3 s", found["numpy"].advice)
    assert done[-1] == "numpy"
    assert sorted(found) == sorted(done) == sorted(names)
    # What it has started is ended, too.
    child = int(pid.read_text())
    assert not psutil.pid_exists(child) or psutil.Process(child).status() == psutil.STATUS_ZOMBIE


def test_what_a_package_prints_is_not_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    fake = """
print('junk' * 100_000)
os.write(1, b'junk')
sys.stderr.write('junk' * 100_000)
class ones:
    def __init__(self, shape): self.all = lambda: True
    def __matmul__(self, other): return self
    def __eq__(self, other): return self
"""
    found = found_with(fake + "__version__ = '1.0'", tmp_path, monkeypatch)
    assert found.status == "ok"
    assert capfd.readouterr() == ("", "")


def test_a_module_in_the_working_directory_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "six.py").write_text("raise ImportError")
    (tmp_path / "json.py").write_text("raise ImportError")
    monkeypatch.chdir(tmp_path)
    (found,) = processes.find_all([check_named("python")], 60, lambda _: None).values()
    assert found.status == "ok"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_checks_too(number: signal.Signals, tmp_path: Path) -> None:
    pid = tmp_path / "pid"
    fake = f"import os, time\nopen({str(pid)!r}, 'w').write(f'{{os.getpid()}}\\n')\ntime.sleep(600)\n"
    (tmp_path / "ray.py").write_text(fake)
    places = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": places}
    command = [sys.executable, "-m", "pong_pg", "doctor"]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as doctor:
        deadline = time.monotonic() + 60
        while not (pid.exists() and pid.read_text().endswith("\n")) and time.monotonic() < deadline:
            time.sleep(0.02)
        doctor.send_signal(number)
        doctor.communicate(timeout=30)
    assert doctor.returncode == 128 + number
    assert not psutil.pid_exists(int(pid.read_text()))


def test_a_check_ends_itself_where_nobody_is_left_to_end_it(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("import time; time.sleep(600)")
    code = "from pong_pg.doctor import child; child.main('numpy', 1, 1)"
    places = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "PYTHONPATH": places}
    done = subprocess.run([sys.executable, "-c", code], env=environment, check=False, timeout=60)
    assert done.returncode == -signal.SIGALRM


def test_each_check_has_a_name_of_its_own() -> None:
    assert len({check.name for check in CHECKS}) == len(CHECKS)
    assert all(isinstance(check, Check) and check.needed_for for check in CHECKS)
