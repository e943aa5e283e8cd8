"""Imports of Gym, and names that Gymnasium has elsewhere or not at all."""

from __future__ import annotations

import ast
import contextlib
import functools
import importlib.util
import pkgutil
import re
import warnings

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import last_name
from pong_pg.legacy.tables import gym as table

# Modules that are only another place of the names in a module of today.
_MODULES = {
    **{f"gym.spaces.{name}": "gymnasium.spaces" for name in ("dict_space", "tuple_space")},
    **{f"gym.wrappers.{name}": "gymnasium.wrappers" for name in (*table.WRAPPER_FILES, "monitor", "monitoring")},
    "gym.envs.atari": "ale_py",
    "gym.envs.atari.atari_env": "ale_py",
}
# Arguments of functions, by the last name, that have another name today, or none.
_ARGUMENTS = {"register": {"timestep_limit": "max_episode_steps"}, "make": {"asynchronous": ""}}
_PLAIN = re.compile(r"gymnasium(\.\w+)+")
_PLACES = re.compile(r"gym(\.[a-z_]+)+(:\w+)?")


@functools.cache
def _exists(full: str) -> bool:
    """Return whether today's package has a module or a name in a module."""
    try:
        with warnings.catch_warnings(), contextlib.suppress(AttributeError, ImportError):
            warnings.simplefilter("ignore")
            pkgutil.resolve_name(full)
            return True
        return importlib.util.find_spec(full) is not None
    except ModuleNotFoundError as error:
        # Another package may be missing, such as that of an optional environment.
        return error.name in {"gymnasium", "ale_py"} or not full.startswith(error.name or full)
    except Exception:  # whatever a package raises that lacks another
        return True


def _today(full: str) -> str:
    """Return the full name of today for one of Gym; "" if there is none."""
    row = table.GYM_NAMES.get(full) or table.GYMNASIUM_NAMES.get(full)
    if row is not None:
        return row.modern if _PLAIN.fullmatch(row.modern) else ""
    module, _, name = full.rpartition(".")
    if module in _MODULES:
        place = _MODULES[module]
        return _today(f"gym.wrappers.{name}") if place == "gymnasium.wrappers" else f"{place}.{name}"
    new = _MODULES.get(full) or re.sub(r"^gym\b", "gymnasium", full)
    return new if _exists(new) else ""


def _is_gym(full: str) -> bool:
    return full.partition(".")[0] in {"gym", "gymnasium"}


def _tell(draft: Draft, node: ast.AST, full: str) -> None:
    full = re.sub(r"^gymnasium\b", "gym", full)
    row = table.GYM_NAMES.get(full)
    module = next((name for name in table.GYM_MODULES if name != "gym" and f"{full}.".startswith(f"{name}.")), "")
    modern = row.modern if row else table.GYM_MODULES.get(module, "")
    draft.comment(node, f"Gymnasium has no {full.partition('.')[2]}" + (f": {modern}" if modern else ""))


def renames(draft: Draft) -> None:
    """Rename what is used as an attribute of a module, and the arguments of what has other names for them."""
    if "gym" in draft.facts.around.own:
        return
    for node in draft.walk(ast.Attribute):
        full = draft.full_name(node)
        if not _is_gym(full) or (isinstance(draft.parent(node), ast.Attribute) and full in _MODULES):
            continue
        new = _today(full)
        root = draft.source(node).partition(".")[0]
        base = re.sub(r"^gym\b", "gymnasium", draft.names.get(root, ""))
        if not new and not isinstance(node.ctx, ast.Store):
            is_inner = isinstance(draft.parent(node), ast.Attribute)
            # The import says it, too.
            if not is_inner and (draft.names[root] == "gym" or _today(draft.names[root])):
                _tell(draft, node, full)
        elif new != re.sub(r"^gym\b", "gymnasium", full) and new.startswith(f"{base}."):
            draft.replace(node, root + new.removeprefix(base))
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        name = full.rpartition(".")[2]
        _rename_arguments(draft, call, _ARGUMENTS.get(name, {}))
        rows = table.ARGUMENTS.get(full) or table.ARGUMENTS.get(f"gymnasium.wrappers.{name}")
        if _is_gym(full) and rows:
            renamed = {key: row.renamed for key, row in rows.items()}
            _rename_arguments(draft, call, {**renamed, "num_stack": "stack_size"} if name == "FrameStack" else renamed)


