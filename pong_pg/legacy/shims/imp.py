"""`imp`, which is gone from Python 3.12 on; own files of the script that it loads are old code, as those it imports."""

from __future__ import annotations

import importlib
import importlib.util
import sys
import types
from importlib.machinery import PathFinder, SourceFileLoader
from typing import Any

from pong_pg.legacy.install.importer import OwnFinder
from pong_pg.legacy.runtime.messages import not_covered

reload = importlib.reload


def new_module(name: str) -> types.ModuleType:
    """Return an empty module."""
    return types.ModuleType(name)


def find_module(name: str, path: Any = None) -> tuple[None, str, tuple[str, str, int]]:
    """Return what describes a module that can be imported, without an open file.

    Raises:
        ImportError: there is none.
    """
    spec = PathFinder.find_spec(name, path)
    if spec is None:
        raise ImportError(f"No module named {name}", name=name)
    return None, spec.origin or "", ("", "", 0)


def load_source(name: str, pathname: str, file: Any = None) -> types.ModuleType:
    """Run a file as a module of this name, and return the module.

    Raises:
        OSError: the file can't be read.
    """
    del file
    finder = next((one for one in sys.meta_path if isinstance(one, OwnFinder)), None)
    loader = finder.loader(name, pathname) if finder else SourceFileLoader(name, pathname)
    spec = importlib.util.spec_from_file_location(name, pathname, loader=loader)
    if spec is None:
        raise ImportError(f"can't load {name} from {pathname}")
    spec.cached = None
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return sys.modules[name]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(name)
    raise not_covered("imp", name, "modern code uses importlib")
