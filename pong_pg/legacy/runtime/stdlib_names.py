"""What the standard library had and has no more, each as a function or value of its own."""

from __future__ import annotations

import collections
import collections.abc
import functools
import hashlib
import inspect
import io
import itertools
import math
import os
import string
import subprocess
import sys
import threading
import time
import types
from collections.abc import Callable
from typing import Any, NamedTuple


class StringIO(io.StringIO):
    """Text in memory; bytes are text too, as they were."""

    def __init__(self, text: Any = "") -> None:
        super().__init__(_text(text))

    def write(self, text: Any) -> int:
        """Write at the current position."""
        return super().write(_text(text))


def _text(value: Any) -> str:
    return value.decode("latin-1") if isinstance(value, bytes | bytearray) else str(value)


class ArgSpec(NamedTuple):
    """The parameters of a function."""

    args: list[str]
    varargs: str | None
    keywords: str | None
    defaults: tuple[Any, ...] | None


def getargspec(function: Any) -> ArgSpec:
    """Return the parameters of a function."""
    return ArgSpec(*inspect.getfullargspec(function)[:4])


def getstatusoutput(command: str) -> tuple[int, str]:
    """Return a command's status, as `wait` gives it, and its output."""
    status, output = subprocess.getstatusoutput(command)
    return status << 8, output


def start_new_thread(function: Callable[..., Any], arguments: Any, named: dict[str, Any] | None = None) -> int:
    """Start a function in a thread of its own."""
    thread = threading.Thread(target=function, args=arguments, kwargs=named or {}, daemon=True)
    thread.start()
    return thread.ident or 0


def maketrans(old: str, new: str) -> dict[int, int]:
    """Return a table for `str.translate`."""
    return str.maketrans(old, new)


def join(words: Any, separator: str = " ") -> str:
    """Return words with a separator between them."""
    return separator.join(words)


def _method(name: str) -> Callable[..., Any]:
    def call(text: str, *arguments: Any) -> Any:
        return getattr(text, name)(*arguments)

    call.__name__ = name
    return call


def ifilter(function: Any, values: Any) -> Any:
    """Return `filter(function, values)`."""
    return filter(function, values)


def imap(function: Any, *values: Any) -> Any:
    """Return `map(function, *values)`; without a function, tuples."""
    return zip(*values, strict=False) if function is None else map(function, *values)


def popen2(command: str, mode: str = "t", bufsize: int = -1) -> tuple[Any, Any]:
    """Start a command; return its input and its output."""
    del bufsize
    text = mode == "t"
    process = subprocess.Popen(command, shell=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=text)
    return process.stdin, process.stdout


def sum_of(name: str) -> Callable[..., Any]:
    """Return the function that made a hash of this kind from bytes or text."""

    def new(data: Any = b"") -> Any:
        return hashlib.new(name, data.encode("latin-1") if isinstance(data, str) else data)

    return new


def load_source(name: str, path: str, file: Any = None) -> types.ModuleType:
    """Return a module made from a file."""
    import importlib.util

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


def _nothing(*_: Any) -> None:
    """Do nothing."""


def _abstract_collections() -> dict[str, Any]:
    return {name: getattr(collections.abc, name) for name in collections.abc.__all__}


def _string() -> dict[str, Any]:
    methods = {
        "capitalize", "center", "count", "expandtabs", "find", "index", "ljust", "lower", "lstrip", "replace", "rfind",
        "rindex", "rjust", "rstrip", "split", "splitfields", "strip", "swapcase", "translate", "upper", "zfill",
    }  # fmt: skip
    return {
        **{name: _method("split" if name == "splitfields" else name) for name in methods},
        "letters": string.ascii_letters, "lowercase": string.ascii_lowercase, "uppercase": string.ascii_uppercase,
        "atof": float, "atoi": int, "atol": int, "join": join, "joinfields": join, "maketrans": maketrans,
    }  # fmt: skip


def _types() -> dict[str, Any]:
    return {
        "BooleanType": bool, "BufferType": memoryview, "ClassType": type, "ComplexType": complex, "DictType": dict,
        "DictionaryType": dict, "EllipsisType": type(...), "FileType": io.IOBase, "FloatType": float,
        "InstanceType": object, "IntType": int, "ListType": list, "LongType": int, "NoneType": type(None),
        "NotImplementedType": type(NotImplemented), "ObjectType": object, "SliceType": slice, "StringType": str,
        "StringTypes": (str,), "TupleType": tuple, "TypeType": type, "UnboundMethodType": types.FunctionType,
        "UnicodeType": str, "XRangeType": range,
    }  # fmt: skip


def _itertools() -> dict[str, Any]:
    return {
        "ifilter": ifilter, "ifilterfalse": itertools.filterfalse, "imap": imap, "izip": zip,
        "izip_longest": itertools.zip_longest,
    }  # fmt: skip


# Module -> what it is given where it has none of that name.
MISSING: dict[str, Callable[[], dict[str, Any]]] = {
    "base64": lambda: _of("base64", encodestring="encodebytes", decodestring="decodebytes"),
    "collections": _abstract_collections,
    "fractions": lambda: {"gcd": math.gcd},
    "inspect": lambda: {"ArgSpec": ArgSpec, "getargspec": getargspec},
    "itertools": _itertools,
    "operator": lambda: {
        "div": _of("operator", div="truediv")["div"], "isCallable": callable,
        "sequenceIncludes": _of("operator", x="contains")["x"],
    },
    "os": lambda: {"errno": __import__("errno"), "getcwdu": os.getcwd, "popen2": popen2},
    "random": lambda: {"jumpahead": _nothing},
    "string": _string,
    "sys": lambda: {
        "exc_clear": _nothing, "getcheckinterval": lambda: 100, "maxint": sys.maxsize, "setcheckinterval": _nothing,
        "setdefaultencoding": _nothing,
    },
    "threading": lambda: {"_sleep": time.sleep, "_time": time.time},
    "time": lambda: {"clock": time.perf_counter},
    "types": _types,
}  # fmt: skip


def _of(module: str, **names: str) -> dict[str, Any]:
    import importlib

    return {old: getattr(importlib.import_module(module), new) for old, new in names.items()}


# Old module -> names of it that the modern one has otherwise or not at all.
OF_OLD_MODULES: dict[str, dict[str, Any]] = {
    "ConfigParser": _of("configparser", SafeConfigParser="ConfigParser", ConfigParser="RawConfigParser"),
    "StringIO": {"StringIO": StringIO},
    "__builtin__": {"reduce": functools.reduce, "raw_input": input, "unicode": str, "long": int, "xrange": range},
    "cStringIO": {"StringIO": StringIO, "InputType": StringIO, "OutputType": StringIO},
    "commands": {"getstatusoutput": getstatusoutput},
    "exceptions": {"StandardError": Exception},
    "imp": {"load_source": load_source, "new_module": new_module},
    "md5": {"md5": sum_of("md5"), "new": sum_of("md5")},
    "new": {"instancemethod": types.MethodType, "classobj": type, "module": types.ModuleType},
    "sets": {"Set": set, "ImmutableSet": frozenset},
    "sha": {"sha": sum_of("sha1"), "new": sum_of("sha1")},
    "thread": {"start_new_thread": start_new_thread, "start_new": start_new_thread},
}  # fmt: skip
