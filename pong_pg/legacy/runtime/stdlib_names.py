"""Functions and classes of Python 2's standard library that nothing of today's stands for."""

from __future__ import annotations

import functools
import hashlib
import importlib.util
import inspect
import io
import subprocess
import sys
import threading
import types
from collections.abc import Callable
from typing import Any, NamedTuple

STRING_TYPES = (str,)


class StringIO(io.StringIO):
    """A file in memory that takes strings and bytes, since Python 2's strings were both."""

    def __init__(self, text: Any = "") -> None:
        super().__init__(_as_text(text))

    def write(self, text: Any) -> int:
        """Write at the current position."""
        return super().write(_as_text(text))


def _as_text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes | bytearray) else str(value)


class ArgSpec(NamedTuple):
    """The parameters of a function, as `getargspec` returns them."""

    args: list[str]
    varargs: str | None
    keywords: str | None
    defaults: tuple[Any, ...] | None


def getargspec(function: Any) -> ArgSpec:
    """Return the parameters of a function."""
    return ArgSpec(*inspect.getfullargspec(function)[:4])


def getstatusoutput(command: str) -> tuple[int, str]:
    """Run a command in a shell; return its status, encoded as `os.wait` does it, and its output."""
    status, output = subprocess.getstatusoutput(command)
    return status << 8, output


def start_new_thread(function: Callable[..., Any], arguments: Any, named: dict[str, Any] | None = None) -> int:
    """Start a function in a new thread; return the thread's identifier."""
    thread = threading.Thread(target=function, args=arguments, kwargs=named or {}, daemon=True)
    thread.start()
    return thread.ident or 0


def maketrans(old: str, new: str) -> dict[int, int]:
    """Return a table for `str.translate`."""
    return str.maketrans(old, new)


def join(words: Any, separator: str = " ") -> str:
    """Return words with a separator between them."""
    return separator.join(words)


def ifilter(function: Any, values: Any) -> Any:
    """Return `filter(function, values)`."""
    return filter(function, values)


def imap(function: Any, *values: Any) -> Any:
    """Return `map(function, *values)`; without a function, an iterator over tuples."""
    return zip(*values, strict=False) if function is None else map(function, *values)


def popen2(command: Any, mode: str = "t", bufsize: int = -1) -> tuple[Any, Any]:
    """Start a command; return its standard input and output as files."""
    process = _start(command, mode, bufsize, stderr=None)
    return process.stdin, process.stdout


def popen3(command: Any, mode: str = "t", bufsize: int = -1) -> tuple[Any, Any, Any]:
    """Start a command; return its standard input, output and error as files."""
    process = _start(command, mode, bufsize, stderr=subprocess.PIPE)
    return process.stdin, process.stdout, process.stderr


def popen4(command: Any, mode: str = "t", bufsize: int = -1) -> tuple[Any, Any]:
    """Start a command; return its standard input, and its standard output and error as one file."""
    process = _start(command, mode, bufsize, stderr=subprocess.STDOUT)
    return process.stdin, process.stdout


def _start(command: Any, mode: str, bufsize: int, stderr: int | None) -> subprocess.Popen[Any]:
    # Lines and bytes of a command come as they are written; how many are held back is nothing a script could see.
    del bufsize
    pipe = subprocess.PIPE
    shell = isinstance(command, str)
    return subprocess.Popen(command, shell=shell, stdin=pipe, stdout=pipe, stderr=stderr, text=mode == "t")


def _new_hash(kind: str, data: Any = b"") -> Any:
    return hashlib.new(kind, data.encode("latin-1") if isinstance(data, str) else data)


md5 = functools.partial(_new_hash, "md5")
sha = functools.partial(_new_hash, "sha1")


def load_source(name: str, path: str, file: Any = None) -> types.ModuleType:
    """Run a file as a module of this name, and return the module.

    Raises:
        ImportError: the file's name is none of a module.
    """
    del file
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"can't load {name} from {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def new_module(name: str) -> types.ModuleType:
    """Return an empty module."""
    return types.ModuleType(name)


def getcheckinterval() -> int:
    """Return how many instructions Python 2 ran, by default, before another thread's turn came: 100."""
    return 100


def nothing(*_: Any) -> None:
    """Do nothing, where today's Python has nothing to do."""
