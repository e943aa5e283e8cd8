"""Environments and wrappers that a script defines: names, arguments and results of their methods."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import FUNCTIONS, Environments
from pong_pg.legacy.tables.gym import OVERRIDES

# Keys of `metadata` and of infos.
_KEYS = {"render.modes": "render_modes", "video.frames_per_second": "render_fps", "ale.lives": "lives"}
_SEED = "nothing calls seed() today: Gymnasium gives the seed to reset(seed=n)"


def overrides(environments: Environments) -> None:
    """Name methods without the underscore that they had up to gym 0.9.5."""
    draft = environments.draft
    for method in _methods(environments, *OVERRIDES):
        draft.change_between(draft.start(method), draft.end(method), f" {method.name}", f" {OVERRIDES[method.name]}")
    for node in draft.walk(ast.Attribute):
        if node.attr in OVERRIDES and environments.is_env(node.value):
            draft.replace(node, node.value, f".{OVERRIDES[node.attr]}")
    for text in draft.walk(ast.Constant):
        if isinstance(text.value, str) and text.value in _KEYS:
            draft.replace(text, draft.source(text).replace(text.value, _KEYS[text.value]))


def classes(environments: Environments) -> None:
    """Give the methods of environments and wrappers the arguments and results of today."""
    draft = environments.draft
    for method in _methods(environments, "step", "reset", "seed"):
        if method.name == "step":
            _step(draft, method)
        elif method.name == "reset":
            _reset(environments, method)
        elif "seeding.np_random" not in draft.source(method) and environments.has_gym_base(draft.parent(method)):  # type: ignore[arg-type]  # the class
            draft.comment(method, _SEED)


def _methods(environments: Environments, *names: str) -> Iterator[ast.FunctionDef]:
    """Yield the methods by these names of the classes of environments."""
    for owner in environments.draft.walk(ast.ClassDef):
        if environments.is_env_class(owner):
            yield from (part for part in owner.body if isinstance(part, ast.FunctionDef) and part.name in names)


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a method, without those of functions in it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, FUNCTIONS):
            yield child
            yield from _own(child)


def _step(draft: Draft, method: ast.FunctionDef) -> None:
    names = {node.id for node in _own(method) if isinstance(node, ast.Name)}
    for statement in _own(method):
        match statement:
            case ast.Return(value=ast.Tuple(elts=[_, _, done, _])):
                # An inner step gave it, and made `done` of it.
                draft.wrap(done, "", ", truncated" if "truncated" in names else ", False")


def _reset(environments: Environments, method: ast.FunctionDef) -> None:
    draft = environments.draft
    owner = draft.parent(method)
    arguments = method.args
    given = {argument.arg for argument in (*arguments.args, *arguments.kwonlyargs)}
    inner = [call for call, _ in environments.calls("reset") if draft.around(call, *FUNCTIONS) is method]
    handed = "seed=seed, options=options"
    if arguments.kwarg is not None:
        handed = f"**{arguments.kwarg.arg}"
    elif "seed" not in given and arguments.args:
        last = max((*arguments.args, *arguments.defaults, *arguments.kwonlyargs), key=draft.end)
        last = arguments.vararg if arguments.vararg and not arguments.kwonlyargs else last
        star = "" if arguments.vararg or arguments.kwonlyargs else "*, "
        draft.wrap(last, "", f", {star}seed=None, options=None")
    for call in inner[:1]:
        if not (call.args or call.keywords):
            draft.replace(call, call.func, f"({handed})")
    bases = [environments.full_name(base) for base in owner.bases] if isinstance(owner, ast.ClassDef) else []
    if {"gym.Env", "gym.core.Env"} & {*bases} and not inner and handed.startswith("seed"):
        has_text = ast.get_docstring(method) is not None and len(method.body) > 1
        draft.insert_before(method.body[1 if has_text else 0], "super().reset(seed=seed)")
    for statement in _own(method):
        if not isinstance(statement, ast.Return) or statement.value is None or statement.value in inner:
            continue
        value = statement.value
        is_pair = isinstance(value, ast.Tuple) and len(value.elts) == 2 and "info" in draft.source(value.elts[1])
        if not is_pair:
            is_bare = isinstance(value, ast.Tuple) and not draft.source(value).startswith("(")
            draft.wrap(value, "(" if is_bare else "", "), {}" if is_bare else ", {}")
