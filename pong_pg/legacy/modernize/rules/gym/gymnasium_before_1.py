"""Gymnasium before 1.0: names and arguments of wrappers, vector environments, and the bridge to Gym's ids."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import Environments, environments_of, last_name
from pong_pg.legacy.modernize.rules.gym.make import register_games
from pong_pg.legacy.read.findings import resets_in_the_same_step
from pong_pg.legacy.read.forms import is_episode_statistic
from pong_pg.legacy.tables import gym as table

_BRIDGES = ("GymV26Environment-v0", "GymV21Environment-v0")
_RENAMED = {
    "gymnasium.wrappers.AutoResetWrapper": "Autoreset",
    "gymnasium.wrappers.FrameStack": "FrameStackObservation",
    "gymnasium.wrappers.GrayScaleObservation": "GrayscaleObservation",
}
_DROPPED = ("new_step_api", "apply_api_compatibility", "apply_step_compatibility")


def _full_name(environments: Environments, node: ast.AST) -> str:
    """Return a full name, with the package `gymnasium` for both packages, and without the files of wrappers."""
    full = environments.full_name(node)
    if full.startswith("gym."):
        full = f"gymnasium.{full.removeprefix('gym.')}"
    for file in table.WRAPPER_FILES:
        full = full.replace(f"gymnasium.wrappers.{file}.", "gymnasium.wrappers.")
    return full


def names(draft: Draft) -> None:
    """Use wrappers by their names and arguments of today, and import them from where they are."""
    environments = environments_of(draft)
    if not any(full.partition(".")[0] == "gymnasium" for full in environments.names.values()):
        return
    for call in draft.walk(ast.Call):
        full = _full_name(environments, call.func)
        arguments = table.ARGUMENTS.get(full, {})
        if full.startswith("gymnasium.wrappers."):
            for keyword in call.keywords:
                row = arguments.get(keyword.arg or "")
                new = "stack_size" if keyword.arg == "num_stack" else row.renamed if row else ""
                if new:
                    draft.replace(keyword, f"{new}=", keyword.value)
        if full == "gymnasium.make":
            _make(draft, call)
    _imports(draft)
    for node in draft.walk(ast.Attribute):
        name = _RENAMED.get(environments.full_name(node))
        if name and not draft.is_replaced(node):
            draft.replace(node, node.value, f".{name}")


def _imports(draft: Draft) -> None:
    for statement in draft.walk(ast.ImportFrom):
        module = (statement.module or "").removeprefix("gymnasium.wrappers.")
        if module in table.WRAPPER_FILES and (statement.module or "") != module:
            start = draft.start(statement) + draft.source(statement).index(statement.module or "")
            draft.change(start, start + len(statement.module or ""), "gymnasium.wrappers")
        for alias in statement.names:
            new = _RENAMED.get(f"{statement.module}.{alias.name}")
            if new:
                draft.replace(alias, f"{new} as {alias.asname}" if alias.asname else new)
                for node in draft.walk(ast.Name):
                    if not alias.asname and node.id == alias.name:
                        draft.replace(node, new)


def _make(draft: Draft, call: ast.Call) -> None:
    given = call.args[0] if call.args else None
    if isinstance(given, ast.Constant) and given.value in _BRIDGES:
        ids = [keyword for keyword in call.keywords if keyword.arg == "env_id"]
        if ids:
            rest = [keyword for keyword in call.keywords if keyword is not ids[0] and keyword.arg != "env"]
            pieces = [piece for keyword in rest for piece in (", ", keyword)]
            env_id = ids[0].value
            is_game = isinstance(env_id, ast.Constant) and str(env_id.value).startswith("ALE/")
            prefix = ""
            if is_game and not register_games(draft):
                prefix = "ale_py:"
            text = draft.source(env_id)
            quoted = f"{text[0]}{prefix}{text[1:]}" if prefix else text
            draft.replace(call, call.func, "(", quoted if prefix else env_id, *pieces, ")")
    elif any(keyword.arg in _DROPPED for keyword in call.keywords):
        parts = [*call.args, *(keyword for keyword in call.keywords if keyword.arg not in _DROPPED)]
        draft.replace(call, call.func, "(", *[piece for part in parts for piece in (part, ", ")][:-1], ")")


def vectors(draft: Draft) -> None:
    """Let vector environments begin the next episode in the step that ends one, with the infos of then."""
    environments = environments_of(draft)
    if "gymnasium" not in {full.partition(".")[0] for full in environments.names.values()}:
        return
    if not resets_in_the_same_step([draft.text]):
        return
    gym = next((name for name, full in environments.names.items() if full == "gymnasium"), "")
    for call in draft.walk(ast.Call):
        full = environments.full_name(call.func)
        if full in {"gymnasium.vector.SyncVectorEnv", "gymnasium.vector.AsyncVectorEnv"} and (
            call.args or call.keywords
        ):
            last: ast.AST = call.keywords[-1] if call.keywords else call.args[-1]
            gym = gym or draft.module("gymnasium", "gym")
            draft.wrap(last, "", f", autoreset_mode={gym}.vector.AutoresetMode.SAME_STEP")
        elif full == "gymnasium.vector.make":
            make_vector(draft, call, gym or draft.module("gymnasium", "gym"))
    for node in draft.walk(ast.Subscript):
        if isinstance(node.slice, ast.Constant) and isinstance(node.ctx, ast.Load):
            if node.slice.value == "final_info":
                draft.replace(node, draft.support("final_infos"), "(", node.value, ")")
            elif node.slice.value in {"final_observation", "_final_observation"}:
                quote = draft.source(node.slice)[-1]
                draft.replace(node.slice, quote, str(node.slice.value).replace("final_observation", "final_obs"), quote)


def make_vector(draft: Draft, call: ast.Call, gym: str, *first: str | ast.AST) -> None:
    """Let `make_vec` stand for a call of `vector.make`.

    Args:
        draft: the file.
        call: the call.
        gym: the file's name of the package.
        first: what stands for the first argument; the argument itself if empty.
    """
    pieces: list[str | ast.AST] = [*(first or call.args[:1]), ", num_envs=", _given(call, 1, "num_envs", "1")]
    mode = _given(call, 2, "asynchronous", "True")
    if isinstance(mode, ast.Constant) or mode == "True":
        is_async = mode == "True" or bool(getattr(mode, "value", True))
        pieces.append(f', vectorization_mode="{"async" if is_async else "sync"}"')
    else:
        pieces += [', vectorization_mode="async" if ', mode, ' else "sync"']
    for keyword in call.keywords:
        if keyword.arg == "wrappers":
            is_list = isinstance(keyword.value, ast.List | ast.Tuple)
            pieces += [", wrappers=", *([keyword.value] if is_list else ["[", keyword.value, "]"])]
        elif keyword.arg not in {"num_envs", "asynchronous", "disable_env_checker"}:
            pieces += [", ", keyword]
    # Episodes began in the step that ended the one before.
    same_step = f'{{"autoreset_mode": {gym}.vector.AutoresetMode.SAME_STEP}}'
    draft.replace(call, f"{gym}.make_vec(", *pieces, f", vector_kwargs={same_step})")


def _given(call: ast.Call, position: int, name: str, default: str) -> str | ast.AST:
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    return call.args[position] if len(call.args) > position else default


def statistics(draft: Draft) -> None:
    """Take the statistics of an episode for numbers, which once were arrays of one."""
    environments = environments_of(draft)
    if not any(full.partition(".")[0] in {"gym", "gymnasium"} for full in environments.names.values()):
        return
    if "vector" in draft.text or "make_vec" in draft.text:
        return
    for node in draft.walk(ast.Subscript):
        if is_episode_statistic(node) and "infos" not in last_name(_root(node)):
            draft.replace(node, node.value)


def _root(node: ast.expr) -> ast.expr:
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


PASSES: tuple[Callable[[Draft], None], ...] = (names, vectors, statistics)
