"""Rules for Python's library: modules, names and arguments that it does not have any more."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules import renaming
from pong_pg.legacy.tables import python2, python3_library

_NAMES = {
    **{f"collections.{name}": f"collections.abc.{name}" for name in python2.NAMES["collections"]},
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
_GONE = {**python3_library.MODULE_ADVICE, "imp": "importlib"}


def names(draft: Draft) -> None:
    """Names that have another place today."""
    own = draft.facts.own_modules
    renaming.rename(draft, {old: new for old, new in _NAMES.items() if old.partition(".")[0] not in own})
    for comparison in draft.walk(ast.Compare):
        made, other = comparison.left, comparison.comparators[0]
        is_version = isinstance(made, ast.Call) and draft.full_name(made.func).startswith("distutils.version.")
        if is_version and isinstance(other, ast.Constant):
            # Once, it could be compared with a text.
            draft.wrap(other, "Version(", ")")


def styles(draft: Draft) -> None:
    """Styles of plots that matplotlib keeps under another name."""
    for call in draft.walk(ast.Call):
        style = call.args[0] if draft.full_name(call.func) == "matplotlib.pyplot.style.use" and call.args else None
        if isinstance(style, ast.Constant) and re.fullmatch(r"seaborn(?!-v)(-\w+)?", str(style.value)):
            draft.replace(style, draft.source(style).replace("seaborn", "seaborn-v0_8"))


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


PASSES: tuple[Callable[[Draft], None], ...] = (names, styles, gone_modules)
