"""Writes modernised files: as differences, in place of the old ones, or as a copy."""

from __future__ import annotations

import difflib
import os
import shutil
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from pong_pg.errors import PongPGError
from pong_pg.legacy.modernize.files import File, decode, ignored_in
from pong_pg.legacy.modernize.notebooks import cell_sources
from pong_pg.untrusted.writing import atomic_file

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
        name = f"{file.path}:cell {number}"
        yield from _unified(f"{was}\n" if was else "", f"{becomes}\n" if becomes else "", name)


def _unified(old: str, new: str, name: str) -> Iterator[str]:
    for line in difflib.unified_diff(old.splitlines(keepends=True), new.splitlines(keepends=True), name, name):
        yield line if line.endswith("\n") else f"{line}\n"
        if not line.endswith("\n"):
            yield _NO_NEWLINE


def _original(path: Path) -> Path:
    return path.with_name(path.name + _ORIGINAL)


def in_place(files: Sequence[File], *, keep: bool = True) -> None:
    """Replace files by their modern forms.

    Args:
        files: the files; those without changes stay untouched.
        keep: keep each original beside its file, under its name with `.orig`.

    Raises:
        PongPGError: one of them can't be written, or there is an original already; then none is.
    """
    changed = [(Path(os.path.realpath(file.path)), file) for file in files if file.is_changed]
    for path, file in changed:
        if keep and os.path.lexists(_original(path)):
            raise PongPGError(
                f"{_original(path)} exists already, and --in-place would overwrite it: remove it, or name an --output"
            )
        if not path.stat().st_mode & stat.S_IWUSR or not all(os.access(one, os.W_OK) for one in (path, path.parent)):
            raise PongPGError(f"can't write {file.path}: it is read-only; name an --output")
    for path, file in changed:
        mode = stat.S_IMODE(path.stat().st_mode)
        for to, data in ((_original(path), file.old), (path, file.new))[not keep :]:
            try:
                with atomic_file(to, mode) as out:
                    out.write(data)
            except OSError as error:
                raise PongPGError(f"can't write {to}: {error.strerror or error}") from error


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

    Hidden folders and virtual environments are left out.

    Raises:
        PongPGError: it can't be written.
    """
    try:
        if source.is_dir():
            copy_folder(source, output, files)
        else:
            with atomic_file(output, stat.S_IMODE(source.stat().st_mode)) as out:
                out.write(files[0].new)
    except OSError as error:
        raise PongPGError(f"can't write {output}: {error.strerror or error}") from error


def copy_folder(folder: Path, copy: Path, files: Sequence[File]) -> None:
    """Copy a folder, with the modern forms of some of its files; a copy that can't be completed is removed."""
    try:
        shutil.copytree(folder, copy, symlinks=True, ignore=ignored_in)
        for file in files:
            (copy / file.path.relative_to(folder)).write_bytes(file.new)
    except BaseException:
        shutil.rmtree(copy, ignore_errors=True)
        raise
