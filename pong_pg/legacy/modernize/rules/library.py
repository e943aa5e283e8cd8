"""Rules for Python's library: modules, names and arguments that it does not have any more."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules import renaming

_ABSTRACT = (
    "Callable", "Container", "Hashable", "ItemsView", "Iterable", "Iterator", "KeysView", "Mapping", "MappingView",
    "MutableMapping", "MutableSequence", "MutableSet", "Sequence", "Set", "Sized", "ValuesView",
)  # fmt: skip
_NAMES = {
    **{f"collections.{name}": f"collections.abc.{name}" for name in _ABSTRACT},
    "base64.decodestring": "base64.decodebytes",
    "base64.encodestring": "base64.encodebytes",
    "cgi.escape": "html.escape",
    "distutils.dir_util.copy_tree": "shutil.copytree({0}, {1}, dirs_exist_ok=True)",
    "distutils.dir_util.mkpath": "os.makedirs({0}, exist_ok=True)",
    "distutils.dir_util.remove_tree": "shutil.rmtree",
    "distutils.file_util.copy_file": "shutil.copy",
    "distutils.spawn.find_executable": "shutil.which",
    "distutils.util.strtobool": '{0}.lower() in ("y", "yes", "t", "true", "on", "1")',
    "distutils.version.LooseVersion": "packaging.version.Version",
    "distutils.version.StrictVersion": "packaging.version.Version",
    "fractions.gcd": "math.gcd",
    "imp.new_module": "types.ModuleType",
    "imp.reload": "importlib.reload",
    "inspect.getargspec": "inspect.getfullargspec",
    "pipes.quote": "shlex.quote",
    "threading._sleep": "time.sleep",
    "time.clock": "time.perf_counter",
}
# What is left of these is told in a comment.
_GONE = {
    "asynchat": "asyncio",
    "asyncore": "asyncio",
    "distutils": "setuptools, shutil, sysconfig or packaging",
    "formatter": "plain strings",
    "imp": "importlib",
    "parser": "ast",
    "pipes": "subprocess",
    "smtpd": "the package aiosmtpd",
    "symbol": "ast",
}


def names(draft: Draft) -> None:
    """Names that have another place today."""
    own = draft.facts.own_modules
    renaming.rename(draft, {old: new for old, new in _NAMES.items() if old.partition(".")[0] not in own})


def gone_modules(draft: Draft) -> None:
    """Modules that are gone: remove the import where nothing needs it, else say what to use."""
    used = {node.id for node in draft.walk(ast.Name)}
    gone = _GONE.keys() - draft.facts.own_modules
    for statement in draft.walk(ast.stmt):
        if not isinstance(statement, ast.Import | ast.ImportFrom) or renaming.is_guarded(draft, statement):
            continue
        if isinstance(statement, ast.ImportFrom):
            modules = dict.fromkeys(
                map(renaming.bound_name, statement.names), "." * statement.level + (statement.module or "")
            )
        else:
            modules = {renaming.bound_name(one): one.name for one in statement.names}
        old = {name: top for name, module in modules.items() if (top := module.partition(".")[0]) in gone}
        if unused := old.keys() - used:
            renaming.drop_names(draft, statement, unused)
        for name in old.keys() & used:
            draft.comment(statement, f"Python has no module {old[name]} any more: use {_GONE[old[name]]} instead")


PASSES: tuple[Callable[[Draft], None], ...] = (names, gone_modules)
