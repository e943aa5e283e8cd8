"""Imports of Gym, and names of its modules."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import environments_of
from pong_pg.legacy.tables import gym as table

# Gym's names that Gymnasium has elsewhere, where a name can simply stand for the other.
MOVED = {
    "gym.core.Env": "gymnasium.Env",
    "gym.envs.registration.env_id_re": "gymnasium.envs.registration.ENV_ID_RE",
    "gym.envs.registration.load": "gymnasium.envs.registration.load_env_creator",
    "gym.envs.registration.EnvRegistry": "dict",
    "gym.error.Unregistered": "gymnasium.error.UnregisteredEnv",
    "gym.logger.warning": "gymnasium.logger.warn",
    "gym.vector.VectorEnvWrapper": "gymnasium.vector.VectorWrapper",
    "gym.wrappers.AutoResetWrapper": "gymnasium.wrappers.Autoreset",
    "gym.wrappers.FrameStack": "gymnasium.wrappers.FrameStackObservation",
    "gym.wrappers.GrayScaleObservation": "gymnasium.wrappers.GrayscaleObservation",
    "gym.wrappers.monitoring.load_results": "load_results",
    "gym.spaces.dict_space.Dict": "gymnasium.spaces.Dict",
    "gym.spaces.tuple_space.Tuple": "gymnasium.spaces.Tuple",
}
# Modules that are only another place of the names in a module of today.
_MODULES = {
    "gym.spaces.box": "gymnasium.spaces",
    "gym.spaces.discrete": "gymnasium.spaces",
    "gym.spaces.multi_binary": "gymnasium.spaces",
    "gym.spaces.multi_discrete": "gymnasium.spaces",
    "gym.spaces.dict_space": "gymnasium.spaces",
    "gym.spaces.tuple_space": "gymnasium.spaces",
    "gym.envs.atari": "ale_py",
    "gym.envs.atari.atari_env": "ale_py",
    "gym.wrappers.time_limit": "gymnasium.wrappers",
    "gym.wrappers.monitoring.video_recorder": "gymnasium.wrappers",
    **{f"gym.vector.utils.{name}": "gymnasium.vector.utils" for name in ("numpy_utils", "shared_memory", "spaces")},
    **{f"gym.wrappers.{name}": "gymnasium.wrappers" for name in table.WRAPPER_FILES},
}
_SPACE_FIRST = ("concatenate", "read_from_shared_memory", "write_to_shared_memory")
# Modules of which nothing is left; their imports stay, and are reported.
_LEFT = ("gym.benchmarks", "gym.envs.classic_control.rendering")
GONE = {*(f"gym.{name}" for name in (*table.SERVICES, *table.SERVICE_MODULES)), "gym.scoreboard", "gym.monitoring"}


def imports(draft: Draft) -> None:
    """Import Gymnasium instead of Gym, under the names that the file uses."""
    environments = environments_of(draft)
    if not any(full.partition(".")[0] == "gym" for full in environments.names.values()):
        return
    if "gym" in draft.facts.around.own:
        return
    for attribute in draft.walk(ast.Attribute):
        new = MOVED.get(environments.full_name(attribute))
        if new and "gym" in environments.names and not draft.is_replaced(attribute):
            draft.replace(attribute, new.replace("gymnasium", "gym", 1))
            if new == "dict":
                draft.comment(attribute, "a registry is a dict today, from ids to specifications")
    has_gym = any(
        isinstance(statement, ast.Import) and any(alias.name == "gym" and not alias.asname for alias in statement.names)
        for statement in draft.tree.body
    )
    for statement in draft.walk(ast.Import):
        if any(alias.name.partition(".")[0] == "gym" for alias in statement.names):
            _import(draft, statement)
        elif has_gym and draft.source(statement) == "import gymnasium as gym" and statement in draft.tree.body:
            # A support needs it, and the file's own import gives it.
            draft.remove(statement)
    for one in draft.walk(ast.ImportFrom):
        if one.module and one.module.partition(".")[0] == "gym" and not one.level:
            _import_from(draft, one)


def _import(draft: Draft, statement: ast.Import) -> None:
    binds_gym = any(alias.name == "gym" and not alias.asname for alias in statement.names)
    parts: list[str] = []
    for alias in statement.names:
        if alias.name.partition(".")[0] != "gym" or alias.name.startswith(_LEFT):
            parts.append(_text(alias))
            continue
        name = _MODULES.get(alias.name, "gymnasium" + alias.name.removeprefix("gym"))
        if alias.asname:
            parts.append(f"{name} as {alias.asname}")
        elif alias.name == "gym":
            parts.append("gymnasium as gym")
        elif not binds_gym and not _binds_gym(draft, statement):
            # `import gym.spaces` makes the name gym, too.
            parts.append("gymnasium as gym")
            binds_gym = True
    parts = list(dict.fromkeys(parts))
    if parts:
        draft.replace(statement, "import " + ", ".join(parts))
    else:
        draft.remove(statement)


def _binds_gym(draft: Draft, besides: ast.Import) -> bool:
    return any(
        alias.name == "gym" and not alias.asname
        for statement in draft.walk(ast.Import)
        if statement is not besides
        for alias in statement.names
    ) or any(
        statement.lineno < besides.lineno and alias.name.startswith("gym.") and not alias.asname
        for statement in draft.walk(ast.Import)
        for alias in statement.names
    )


def _text(alias: ast.alias) -> str:
    return f"{alias.name} as {alias.asname}" if alias.asname else alias.name


def _is_replaced(full: str) -> bool:
    """Return whether other rules put something else for a name."""
    module, _, name = full.rpartition(".")
    is_listed = full in {**table.GYM_NAMES, **table.GYM_MODULES} or module in table.GYM_MODULES
    return is_listed or name in {"Monitor", "SkipWrapper", "seeding", "monitoring", "prng", "load_results", "np_random"}


def _is_used(draft: Draft, name: str) -> bool:
    return any(node.id == name for node in draft.walk(ast.Name))


def _import_from(draft: Draft, statement: ast.ImportFrom) -> None:
    by_module: dict[str, list[str]] = {}
    lines: list[str] = []
    if (statement.module or "").startswith(_LEFT):
        return
    for alias in statement.names:
        full = f"{statement.module}.{alias.name}"
        bound = alias.asname or alias.name
        if full in GONE or (_is_replaced(full) and not _is_used(draft, bound)):
            continue
        if alias.name in _SPACE_FIRST and (statement.module or "").startswith("gym.vector.utils"):
            draft.comment(statement, f"{alias.name} takes the space as its first argument today")
        new = MOVED.get(full)
        if new == "dict":
            draft.comment(statement, "a registry is a dict today, from ids to specifications")
            lines.append(f"{bound} = dict")
            continue
        if new and "." in new:
            module, _, name = new.rpartition(".")
        elif full in _MODULES and "." not in _MODULES[full]:
            lines.append(f"import {_MODULES[full]}" + (f" as {bound}" if bound != _MODULES[full] else ""))
            continue
        else:
            module, name = _MODULES.get(statement.module or "", ""), alias.name
            module = module or "gymnasium" + (statement.module or "").removeprefix("gym")
        by_module.setdefault(module, []).append(name if name == bound else f"{name} as {bound}")
    source = draft.source(statement)
    only = next(iter(by_module)) if len(by_module) == 1 else ""
    unchanged = only and not lines and by_module[only] == [_text(alias) for alias in statement.names]
    if unchanged:
        # The layout of the names stays.
        start = draft.start(statement) + source.index(statement.module or "", len("from"))
        draft.change(start, start + len(statement.module or ""), only)
        return
    lines += [f"from {module} import {', '.join(names)}" for module, names in by_module.items()]
    if lines:
        draft.replace(statement, lines[0])
        if len(lines) > 1:
            draft.insert_after(statement, "\n".join(lines[1:]))
    else:
        draft.remove(statement)


PASSES: tuple[Callable[[Draft], None], ...] = (imports,)
