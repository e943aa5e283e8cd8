"""`pong-pg doctor` finds what works, and says what to do about the rest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pong_pg.cli import main
from pong_pg.commands import doctor
from pong_pg.commands.doctor import CHECKS, Check


def checked(capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, Any]]:
    status = main(["doctor", "--json"])
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.every_python
def test_training_works_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    status, document = checked(capsys)
    assert status == 0
    assert document["training_works"]
    found = {check["name"]: check for check in document["checks"]}
    assert list(found) == [check.name for check in CHECKS]
    assert [name for name, check in found.items() if check["status"] == "broken"] == []
    assert "plays Pong" in found["emulator"]["detail"]
    assert list(tmp_path.iterdir()) == []


def test_what_is_missing_is_named_with_what_to_type(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = Check(
        "attic", "training", lambda: doctor.program("import attic_of_nobody", "pip install 'attic'"), required=True
    )
    monkeypatch.setattr(doctor, "CHECKS", (missing,))
    status, document = checked(capsys)
    assert status == 1
    assert not document["training_works"]
    assert document["checks"][0]["status"] == "missing"
    assert main(["doctor"]) == 1
    assert "pip install 'attic'" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("raise ImportError('on purpose')", "ImportError: on purpose"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "status -11"),
        ("import time; time.sleep(60)", "did not end"),
        ("print('\\x1b[31mred'); raise SystemExit(3)", "status 3"),
    ],
)
def test_a_package_that_raises_crashes_or_hangs_is_broken(program: str, said: str) -> None:
    found = doctor.program(program, "mend it", timeout=10 if "sleep" not in program else 1)
    assert (found.status, found.advice) == ("broken", "mend it")
    assert said in found.detail
    assert "\x1b" not in found.detail
