"""Checks of the places that files are written to."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

from pong_pg.doctor.finding import Finding, gigabytes

# The bytes that the path of a socket may have, and what Ray adds to its folder: the names of its session, with date,
# time and process id, and of its longest socket.
_LONGEST_SOCKET = 107 if sys.platform.startswith("linux") else 103
_SOCKET_OF_RAY = "ray/session_2000-01-01_00-00-00_000000_{process}/sockets/plasma_store"
# In bytes: what the log files of Ray and a few checkpoints take.
_SPACE_NEEDED = 500e6


def working_directory() -> Finding:
    """Write a file in the working directory."""
    try:
        folder = Path.cwd()
    except OSError as error:
        return Finding("broken", f"it does not exist any more ({error.strerror})", "cd ~")
    return _written_in(folder, "cd  to a directory of your own, or  pong-pg train --run-dir DIR")


def runs() -> Finding:
    """Write a file in `runs`, where runs are kept; or in the working directory, where it is made."""
    folder = Path("runs")
    advice = "pong-pg train --run-dir DIR  with a directory of your own"
    if folder.is_symlink() and not folder.exists():
        return Finding("broken", f"runs is a link to {folder.readlink()}, which does not exist", "rm runs")
    if folder.exists() and not folder.is_dir():
        return Finding("broken", "runs is a file", f"rename it, or  {advice}")
    if folder.is_dir():
        return _written_in(folder, advice)
    found = _written_in(Path(), advice)
    return Finding(found.status, f"not there yet; where it is made: {found.detail}", found.advice, found.values)


def temporary() -> Finding:
    """Write a file in the folder for temporary files that Ray uses, and see that its sockets have room in the path."""
    on_linux = sys.platform.startswith("linux")
    folder = Path(os.environ.get("RAY_TMPDIR") or (on_linux and os.environ.get("TMPDIR")) or "/tmp")
    found = _written_in(folder, "export TMPDIR=DIR  with a short path to a directory of your own")
    if found.status == "broken":
        return found
    length = len(os.fsencode(folder.absolute() / _SOCKET_OF_RAY.format(process=os.getpid())))
    values = {**found.values, "socket_path_length": length, "socket_path_limit": _LONGEST_SOCKET}
    if length > _LONGEST_SOCKET:
        detail = f"{found.detail}; Ray's sockets there have paths of {length} bytes, {_LONGEST_SOCKET} are allowed"
        return Finding("broken", detail, "export RAY_TMPDIR=/tmp", values)
    return Finding(found.status, found.detail, found.advice, values)


def cache() -> Finding:
    """Write a file in the folder where compiled code is kept."""
    import platformdirs

    try:
        folder = platformdirs.user_cache_path("pong_pg", appauthor=False)
    except RuntimeError:
        folder = Path()
    advice = "export XDG_CACHE_HOME=DIR  with a directory of your own"
    if not folder.is_absolute():
        return Finding("limited", "there is no home directory", advice)
    existing = next(place for place in (folder, *folder.parents) if place.exists())
    found = _written_in(existing, advice)
    status = "limited" if found.status == "broken" else found.status
    return Finding(status, found.detail, found.advice, {**found.values, "path": str(folder)})


def _written_in(folder: Path, advice: str) -> Finding:
    """Write a file, and find the free space."""
    values: dict[str, Any] = {}
    try:
        values["path"] = str(folder.absolute())
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"pong_pg")
            file.flush()
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return Finding("broken", f"{values.get('path', folder)}: {error.strerror or error}", advice, values)
    values["free"] = free
    detail = f"{values['path']}, {gigabytes(free)} free"
    if free < _SPACE_NEEDED:
        return Finding("limited", f"{detail}: little space", advice, values)
    return Finding("ok", detail, values=values)
