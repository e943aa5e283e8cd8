from __future__ import annotations

import contextlib
import json
import os
import pty
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pong_pg.doctor.checks import CHECKS

# What every check is broken by that imports it.
FAKES = {
    "numpy": "import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)",
    "ray": "raise ImportError('broken on purpose')",
    "gymnasium": "import sys\nsys.exit('broken on purpose')",
    "rich": "print('junk')\nraise ValueError",
    "platformdirs": "import os\nos._exit(0)",
    "threadpoolctl": "import os\nos.abort()",
}


def doctor(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pong_pg", "doctor", *arguments],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def by_name(document: dict[str, Any]) -> dict[str, Any]:
    return {check["name"]: check for check in document["checks"]}


@pytest.mark.every_python
def test_training_works_here(tmp_path: Path) -> None:
    done = doctor("--json", "--timeout", "60", cwd=tmp_path)
    assert done.stderr == ""
    document = json.loads(done.stdout)
    assert document["failures"] == []
    assert done.returncode == 0
    checks = by_name(document)
    assert list(checks) == [check.name for check in CHECKS]
    assert checks["python"]["values"]["version"].startswith("3.")
    assert "played 60 frames of Pong" in checks["emulator"]["detail"]
    assert [name for name, check in checks.items() if check["status"] == "broken"] == []
    assert list(tmp_path.iterdir()) == []


def test_it_works_where_nearly_nothing_else_does(tmp_path: Path) -> None:
    for name, text in FAKES.items():
        (tmp_path / f"{name}.py").write_text(text)
    places = os.pathsep.join(filter(None, [str(tmp_path), os.environ.get("PYTHONPATH")]))
    # On a terminal, where it would print a table if rich worked.
    reading, terminal = pty.openpty()
    command = [sys.executable, "-m", "pong_pg", "doctor"]
    with subprocess.Popen(
        command, env={**os.environ, "PYTHONPATH": places}, stdout=terminal, stderr=subprocess.PIPE
    ) as process:
        os.close(terminal)
        said = b""
        # A terminal that nobody writes to any more raises an error.
        with contextlib.suppress(OSError):
            while more := os.read(reading, 4096):
                said += more
        _, errors = process.communicate(timeout=60)
    os.close(reading)
    assert process.returncode == 1
    assert errors == b""
    *lines, last = said.decode().splitlines()
    assert len(lines) == len(CHECKS)
    statuses = {line.split()[1]: line.split()[0] for line in lines}
    assert {name: statuses[name] for name in FAKES} == dict.fromkeys(FAKES, "broken")
    assert statuses["python"] == statuses["cores"] == statuses["memory"] == "ok"
    assert last.startswith("Training does not work here: see numpy, ray, emulator, platformdirs, rich, threadpoolctl")


def test_a_wrong_timeout_is_one_line(tmp_path: Path) -> None:
    for value in ("0", "nan", "soon", "inf", "1e10", "86400.5"):
        done = doctor("--timeout", value, cwd=tmp_path)
        assert done.returncode == 2
        rule = "argument --timeout: must be a number of seconds greater than 0 and at most 86400, a day"
        assert done.stderr == f"pong-pg doctor: error: {rule}; got {value!r}; see  pong-pg doctor --help\n"


@pytest.mark.ray
def test_ray_is_started_where_that_is_asked_for(tmp_path: Path) -> None:
    from pong_pg.doctor.checks import START_RAY
    from pong_pg.doctor.processes import find_all

    (found,) = find_all([START_RAY], 60, lambda _: None).values()
    assert found.status == "ok", found.detail
    assert found.values["cpus"] >= 1
