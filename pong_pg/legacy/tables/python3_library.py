"""Modules and methods that the standard library of Python 3 had, and today's has not.

Everything that `pong-pg run` does about one of them follows from its row here (`runtime.stdlib`): a module that is gone
can be imported, whether it is used or not; of its names, those that scripts use work, and all others raise an error
that says what modern code says instead. Modules of Python 2, and names in modules that are still there, have rows in
`tables.python2`.
"""

from __future__ import annotations

from pong_pg.legacy.tables.rows import Module, Name, alias, at

_VERSION = Name("packaging.version.Version", "LooseVersion")

MODULES: dict[str, Module] = {
    "asynchat": Module((), "asyncio"),
    "asyncore": Module((), "asyncio"),
    "cgi": Module(
        (), "html and urllib.parse", {**at("html", "escape"), **at("urllib.parse", "parse_qs", "parse_qsl")}
    ),
    "distutils": Module((), "setuptools, shutil or packaging"),
    "distutils.core": Module((), "setuptools"),
    "distutils.dir_util": Module((), "shutil", alias("shutil", remove_tree="rmtree")),
    "distutils.file_util": Module((), "shutil", alias("shutil", copy_file="copy", move_file="move")),
    "distutils.spawn": Module((), "shutil.which", alias("shutil", find_executable="which")),
    "distutils.sysconfig": Module((), "sysconfig", at("sysconfig", "get_config_var", "get_config_vars")),
    "distutils.util": Module(
        (),
        "packaging or sysconfig",
        {
            "strtobool": Name('value.lower() in ("y", "yes", "t", "true", "on", "1")', "strtobool"),
            **at("sysconfig", "get_platform"),
        },
    ),
    "distutils.version": Module((), "packaging.version", {"LooseVersion": _VERSION, "StrictVersion": _VERSION}),
    "formatter": Module((), "string formatting"),
    "parser": Module((), "ast"),
    "pipes": Module((), "shlex or subprocess", at("shlex", "quote")),
    "symbol": Module((), "ast"),
}  # fmt: skip

# Class -> methods that it had, and those of today that do the same.
METHODS: dict[str, dict[str, str]] = {
    "configparser:RawConfigParser": {"readfp": "read_file"},
    "threading:Thread": {"isAlive": "is_alive"},
}

# What `read.rules` says of a module and of a name in one.
MODULE_ADVICE = {name: row.advice for name, row in MODULES.items()}
NAME_ADVICE = {f"{module}.{name}": row.modern for module, gone in MODULES.items() for name, row in gone.names.items()}
