from __future__ import annotations

import ctypes
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

import platformdirs
import pytest

from pong_pg.native import build
from pong_pg.native.build import Library
from pong_pg.reinforce.kernels import LIBRARY


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of its own; what this process has loaded stays as it is."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("PONG_PG_COMPILED", raising=False)
    return tmp_path / "pong_pg"


def outcome() -> tuple[bool, str]:
    fresh = Library(LIBRARY.source, functions=LIBRARY.functions)
    return fresh.load() is not None, fresh.about()


def test_it_is_compiled_once(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    works, about = outcome()
    assert works, f"the tests need a C compiler: {about}"
    assert about.startswith("compiled by ")
    (compiled,) = cache.iterdir()
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: pytest.fail("compiled again"))
    assert outcome() == (True, about)
    assert [*cache.iterdir()] == [compiled]


def test_without_a_compiler_numpy_does_it(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(cache))
    monkeypatch.setitem(sys.modules, "ziglang", None)
    assert outcome() == (False, "by NumPy (no C compiler; one comes with  pip install ziglang)")
    assert not cache.exists()


def test_the_compiler_of_the_extra_is_not_one_of_the_working_directory(
    cache: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "of a stranger"
    folder.mkdir()
    (folder / "ziglang.py").write_text("open('executed', 'w')")
    monkeypatch.chdir(folder)
    monkeypatch.setattr(build, "_compiler", lambda: [sys.executable, "-m", "ziglang", "cc"])
    outcome()
    assert [path.name for path in folder.iterdir()] == ["ziglang.py"]


@pytest.mark.parametrize(
    ("command", "reason"),
    [
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


@pytest.mark.parametrize("home", [RuntimeError("no home directory"), Path("~/.cache/pong_pg")])
def test_a_user_without_a_home_is_left_to_numpy(home: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Some versions of platformdirs raise; others give a folder that would be made in the working directory."""

    def user_cache_path(*_: Any, **__: Any) -> Path:
        if isinstance(home, Path):
            return home
        raise home

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(platformdirs, "user_cache_path", user_cache_path)
    reason = "there is no home directory to keep it in: set XDG_CACHE_HOME to an absolute path"
    assert outcome() == (False, f"by NumPy ({reason})")
    assert not [*tmp_path.iterdir()]


def test_another_header_beside_a_file_compiles_it_anew(cache: Path, tmp_path: Path) -> None:
    source, header = tmp_path / "one.c", tmp_path / "one.h"
    source.write_text('#include "one.h"\nint one(void) { return ONE; }\n')
    found = []
    for number in (1, 2):
        header.write_text(f"#define ONE {number}\n")
        library = Library(source, functions={"one": ([], ctypes.c_int)}).load()
        assert library is not None
        found.append(library.one())
    assert found == [1, 2]


def test_a_damaged_file_is_compiled_again(cache: Path) -> None:
    # One that this process has not loaded.
    path = Library(LIBRARY.source, functions={})._compiled(build._compiler(), "cc")
    path.write_bytes(b"\x7fELF of another kind")
    assert outcome()[0]
    assert path.stat().st_size > 1000


def test_another_c_library_has_a_file_of_its_own(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home may be shared by machines with glibc and with musl, or with a newer and an older glibc."""
    assert outcome()[0]
    for libc in (("glibc", "2.17"), ("", "")):
        monkeypatch.setattr(platform, "libc_ver", lambda libc=libc: libc)
        assert outcome()[0]
    monkeypatch.setattr(sysconfig, "get_config_var", lambda _: "cpython-311-x86_64-linux-musl")
    assert outcome()[0]
    assert len([*cache.iterdir()]) == 4


@pytest.mark.parametrize("has_tools", [True, False])
def test_a_mac_without_command_line_tools_is_left_to_numpy(has_tools: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """There, /usr/bin/cc is no compiler: it opens a dialog that offers to install one."""
    asked: list[str] = []

    def run(command: list[str], **_: Any) -> Any:
        asked.append(command[0])
        return subprocess.CompletedProcess(command, 0 if has_tools else 2)

    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(platform, "system", lambda: "Darwin")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setitem(sys.modules, "ziglang", None)
    if has_tools:
        assert build._compiler() == ["/usr/bin/cc"]
    else:
        with pytest.raises(build._Unavailable, match="no C compiler"):
            build._compiler()
    assert set(asked) == {"/usr/bin/xcode-select"}
    # One that the user has installed elsewhere is one.
    monkeypatch.setattr(shutil, "which", lambda name: f"/opt/bin/{name}")
    assert build._compiler() == ["/opt/bin/cc"]


def test_it_can_be_left_to_numpy(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PONG_PG_COMPILED", "0")
    assert outcome() == (False, "by NumPy (PONG_PG_COMPILED is 0)")
    assert not cache.exists()


@pytest.mark.parametrize("what", ["folder", "library", "folder above"])
def test_what_others_can_write_is_not_loaded(cache: Path, what: str) -> None:
    assert outcome()[0]
    (compiled,) = cache.iterdir()
    assert cache.stat().st_mode & 0o777 == 0o700
    place = {"folder": cache, "library": compiled, "folder above": cache.parent}[what]
    before = place.stat().st_mode
    for more in (0o020, 0o002):
        place.chmod(before | more)
        assert outcome() == (False, f"by NumPy (others can write to {place}: run  chmod go-w {place})")
    # As /tmp is: others may make files there, and exchange none.
    place.chmod(before | 0o1002)
    assert outcome()[0] == (what == "folder above")
    place.chmod(before)
    assert outcome()[0]


def test_what_is_compiled_is_private_whatever_the_user_s_files_are(cache: Path) -> None:
    before = os.umask(0)
    try:
        assert outcome()[0]
    finally:
        os.umask(before)
    (compiled,) = cache.iterdir()
    assert (cache.stat().st_mode & 0o777, compiled.stat().st_mode & 0o777) == (0o700, 0o600)
    assert outcome()[0]


def test_what_belongs_to_another_user_is_not_loaded(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert outcome()[0]
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    works, about = outcome()
    assert not works
    assert f"{cache} belongs to another user" in about


def test_a_link_to_a_folder_that_others_can_write_is_not_followed(cache: Path, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    cache.symlink_to(shared)
    assert outcome() == (False, f"by NumPy (others can write to {shared}: run  chmod go-w {shared})")
    assert [*shared.iterdir()] == []
