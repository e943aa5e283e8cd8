"""What compilers and sanitizers say about the console."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from atari2600_builds import CONSOLE, WARNINGS, compile_console, compiler

pytestmark = [
    pytest.mark.needs("ale-py>=0.9"),
    pytest.mark.skipif(compiler() is None, reason="needs a compiler of C"),
]
FUZZ = Path(__file__).with_name("fuzz.c")
SANITIZERS = ("-g", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def rom_of(seed: int) -> bytes:
    """A ROM of random bytes, whose vectors lead into it."""
    rom = np.random.default_rng(seed).integers(0, 256, 2_048, dtype=np.uint8)
    rom[[0x7FD, 0x7FF]] |= 0xF0
    return rom.tobytes()


@pytest.mark.parametrize("level", ["-O1", "-O3"])
@pytest.mark.parametrize("name", ["gcc", "clang", "zig"])
def test_there_are_no_warnings(name: str, level: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ziglang", "cc"] if name == "zig" else [name]
    if not (importlib.util.find_spec("ziglang") if name == "zig" else shutil.which(name)):
        pytest.skip(f"needs {name}")
    compile_console(CONSOLE, tmp_path, [*WARNINGS, level, "-fPIC", "-shared"], command=command)


def test_states_of_random_bytes_do_no_harm(tmp_path: Path) -> None:
    program = compile_console(CONSOLE, tmp_path, ["-std=c99", *SANITIZERS], files=[FUZZ])
    done = subprocess.run([str(program), "300"], check=False, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) > 150


@pytest.mark.parametrize("seed", range(3))
def test_roms_of_random_bytes_do_no_harm(seed: int, tmp_path: Path) -> None:
    """The package plays none but Pong, and the translator is no less robust for that."""
    program = compile_console(CONSOLE, tmp_path, ["-std=c99", *SANITIZERS], files=[FUZZ], rom=rom_of(seed))
    done = subprocess.run([str(program), "8"], check=False, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
