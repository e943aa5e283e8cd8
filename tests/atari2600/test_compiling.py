"""The console is compiled once, or there is a reason."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pong_pg.atari2600 import binding
from pong_pg.atari2600.rom import UnavailableError, find_rom

pytestmark = pytest.mark.needs("ale-py>=0.9")
COMPILER = shutil.which("cc") or "gcc"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache, and no memory of what was loaded from another one."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("PONG_PG_COMPILED", raising=False)
    binding._library.cache_clear()
    yield tmp_path / "pong_pg"
    binding._library.cache_clear()


def test_processes_that_want_it_at_once_compile_it_once(cache: Path) -> None:
    begun = cache.parent / "begun"
    environment = {**os.environ, "CC": f"sh -c 'echo >> {begun}; sleep 1; exec {COMPILER} \"$@\"' cc -O0"}
    command = [sys.executable, "-c", "from pong_pg.atari2600 import binding; binding.load()"]
    processes = [subprocess.Popen(command, env=environment) for _ in range(2)]
    assert [process.wait() for process in processes] == [0, 0]
    assert begun.read_text() == "\n"
    assert [path.suffix for path in cache.iterdir()] == [".so"], "the program of the ROM stays nowhere"


@pytest.mark.parametrize(
    ("command", "reason"),
    [("sh -c 'echo it broke >&2; exit 3'", "it broke"), ("no-such-compiler", "no-such-compiler can't be run")],
)
def test_a_compiler_that_fails_is_the_reason(
    cache: Path, command: str, reason: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CC", command)
    with pytest.raises(UnavailableError, match=reason):
        binding.load()
    assert not [*cache.glob("*")]
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("it was tried again"))
    with pytest.raises(UnavailableError, match=reason):
        binding.load()


def test_without_a_compiler_nothing_is_begun(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("a process was begun"))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(cache))
    monkeypatch.setitem(sys.modules, "ziglang", None)
    with pytest.raises(UnavailableError, match="no C compiler; one comes with  pip install"):
        binding.load()


def test_another_rom_is_not_played(tmp_path: Path) -> None:
    other = tmp_path / "pong.bin"
    other.write_bytes(find_rom().read_bytes()[:-1] + b"\0")
    with pytest.raises(UnavailableError, match="is not the Pong that the console is made for"):
        binding.load(other)
