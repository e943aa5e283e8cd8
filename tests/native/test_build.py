from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pong_pg.native import build

pytestmark = pytest.mark.any_stack


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of its own; what this process has loaded stays as it is."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("PONG_PG_COMPILED", raising=False)
    return tmp_path / "pong_pg"


def outcome() -> tuple[bool, str]:
    forward, about = build._loaded.__wrapped__()
    return forward is not None, about


def test_it_is_compiled_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    works, about = outcome()
    assert works, f"the tests need a C compiler: {about}"
    assert about.startswith("compiled by ")
    (library,) = cache.iterdir()
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("compiled again"))
    assert outcome() == (True, about)
    assert [*cache.iterdir()] == [library]


def test_another_compiler_compiles_it_anew(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome()
    monkeypatch.setenv("CC", f"{shutil.which('cc') or 'gcc'} -DANOTHER")
    assert outcome()[0]
    assert len([*cache.iterdir()]) == 2


def test_without_a_compiler_numpy_does_it(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(cache))
    monkeypatch.setitem(sys.modules, "ziglang", None)
    assert outcome() == (False, "by NumPy (no C compiler; one comes with  pip install 'pong-pg[compiled]')")
    assert not cache.exists()


def test_the_compiler_of_the_extra_is_found(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", "")
    (tmp_path / "ziglang").mkdir()
    (tmp_path / "ziglang" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    assert build._compiler() == [sys.executable, "-m", "ziglang", "cc"]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("false", "false failed: status 1"),
        ("sh -c 'echo it broke >&2; exit 3'", "failed: it broke"),
        ("no-such-compiler -x", "can't be run: No such file or directory"),
        ("true", "true failed: it compiled nothing"),
        ("cc 'x", "CC is not a command: No closing quotation"),
    ],
)
def test_a_compiler_that_fails_leaves_it_to_numpy(
    cache: Path, command: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", command)
    works, about = outcome()
    assert not works
    assert about.startswith("by NumPy (")
    assert reason in about
    assert "\n" not in about
    assert not cache.exists() or [*cache.iterdir()] == [], "leftovers"


def test_an_empty_cc_is_none(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", " ")
    assert outcome()[0]
    assert cache.exists()


def test_a_compiler_that_takes_too_long_leaves_it_to_numpy(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "_TIMEOUT", 0.1)
    monkeypatch.setenv("CC", "sh -c 'exec sleep 5'")
    assert "it takes too long" in outcome()[1]
    assert [*cache.iterdir()] == []


def test_a_cache_that_can_not_be_written_leaves_it_to_numpy(cache: Path) -> None:
    cache.write_text("not a directory")
    works, about = outcome()
    assert not works
    assert f"{cache} can't be written: File exists" in about


def test_a_user_without_a_home_is_left_to_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    assert outcome() == (False, "by NumPy (there is no home directory to keep it in: set XDG_CACHE_HOME)")


def test_a_damaged_file_leaves_it_to_numpy(cache: Path) -> None:
    library, _ = build._library()
    library.write_bytes(b"\x7fELF of another kind")
    works, about = outcome()
    assert not works
    assert "can't be loaded" in about


def test_it_can_be_left_to_numpy(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONG_PG_COMPILED", "0")
    assert outcome() == (False, "by NumPy (PONG_PG_COMPILED is 0)")
    assert not cache.exists()
