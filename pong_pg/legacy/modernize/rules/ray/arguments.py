"""Arguments of remote functions, actors, `ray.put` and `ray.wait`."""

from __future__ import annotations

import ast

from pong_pg.legacy.modernize.call_arguments import set_arguments
from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.layout import Piece
from pong_pg.legacy.modernize.rules.ray.bindings import Bindings
from pong_pg.legacy.tables.ray import ARGUMENTS

_OPTIONS = ARGUMENTS["ray.remote"]
_WAIT = ("", "num_returns", "timeout")


def options(draft: Draft) -> None:
    """Give the options of remote functions, actors and methods their names of today."""
    for call in draft.walk(ast.Call):
        is_decorator = draft.full_name(call.func) in ("ray.remote", "ray.method")
        is_method = isinstance(call.func, ast.Attribute) and call.func.attr == "options"
        if (is_decorator or is_method) and any(one.arg in _OPTIONS for one in call.keywords):
            _set_options(draft, call, is_decorator=is_decorator)


def _set_options(draft: Draft, call: ast.Call, *, is_decorator: bool) -> None:
    arguments: list[Piece] = [*call.args]
    for one in call.keywords:
        row = _OPTIONS.get(one.arg or "")
        value = one.value
        if row is None:
            arguments.append(one)
        elif row.renamed:
            draft.replace(one, row.renamed, "=", value)
            arguments.append(one)
        elif one.arg == "detached":
            if not isinstance(value, ast.Constant):
                draft.replace(one, 'lifetime="detached" if ', *draft.operand(value), " else None")
                arguments.append(one)
            elif value.value:
                draft.replace(one, 'lifetime="detached"')
                arguments.append(one)
        elif one.arg == "num_custom_resource" and not any(other.arg == "resources" for other in call.keywords):
            draft.replace(one, 'resources={"CustomResource": ', value, "}")
            arguments.append(one)
        elif not row.is_dropped:
            arguments.append(one)
    if arguments:
        set_arguments(draft, call, arguments)
    elif is_decorator:
        draft.replace(call, call.func)
    elif isinstance(call.func, ast.Attribute):
        draft.replace(call, call.func.value)


def puts(draft: Draft) -> None:
    """Drop what `ray.put` and `ray.get` once took besides the value."""
    for call in draft.walk(ast.Call):
        full = draft.full_name(call.func)
        if full not in ("ray.put", "ray.get"):
            continue
        old = [one for one in call.keywords if one.arg in ARGUMENTS.get(full, {}) or one.arg == "worker"]
        if old or len(call.args) > 1:
            set_arguments(draft, call, [*call.args[:1], *(one for one in call.keywords if one not in old)])


def waits(draft: Draft) -> None:
    """Give `ray.wait` its arguments by name, and its timeouts in seconds."""
    bindings = Bindings(draft)
    old_names = ARGUMENTS["ray.wait"]
    for call in draft.walk(ast.Call):
        if draft.full_name(call.func) != "ray.wait" or any(isinstance(one, ast.Starred) for one in call.args):
            continue
        references = [one for one in call.keywords if one.arg in (*old_names, "object_refs")]
        extra = [one for one in call.keywords if one.arg == "worker"]
        timeout = next((one.value for one in call.keywords if one.arg == "timeout"), None)
        if timeout is None and len(call.args) > 2:
            timeout = call.args[2]
        if timeout is not None:
            _in_seconds(draft, bindings, timeout)
        if not references and not extra and len(call.args) < 2:
            continue
        for one in references:
            draft.replace(one, one.value)
        arguments: list[Piece] = [*references, *call.args[:1]]
        for name, value in zip(_WAIT[1:], call.args[1:3], strict=False):
            draft.wrap(value, f"{name}=", "")
            arguments.append(value)
        arguments += [one for one in call.keywords if one not in references and one not in extra]
        set_arguments(draft, call, arguments)


def _in_seconds(draft: Draft, bindings: Bindings, timeout: ast.expr) -> None:
    """Divide a timeout of milliseconds; see `Settings.wait_in_milliseconds`."""
    settings = draft.facts.settings
    if not settings.wait_in_milliseconds:
        return
    value = _constant(timeout)
    # Milliseconds were whole numbers; so what is none is in seconds already, or was never allowed.
    if isinstance(timeout, ast.Constant) and not isinstance(value, int):
        return
    if isinstance(timeout, ast.BinOp) and isinstance(timeout.op, ast.Div) and _constant(timeout.right) == 1000:
        return
    if settings.wait_unit_is_guess:
        draft.comment(
            timeout,
            "this timeout was taken for milliseconds, as up to Ray 0.6.1, since the script does not show its version; "
            "it is in seconds now",
        )
    if isinstance(value, int) and isinstance(timeout, ast.Constant):
        draft.replace(timeout, repr(value / 1000))
    elif isinstance(timeout, ast.Name | ast.Attribute) and _may_be_none(bindings, timeout):
        draft.replace(timeout, "None if ", timeout, " is None else ", draft.source(timeout), " / 1000")
    elif isinstance(timeout, ast.BinOp) and isinstance(timeout.op, ast.Mult | ast.Div):
        draft.replace(timeout, timeout, " / 1000")
    else:
        draft.replace(timeout, *draft.operand(timeout), " / 1000")


def _may_be_none(bindings: Bindings, node: ast.Name | ast.Attribute) -> bool:
    bound = bindings.of(node) if isinstance(node, ast.Name) else bindings.attributes.get(node.attr, [])
    return not bound or not all(isinstance(_constant(one.node), int) and not one.path for one in bound)


def _constant(node: ast.AST | None) -> object:
    return node.value if isinstance(node, ast.Constant) and not isinstance(node.value, bool) else None
