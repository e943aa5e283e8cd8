"""Imports of Gym, and names that Gymnasium has elsewhere."""

from __future__ import annotations

import ast
import re

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import last_name
from pong_pg.legacy.tables import gym as table

# Names that stand for something else in a module of today; those of the tables come on top.
_MOVED = {
    "gym.spaces.dict_space.Dict": "gymnasium.spaces.Dict",
    "gym.spaces.tuple_space.Tuple": "gymnasium.spaces.Tuple",
    "gym.utils.play.PlayPlot": "gymnasium.utils.play.PlayPlot",
    "gym.monitoring.VideoRecorder": "gymnasium.wrappers.RecordVideo",
    "gym.envs.atari.AtariEnv": "ale_py.AtariEnv",
    "gym.envs.atari.atari_env.AtariEnv": "ale_py.AtariEnv",
}
# Modules that are only another place of the names in a module of today.
_MODULES = {
    **{f"gym.spaces.{name}": "gymnasium.spaces" for name in ("dict_space", "tuple_space")},
    **{f"gym.wrappers.{name}": "gymnasium.wrappers" for name in table.WRAPPER_FILES},
    "gym.envs.atari": "ale_py",
    "gym.envs.atari.atari_env": "ale_py.env",
    "gym.wrappers.monitor": "gymnasium.wrappers",
    "gym.wrappers.monitoring": "gymnasium.wrappers",
}
# A plain name of today.
_DOTTED = re.compile(r"gymnasium(\.\w+)+")
_GONE = "{} is gone: {}"


def moved(full: str) -> str:
    """Return the full name that something of Gym or Gymnasium has today; "" where that is no plain name."""
    if full in _MOVED:
        return _MOVED[full]
    row = table.GYM_NAMES.get(full) or table.GYMNASIUM_NAMES.get(full)
    if row is not None:
        return row.modern if _DOTTED.fullmatch(row.modern) else ""
    module, _, name = full.rpartition(".")
    if module in _MODULES:
        row = table.GYM_NAMES.get(f"gym.wrappers.{name}")
        return row.modern if row and _DOTTED.fullmatch(row.modern) else f"{_MODULES[module]}.{name}"
    return ""


def renames(draft: Draft) -> None:
    """Rename what is used as an attribute of a module, and the arguments of what has other names for them."""
    if "gym" in draft.facts.around.own:
        return
    for node in draft.walk(ast.Attribute):
        full = draft.full_name(node)
        new = moved(full) if full.startswith(("gym.", "gymnasium.")) else ""
        root = draft.source(node).partition(".")[0]
        if new.startswith("gymnasium.") and draft.names.get(root) in {"gym", "gymnasium"}:
            draft.replace(node, root + new.removeprefix("gymnasium"))
        elif new.startswith("gymnasium.wrappers.") and draft.names.get(root) in {"gym.wrappers", "gymnasium.wrappers"}:
            draft.replace(node, root + new.removeprefix("gymnasium.wrappers"))
        elif full in table.GYM_NAMES and not new.startswith("gymnasium."):
            draft.comment(node, _GONE.format(full, table.GYM_NAMES[full].modern))
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        name = full.rpartition(".")[2]
        rows = table.ARGUMENTS.get(full) or table.ARGUMENTS.get(f"gymnasium.wrappers.{name}")
        if full.startswith(("gym.wrappers.", "gymnasium.wrappers.")) and rows:
            _rename_arguments(draft, call, name, {key: row.renamed for key, row in rows.items()})


def _rename_arguments(draft: Draft, call: ast.Call, name: str, renamed: dict[str, str]) -> None:
    """Give arguments their names of today, and remove those that have none."""
    if name == "FrameStack":
        renamed = {**renamed, "num_stack": "stack_size"}
    for number, keyword in enumerate(call.keywords):
        given = keyword.arg or ""
        if renamed.get(given):
            start = draft.start(keyword)
            draft.change(start, start + len(given), renamed[given])
        elif given in renamed and (number or call.args):
            before = call.keywords[number - 1].value if number else call.args[-1]
            draft.change(draft.end(before), draft.end(keyword), "")


