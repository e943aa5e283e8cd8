"""Modernised scripts print with plain Python what they printed on the original interpreters and packages."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from modernized import LIST, NO_REASON, NO_SPELLING, SILENT, TABLE, counts, not_modernized, without_lines_of_ray
from old_scripts import ask
from stacks import HERE, TOPICS, name_of, recorded, scripts, some_of
from test_originals import needs_own_session

import pong_pg
from pong_pg.legacy.modernize.modernizing import is_failure
from pong_pg.legacy.modernize.tidy import CHECKED

# What they are modernised for.
pytestmark = pytest.mark.needs("numpy>=2", "gymnasium>=1.2", "ray>=2.40")
WITHOUT_RAY = [topic for topic in TOPICS if topic != "ray"]

ALL_FORMS = bool(os.environ.get("PONG_PG_FORMS"))
Run = Callable[[Path], tuple[bytes, str]]


def modern_form(script: Path, folder: Path) -> tuple[Path, pong_pg.Modernized]:
    """Modernise a script into a folder, and check the form of the result."""
    modern = pong_pg.modernize(script.read_text(encoding="utf-8"), filename=str(script))
    assert not any(map(is_failure, modern.notes))
    new = folder / "modern" / script.name
    new.parent.mkdir()
    new.write_text(modern.source, encoding="utf-8")
    return new, modern


def check_form(path: Path, source: str) -> None:
    """Ruff and the compiler have no complaints, and modernising it again changes nothing."""
    command = [sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--target-version", "py310"]
    done = subprocess.run([*command, "--select", CHECKED, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        compile(source, str(path), "exec", dont_inherit=True)
    assert pong_pg.modernize(source, filename=str(path)).source == source


def check(script: Path, folder: Path, run: Run) -> None:
    """A modernised script prints its record, or is in the list; then it must not."""
    path, modern = modern_form(script, folder)
    output, why = run(path)
    output = without_lines_of_ray(output)
    is_right = not why and output == recorded(script).read_bytes()
    reason = not_modernized().get(name_of(script))
    if reason is None:
        assert not why
        assert output.decode(errors="replace") == recorded(script).read_bytes().decode(errors="replace")
    else:
        assert not is_right, f"{name_of(script)} prints its record: take it out of {LIST.name}"
        is_told = modern.notes or reason.endswith(SILENT)
        assert is_told, f"{name_of(script)} prints something else, and no note says so: {reason}"
    # A file in which nothing is old stays as it is, whatever ruff has to say. It takes longer than all the rest, so the
    # suite looks at some, and with PONG_PG_FORMS=1 in the environment at all.
    if modern.changes and (ALL_FORMS or zlib.crc32(script.stem.encode()) % 6 == 0):
        check_form(path, modern.source)


@pytest.fixture(scope="module")
def forks() -> Iterator[subprocess.Popen[str]]:
    """A process whose forks run modern scripts."""
    yield from _server("run_plain.py")


@pytest.fixture(scope="module")
def session() -> Iterator[subprocess.Popen[str]]:
    """A process that runs modern scripts with one connection to Ray."""
    yield from _server("run_plain_in_one_session.py")


def _server(file: str) -> Iterator[subprocess.Popen[str]]:
    # Nothing imports these files: they set how NumPy computes in their own process.
    with subprocess.Popen(
        [sys.executable, str(HERE / file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        yield process
        process.communicate()


@pytest.mark.parametrize("script", some_of(scripts(WITHOUT_RAY), 9), ids=name_of)
def test_its_modern_form_prints_what_it_printed_then(
    script: Path, forks: subprocess.Popen[str], tmp_path: Path
) -> None:
    check(script, tmp_path, lambda path: ask(forks, path, _new(tmp_path / "run"), {}))


def is_alone(script: Path) -> bool:
    """Whether a script can't share a session of Ray with others."""
    return needs_own_session(script) or "reusables" in script.read_text() or "ray.env" in script.read_text()


@pytest.mark.ray
@pytest.mark.parametrize("script", some_of([path for path in scripts(["ray"]) if not is_alone(path)]), ids=name_of)
def test_its_modern_form_prints_what_it_printed_on_its_ray(
    script: Path, session: subprocess.Popen[str], tmp_path: Path
) -> None:
    check(script, tmp_path, lambda path: ask(session, path, _new(tmp_path / "run"), {}))


@pytest.mark.ray
@pytest.mark.parametrize("script", some_of([path for path in scripts(["ray"]) if is_alone(path)]), ids=name_of)
def test_its_modern_form_prints_what_it_printed_on_a_ray_of_its_own(script: Path, tmp_path: Path) -> None:
    def run(path: Path) -> tuple[bytes, str]:
        command = [sys.executable, path.name]
        done = subprocess.run(command, cwd=path.parent, capture_output=True, timeout=120, check=False)
        return done.stdout, done.stderr.decode(errors="replace") if done.returncode else ""

    check(script, tmp_path, run)


def _new(folder: Path) -> Path:
    folder.mkdir()
    return folder


def test_the_list_names_scripts_that_there_are_and_few_of_them() -> None:
    listed = not_modernized()
    assert all(listed.values())
    assert NO_REASON not in listed.values(), "say why, in place of the question mark"
    names = {name_of(script) for script in scripts()}
    assert set(listed) <= names
    left = [reason for reason in listed.values() if not reason.startswith(NO_SPELLING)]
    assert len(left) <= 0.1 * (len(names) - len(listed) + len(left))
    assert list(listed) == sorted(listed)


def test_the_documentation_counts_them() -> None:
    assert TABLE.findall((HERE.parent.parent / "docs" / "modernize.md").read_text(encoding="utf-8")) == [
        tuple(map(str, row)) for row in counts(not_modernized())
    ]
