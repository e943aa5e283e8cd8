"""Builds of the console from changed sources, with other flags, or as a program of its own."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from unittest import mock

from pong_pg.atari2600 import binding
from pong_pg.atari2600.binding import Console
from pong_pg.atari2600.rom import ENTRIES, find_rom, read_rom
from pong_pg.native.structs import declare

CONSOLE = Path(binding.__file__).parent
WARNINGS = ("-std=c99", "-Wall", "-Wextra", "-Werror")


def compiler() -> str | None:
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def translated(sources: Path) -> str:
    """Return the header that the translator in a folder writes."""
    code = f"import sys; from pathlib import Path; sys.path.insert(0, {str(sources.parent)!r})\n"
    code += "import pong_pg, importlib.util\n"
    code += f"import types; room = types.ModuleType('pong_pg.atari2600'); room.__path__ = [{str(sources)!r}]\n"
    code += "sys.modules['pong_pg.atari2600'] = room\n"
    code += "from pong_pg.atari2600.translate import Program\n"
    code += f"sys.stdout.write(Program({read_rom(find_rom())!r}, {ENTRIES!r}).header())"
    return subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout


def compile_console(
    sources: Path,
    folder: Path,
    flags: Sequence[str],
    *,
    files: Sequence[Path] = (),
    command: Sequence[str] = (),
) -> Path:
    """Compile the console of a folder; return what was compiled.

    Args:
        sources: with the C files and the translator.
        folder: where the result goes, and the translated ROM.
        flags: of the compiler.
        files: compiled instead of console.c.
        command: of another compiler.
    """
    header = translated(sources)
    (folder / "program.h").write_text(header)
    made = folder / "console.out"
    includes = ["-I", str(folder), "-I", str(sources)]
    command = [
        *(command or [str(compiler())]),
        *flags,
        *includes,
        "-o",
        str(made),
        *map(str, files or [sources / "console.c"]),
    ]
    subprocess.run(command, check=True, capture_output=True, text=True)
    return made


def build(sources: Path, folder: Path, flags: Sequence[str] = ("-O1",)) -> Console:
    """Return a console that is compiled from a folder's sources."""
    made = compile_console(sources, folder, ["-std=c99", "-fPIC", "-shared", *flags])
    library: Any = ctypes.PyDLL(str(made))
    declare(library, binding._FUNCTIONS)
    with mock.patch.object(binding, "load", return_value=library):
        return Console()
