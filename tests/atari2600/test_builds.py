"""What compilers and sanitizers say about the console."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from atari2600_builds import CONSOLE, WARNINGS, compile_console, compiler

pytestmark = [
    pytest.mark.needs("ale-py>=0.9"),
    pytest.mark.skipif(compiler() is None, reason="needs a compiler of C"),
]
PLAY = Path(__file__).with_name("play.c")
SANITIZERS = ("-std=c99", "-g", "-O1", "-fno-sanitize-recover=all")


@pytest.mark.parametrize("level", ["-O1", "-O3"])
@pytest.mark.parametrize("name", ["gcc", "clang", "zig"])
def test_there_are_no_warnings(name: str, level: str, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ziglang", "cc"] if name == "zig" else [name]
    if not (importlib.util.find_spec("ziglang") if name == "zig" else shutil.which(name)):
        pytest.skip(f"needs {name}")
    compile_console(CONSOLE, tmp_path, [*WARNINGS, level, "-fPIC", "-shared"], command=command)


@pytest.mark.parametrize(("sanitizers", "arguments"), [("address,undefined", ["40"]), ("address,bounds", ["400", "3"])])
def test_sanitizers_have_nothing_to_say(sanitizers: str, arguments: list[str], tmp_path: Path) -> None:
    """Of what is played and, of its use of memory, after states that are damaged: users restore bytes of their own."""
    flags = [*SANITIZERS, f"-fsanitize={sanitizers}"]
    program = compile_console(CONSOLE, tmp_path, flags, files=[PLAY])
    done = subprocess.run([str(program), *arguments], check=False, capture_output=True, text=True, timeout=200)
    assert done.returncode == 0, done.stderr
