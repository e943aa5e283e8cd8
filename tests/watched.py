"""Watches what reading a file makes Python do, as the events of `sys.addaudithook` tell it."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

# Of events that start with these there is none when a file is only read.
_FORBIDDEN = (
    "ctypes.call_function", "ctypes.dl", "ctypes.string_at", "ftplib.", "http.", "mmap.", "os.exec", "os.fork",
    "os.kill", "os.posix_spawn", "os.putenv", "os.spawn", "os.system", "os.unsetenv", "poplib.", "pty.", "signal.",
    "smtplib.", "socket.", "sqlite3.", "subprocess.", "sys.addaudithook", "sys.setprofile", "sys.settrace", "urllib.",
    "webbrowser.",
)  # fmt: skip
# These, of `os` and `shutil`, change nothing.
_LOOKS = {"os.listdir", "os.scandir", "os.walk", "os.fwalk", "os.getxattr", "os.listxattr"}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
# What of the standard library does something when it is imported.
_WITH_EFFECT = {"antigravity", "this", "readline", "rlcompleter", "idlelib", "turtledemo", "__main__"}
# What executes code that it has generated: data classes, named tuples, and the schemas of notebooks.
_GENERATORS = ("dataclasses.py", "collections/__init__.py", "fastjsonschema/__init__.py")


class Watch:
    """Records, inside `watching`, the events that are not to be. A process can have one: audit hooks stay.

    Args:
        folder: where files may be written, if anywhere; elsewhere none may.
        packages: what may be imported besides the standard library.
        program: the start of the only command that may be run.

    Attributes:
        seen: the events, with their arguments.
    """

    def __init__(self, folder: Path | None, *, packages: set[str], program: list[str] | None = None) -> None:
        self.seen: list[str] = []
        self._folder = None if folder is None else os.path.realpath(folder)
        self._importable = (sys.stdlib_module_names - _WITH_EFFECT) | packages
        self._program = program
        self._installed = tuple({sys.prefix, sys.base_prefix, str(Path(__file__).parents[1] / "pong_pg")})
        self._is_on = False
        sys.addaudithook(self._audit)

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Record events from here to the end of the block."""
        self._is_on = True
        try:
            yield
        finally:
            self._is_on = False

    def _audit(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._is_on:
            return
        self._is_on = False
        try:
            by = sys._getframe(1).f_code.co_filename
            if not self._is_harmless(event, arguments, by):
                self.seen.append(f"{event} {arguments!r:.200} by {by}")
        finally:
            self._is_on = True

    def _is_harmless(self, event: str, arguments: tuple[Any, ...], by: str) -> bool:
        match event, arguments:
            case "import", (str(name), *_):
                return name.partition(".")[0] in self._importable
            case "exec", (code, *_):
                # The code of a module that is imported has the name of its file, and other code that of none.
                name = getattr(code, "co_filename", "")
                return name.startswith(("<frozen ", *self._installed)) or by.endswith(_GENERATORS)
            case "open", (str() | bytes() as path, _, int(flags)):
                return not flags & _WRITING or self._is_inside(path)
            case "subprocess.Popen", (_, list(command), *_) if self._program is not None:
                return command[: len(self._program)] == self._program
        if event.startswith(("os.", "shutil.")) and event not in _LOOKS and not event.startswith(_FORBIDDEN):
            paths = [argument for argument in arguments if isinstance(argument, str | bytes | os.PathLike)]
            # Without a name, or relative to a descriptor, it may be any.
            return bool(paths) and all(self._is_inside(path) for path in paths)
        return not event.startswith(_FORBIDDEN)

    def _is_inside(self, path: Any) -> bool:
        return self._folder is not None and os.path.realpath(os.fsdecode(path)).startswith(self._folder + os.sep)
