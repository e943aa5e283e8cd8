"""Functions and classes of Python 2's standard library that nothing of today's stands for."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import html
import importlib.util
import inspect
import io
import logging
import os
import subprocess
import sys
import threading
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

STRING_TYPES = (str,)
FALSE = False
# Names of levels by number, and numbers by name.
LEVEL_NAMES: dict[Any, Any] = {**logging._levelToName, **logging._nameToLevel}


class StringIO(io.StringIO):
    """A file in memory that takes strings and bytes, since Python 2's strings were both."""

    def __init__(self, text: Any = "") -> None:
        super().__init__(_as_text(text))

    def write(self, text: Any) -> int:
        """Write at the current position."""
        return super().write(_as_text(text))


def _as_text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes | bytearray) else str(value)


class GeneratorContextManager(contextlib._GeneratorContextManager[Any]):
    """The context manager of a generator.

    Args:
        gen: the generator.
    """

    def __init__(self, gen: Any) -> None:
        self.gen = gen
        self.func = self.args = self.kwds = None  # type: ignore[assignment]  # there is nothing to call again


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


def maketrans(old: str, new: str) -> str:
    """Return a table for `str.translate`: a string of all 256 characters, with others for those that change."""
    if len(old) != len(new):
        raise ValueError("maketrans arguments must have same length")
    table = [chr(code) for code in range(256)]
    for character, other in zip(old, new, strict=True):
        table[ord(character)] = other
    return "".join(table)


def translate(text: str, table: Any, deletions: str = "") -> str:
    """Return a text without some characters, and with others for those that a table changes."""
    return text.translate(dict.fromkeys(map(ord, deletions))).translate(table)


class Another(type):
    """The metaclass of a class that makes objects of another one."""

    _real: type

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, cls._real)

    def __subclasscheck__(cls, kind: type) -> bool:
        return issubclass(kind, cls._real)


class instancemethod(metaclass=Another):  # noqa: N801 - it is Python 2's name
    """The type of methods."""

    _real = types.MethodType

    def __new__(cls, function: Any, instance: Any = None, owner: Any = None) -> Any:
        """Return a method of an object; without one, of a class, which is a function today."""
        del owner
        return function if instance is None else types.MethodType(function, instance)


def nested(*managers: Any) -> Any:
    """Return a context manager that enters several, and gives a tuple of what they give."""
    return _nested(managers)


@contextlib.contextmanager
def _nested(managers: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    with contextlib.ExitStack() as stack:
        yield tuple(stack.enter_context(manager) for manager in managers)


def walk(top: Any, func: Callable[..., Any], arg: Any) -> None:
    """Call `func(arg, directory, names)` for a directory and all below it; `func` may remove names from the list."""
    try:
        names = os.listdir(top)  # noqa: PTH208 - names, as Python 2 gave them
    except OSError:
        return
    func(arg, top, names)
    for name in names:
        path = Path(top, name)
        if path.is_dir() and not path.is_symlink():
            walk(f"{top.rstrip('/') or top}/{name}", func, arg)


def repeat(sequence: Any, times: int) -> Any:
    """Return a sequence repeated."""
    if not is_sequence(sequence):
        raise TypeError("'" + type(sequence).__name__ + "' object can't be repeated")
    return sequence * times


def irepeat(sequence: Any, times: int) -> Any:
    """Return what `sequence *= times` leaves."""
    sequence *= times
    return sequence


def getslice(sequence: Any, start: int, stop: int) -> Any:
    """Return `sequence[start:stop]`."""
    return sequence[start:stop]


def setslice(sequence: Any, start: int, stop: int, values: Any) -> None:
    """Do `sequence[start:stop] = values`."""
    sequence[start:stop] = values


def delslice(sequence: Any, start: int, stop: int) -> None:
    """Do `del sequence[start:stop]`."""
    del sequence[start:stop]


def is_number(value: Any) -> bool:
    """Return whether a value is a number."""
    return isinstance(value, int | float | complex) or hasattr(type(value), "__int__")


def is_sequence(value: Any) -> bool:
    """Return whether a value can be indexed, and is no dictionary."""
    return hasattr(type(value), "__getitem__") and not isinstance(value, dict)


def is_mapping(value: Any) -> bool:
    """Return whether a value has keys."""
    return hasattr(type(value), "__getitem__") and not isinstance(value, str | bytes | list | tuple | range)


def assert_contains_subset(case: Any, expected: Any, actual: Any, msg: Any = None) -> None:
    """Fail a test unless a dictionary has all items of another."""
    case.assertEqual({**actual, **expected}, actual, msg)  # noqa: PT009 - it is what a test case calls


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


def new_instance(kind: Any, attributes: dict[str, Any] | None = None) -> Any:
    """Return an object of a class without calling its `__init__`."""
    made = kind.__new__(kind)
    vars(made).update(attributes or {})
    return made


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


_check_interval = [100]


def getcheckinterval() -> int:
    """Return how many instructions ran, in Python 2, before another thread's turn came."""
    return _check_interval[0]


def setcheckinterval(instructions: int) -> None:
    """Set what `getcheckinterval` returns."""
    _check_interval[0] = instructions


def coroutine(function: Any) -> Any:
    """Return a coroutine function that runs a generator function, whose `yield from` waits; or a plain function."""
    if inspect.iscoroutinefunction(function):
        return function
    waiting = types.coroutine(function) if inspect.isgeneratorfunction(function) else None

    @functools.wraps(function)
    async def run(*arguments: Any, **named: Any) -> Any:
        if waiting is not None:
            return await waiting(*arguments, **named)
        result = function(*arguments, **named)
        return await result if inspect.isawaitable(result) else result

    return run


def unescape_html(_parser: Any, text: str) -> str:
    """Return a text with its references to characters replaced."""
    return html.unescape(text)


def nothing(*_: Any) -> None:
    """Do nothing, where today's Python has nothing to do."""