def imports(draft: Draft) -> None:
    """Import Gymnasium instead of Gym, under the names that the file uses."""
    if "gym" in draft.facts.around.own:
        return
    for statement in draft.walk(ast.Import):
        if any(alias.name.partition(".")[0] == "gym" for alias in statement.names):
            _import(draft, statement)
    for one in draft.walk(ast.ImportFrom):
        if one.module and one.module.partition(".")[0] in {"gym", "gymnasium"} and not one.level:
            _import_from(draft, one)


def _import(draft: Draft, statement: ast.Import) -> None:
    parts: list[str] = []
    for alias in statement.names:
        top, _, rest = alias.name.partition(".")
        if top != "gym":
            parts.append(f"{alias.name} as {alias.asname}" if alias.asname else alias.name)
            continue
        if alias.name in table.GYM_MODULES and alias.name != "gym" and alias.name not in _MODULES:
            draft.comment(statement, _GONE.format(alias.name, table.GYM_MODULES[alias.name]))
            if "remove" in table.GYM_MODULES[alias.name]:
                parts.append("gymnasium as gym")
                continue
        module = _MODULES.get(alias.name, f"gymnasium.{rest}" if rest else "gymnasium")
        if alias.asname:
            parts.append(f"{module} as {alias.asname}")
        else:
            parts.append("gymnasium as gym")
            if rest and _is_to_be_imported(rest) and module.startswith("gymnasium"):
                # `import gymnasium.x as gym` would bind the inner module.
                parts.append(module)
    draft.replace(statement, "import " + ", ".join(dict.fromkeys(parts)))


def _is_to_be_imported(rest: str) -> bool:
    """Return whether a module is not there after `import gymnasium` alone."""
    return rest.startswith(("utils.", "envs.")) and rest not in {"utils.seeding", "envs.registration"}


def _import_from(draft: Draft, statement: ast.ImportFrom) -> None:
    module = statement.module or ""
    plain = _MODULES.get(module, "gymnasium" + module.removeprefix("gymnasium").removeprefix("gym"))
    if module in table.GYM_MODULES and module != "gym" and module not in _MODULES:
        draft.comment(statement, _GONE.format(module, table.GYM_MODULES[module]))
    by_module: dict[str, list[str]] = {}
    is_same = True
    for alias in statement.names:
        full = f"{module}.{alias.name}"
        bound = alias.asname or alias.name
        new = moved(full) or f"{plain}.{alias.name}"
        if full in table.GYM_NAMES and not moved(full):
            draft.comment(statement, _GONE.format(full, table.GYM_NAMES[full].modern))
        elif full in table.GYM_MODULES and not moved(full):
            draft.comment(statement, _GONE.format(full, table.GYM_MODULES[full]))
        target, _, name = new.rpartition(".")
        is_same = is_same and target == plain and name == alias.name
        if name != alias.name and not alias.asname and _rename_uses(draft, bound, name):
            bound = name
        by_module.setdefault(target, []).append(name if name == bound else f"{name} as {bound}")
    if is_same:
        if plain != module:
            start = draft.start(statement) + draft.source(statement).index(module, len("from"))
            draft.change(start, start + len(module), plain)
        return
    lines = [f"from {target} import {', '.join(names)}" for target, names in by_module.items()]
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
        parent = draft.parent(node)
        if not isinstance(node.value, str) or not re.fullmatch(r"gym(\.[a-z_]+)+(:\w+)?", node.value):
            continue
        is_place = isinstance(parent, ast.keyword) and parent.arg in {"entry_point", "vector_entry_point"}
        is_import = isinstance(parent, ast.Call) and last_name(parent.func) in {"import_module", "__import__"}
        if is_place or is_import or ":" in node.value:
            start = draft.start(node) + draft.source(node).index("gym")
            draft.change(start, start + len("gym"), "gymnasium")