def _rename_arguments(draft: Draft, call: ast.Call, renamed: dict[str, str]) -> None:
    """Give arguments their names of today, and remove those that have none."""
    for number, keyword in enumerate(call.keywords):
        given = keyword.arg or ""
        if renamed.get(given):
            start = draft.start(keyword)
            draft.change(start, start + len(given), renamed[given])
        elif given in renamed and (number or call.args):
            before = call.keywords[number - 1].value if number else call.args[-1]
            draft.change(draft.end(before), draft.start(keyword), "")
            draft.replace(keyword)


def imports(draft: Draft) -> None:
    """Import Gymnasium instead of Gym, under the names that the file uses."""
    if "gym" in draft.facts.around.own:
        return
    for statement in draft.walk(ast.Import):
        if any(alias.name.partition(".")[0] == "gym" for alias in statement.names):
            _import(draft, statement)
        elif any(alias.name == "atari_py" for alias in statement.names):
            draft.comment(statement, "ale_py stands for atari_py today, with other names")
    for one in draft.walk(ast.ImportFrom):
        if one.module and _is_gym(one.module) and not one.level:
            _import_from(draft, one)


def _import(draft: Draft, statement: ast.Import) -> None:
    parts: list[str] = []
    for alias in statement.names:
        top, _, rest = alias.name.partition(".")
        new = _today(alias.name) if top == "gym" else alias.name
        if not new and alias.asname and not _is_used(draft, alias.asname):
            continue
        if not new:
            _tell(draft, statement, alias.name)
        if top != "gym" or alias.asname:
            parts.append(f"{new or alias.name} as {alias.asname}" if alias.asname else alias.name)
            continue
        # `import gymnasium.x as gym` would bind the inner module; most modules are there without it.
        parts.append("gymnasium as gym")
        if new.count(".") > 1 and rest != "envs.registration":
            parts.append(new)
    others = [other for other in draft.tree.body if isinstance(other, ast.Import) and other.lineno < statement.lineno]
    is_bound = any(alias.name.partition(".")[0] == "gym" and not alias.asname for one in others for alias in one.names)
    if not parts or (parts == ["gymnasium as gym"] and is_bound):
        draft.remove(statement)
    else:
        draft.replace(statement, "import " + ", ".join(dict.fromkeys(parts)))


def _is_used(draft: Draft, name: str) -> bool:
    return any(node.id == name for node in draft.walk(ast.Name))


def _import_from(draft: Draft, statement: ast.ImportFrom) -> None:
    module = statement.module or ""
    plain = _MODULES.get(module) or re.sub(r"^gym\b", "gymnasium", module)
    by_module: dict[str, list[str]] = {}
    is_same = True
    for alias in statement.names:
        full = f"{module}.{alias.name}"
        bound = alias.asname or alias.name
        new = f"{plain}.*" if alias.name == "*" else _today(full)
        if not new:
            if not _is_used(draft, bound):
                is_same = False
                continue
            _tell(draft, statement, full)
        target, _, name = (new or f"{plain}.{alias.name}").rpartition(".")
        is_same = is_same and target == plain and name == alias.name
        if name != alias.name and not alias.asname and _rename_uses(draft, bound, name):
            bound = name
        by_module.setdefault(target, []).append(name if name == bound else f"{name} as {bound}")
    if is_same:
        # The layout of the names stays.
        start = draft.start(statement) + draft.source(statement).index(module, len("from"))
        if plain != module:
            draft.change(start, start + len(module), plain)
        return
    lines = [f"from {target} import {', '.join(names)}" for target, names in by_module.items()]
    if not lines:
        draft.remove(statement)
        return
    draft.replace(statement, lines[0])
    if len(lines) > 1:
        draft.insert_after(statement, "\n".join(lines[1:]))


def _rename_uses(draft: Draft, old: str, new: str) -> bool:
    """Use the new name of something that was imported, if both names are free for that."""
    if {old, new} & draft.bound or new in draft.names:
        return False
    for node in draft.walk(ast.Name):
        if node.id == old:
            draft.replace(node, new)
    return True


def texts(draft: Draft) -> None:
    """Rename modules of Gym in strings, such as the entry points of environments."""
    if "gym" in draft.facts.around.own:
        return
    for node in draft.walk(ast.Constant):
        if not isinstance(node.value, str) or not _PLACES.fullmatch(node.value):
            continue
        parent = draft.parent(node)
        is_place = isinstance(parent, ast.keyword) and (parent.arg or "").endswith("entry_point")
        is_import = isinstance(parent, ast.Call) and last_name(parent.func) in {"import_module", "__import__"}
        if is_place or is_import or ":" in node.value:
            start = draft.start(node) + draft.source(node).index("gym")
            draft.change(start, start + len("gym"), "gymnasium")
