"""Five values of `step`, the pair of `reset`, and seeds."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.gym.environments import FUNCTIONS, Environments

_FIVE = "step returns five values today: observation, reward, terminated, truncated, info"
_INFOS = "the infos of a vector environment are one dict of arrays today"
_SEEDED = "the same seed gives other episodes than in old Gym; `pong-pg run` plays those of then"


def steps(environments: Environments) -> None:
    """Take five values from `step`."""
    for call, env in environments.calls("step"):
        if len(call.args) + len(call.keywords) == 1:
            _step(environments, call, env)


def _step(environments: Environments, call: ast.Call, env: ast.expr) -> None:
    draft = environments.draft
    match draft.parent(call):
        case ast.Assign(targets=[ast.Tuple(elts=parts) | ast.List(elts=parts)]) as statement:
            if any(isinstance(part, ast.Starred) for part in parts):
                draft.comment(call, _FIVE)
            elif len(parts) == 4:
                _unpack(environments, parts, statement, is_vector=environments.is_vector(env))
        case ast.Return() if environments.method_around(call, "step", "_step"):
            pass
        case ast.Subscript(slice=ast.Constant(value=0 | 1)) | ast.Expr():
            pass
        case _:
            draft.comment(call, _FIVE)


def _unpack(environments: Environments, parts: list[ast.expr], statement: ast.Assign, *, is_vector: bool) -> None:
    draft = environments.draft
    done, info = parts[2:]
    if environments.method_around(statement, "reset", "_reset") and draft.source(info) == "_":
        draft.replace(info, "info")
    if draft.source(done) == "_":
        draft.replace(done, "_, _")
        return
    terminated, truncated = draft.free_name("terminated"), draft.free_name("truncated")
    operator = "|" if is_vector else "or"
    draft.replace(done, f"{terminated}, {truncated}")
    draft.insert_after(statement, f"{draft.source(done)} = {terminated} {operator} {truncated}")
    if is_vector and isinstance(info, ast.Name):
        uses = [node for node in draft.walk(ast.Name) if node.id == info.id and isinstance(node.ctx, ast.Load)]
        for use in sorted(uses, key=draft.start)[:1]:
            draft.comment(use, _INFOS, is_once=True)


def resets(environments: Environments) -> None:
    """Take the pair of observation and infos from `reset`."""
    draft = environments.draft
    info = _info_name(draft)
    for call, _ in environments.calls("reset"):
        _reset(environments, call, info)


def _info_name(draft: Draft) -> str:
    """Return `_` where the file uses that for infos, or uses `info` for something else; else `info`."""
    ends = {
        draft.source(node.elts[-1]) for node in draft.walk(ast.Tuple) if isinstance(node.ctx, ast.Store) and node.elts
    }
    is_taken = "info" not in ends and "info" in draft.bound | draft.names.keys()
    return "_" if "_" in ends or is_taken else "info"


def _reset(environments: Environments, call: ast.Call, info: str) -> None:
    draft = environments.draft
    parent = draft.parent(call)
    method = environments.method_around(call, "reset", "_reset")
    match parent:
        case ast.Expr():
            return
        case ast.Return() if method:
            return
        case ast.Assign(targets=[ast.Tuple() as target]):
            second = draft.source(target.elts[1]) if len(target.elts) == 2 else ""
            if "info" not in second and second != "_":
                is_bare = not draft.source(target).startswith("(")
                draft.wrap(target, *(("(", f"), {info}") if is_bare else ("", f", {info}")))
        case ast.Assign(targets=[ast.Name() | ast.Attribute() | ast.Subscript() as target]):
            draft.wrap(target, "", f", {'info' if method else info}")
        case _:
            draft.wrap(call, "", "[0]")


def seeds(environments: Environments) -> None:
    """Seed an environment where it is reset."""
    draft = environments.draft
    for call, env in environments.calls("seed"):
        statement = draft.parent(call)
        if environments.class_around(call) and draft.source(env) in {"self", "super()"}:
            continue
        if not isinstance(statement, ast.Expr):
            draft.comment(call, "environments are seeded by reset(seed=n) today, which returns no seeds")
            continue
        arguments = [*call.args, *(keyword.value for keyword in call.keywords)]
        if not arguments or draft.source(arguments[0]) == "None":
            draft.remove(statement)
            continue
        following = _next_reset(environments, statement, env)
        draft.comment(following or statement, _SEEDED, is_once=True)
        if following is None:
            draft.replace(call, env, ".reset(seed=", arguments[0], ")")
        else:
            draft.replace(following, following.func, "(seed=", draft.source(arguments[0]), ")")
            draft.remove(statement)


def _next_reset(environments: Environments, seeded: ast.Expr, env: ast.expr) -> ast.Call | None:
    """Return the call of `reset` without arguments that follows in the same block, before any loop or function."""
    draft = environments.draft
    block = next(
        body
        for name in ("body", "orelse", "finalbody")
        if seeded in (body := getattr(draft.parent(seeded), name, [])) and isinstance(body, list)
    )
    for statement in block[block.index(seeded) + 1 :]:
        if isinstance(statement, (ast.For, ast.While, ast.If, ast.Try, ast.With, ast.ClassDef, *FUNCTIONS)):
            return None
        for call in ast.walk(statement):
            match call:
                case ast.Call(func=ast.Attribute(value=value, attr="reset"), args=[], keywords=[]):
                    if draft.source(value) == draft.source(env) and not draft.is_replaced(call):
                        return call
    return None
