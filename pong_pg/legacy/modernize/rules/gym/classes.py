"""Environments and wrappers of the file's own."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import (
    SCOPES,
    Environments,
    Kind,
    environments_of,
    is_direct_env,
    last_name,
)
from pong_pg.legacy.modernize.rules.gym.steps import is_step
from pong_pg.legacy.tables.gym import OVERRIDES

_METADATA = {
    "render.modes": "render_modes",
    "video.frames_per_second": "render_fps",
}
_Function = ast.FunctionDef | ast.AsyncFunctionDef


def overrides(draft: Draft) -> None:
    """Rename the methods that environments overrode with an underscore, and the calls of them."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    renamed: set[str] = set()
    for name in environments.own:
        node = environments.classes[name]
        methods = {part.name: part for part in node.body if isinstance(part, _Function)}
        is_modern = {"step", "reset"} <= methods.keys()
        for old, new in OVERRIDES.items():
            if old in methods and new not in methods and not (is_modern and new in {"render", "close", "seed"}):
                renamed.add(old)
                _rename(draft, methods[old], old, new)
    for attribute in draft.walk(ast.Attribute):
        old = attribute.attr
        if (
            old in OVERRIDES
            and not draft.is_replaced(attribute)
            and _is_method_of_env(environments, attribute, renamed)
        ):
            draft.replace(attribute, attribute.value, f".{OVERRIDES[old]}")


def _is_method_of_env(environments: Environments, node: ast.Attribute, renamed: set[str]) -> bool:
    is_own = isinstance(node.value, ast.Name) and node.value.id == "self"
    if is_own:
        return node.attr in renamed and environments.kind(node.value) is Kind.YES
    return environments.kind(node.value) is Kind.YES and (node.attr in renamed or node.attr != "_seed")


def _rename(draft: Draft, method: _Function, old: str, new: str) -> None:
    start = draft.start(method)
    for decorator in method.decorator_list:
        start = max(start, draft.end(decorator))
    draft.change_between(start, draft.start(method.body[0]), old, new)


def metadata(draft: Draft) -> None:
    """Give the metadata of classes the keys of today."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    for constant in draft.walk(ast.Constant):
        if constant.value not in _METADATA or not isinstance(constant.value, str):
            continue
        parent = draft.parent(constant)
        if isinstance(parent, ast.Dict | ast.Subscript | ast.Call):
            quote = draft.source(constant)[-1]
            draft.replace(constant, f"{quote}{_METADATA[constant.value]}{quote}")


def step_methods(draft: Draft) -> None:
    """Let the `step` of environments return five values."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    for method in _methods(environments, "step"):
        unpacked = _unpacked(method)
        for statement in _returns(method):
            value = statement.value
            match value:
                case ast.Tuple(elts=[_, _, done, _]):
                    draft.replace(done, *_ends(draft, method, done, unpacked))
                case ast.Tuple():
                    continue
                case ast.Call() if last_name(value.func) in {"step", "_step"}:
                    continue
                case ast.Call(func=ast.Attribute(value=owner)) if environments.kind(owner) is Kind.YES:
                    # A method of the class that returns four values.
                    draft.wrap(value, f"{draft.support('five_values')}(", ")")
                case None:
                    continue
                case _:
                    draft.wrap(value, f"{draft.support('five_values')}(", ")")


def _ends(
    draft: Draft, method: _Function, done: ast.expr, unpacked: tuple[int, str, str] | None
) -> tuple[str | ast.AST, ...]:
    """Return what stands for `done` in the five values: whether the episode was terminated, and truncated."""
    if unpacked is None or not isinstance(done, ast.Name):
        bare = isinstance(done, ast.IfExp | ast.Lambda | ast.NamedExpr)
        return ("(", done, "), False") if bare and isinstance(done, ast.NamedExpr) else (done, ", False")
    line, terminated, truncated = unpacked
    stores = [
        node
        for node in ast.walk(method)
        if isinstance(node, ast.Name) and node.id == done.id and isinstance(node.ctx, ast.Store)
    ]
    others = [node for node in stores if node.lineno >= line and not _is_joined(draft, node, terminated, truncated)]
    if not others:
        return (f"{terminated}, {truncated}",)
    if all(_becomes_true(draft, node) for node in others):
        return (done, f", {truncated}")
    return (done, ", False")


def _is_joined(draft: Draft, node: ast.Name, terminated: str, truncated: str) -> bool:
    parent = draft.parent(node)
    return isinstance(parent, ast.Assign) and ast.unparse(parent.value) == f"{terminated} or {truncated}"


def _becomes_true(draft: Draft, node: ast.Name) -> bool:
    parent = draft.parent(node)
    match parent:
        case ast.Assign(value=ast.Constant(value=True | 1)):
            return True
        case ast.Assign(value=ast.BoolOp(op=ast.Or(), values=values)):
            return any(isinstance(part, ast.Name) and part.id == node.id for part in values)
    return False


