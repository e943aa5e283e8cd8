"""Imports of Gym, and names that Gymnasium has elsewhere or not at all."""

from __future__ import annotations

import ast
import re

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules import arguments, renaming
from pong_pg.legacy.tables import gym as table

# Modules that are only another place of the names in a module of today.
_PLACES = {
    **{f"gym.spaces.{name}": "gymnasium.spaces" for name in ("dict_space", "tuple_space")},
    **{f"gym.wrappers.{name}": "gymnasium.wrappers" for name in (*table.WRAPPER_FILES, "monitor", "monitoring")},
    "gym.envs.atari": "ale_py",
    "gym.envs.atari.atari_env": "ale_py",
}
_PLAIN = re.compile(r"gymnasium(\.\w+)+")
_ENTRY_POINT = re.compile(r"gym(\.[a-z_]+)+:\w+")


def _today(full: str) -> str:
    return _PLACES.get(full) or re.sub(r"^gym\b", "gymnasium", full)


_ROWS = {**table.GYMNASIUM_NAMES, **{_today(name): row for name, row in table.GYM_NAMES.items()}}
_RENAMED = {name: row.modern for name, row in _ROWS.items() if _PLAIN.fullmatch(row.modern)}
_GONE = {
    **{name: row.modern for name, row in _ROWS.items() if name not in _RENAMED},
    **{_today(name): modern for name, modern in table.GYM_MODULES.items() if name != "gym" and name not in _PLACES},
}
# By the last name of what takes the arguments.
_ARGUMENTS = {
    "register": {"timestep_limit": "max_episode_steps"},
    **{
        function.rpartition(".")[2]: {name: row.renamed for name, row in rows.items()}
        for function, rows in table.ARGUMENTS.items()
    },
    "FrameStack": {"num_stack": "stack_size", "lz4_compress": ""},
}


def imports(draft: Draft) -> None:
    """Import Gymnasium instead of Gym, under the names that the file uses."""
    if "gym" in draft.facts.around.own:
        return
    is_bound = False
    # Those at the file's top come first.
    for statement in draft.walk(ast.stmt):
        if isinstance(statement, ast.Import):
            bound = [one for one in statement.names if renaming.bound_name(one) == "gym" and not one.asname]
            if is_bound and len(bound) == len(statement.names) and draft.parent(statement) is draft.tree:
                draft.remove(statement)
                continue
            for one in statement.names:
                if one.name.partition(".")[0] == "gym":
                    draft.replace(one, "gymnasium as gym" if one in bound else f"{_today(one.name)} as {one.asname}")
            is_bound = is_bound or bool(bound)
        elif isinstance(statement, ast.ImportFrom) and not statement.level:
            module = statement.module or ""
            if module.partition(".")[0] == "gym":
                start = draft.start(statement) + draft.source(statement).index(module, len("from"))
                draft.change(start, start + len(module), _today(module))
    for text in draft.walk(ast.Constant):
        if isinstance(text.value, str) and _ENTRY_POINT.fullmatch(text.value):
            draft.replace(text, draft.source(text).replace("gym", "gymnasium", 1))


def names(draft: Draft) -> None:
    """Rename what has another name in Gymnasium, and the arguments of what has other names for them."""
    for call in draft.walk(ast.Call):
        top, _, rest = draft.full_name(call.func).partition(".")
        if top == "gymnasium":
            arguments.rename(draft, call, _ARGUMENTS.get(rest.rpartition(".")[2], {}))
    renaming.rename(draft, _RENAMED)


def gone(draft: Draft) -> None:
    """Say what stands for a name that Gymnasium has not; an import that nothing uses goes."""
    used = {node.id for node in draft.walk(ast.Name)}
    for statement in draft.walk(ast.stmt):
        if isinstance(statement, ast.Import | ast.ImportFrom):
            prefix = f"{statement.module}." if isinstance(statement, ast.ImportFrom) else ""
            old = {renaming.bound_name(one): f"{prefix}{one.name}" for one in statement.names}
            old = {name: full for name, full in old.items() if _advice(full)}
            if unused := old.keys() - used:
                renaming.drop_names(draft, statement, unused)
            for name in old.keys() & used:
                _tell(draft, statement, old[name])
        if isinstance(statement, ast.Import) and any(one.name == "atari_py" for one in statement.names):
            draft.comment(statement, "ale_py stands for atari_py today, with other names")
    for node in draft.walk(ast.Attribute):
        full = draft.full_name(node)
        # The import says it, too.
        if isinstance(node.ctx, ast.Load) and _advice(full) and not _advice(full.rpartition(".")[0]):
            _tell(draft, node, full)


def _advice(full: str) -> str:
    """Return what modern code says for a name that is gone, or for the module that it was in."""
    return next((modern for name, modern in _GONE.items() if f"{full}.".startswith(f"{name}.")), "")


def _tell(draft: Draft, node: ast.AST, full: str) -> None:
    draft.comment(node, f"Gymnasium has no {full.partition('.')[2]}: {_advice(full)}")
