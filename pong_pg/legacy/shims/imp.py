"""`imp`, which is gone from Python 3.12 on; own files of the script that it loads are old code, as those it imports."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import types
from importlib.machinery import BYTECODE_SUFFIXES, EXTENSION_SUFFIXES, SOURCE_SUFFIXES, PathFinder, SourceFileLoader
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from typing import Any

from pong_pg.legacy.install.importer import OwnFinder, OwnLoader
from pong_pg.legacy.read.own import is_own

SEARCH_ERROR, PY_SOURCE, PY_COMPILED, C_EXTENSION = range(4)
PKG_DIRECTORY, C_BUILTIN, PY_FROZEN = range(5, 8)

cache_from_source = importlib.util.cache_from_source
reload = importlib.reload
source_from_cache = importlib.util.source_from_cache


def new_module(name: str) -> types.ModuleType:
    """Return an empty module."""
    return types.ModuleType(name)


def load_source(name: str, pathname: str, file: Any = None) -> types.ModuleType:
    """Run a file as a module of this name, and return the module.

    Raises:
        OSError: the file can't be read.
    """
    del file
    return _loaded(name, pathname, None)


def _loaded(name: str, path: str, directories: list[str] | None) -> types.ModuleType:
    finder = next((one for one in sys.meta_path if isinstance(one, OwnFinder)), None)
    own = finder is not None and is_own(path)
    loader = OwnLoader(name, path, finder._compile) if own and finder else SourceFileLoader(name, path)
    spec = importlib.util.spec_from_file_location(name, path, loader=loader, submodule_search_locations=directories)
    if spec is None:
        raise ImportError(f"can't load {name} from {path}")
    spec.cached = None
    module = sys.modules.get(name) or importlib.util.module_from_spec(spec)
    module.__spec__, module.__file__ = spec, path
    sys.modules[name] = module
    loader.exec_module(module)
    return sys.modules[name]


def load_package(name: str, path: str) -> types.ModuleType:
    """Run a package's `__init__`, and return the package."""
    return _loaded(name, os.path.join(path, "__init__.py"), [path])  # noqa: PTH118 - as the script wrote it


def load_module(name: str, file: Any, filename: str, details: tuple[str, str, int]) -> types.ModuleType:
    """Load a module that `find_module` has found."""
    if details[2] == PY_SOURCE:
        return load_source(name, filename, file)
    return load_package(name, filename) if details[2] == PKG_DIRECTORY else importlib.import_module(name)


def find_module(name: str, path: Any = None) -> tuple[Any, str | None, tuple[str, str, int]]:
    """Return a module's open file, its path, and its suffix, mode and kind.

    Raises:
        ImportError: there is no module of this name.
    """
    if path is None and name in sys.builtin_module_names:
        return None, name, ("", "", C_BUILTIN)
    spec = PathFinder.find_spec(name, path)
    if spec is None or spec.origin is None:
        raise ImportError(f"No module named {name!r}", name=name)
    if spec.submodule_search_locations:
        return None, os.path.dirname(spec.origin), ("", "", PKG_DIRECTORY)  # noqa: PTH120 - a string, as it gave
    if not spec.origin.endswith(".py"):
        suffix = next((one for one in EXTENSION_SUFFIXES if spec.origin.endswith(one)), "")
        return Path(spec.origin).open("rb"), spec.origin, (suffix, "rb", C_EXTENSION)
    return Path(spec.origin).open(encoding="utf-8"), spec.origin, (".py", "r", PY_SOURCE)


def get_magic() -> bytes:
    """Return the number that compiled files begin with."""
    return MAGIC_NUMBER


def get_suffixes() -> list[tuple[str, str, int]]:
    """Return the suffixes of modules, each with the mode that its file is opened in, and its kind."""
    return [
        *((suffix, "rb", C_EXTENSION) for suffix in EXTENSION_SUFFIXES),
        *((suffix, "r", PY_SOURCE) for suffix in SOURCE_SUFFIXES),
        *((suffix, "rb", PY_COMPILED) for suffix in BYTECODE_SUFFIXES),
    ]


_locked = [0]


def acquire_lock() -> None:
    """Note that the lock of imports is held; each module has one of its own today."""
    _locked[0] += 1


def release_lock() -> None:
    """Note that the lock of imports is no longer held.

    Raises:
        RuntimeError: it was not.
    """
    if not _locked[0]:
        raise RuntimeError("not holding the import lock")
    _locked[0] -= 1


def lock_held() -> bool:
    """Return whether the lock of imports is held."""
    return bool(_locked[0])


def is_builtin(name: str) -> int:
    """Return 1 if Python has a module of this name built in, otherwise 0."""
    return int(name in sys.builtin_module_names)
