"""Imports for the script's own files: they get shims, its own modules compiled as old code, and renamed modules.

The script's own files and modules are those that are not installed; installed packages import as ever.
"""

from __future__ import annotations
import __future__

import builtins
import functools
import importlib
import importlib.util
import sys
import types
from collections.abc import Callable, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from typing import Any

from pong_pg.legacy.read import settings
from pong_pg.legacy.read.own import is_own, is_own_namespace
from pong_pg.legacy.runtime import packages_as_then, stdlib
from pong_pg.legacy.runtime.messages import module_not_covered

_SHIMS = "pong_pg.legacy.shims"

# Module that a script imports -> the shim in `legacy.shims` that it gets.
STAND_INS = {
    "gym": "gym",
    "gymnasium": "gymnasium",
    "ray": "ray",
    "numpy": "numpy",
    "scipy": "scipy",
    "pickle": "pickle",
    "cPickle": "pickle",
    "imp": "imp",
    "importlib": "importlib",
    "random": "random",
    "atari_py": "atari_py",
}
# Shims that replace the whole package; what another shim lacks is looked up in the real package.
_COMPLETE = {"atari_py", "gym"}

_AT_START = frozenset({
    "__main__", "_collections_abc", "_sitebuiltins", "abc", "codecs", "genericpath", "io", "os", "posixpath", "site",
    "stat", "zipimport",
})  # fmt: skip

# Compiles one of the script's own modules: its name, its path, the bytes of its source.
Compile = Callable[[str, str, bytes], types.CodeType]


class OwnLoader(SourceFileLoader):
    """Loads one of the script's own modules."""

    def __init__(self, name: str, path: str, compile_own: Compile) -> None:
        super().__init__(name, path)
        self._compile = compile_own

    def get_code(self, fullname: str) -> types.CodeType:
        """Return the module's code, never from `__pycache__`, where Python's own compilation of it is."""
        path = self.get_filename(fullname)
        return self._compile(fullname, path, self.get_data(path))


class OwnFinder(MetaPathFinder):
    """Finds the script's own modules where Python would find them."""

    def __init__(self, compile_own: Compile) -> None:
        self._compile = compile_own

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: types.ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return the spec of one of the script's own modules; None leaves the name to Python's own finders."""
        if fullname in sys.builtin_module_names:
            return None
        directories = [entry for entry in (sys.path if path is None else path) if is_own(entry or ".")]
        spec = PathFinder.find_spec(fullname, directories, target) if directories else None
        if spec is not None and spec.origin and isinstance(spec.loader, SourceFileLoader) and is_own(spec.origin):
            if path is None and not self._comes_first(fullname, spec.origin):
                return None
            spec.loader = self.loader(fullname, spec.origin)
            spec.cached = None
            return spec
        return None

    def loader(self, fullname: str, path: str) -> SourceFileLoader:
        """Return what loads a file as a module: as old code if it is the script's own."""
        return OwnLoader(fullname, path, self._compile) if is_own(path) else SourceFileLoader(fullname, path)

    def _comes_first(self, fullname: str, origin: str) -> bool:
        """Return whether no installed module of this name comes before it on `sys.path`."""
        first = PathFinder.find_spec(fullname)
        return first is not None and first.origin == origin


_real_import = builtins.__import__


def install(compile_own: Compile) -> None:
    """Let the script's own files import old names from now on; calling it again does nothing."""
    if builtins.__import__ is not import_for_own:
        sys.meta_path.insert(0, OwnFinder(compile_own))
        builtins.__import__ = import_for_own


def uninstall() -> None:
    """Undo `install`."""
    builtins.__import__ = _real_import
    sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, OwnFinder)]


