"""What functions of the standard library did, which it no longer has."""

from __future__ import annotations

import collections
import collections.abc
import contextlib
import importlib.util
import inspect
import os
import platform
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

_check_interval = [100]


def setcheckinterval(instructions: int) -> None:
    """Set what `getcheckinterval` returns; threads no longer take turns by instructions."""
    _check_interval[0] = instructions


def getcheckinterval() -> int:
    """Return what `setcheckinterval` has set."""
    return _check_interval[0]


ArgSpec = collections.namedtuple("ArgSpec", "args varargs keywords defaults")


def getargspec(function: Callable[..., Any]) -> Any:
    """Return a function's (args, varargs, keywords, defaults), as `inspect.getargspec` did."""
    return ArgSpec(*inspect.getfullargspec(function)[:4])


def getstatusoutput(command: str) -> tuple[int, str]:
    """Run a shell command; return its status, as `os.wait` encodes it, and its output, as Python 2's `commands`."""
    status, output = subprocess.getstatusoutput(command)
    return (status << 8 if status >= 0 else -status), output


def walk_directories(top: str, function: Callable[..., Any], argument: Any) -> None:
    """Call `function(argument, directory, names)` for a directory and all below it, as `os.path.walk` did."""
    try:
        names = os.listdir(top)
    except OSError:
        return
    function(argument, top, names)
    for name in names:
        path = os.path.join(top, name)
        if os.path.isdir(path) and not os.path.islink(path):
            walk_directories(path, function, argument)


@contextlib.contextmanager
def nested(*managers: Any) -> Iterator[tuple[Any, ...]]:
    """Enter several context managers, and give a tuple of what they give, as `contextlib.nested` did."""
    with contextlib.ExitStack() as stack:
        yield tuple(stack.enter_context(manager) for manager in managers)


def load_source(name: str, path: str) -> Any:
    """Run a file as a module of this name and return the module, as `imp.load_source` did."""
    spec: Any = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def new_instance(kind: Any, attributes: dict[str, Any] | None = None) -> Any:
    """Return an object of a class without a call of its `__init__`, as `new.instance` did."""
    made = kind.__new__(kind)
    vars(made).update(attributes or {})
    return made


def strtobool(text: str) -> int:
    """Return 1 for "yes", "true" and their like, and 0 for their opposites, as `distutils` did."""
    if text.lower() in {"y", "yes", "t", "true", "on", "1"}:
        return 1
    if text.lower() in {"n", "no", "f", "false", "off", "0"}:
        return 0
    raise ValueError(f"invalid truth value {text!r}")


class LooseVersion:
    """A version that is compared by its numbers and words, as that of `distutils`."""

    def __init__(self, vstring: str) -> None:
        self.vstring = vstring
        parts = [part for part in re.split(r"(\d+|[a-z]+|\.)", vstring) if part and part != "."]
        self.version = [int(part) if part.isdigit() else part for part in parts]

    def __str__(self) -> str:
        return self.vstring

    def __repr__(self) -> str:
        return f"LooseVersion ('{self.vstring}')"

    def _of(self, other: Any) -> list[Any]:
        return LooseVersion(other).version if isinstance(other, str) else other.version

    def __eq__(self, other: object) -> bool:
        return self.version == self._of(other)

    def __lt__(self, other: Any) -> bool:
        return self.version < self._of(other)

    def __le__(self, other: Any) -> bool:
        return self.version <= self._of(other)

    def __gt__(self, other: Any) -> bool:
        return self.version > self._of(other)

    def __ge__(self, other: Any) -> bool:
        return self.version >= self._of(other)

    __hash__ = None  # type: ignore[assignment]  # it is compared, and no key


def maketrans(old: str, new: str) -> str:
    """Return a table for `translate`, the string of 256 characters that `string.maketrans` gave."""
    changed = dict(zip(old, new))
    return "".join(changed.get(chr(code), chr(code)) for code in range(256))


def linux_distribution() -> tuple[str, str, str]:
    """Return the name, the version and the code name of the system, as `platform.linux_distribution` did."""
    release = platform.freedesktop_os_release()
    return release.get("NAME", ""), release.get("VERSION_ID", ""), release.get("VERSION_CODENAME", "")


class DictMixin(collections.abc.MutableMapping[Any, Any]):
    """Gives all methods of a dict to a class that has `keys` and the methods for items, as that of `UserDict` did."""

    def __iter__(self) -> Iterator[Any]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    def __repr__(self) -> str:
        return repr(dict(self.items()))
