"""Lets programs in Python that a script starts, by `subprocess` or `os.system`, run as old code if they are its own."""

from __future__ import annotations

import functools
import inspect
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pong_pg.legacy.read import settings
from pong_pg.legacy.read.own import is_own

# `pong-pg run`, as the installed command does: the folder that Python is started in is not on its path.
RUN = "import sys; here = sys.path.pop(0); from pong_pg.cli import main; sys.path.insert(0, here); sys.exit(main())"

_PYTHON = re.compile(r"python(?:([23])(?:\.\d+)?)?")
_FLAG = re.compile(r"-[BEOsu]+")
# Of a shell's command line: assignments, the Python, its flags and the script; what follows stays as it is.
_IN_SHELL = re.compile(
    r"(?P<before>\s*(?:\w+=[^\s'\"`$;&|<>()]*\s+)*)"
    r"(?P<words>[^\s'\"`$;&|<>()=]+\s+(?:-[BEOsu]+\s+)*[^\s'\"`$;&|<>()]+\.py)"
    r"(?P<after>$|[\s;&|<>].*)",
    re.DOTALL,
)
_signature = inspect.signature(subprocess.Popen.__init__)
_real_popen = subprocess.Popen.__init__
_real_system = os.system


def install() -> None:
    """Look at the commands that this process starts from now on; calling it again does nothing."""
    subprocess.Popen.__init__ = _popen  # type: ignore[method-assign]
    os.system = _system


def uninstall() -> None:
    """Undo `install`, as `%unload_ext pong_pg` does."""
    subprocess.Popen.__init__ = _real_popen  # type: ignore[method-assign]
    os.system = _real_system


@functools.wraps(_real_popen)
def _popen(*arguments: Any, **named: Any) -> None:
    bound = _signature.bind(*arguments, **named)
    given = bound.arguments
    command, where = given["args"], given.get("cwd")
    if given.get("executable") is None:
        if isinstance(command, (str, bytes)) and given.get("shell"):
            given["args"] = _in_shell_as_given(command, where)
        elif isinstance(command, (list, tuple)) and not given.get("shell"):
            given["args"] = as_old(command, where) or command
    _real_popen(*bound.args, **bound.kwargs)


def _system(command: Any) -> int:
    return _real_system(_in_shell_as_given(command, None) if isinstance(command, (str, bytes)) else command)


def _in_shell_as_given(command: str | bytes, where: Any) -> str | bytes:
    if isinstance(command, bytes):
        return os.fsencode(in_shell(os.fsdecode(command), where))
    return in_shell(command, where)


def in_shell(command: str, where: Any) -> str:
    """Return a shell's command line; if it begins by running one of the script's own files, that is run as old code.

    Args:
        command: the command line.
        where: the folder that it is run in; None for the current one.
    """
    found = _IN_SHELL.match(command)
    words = as_old(found["words"].split(), where) if found else None
    return command if found is None or words is None else found["before"] + shlex.join(words) + found["after"]


def as_old(words: Sequence[Any], where: Any) -> list[Any] | None:
    """Return the command that runs one of the script's own files as old code; None for any other command.

    Args:
        words: the command.
        where: the folder that it is run in; None for the current one.
    """
    if not words or not _is_python(words[0]):
        return None
    place = next((place for place, word in enumerate(words) if place and not _FLAG.fullmatch(str(word))), len(words))
    script = words[place] if place < len(words) else None
    if not isinstance(script, (str, os.PathLike)) or not str(script).endswith(".py"):
        return None
    path = Path(os.fsdecode(where or "."), script)
    if not path.is_file() or not is_own(str(path.absolute())):
        return None
    return [sys.executable, *words[1:place], "-c", RUN, "run", "--quiet", *_ages(words[0]), *words[place:]]


def _is_python(word: Any) -> bool:
    if not isinstance(word, (str, os.PathLike)):
        return False
    return str(word) == sys.executable or _PYTHON.fullmatch(Path(word).name) is not None


def _ages(python: Any) -> list[str]:
    """Return the options that say what is known for sure of the age of the script, and so of its other programs."""
    now = settings.current()
    # The Python that runs this is today's, and not the one that the script means by it.
    named = None if str(python) == sys.executable else _PYTHON.fullmatch(Path(python).name)
    version = (named and named[1]) or ("2" if now.fixed_python and now.python2 else "")
    options = ["--python", version] if version else []
    options += ["--gym-api", str(now.step_values)] if now.fixed_api else []
    return options if now.early_gym_is_guess else [*options, "--atari-py", now.atari_py]
