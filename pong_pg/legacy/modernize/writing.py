"""Writes modernised files: as differences, in place of the old ones, or as a copy."""

from __future__ import annotations

import contextlib
import difflib
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from pong_pg.errors import PongPGError
from pong_pg.files import atomic_file
from pong_pg.legacy.modernize.files import File, all_files, decode
from pong_pg.legacy.modernize.notebooks import cell_sources

_ORIGINAL = ".orig"
_NO_NEWLINE = "\\ No newline at end of file\n"


def difference(file: File) -> Iterator[str]:
    """Yield the lines of a unified diff; that of a notebook is cell by cell."""
    if not file.is_changed:
        # It may be one that can't even be read.
        return
    old, new = (decode(str(file.path), data) for data in (file.old, file.new))
    if not file.is_notebook:
        yield from _unified(old, new, str(file.path))
        return
    for number, (was, becomes) in enumerate(zip(cell_sources(old), cell_sources(new), strict=True), 1):
        yield from _unified(was, becomes, f"{file.path}:cell {number}", is_file=False)


def _unified(old: str, new: str, name: str, *, is_file: bool = True) -> Iterator[str]:
    for line in difflib.unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), name, name):
        yield line if line.endswith("\n") else f"{line}\n"
        if is_file and not line.endswith("\n"):
            yield _NO_NEWLINE


def _original(path: Path) -> Path:
    return path.with_name(path.name + _ORIGINAL)


def in_place(files: Sequence[File], *, keep: bool = True) -> None:
    """Replace files by their modern forms, all or none of them.

    Args:
        files: the files; those without changes stay untouched.
        keep: keep each original beside its file, under its name with `.orig`.

    Raises:
        PongPGError: one of them can't be written, or there is an original already.
    """
    changed = [(Path(os.path.realpath(file.path)), file) for file in files if file.is_changed]
    for path, file in changed:
        if keep and os.path.lexists(_original(path)):
            raise PongPGError(
                f"{_original(path)} exists already, and --in-place would overwrite it: remove it, or name an --output"
            )
        if not path.stat().st_mode & stat.S_IWUSR or not all(os.access(one, os.W_OK) for one in (path, path.parent)):
            raise PongPGError(f"can't write {file.path}: it is read-only; name an --output")
    done: list[tuple[Path, File]] = []
    try:
        for path, file in changed:
            mode = stat.S_IMODE(path.stat().st_mode)
            if keep:
                with atomic_file(_original(path), mode) as out:
                    out.write(file.old)
            done.append((path, file))
            with atomic_file(path, mode) as out:
                out.write(file.new)
    except OSError as error:
        _take_back(done, keep=keep)
        raise PongPGError(f"can't write {path}: {error.strerror or error}; no file was changed") from error


def _take_back(done: Sequence[tuple[Path, File]], *, keep: bool) -> None:
    for path, file in done:
        with contextlib.suppress(OSError):
            if path.read_bytes() != file.old:
                with atomic_file(path, stat.S_IMODE(path.stat().st_mode)) as out:
                    out.write(file.old)
            if keep:
                _original(path).unlink(missing_ok=True)


def check_output(output: Path, source: Path) -> None:
    """Check that a copy can be written.

    Raises:
        PongPGError: it exists, or its folder does not, or it would be within the folder that is copied.
    """
    if os.path.lexists(output):
        raise PongPGError(f"--output {output} exists already: name another {'folder' if source.is_dir() else 'file'}")
    parent = output.absolute().parent
    if not parent.is_dir():
        raise PongPGError(f"--output {output}: there is no directory {parent}: create it, or name another one")
    if not os.access(parent, os.W_OK):
        raise PongPGError(f"--output {output}: the directory {parent} can't be written to: name another one")
    if source.is_dir() and Path(os.path.realpath(parent)).is_relative_to(os.path.realpath(source)):
        raise PongPGError(f"--output {output} is within {source}: name a folder outside of it")


def to_output(source: Path, files: Sequence[File], output: Path) -> None:
    """Write the modern form of a file, or a copy of a folder with the modern forms of its files.

    Hidden folders and virtual environments are left out. Until it is complete, the copy has another name.

    Raises:
        PongPGError: it can't be written.
    """
    try:
        if not source.is_dir():
            with atomic_file(output, stat.S_IMODE(source.stat().st_mode)) as out:
                out.write(files[0].new)
            return
        temporary = Path(tempfile.mkdtemp(dir=output.absolute().parent, prefix=f".{output.name}."))
        try:
            copy_tree(source, temporary, {file.path: file.new for file in files})
            shutil.copymode(source, temporary)
            temporary.rename(output)
        except BaseException:
            shutil.rmtree(temporary, ignore_errors=True)
            raise
    except OSError as error:
        raise PongPGError(f"can't write {output}: {error.strerror or error}") from error


def copy_tree(folder: Path, copy: Path, new: dict[Path, bytes]) -> None:
    """Copy a folder without hidden folders and virtual environments; some of its files have another content."""
    for path in all_files(folder):
        to = copy / path.relative_to(folder)
        to.parent.mkdir(parents=True, exist_ok=True)
        if path.is_symlink():
            target = Path(os.path.realpath(path)).relative_to(os.path.realpath(folder))
            to.symlink_to(os.path.relpath(target, path.relative_to(folder).parent))
        elif path in new:
            to.write_bytes(new[path])
            shutil.copymode(path, to)
        else:
            shutil.copy2(path, to)