def _unpacked(method: _Function) -> tuple[int, str, str] | None:
    """Return the line of the first step that a method unpacks, and the names of whether the episode ended."""
    for node in ast.walk(method):
        match node:
            case ast.Assign(
                targets=[ast.Tuple(elts=[_, _, ast.Name(id=terminated), ast.Name(id=truncated), _])], value=ast.Call()
            ) if is_step(node.value) and terminated != "_":
                return node.lineno, terminated, truncated
    return None


def reset_methods(draft: Draft) -> None:
    """Let the `reset` of environments take a seed and return a pair."""
    environments = environments_of(draft)
    if not environments.is_old:
        return
    for method in _methods(environments, "reset"):
        around = environments.class_around(method)
        if around is None:
            continue
        inner = [call for call in _own_nodes(method) if _is_reset(environments, call)]
        first = inner[0] if inner else None
        if not _takes_seed(method):
            _add_parameters(draft, method)
            handed_on = isinstance(first, ast.Call) and _hand_on(draft, environments, first)
            if not handed_on:
                _seed_first(draft, environments, around.name, method)
        _return_pairs(draft, environments, method)


def _return_pairs(draft: Draft, environments: Environments, method: _Function) -> None:
    info = _info_of(method)
    for statement in _returns(method):
        value = statement.value
        match value:
            case ast.Call() if last_name(value.func) in {"reset", "_reset"}:
                continue
            case ast.Tuple(elts=[_, second]) if "info" in last_name(second) or isinstance(second, ast.Dict):
                continue
            case None:
                draft.replace(statement, f"return None, {info}")
            case ast.Tuple() if not draft.source(value).startswith("("):
                draft.replace(value, "(", value, f"), {info}")
            case ast.Lambda() | ast.IfExp():
                draft.replace(value, "(", value, f"), {info}")
            case _:
                draft.replace(value, value, f", {info}")
    del environments


def _info_of(method: _Function) -> str:
    """Return the info that the inner environment's `reset` gave, by the name that it has; "{}" if it has none."""
    for node in method.body:
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=[_, ast.Name(id=name)])], value=ast.Call()) if (
                isinstance(node.value, ast.Call) and last_name(node.value.func) == "reset" and name != "_"
            ):
                return name
    return "{}"


def _takes_seed(method: _Function) -> bool:
    arguments = method.args
    return arguments.kwarg is not None or any(part.arg == "seed" for part in (*arguments.args, *arguments.kwonlyargs))


def _add_parameters(draft: Draft, method: _Function) -> None:
    arguments = method.args
    parts = [*arguments.posonlyargs, *arguments.args]
    new = "seed=None, options=None"
    last = parts[-1]
    default = arguments.defaults[-1] if arguments.defaults else None
    place: ast.AST = default or last.annotation or last
    if arguments.vararg or arguments.kwonlyargs:
        place = arguments.kwonlyargs[-1] if arguments.kwonlyargs else arguments.vararg or last
        if arguments.kw_defaults and arguments.kw_defaults[-1] is not None:
            place = arguments.kw_defaults[-1]
        draft.wrap(place, "", f", {new}")
    else:
        draft.wrap(place, "", f", *, {new}")


def _hand_on(draft: Draft, environments: Environments, call: ast.Call) -> bool:
    """Hand seed and options on to the reset of an inner environment; return whether it was possible."""
    if call.args or call.keywords:
        return False
    if draft.around(call, ast.For, ast.While, ast.If, *SCOPES) is not environments.scope(call):
        return False
    draft.replace(call, call.func, "(seed=seed, options=options)")
    return True


def _seed_first(draft: Draft, environments: Environments, name: str, method: _Function) -> None:
    if environments.has_method(name, "seed"):
        code = "if seed is not None:\n    self.seed(seed)"
    elif is_direct_env(environments, name):
        code = "super().reset(seed=seed)"
    else:
        return
    first = method.body[0]
    is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    if is_docstring and len(method.body) > 1:
        first = method.body[1]
    if draft.begins_line(first) or "\n" not in code:
        draft.insert_before(first, code)


def _is_reset(environments: Environments, node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "reset"
        and not (isinstance(node.func.value, ast.Name) and node.func.value.id == "self")
        and environments.kind(node.func.value) is Kind.YES
    )


def _methods(environments: Environments, name: str) -> Iterator[_Function]:
    for one in environments.own:
        for part in environments.classes[one].body:
            if isinstance(part, _Function) and part.name == name and part.args.args:
                yield part


def _returns(method: _Function) -> list[ast.Return]:
    return [node for node in _own_nodes(method) if isinstance(node, ast.Return)]


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what is in a function, but not what is in another function within it."""
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, SCOPES):
            yield child
            yield from _own_nodes(child)


PASSES: tuple[Callable[[Draft], None], ...] = (step_methods, reset_methods, metadata)
