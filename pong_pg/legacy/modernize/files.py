"""Modernises files: scripts, notebooks, and whole folders, whose files know each other."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pong_pg.errors import MissingPackageError, PongPGError
from pong_pg.legacy.modernize import notebooks
from pong_pg.legacy.modernize.modernizing import Modernized, modernize_text
from pong_pg.legacy.modernize.notebooks import Notebook
from pong_pg.legacy.read.program import Program
from pong_pg.legacy.read.source import encoding_of
from pong_pg.untrusted.bounded import NOTEBOOK_LIMIT, read_bytes, read_script

NOTEBOOK = ".ipynb"
SCRIPT = ".py"
# A folder with this file is a virtual environment.
_ENVIRONMENT = "pyvenv.cfg"
_SKIPPED = frozenset({"__pycache__", "node_modules", "site-packages"})


@dataclass(frozen=True)
class File:
    """A file, and what became of it.

    Attributes:
        path: its path, as the user named it or the folder that it is in.
        old: its content.
        new: its modern content; the same if nothing is old in it.
        modern: its modern form; None if it could not be modernised.
        why: why it could not be; "" if it could.
        python2: it was read as Python 2.
        modules: the program's own modules.
    """

    path: Path
    old: bytes
    new: bytes
    modern: Modernized | None
    why: str = ""
    python2: bool = False
    modules: frozenset[Path] = frozenset()

    @property
    def is_changed(self) -> bool:
        """Whether something in it was old."""
        return self.new != self.old

    @property
    def is_notebook(self) -> bool:
        """Whether it is a notebook."""
        return self.path.suffix == NOTEBOOK


def modernize_files(paths: Sequence[Path], new_program: Callable[[], Program]) -> list[File]:
    """Modernise scripts and notebooks, which know each other; nothing is written.

    Args:
        paths: their paths.
        new_program: makes a program, with what is known of that of the files.

    Raises:
        PongPGError: a file can't be read; it is the only one, and can't be modernised.
        MissingPackageError: fissix or ruff is not installed.
    """
    data = {os.path.realpath(path): _content(path) for path in paths}
    errors: dict[str, str] = {}
    parts: dict[str, Program | Notebook] = {}
    # Notebooks first, and scripts before the modules that they import.
    for real in sorted(data, key=lambda real: (not real.endswith(NOTEBOOK), real)):
        if real in parts:
            continue
        try:
            part = parts[real] = _read(real, data[real], new_program())
        except MissingPackageError:
            raise
        except PongPGError as error:
            if len(paths) == 1:
                raise
            errors[real] = str(error)
            continue
        parts.update(dict.fromkeys(_modules_of(part) & data.keys() - {real}, _program_of(part)))
    files: list[File] = []
    for path in paths:
        real = os.path.realpath(path)
        old = data[real]
        try:
            if real in errors:
                raise PongPGError(errors[real])
            files.append(_modernized(path, old, parts[real]))
        except MissingPackageError:
            raise
        except PongPGError as error:
            if len(paths) == 1:
                raise
            files.append(File(path, old, old, None, str(error)))
    return files


def _read(real: str, data: bytes, program: Program) -> Program | Notebook:
    text = decode(real, data)
    if real.endswith(NOTEBOOK):
        return notebooks.read(real, text, program)
    program.add_script(real)
    return program


def _program_of(part: Program | Notebook) -> Program:
    return part.program if isinstance(part, Notebook) else part


def _modules_of(part: Program | Notebook) -> set[str]:
    return set(_program_of(part).modules.values())


def _modernized(path: Path, old: bytes, part: Program | Notebook) -> File:
    real, text, program = os.path.realpath(path), decode(str(path), old), _program_of(part)
    if isinstance(part, Notebook) and path.suffix == NOTEBOOK:
        done = notebooks.modernize(part)
    else:
        done = modernize_text(text, real, program)
    new = old if done.source == text else _encoded(str(path), done.source, old)
    return File(path, old, new, done, "", program.python2, frozenset(map(Path, _modules_of(part) - {real})))


def decode(path: str, data: bytes) -> str:
    """Return the text of a file, with its own line ends and its mark at the beginning.

    Raises:
        PongPGError: it is no text.
    """
    if b"\0" in data:
        raise PongPGError(f"{path} is a binary file: name a script, a notebook or a folder")
    # The mark at the beginning is part of the text here.
    return data.decode(encoding_of(data).removesuffix("-sig"))


def _encoded(path: str, text: str, old: bytes) -> bytes:
    """Return a new text of a file in its encoding; a file whose encoding was wrong gets UTF-8."""
    encoding = encoding_of(old).removesuffix("-sig")
    if encoding == "latin-1" and b"coding" not in b"".join(old.splitlines()[:2]):
        encoding = "utf-8"
    try:
        return text.encode(encoding)
    except UnicodeEncodeError as error:
        raise PongPGError(
            f"{path}: the modern form has characters that {encoding} has not: convert it to UTF-8"
        ) from error


def _content(path: Path) -> bytes:
    try:
        return read_bytes(path, NOTEBOOK_LIMIT) if path.suffix == NOTEBOOK else read_script(path)
    except OSError as error:
        raise PongPGError(
            f"can't read {path}: {error.strerror or error}; name a script, a notebook or a folder"
        ) from error


def files_in(folder: Path) -> list[Path]:
    """Return the scripts and notebooks in a folder, without those in hidden folders and virtual environments.

    Raises:
        PongPGError: there are none.
    """
    found: list[Path] = []
    for top, folders, names in os.walk(folder):
        ignored = ignored_in(top, [*folders, *names])
        folders[:] = [name for name in folders if name not in ignored]
        paths = [Path(top, name) for name in names if name not in ignored]
        found += [path for path in paths if path.suffix in {SCRIPT, NOTEBOOK} and not path.is_symlink()]
    if not found:
        raise PongPGError(f"{folder} has no Python file and no notebook: name a folder that has")
    return sorted(found)


def ignored_in(folder: str, names: Sequence[str]) -> set[str]:
    """Return which names in a folder are hidden folders, virtual environments, or what Python makes itself."""
    paths = [Path(folder, name) for name in names if Path(folder, name).is_dir()]
    return {
        path.name for path in paths if path.name[0] == "." or path.name in _SKIPPED or (path / _ENVIRONMENT).exists()
    }
