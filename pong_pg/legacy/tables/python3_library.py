"""Modules and methods that the standard library of Python 3 had, and today's has not.

Everything that `pong-pg run` does about one of them follows from its row here (`runtime.stdlib`): a module that is gone
can be imported, whether it is used or not; of its names, those that scripts use work, and all others raise an error
that says what modern code says instead. Modules of Python 2, and names in modules that are still there, have rows in
`tables.python2`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pong_pg.legacy.tables.rows import Name

_HERE = "pong_pg.legacy.runtime.stdlib_names"


@dataclass(frozen=True)
class Module:
    """A module that has left the standard library.

    Attributes:
        modern: what modern code uses instead.
        names: what works of it.
    """

    modern: str
    names: dict[str, Name] = field(default_factory=dict)


def _at(place: str, *names: str) -> dict[str, Name]:
    """Rows of names that a module of today has."""
    return {name: Name(f"{place}.{name}", f"{place}:{name}") for name in names}


def _alias(place: str, **names: str) -> dict[str, Name]:
    """Rows of names that something else in a module of today stands for."""
    prefix = "" if place == "builtins" else f"{place}."
    return {old: Name(f"{prefix}{new}", f"{place}:{new}") for old, new in names.items()}


def _own(modern: str, *names: str) -> dict[str, Name]:
    """Rows of names that functions of `runtime.stdlib_names` stand for."""
    return {name: Name(modern, f"{_HERE}:{name}") for name in names}


_VERSIONS = {
    name: Name("packaging.version.Version", f"{_HERE}:LooseVersion") for name in ("LooseVersion", "StrictVersion")
}

MODULES: dict[str, Module] = {
    "asynchat": Module("asyncio"),
    "asyncore": Module("asyncio"),
    "cgi": Module(
        "html and urllib.parse", {**_at("html", "escape"), **_at("urllib.parse", "parse_qs", "parse_qsl")}
    ),
    "distutils": Module("setuptools, shutil or packaging"),
    "distutils.core": Module("setuptools"),
    "distutils.dir_util": Module("shutil", _alias("shutil", remove_tree="rmtree")),
    "distutils.file_util": Module("shutil", _alias("shutil", copy_file="copy", move_file="move")),
    "distutils.spawn": Module("shutil.which", _alias("shutil", find_executable="which")),
    "distutils.sysconfig": Module("sysconfig", _at("sysconfig", "get_config_var", "get_config_vars")),
    "distutils.util": Module(
        "packaging or sysconfig",
        {**_own('value.lower() in ("y", "yes", "t", "true", "on", "1")', "strtobool"),
         **_at("sysconfig", "get_platform")},
    ),
    "distutils.version": Module("packaging.version", _VERSIONS),
    "formatter": Module("string formatting"),
    "parser": Module("ast"),
    "pipes": Module("shlex or subprocess", _at("shlex", "quote")),
    "symbol": Module("ast"),
}  # fmt: skip

# Class -> methods that it had, and those of today that do the same.
METHODS: dict[str, dict[str, str]] = {
    "configparser:RawConfigParser": {"readfp": "read_file"},
    "threading:Thread": {"isAlive": "is_alive"},
}

# What `read.rules` says of a module and of a name in one.
MODULE_ADVICE = {name: row.modern for name, row in MODULES.items()}
NAME_ADVICE = {f"{module}.{name}": row.modern for module, gone in MODULES.items() for name, row in gone.names.items()}
