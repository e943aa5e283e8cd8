"""Every protection is needed: without it, the test that is to prove it fails."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from protections import PROTECTIONS, Protection

pytestmark = pytest.mark.any_stack

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of package and tests, in which one protection after another is taken out."""
    folder = tmp_path_factory.mktemp("copy")
    for name in ("pong_pg", "tests", "docs", "examples"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


@pytest.fixture
def without(copy: Path, request: pytest.FixtureRequest) -> Iterator[Protection]:
    protection: Protection = request.param
    path = copy / "pong_pg" / protection.file
    whole = path.read_text()
    assert whole.count(protection.old) == 1, f"{protection.file} holds the text {whole.count(protection.old)} times"
    path.write_text(whole.replace(protection.old, protection.new))
    yield protection
    path.write_text(whole)


def outcome(copy: Path, test: str) -> tuple[int, str]:
    """Run a test in the copy; return its exit status and its last line."""
    environment = {name: value for name, value in os.environ.items() if name != "PONG_PG_FAULTS"}
    environment["PYTHONPATH"] = str(copy)
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--timeout", "90", "-p", "no:cacheprovider", test]
    done = subprocess.run(command, cwd=copy, env=environment, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout.strip() or done.stderr.strip()).splitlines()[-1]


def name(protection: Protection) -> str:
    return f"{re.split('::', protection.test)[-1]}-{protection.file}"


@pytest.mark.parametrize("test", sorted({protection.test for protection in PROTECTIONS}))
def test_a_proof_passes_with_its_protection(test: str, copy: Path) -> None:
    status, line = outcome(copy, test)
    assert status == 0, line


@pytest.mark.parametrize("without", PROTECTIONS, ids=name, indirect=True)
def test_a_proof_fails_without_its_protection(without: Protection, copy: Path) -> None:
    status, line = outcome(copy, without.test)
    assert status == 1, line
    assert "failed" in line or "error" in line, line
