"""Modernises files: scripts, notebooks, and whole folders, whose files know each other."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pong_pg.errors import PongPGError
from pong_pg.legacy.modernize import modernizing, notebooks, sources
from pong_pg.legacy.modernize.modernizing import Modernized
from pong_pg.legacy.modernize.notebooks import Notebook
from pong_pg.legacy.modernize.sources import Written
from pong_pg.legacy.read.program import Program
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
    """

    path: Path
    old: bytes
    new: bytes
    modern: Modernized | None
    why: str = ""
    python2: bool = False

    @property
    def is_changed(self) -> bool:
        """Whether something in it was old."""
        return self.new != self.old

    @property
    def is_notebook(self) -> bool:
        """Whether it is a notebook."""
        return self.path.suffix == NOTEBOOK


@dataclass
class _Read:
    """The files that have been read.

    Attributes:
        texts: the text of each script and notebook, by its real path.
        programs: the program that each file belongs to.
        notebooks: the notebooks.
        errors: why files could not be read.
    """

    texts: dict[str, str] = field(default_factory=dict)
    programs: dict[str, Program] = field(default_factory=dict)
    notebooks: dict[str, Notebook] = field(default_factory=dict)
    errors: dict[str, PongPGError] = field(default_factory=dict)


def modernize_files(paths: Sequence[Path], written: Written, *, clear: bool = False) -> list[File]:
    """Modernise scripts and notebooks, which know each other; nothing is written.

    Args:
        paths: their paths.
        written: what is known of the program that they are.
        clear: drop the outputs of notebooks.

    Raises:
        PongPGError: a file can't be read; it is the only one, and can't be modernised.
        MissingPackageError: fissix or ruff is not installed.
    """
    data = {path: _content(path) for path in paths}
    real = {path: os.path.realpath(path) for path in paths}
    read = _Read()
    for path in paths:
        with _kept_error(read, real[path], is_only=len(paths) == 1):
            read.texts[real[path]] = sources.decode(str(path), data[path])
    _read_programs(read, written, is_only=len(paths) == 1)
    modern: dict[str, Modernized] = {}
    for name, program in read.programs.items():
        with _kept_error(read, name, is_only=len(paths) == 1):
            if name in read.notebooks:
                modern[name] = notebooks.modernize(read.notebooks[name], program, clear=clear)
            else:
                modern[name] = sources.modernize_text(read.texts[name], name, program)
    files: list[File] = []
    for path in paths:
        done = modern.get(real[path])
        if done is None:
            files.append(File(path, data[path], data[path], None, str(read.errors[real[path]])))
            continue
        if real[path] not in read.notebooks:
            done = _with_notes(done, real[path], read, modern)
        changed = done.source != read.texts[real[path]]
        new = sources.encode(str(path), done.source, data[path]) if changed else data[path]
        files.append(File(path, data[path], new, done, python2=read.programs[real[path]].python2))
    return files


def _with_notes(done: Modernized, path: str, read: _Read, modern: dict[str, Modernized]) -> Modernized:
    """Return a modernised script with the notes that it has when its modules are modern, too."""
    texts = {other: one.source for other, one in modern.items() if other not in read.notebooks}
    text = done.source.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    failed = [note for note in done.notes if modernizing.is_failure(note)]
    notes = (*failed, *modernizing.notes_of(text, path, read.programs[path], texts))
    return Modernized(done.source, notes, done.changes)


class _kept_error:  # noqa: N801 - a context manager, named as such
    """Keeps the error of a file among many; that of the only file is raised."""

    def __init__(self, read: _Read, path: str, *, is_only: bool) -> None:
        self._read, self._path, self._is_only = read, path, is_only

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: object, _trace: object) -> bool:
        if isinstance(error, PongPGError) and type(error).__name__ != "MissingPackageError" and not self._is_only:
            self._read.errors[self._path] = error
            return True
        return False


def _content(path: Path) -> bytes:
    try:
        return read_bytes(path, NOTEBOOK_LIMIT) if path.suffix == NOTEBOOK else read_script(path)
    except OSError as error:
        raise PongPGError(
            f"can't read {path}: {error.strerror or error}; name a script, a notebook or a folder"
        ) from error


def _read_programs(read: _Read, written: Written, *, is_only: bool) -> None:
    """Find the program of each file: that of the script or notebook that imports it, or its own."""
    for path in sorted(read.texts, key=lambda path: (not path.endswith(NOTEBOOK), path)):
        if path in read.programs:
            continue
        with _kept_error(read, path, is_only=is_only):
            _add_program(read, path, written)
    if written.python is not None:
        return
    # The scripts of one folder are for one Python.
    folders = {str(Path(path).parent) for path, program in read.programs.items() if program.python2}
    roots = {id(program) for path, program in read.programs.items() if str(Path(path).parent) in folders}
    for path, program in list(read.programs.items()):
        if id(program) in roots and not program.python2:
            with _kept_error(read, path, is_only=is_only):
                _add_program(read, path, written, python2=True)


def _add_program(read: _Read, path: str, written: Written, *, python2: bool = False) -> None:
    program = written.program()
    if path.endswith(NOTEBOOK):
        book = read.notebooks[path] = notebooks.read(path, read.texts[path], written)
        program = book.program
    else:
        program.python2 = program.python2 or python2
        program.add_script(path)
    read.programs[path] = program
    # A module that was taken for a script of its own belongs to the first that imports it.
    for module in program.modules.values():
        if module in read.texts and module != path and not module.endswith(NOTEBOOK):
            read.programs[module] = program


def files_in(folder: Path) -> list[Path]:
    """Return the scripts and notebooks in a folder, without those in hidden folders and virtual environments.

    Raises:
        PongPGError: there are none; or a symbolic link leaves the folder.
    """
    found = [path for path in all_files(folder) if path.suffix in {SCRIPT, NOTEBOOK} and not path.is_symlink()]
    if not found:
        raise PongPGError(f"{folder} has no Python file and no notebook: name a folder that has")
    return found


def all_files(folder: Path) -> list[Path]:
    """Return all files in a folder, and the symbolic links, without hidden folders and virtual environments.

    Raises:
        PongPGError: a symbolic link leaves the folder.
    """
    return sorted(_walk(folder, Path(os.path.realpath(folder))))


def _walk(folder: Path, top: Path) -> Iterator[Path]:
    try:
        entries = sorted(folder.iterdir())
    except OSError as error:
        raise PongPGError(f"can't read {folder}: {error.strerror or error}") from error
    for path in entries:
        if path.is_symlink():
            if not Path(os.path.realpath(path)).is_relative_to(top):
                raise PongPGError(
                    f"{path} is a symbolic link that leaves the folder: name the files, or remove the link"
                )
            yield path
        elif path.is_dir():
            is_skipped = path.name.startswith(".") or path.name in _SKIPPED or (path / _ENVIRONMENT).exists()
            if not is_skipped:
                yield from _walk(path, top)
        elif path.is_file():
            yield path


def modules_beside(script: Path, files: Iterable[File], written: Written) -> list[Path]:
    """Return the script's own modules that are not among some files."""
    named = {os.path.realpath(file.path) for file in files}
    program = written.program()
    program.add_script(str(script))
    return [Path(path) for path in sorted(set(program.modules.values()) - named)]
