"""How the sessions of nox find the Python that they need; run where nox is installed."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

pytestmark = [pytest.mark.any_stack, pytest.mark.needs("nox")]

HERE = f"{sys.version_info[0]}.{sys.version_info[1]}"
# Versions that no test runs on, for the Pythons that are made up.
NEW, OLD = "3.97", "3.96"


@pytest.fixture(scope="module")
def noxfile() -> Any:
    spec = importlib.util.spec_from_file_location("noxfile", Path(__file__).parents[1] / "noxfile.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    before = os.environ.copy()
    sys.modules["noxfile"] = module
    spec.loader.exec_module(module)
    os.environ.update(before)
    return module


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noxfile: Any) -> Callable[..., str]:
    """Puts a program into a folder of a machine that has no Python but those; the folders `path*` are on PATH."""
    monkeypatch.setenv("PATH", os.pathsep.join(str(tmp_path / f"path{number}") for number in (1, 2)))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))
    monkeypatch.setattr(noxfile, "_uv", lambda: None)

    def install(place: str, prints: str, status: int = 0) -> str:
        program = tmp_path / place
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f"#!/bin/sh\necho {prints}\nexit {status}\n")
        program.chmod(0o755)
        return str(program)

    return install


def test_the_python_that_runs_nox_is_taken_if_it_will_do(noxfile: Any, install: Callable[..., str]) -> None:
    install(f"path1/python{NEW}", NEW)
    assert noxfile.find_python((NEW, HERE)) == sys.executable


def test_the_preferred_version_is_taken_wherever_it_is(noxfile: Any, install: Callable[..., str]) -> None:
    old = install(f"path1/python{OLD}", OLD)
    assert noxfile.find_python((NEW, OLD)) == old
    new = install(f"pyenv/versions/{NEW}.4/bin/python", NEW)
    assert noxfile.find_python((NEW, OLD)) == new


def test_a_shim_that_refuses_hides_no_python_behind_it(noxfile: Any, install: Callable[..., str]) -> None:
    install(f"path1/python{NEW}", "not switched on", status=127)
    assert noxfile.find_python((NEW,)) is None
    behind = install(f"path2/python{NEW}", NEW)
    assert noxfile.find_python((NEW,)) == behind


def test_a_python_of_another_version_than_its_name_is_none(noxfile: Any, install: Callable[..., str]) -> None:
    install(f"path1/python{NEW}", OLD)
    assert noxfile.find_python((NEW,)) is None


def test_uv_is_asked_last(noxfile: Any, install: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    managed = install("managed/python", NEW)
    uv = install("uv", managed)
    monkeypatch.setattr(noxfile, "_uv", lambda: uv)
    assert noxfile.find_python((NEW,)) == managed
    on_path = install(f"path1/python{NEW}", NEW)
    assert noxfile.find_python((NEW,)) == on_path


class Session:
    """What a session of nox does, noted down."""

    def __init__(self, programs: Path | None = None) -> None:
        self.posargs: list[str] = ["-k", "spaces"]
        self.env: dict[str, str | None] = {}
        self.virtualenv = SimpleNamespace(bin_paths=[str(programs)])
        self.did: list[str] = []

    def run(self, *command: str, external: bool = False) -> None:
        self.did.append(" ".join(command[1:]))

    def skip(self, reason: str) -> None:
        self.did.append(f"skipped: {reason}")

    def log(self, text: str) -> None:
        self.did.append(text)

    def error(self, reason: str) -> None:
        self.did.append(f"error: {reason}")


def test_what_can_not_be_had_is_skipped_in_one_line_and_counted(
    noxfile: Any, install: Callable[..., str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(noxfile, "_skipped", [])
    noxfile._count_skipped()
    assert capsys.readouterr().out == ""
    stack = noxfile.Stack("about", "extra", {}, pythons=(NEW, OLD))
    session = Session()
    noxfile._download_python.cache_clear()
    noxfile._fetch_python(session, "gym021", stack)
    assert session.did == [
        f"skipped: needs Python {NEW} or {OLD}, which is not installed here and could not be downloaded by uv"
    ]
    noxfile._count_skipped()
    count = len(noxfile.STACKS)
    assert capsys.readouterr().out == f"nox > 1 of {count} stacks skipped, for want of their Python: gym021\n"


def test_what_uv_downloads_is_used(noxfile: Any, install: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    managed = install("managed/python", OLD)
    uv = install("uv", managed)
    monkeypatch.setattr(noxfile, "_uv", lambda: uv)
    monkeypatch.setattr(noxfile, "_skipped", [])
    noxfile._download_python.cache_clear()
    session = Session()
    noxfile._fetch_python(session, "gym021", noxfile.Stack("about", "extra", {}, pythons=(NEW, OLD)))
    noxfile._download_python.cache_clear()
    assert session.did == ["-m nox -s tests-gym021 -- -k spaces"]
    assert noxfile._skipped == []


@pytest.mark.parametrize("status", [0, 1, 2, 5])
def test_tests_that_start_ray_and_fail_run_once_more(
    noxfile: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str], status: int
) -> None:
    program = tmp_path / "pytest"
    program.write_text(f"#!/bin/sh\necho tests of Ray\nexit {status}\n")
    program.chmod(0o755)
    session = Session(tmp_path)
    noxfile._run_suite(session, tmp_path)
    cores = min(4, os.cpu_count() or 1)
    others = f"-n 10 pytest -n {cores} -m not ray --junitxml={tmp_path / 'others.xml'}"
    again = f"-m ray -o cache_dir={tmp_path / 'ray-cache'} --last-failed --last-failed-no-failures none"
    then = {
        0: [],
        1: ["once more, alone: the tests that start Ray and failed", again],
        2: ["error: pytest -m ray ended with status 2"],
        5: ["error: pytest -m ray ended with status 5"],
    }
    assert session.did == [others, "pytest -m ray", *then[status]]
    assert capfd.readouterr().out == "tests of Ray\n"


def test_each_version_of_ray_is_proved_and_everything_on_the_newest(noxfile: Any) -> None:
    proving: dict[str, list[str]] = {}
    for name, stack in noxfile.STACKS.items():
        if stack.proves != noxfile.ANOTHER_PYTHON:
            proving.setdefault(stack.has["ray"], []).extend([name] if stack.proves != noxfile.ENVIRONMENTS else [])
    assert all(proving.values())
    assert noxfile.STACKS["today"].proves == noxfile.EVERYTHING
    assert noxfile.STACKS["lowest"].proves == noxfile.ENVIRONMENTS_RAY_AND_SOME
    halves = [part for stack in noxfile.STACKS.values() for part in stack.proves if part[-1].isdigit()]
    assert sorted(halves) == ["ray-0", "ray-1"]
    assert sorted(noxfile.nox.options.sessions) == sorted(
        [
            "training",
            "lint",
            "types",
            "docs",
            "browser",
            "tour",
            "readme",
            *(f"tests-{name}" for name in noxfile.STACKS),
        ]
    )
    # pytest's own summary ends the output.
    assert noxfile.nox.options.sessions[-1] == "tests-today"


def test_every_python_that_is_promised_is_in_the_matrix(noxfile: Any) -> None:
    classifiers = noxfile.PROJECT["project"]["classifiers"]
    promised = {
        text.rpartition(" ")[2] for text in classifiers if text.startswith("Programming Language :: Python :: 3.")
    }
    others = {stack.pythons[0] for stack in noxfile.STACKS.values() if stack.proves == noxfile.ANOTHER_PYTHON}
    assert promised == others | {"3.11"}
