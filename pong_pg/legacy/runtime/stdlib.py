"""The standard library's modules by their Python 2 names, and the names that its modules no longer have."""

from __future__ import annotations

import importlib
import importlib.util
import types
from collections.abc import Callable
from typing import Any

from pong_pg.legacy.runtime import stdlib_names

# Old module -> the modern ones whose names it gives, the first of them before the others.
_MODERN: dict[str, tuple[str, ...]] = {
    "BaseHTTPServer": ("http.server",),
    "CGIHTTPServer": ("http.server",),
    "ConfigParser": ("configparser",),
    "Cookie": ("http.cookies",),
    "Dialog": ("tkinter.dialog",),
    "FileDialog": ("tkinter.filedialog",),
    "HTMLParser": ("html.parser",),
    "Queue": ("queue",),
    "ScrolledText": ("tkinter.scrolledtext",),
    "SimpleDialog": ("tkinter.simpledialog",),
    "SimpleHTTPServer": ("http.server",),
    "SimpleXMLRPCServer": ("xmlrpc.server",),
    "SocketServer": ("socketserver",),
    "StringIO": ("io",),
    "Tkconstants": ("tkinter.constants",),
    "Tkinter": ("tkinter", "tkinter.constants"),
    "UserDict": ("collections",),
    "UserList": ("collections",),
    "UserString": ("collections",),
    "__builtin__": ("builtins",),
    "anydbm": ("dbm",),
    "cStringIO": ("io",),
    "commands": ("subprocess",),
    "cookielib": ("http.cookiejar",),
    "copy_reg": ("copyreg",),
    "dbhash": ("dbm",),
    "dummy_thread": ("_thread",),
    "dummy_threading": ("threading",),
    "exceptions": ("builtins",),
    "future_builtins": ("builtins",),
    "gdbm": ("dbm.gnu",),
    "htmlentitydefs": ("html.entities",),
    "httplib": ("http.client",),
    "imp": ("importlib", "importlib.util"),
    "md5": ("hashlib",),
    "new": ("types",),
    "robotparser": ("urllib.robotparser",),
    "sets": ("builtins",),
    "sha": ("hashlib",),
    "thread": ("_thread",),
    "tkColorChooser": ("tkinter.colorchooser",),
    "tkFileDialog": ("tkinter.filedialog",),
    "tkFont": ("tkinter.font",),
    "tkMessageBox": ("tkinter.messagebox",),
    "tkSimpleDialog": ("tkinter.simpledialog",),
    "ttk": ("tkinter.ttk",),
    "urllib": ("urllib", "urllib.request", "urllib.parse", "urllib.error"),
    "urllib2": ("urllib.request", "urllib.error", "urllib.parse"),
    "urlparse": ("urllib.parse",),
    "whichdb": ("dbm",),
    "xmlrpclib": ("xmlrpc.client",),
}
# Gone from Python 3.12 on; before, it is the real one.
_GONE_LATE = frozenset(["imp"])


def modern_module(name: str) -> types.ModuleType | None:
    """Return the module that an own file gets for `import name`; None where the name means what it says.

    Raises:
        ImportError: this Python comes without the modern module, such as tkinter.
    """
    if name not in _MODERN or (name in _GONE_LATE and _is_there(name)):
        return None
    if name not in _made:
        _made[name] = _make(name)
    return _made[name]


_made: dict[str, types.ModuleType] = {}


def _is_there(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def _make(name: str) -> types.ModuleType:
    parts = [importlib.import_module(part) for part in _MODERN[name]]
    extra = stdlib_names.OF_OLD_MODULES.get(name, {})
    if len(parts) == 1 and not extra:
        return parts[0]
    module = _Merged(name, parts[0].__doc__)
    for part in reversed(parts):
        module.__dict__.update({key: value for key, value in vars(part).items() if not key.startswith("__")})
    module.__dict__.update(extra)
    if hasattr(parts[0], "__path__"):
        module.__path__ = parts[0].__path__
    return module


class _Merged(types.ModuleType):
    """A module of several; a pickle knows it by its old name, through `modern_module`."""

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str]]:
        return modern_module, (self.__name__,)


def add_missing_names() -> None:
    """Give the standard library's modules the names that they no longer have; what they have stays as it is."""
    for place, names in stdlib_names.MISSING.items():
        try:
            module = importlib.import_module(place)
        except ImportError:
            continue
        for name, value in names().items():
            if not hasattr(module, name):
                setattr(module, name, value)