def import_for_own(
    name: str,
    globals: Any = None,  # noqa: A002 - the signature of `__import__`
    locals: Any = None,  # noqa: A002 - the signature of `__import__`
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> types.ModuleType:
    """Import as `builtins.__import__` does, but with shims and old module names for the script's own files."""
    # `__import__("gym")` passes no namespace.
    namespace = sys._getframe(1).f_globals if globals is None else globals
    names = fromlist or ()
    if not is_own_namespace(namespace):
        return _hidden.get(name) or _real_import(name, globals, locals, names, level)
    if level:
        return _real_import(name, globals, locals, names, level)
    module = _import_absolute(name, namespace, names) or _import_todays(name, globals, locals, names)
    stdlib.add_missing_names(name)
    packages_as_then.prepare()
    return module


def _import_absolute(name: str, namespace: dict[str, Any], fromlist: Sequence[str]) -> types.ModuleType | None:
    """Return what one of the script's own files gets instead of the module that Python would import; None for that."""
    top = name.partition(".")[0]
    if top not in _looked_at and top in sys.modules:
        _looked_at.add(top)
        _let_own_module_come_first(top)
    sibling = _implicit_sibling(top, namespace)
    if sibling:
        found = _real_import(f"{sibling}{name[len(top) :]}", None, None, fromlist, 0)
        return found if fromlist else sys.modules[sibling]
    if top in STAND_INS and not _is_own_module(top, tuple(sys.path)):
        return _import_shim(name, fromlist)
    return None


def _import_todays(name: str, globals: Any, locals: Any, fromlist: Sequence[str]) -> types.ModuleType:  # noqa: A002
    """Import a module by the name that it has, or had in the standard library."""
    try:
        return _real_import(name, globals, locals, fromlist, 0)
    except ModuleNotFoundError as error:
        is_itself = error.name in {name, name.partition(".")[0]}
        modern = stdlib.modern_module(name, fromlist) if is_itself else None
        if modern is None:
            raise
        return modern


# Modules of the standard library that a module of the script's own has taken the place of, for all but the script.
_hidden: dict[str, types.ModuleType] = {}
_looked_at: set[str] = set()


def _let_own_module_come_first(name: str) -> None:
    """Let the script import its own module of this name, though a library has imported that of Python before.

    Under Python the script would have been first; here the libraries that `pong-pg run` needs are loaded before it.
    """
    loaded = sys.modules[name]
    file = getattr(loaded, "__file__", None)
    is_alone = file is not None and not hasattr(loaded, "__path__") and not is_own(file)
    # What Python itself needs to start is there before any script.
    is_needed = name in _AT_START or (name in STAND_INS and name not in sys.stdlib_module_names)
    if is_alone and not is_needed and _is_own_module(name, tuple(sys.path)):
        _hidden[name] = sys.modules.pop(name)


def _implicit_sibling(top: str, namespace: dict[str, Any]) -> str:
    """Return the full name of the module that an implicit relative import of Python 2 finds; "" if there is none.

    In a program of Python 2 a module in the importing one's package comes first. Otherwise it is only looked for where
    the import would fail.
    """
    package = _package_of(namespace)
    if not package or not is_own(str(namespace.get("__file__") or ".")):
        return ""
    comes_first = settings.current().python2 and namespace.get("absolute_import") is not __future__.absolute_import
    if not comes_first and (top in sys.modules or top in STAND_INS or _find(top) is not None):
        return ""
    return f"{package}.{top}" if _find(f"{package}.{top}") is not None else ""


def _package_of(namespace: dict[str, Any]) -> str:
    package = namespace.get("__package__")
    if package is not None:
        return str(package)
    name = str(namespace.get("__name__", ""))
    return name if "__path__" in namespace else name.rpartition(".")[0]


def _find(name: str) -> ModuleSpec | None:
    try:
        return importlib.util.find_spec(name)
    except (ImportError, ValueError, AttributeError):
        return None


@functools.cache
def _is_own_module(name: str, _path: tuple[str, ...]) -> bool:
    """Return whether the script has a module of this name of its own, such as a gym.py beside it."""
    spec = PathFinder.find_spec(name)
    return spec is not None and spec.origin is not None and is_own(spec.origin)


def _import_shim(name: str, fromlist: Sequence[str]) -> types.ModuleType:
    top, _, rest = name.partition(".")
    shim_top = f"{_SHIMS}.{STAND_INS[top]}"
    package = importlib.import_module(shim_top)
    module = _module_of_shim(name, f"{shim_top}.{rest}") if rest else package
    for attribute in fromlist:
        # `from gym import wrappers` may name a module that nothing has imported yet.
        if attribute != "*" and not hasattr(module, attribute) and not _has_submodule(module, name, attribute):
            raise module_not_covered(f"{name}.{attribute}")
    return module if fromlist else package


def _module_of_shim(name: str, shim_name: str) -> types.ModuleType:
    """Import the shim of a module in a package; the real module if there is no shim of it."""
    candidates = [shim_name] if name.partition(".")[0] in _COMPLETE else [shim_name, name]
    for candidate in candidates:
        try:
            return importlib.import_module(candidate)
        except ModuleNotFoundError as error:
            # The missing module may also be one that this one imports.
            if error.name is None or not f"{candidate}.".startswith(f"{error.name}."):
                raise
    raise module_not_covered(name)


def _has_submodule(module: types.ModuleType, name: str, attribute: str) -> bool:
    """Import a submodule, that of the shim or else the real one; return whether there is one."""
    candidates = [f"{module.__name__}.{attribute}"] if module.__name__.startswith(_SHIMS) else []
    if name.partition(".")[0] not in _COMPLETE:
        candidates.append(f"{name}.{attribute}")
    for candidate in candidates:
        if _find(candidate) is not None:
            importlib.import_module(candidate)
            return True
    return False
