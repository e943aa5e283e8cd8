"""Whether a variable is read after a statement, before it gets another value."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from pong_pg.legacy.modernize.draft import Draft

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def is_read_after(draft: Draft, statement: ast.stmt, name: str) -> bool:
    """Return whether the value that a variable has at the end of a statement may be read later.

    Functions that read it, as one of theirs or a global one, count as being called later.
    """
    scope = draft.around(statement, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Module)
    if scope is None:
        return False
    if isinstance(scope, ast.ClassDef) or _is_declared(scope, name) or _is_read_in_functions(scope, name):
        return True
    return _continues(draft, statement, name)


def _continues(draft: Draft, statement: ast.stmt, name: str) -> bool:
    """Return whether a variable may be read after a statement, in the block that it is in or those around it."""
    parent = draft.parent(statement)
    if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) or parent is None:
        return False
    found = "none"
    for body in _bodies(parent):
        if statement in body:
            found = _first(body[body.index(statement) + 1 :], name)
    if found == "none" and isinstance(parent, ast.For | ast.While) and statement in parent.body:
        found = _in_next_turn(parent, statement, name)
    if found == "none" and isinstance(parent, ast.Try | ast.ExceptHandler):
        block = parent if isinstance(parent, ast.Try) else draft.parent(parent)
        if isinstance(block, ast.Try):
            found = _in_rest_of_try(block, statement, name)
            parent = block
    if found == "none" and isinstance(parent, ast.stmt):
        return _continues(draft, parent, name)
    return found == "read"


def _in_next_turn(loop: ast.For | ast.While, statement: ast.stmt, name: str) -> str:
    again = _first(_until(loop.body, statement), name)
    if isinstance(loop, ast.While) and _reads(loop.test, name):
        again = "read"
    elif isinstance(loop, ast.For) and _stores(loop.target, name):
        again = "written"
    # The loop may also end here.
    return "read" if again == "read" or _first(loop.orelse, name) == "read" else "none"


def _in_rest_of_try(block: ast.Try, statement: ast.stmt, name: str) -> str:
    is_tried = statement in block.body
    later = [*block.orelse, *block.finalbody] if is_tried else block.finalbody
    # What is raised in a `try` goes on in its handlers.
    handlers = block.handlers if is_tried else []
    is_read = any(_first(handler.body, name) == "read" for handler in handlers)
    return "read" if is_read else _first(later, name)


def _bodies(node: ast.AST) -> Iterable[list[ast.stmt]]:
    for part in ("body", "orelse", "finalbody"):
        body = getattr(node, part, None)
        if isinstance(body, list):
            yield body


def _until(body: list[ast.stmt], last: ast.stmt) -> list[ast.stmt]:
    return body[: body.index(last) + 1]


def _first(statements: Iterable[ast.stmt], name: str) -> str:
    """Return what happens to a variable first: "read", "written" or "none"."""
    for statement in statements:
        found = _in_statement(statement, name)
        if found != "none":
            return found
    return "none"


def _in_statement(node: ast.stmt, name: str) -> str:
    found = "none"
    match node:
        case ast.Assign(targets=targets, value=value):
            found = _in_parts([value], targets, name)
        case ast.AugAssign(target=target, value=value):
            found = "read" if _mentions(target, name) or _reads(value, name) else "none"
        case ast.For(target=target, iter=values, body=body, orelse=orelse):
            found = _in_parts([values], [target], name)
            if found == "none":
                found = "read" if "read" in {_first(body, name), _first(orelse, name)} else "none"
        case ast.While(test=test, body=body, orelse=orelse):
            inside = {_first(body, name), _first(orelse, name)}
            found = "read" if _reads(test, name) or "read" in inside else "none"
        case ast.If(test=test, body=body, orelse=orelse):
            inside = {_first(body, name), _first(orelse, name)}
            found = "written" if inside == {"written"} else "none"
            found = "read" if _reads(test, name) or "read" in inside else found
        case ast.With(items=items, body=body):
            variables = [item.optional_vars for item in items if item.optional_vars]
            found = _in_parts([item.context_expr for item in items], variables, name)
            found = _first(body, name) if found == "none" else found
        case ast.Try(body=body, handlers=handlers, orelse=orelse, finalbody=finalbody):
            found = _first([*body, *orelse, *finalbody], name)
            caught = [_first(handler.body, name) for handler in handlers if handler.name != name]
            found = "read" if "read" in caught else found
        case ast.FunctionDef() | ast.ClassDef():
            found = "read" if any(_reads(part, name) for part in node.decorator_list) else "none"
            found = "written" if node.name == name and found == "none" else found
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            bound = {alias.asname or alias.name.partition(".")[0] for alias in names}
            found = "written" if name in bound else "none"
        case _:
            found = "read" if _reads(node, name) else "none"
    return found


def _in_parts(read: list[ast.expr], written: list[ast.expr], name: str) -> str:
    if any(_reads(part, name) for part in [*read, *written]):
        return "read"
    return "written" if any(_stores(part, name) for part in written) else "none"


def _stores(target: ast.AST, name: str) -> bool:
    return any(
        isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Store) for part in ast.walk(target)
    )


def _mentions(node: ast.AST, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def _reads(node: ast.AST, name: str) -> bool:
    """Return whether an expression reads a variable, and not one of its own of that name."""
    if isinstance(node, ast.Name):
        return node.id == name and not isinstance(node.ctx, ast.Store)
    if isinstance(node, _COMPREHENSIONS) and any(_stores(part.target, name) for part in node.generators):
        return _reads(node.generators[0].iter, name)
    if isinstance(node, _FUNCTIONS) and name in {part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)}:
        return False
    return any(_reads(child, name) for child in ast.iter_child_nodes(node))


def _is_declared(scope: ast.AST, name: str) -> bool:
    return any(isinstance(node, ast.Global | ast.Nonlocal) and name in node.names for node in ast.walk(scope))


def _is_read_in_functions(scope: ast.AST, name: str) -> bool:
    """Return whether a function inside a scope reads a variable of it."""
    return any(
        isinstance(node, _FUNCTIONS) and node is not scope and _reads_from_outside(node, name)
        for node in ast.walk(scope)
    )


def _reads_from_outside(function: ast.AST, name: str) -> bool:
    body = function.body if isinstance(function.body, list) else [function.body]  # type: ignore[attr-defined]
    arguments = {part.arg for part in ast.walk(function) if isinstance(part, ast.arg)}
    is_own = name in arguments or any(_binds(part, name) for part in body)
    return not is_own and any(_reads(part, name) for part in body)


def _binds(node: ast.AST, name: str) -> bool:
    """Return whether a function binds a name by a part of its body; what comprehensions bind is theirs."""
    if isinstance(node, _COMPREHENSIONS):
        return False
    if isinstance(node, ast.Name):
        return node.id == name and isinstance(node.ctx, ast.Store)
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name == name
    if isinstance(node, ast.ExceptHandler) and node.name == name:
        return True
    return any(_binds(child, name) for child in ast.iter_child_nodes(node))
