"""Variables that Python 2 bound where Python 3 does not: of comprehensions, of `except`, and declared late."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.layout import Piece
from pong_pg.legacy.modernize.python2_tree import free_name
from pong_pg.legacy.modernize.rules.python2.flow import is_read_after


def variables(draft: Draft) -> None:
    """Keep variables that a comprehension or a handler left behind, where they are read later."""
    if not draft.facts.python2:
        return
    for handler in draft.walk(ast.ExceptHandler):
        if handler.name:
            _keep_error(draft, handler, handler.name)
    for node in draft.walk(ast.ListComp):
        _keep_variables(draft, node)


def declarations(draft: Draft) -> None:
    """Put `global` statements before the first use of their names."""
    for node in draft.walk(ast.Global):
        function = draft.around(node, ast.FunctionDef, ast.ClassDef, ast.Module)
        if isinstance(function, ast.Module):
            draft.remove(node)
        elif isinstance(function, ast.FunctionDef) and _is_used_before(function, node):
            first = function.body[0]
            is_docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
            draft.remove(node)
            if is_docstring and len(function.body) > 1:
                draft.insert_after(first, draft.source(node))
            else:
                draft.insert_before(first, draft.source(node))


def _is_used_before(function: ast.FunctionDef, declaration: ast.Global) -> bool:
    return any(
        isinstance(node, ast.Name) and node.id in declaration.names and node.lineno < declaration.lineno
        for part in function.body
        for node in ast.walk(part)
    )


# The variable of an `except` clause.


def _keep_error(draft: Draft, handler: ast.ExceptHandler, name: str) -> None:
    last = handler.body[-1]
    is_kept = any(
        isinstance(part, ast.FunctionDef | ast.Lambda) and _reads(part, name)
        for statement in handler.body
        for part in ast.walk(statement)
    )
    if not is_kept and (isinstance(last, ast.Return | ast.Raise) or not is_read_after(draft, last, name)):
        return
    new = free_name("caught", draft.text)
    head = draft.end(handler.type) if handler.type else draft.start(handler)
    draft.change_between(head, draft.start(handler.body[0]), f" as {name}", f" as {new}")
    if len(handler.body) == 1 and isinstance(last, ast.Pass):
        draft.replace(last, f"{name} = {new}")
    else:
        draft.insert_before(handler.body[0], f"{name} = {new}")


def _reads(node: ast.AST, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


# The variables of a list comprehension.


def _keep_variables(draft: Draft, node: ast.ListComp) -> None:
    statement = draft.statement(node)
    scope = draft.around(node, ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.GeneratorExp, ast.SetComp, ast.DictComp)
    in_class = isinstance(scope, ast.ClassDef)
    if isinstance(scope, ast.Lambda | ast.GeneratorExp | ast.SetComp | ast.DictComp):
        return
    names = [
        part.id
        for generator in node.generators
        for part in ast.walk(generator.target)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    ]
    makes_functions = any(isinstance(part, ast.Lambda) for part in ast.walk(node.elt))
    if in_class:
        uses_names_of_class = isinstance(scope, ast.ClassDef) and _uses_names_of(node, scope)
        if not uses_names_of_class and not any(_is_read_of_class(draft, scope, name) for name in names):
            return
    elif not makes_functions and not any(_is_read(draft, statement, node, name) for name in names):
        return
    if not _as_loop(draft, statement, node):
        _as_assignments(draft, node, names)


def _is_read(draft: Draft, statement: ast.stmt, node: ast.ListComp, name: str) -> bool:
    """Return whether a variable of a comprehension is read after it, in its statement or later."""
    start = draft.end(node)
    inside = set(ast.walk(node))
    comprehensions = [
        part
        for part in ast.walk(statement)
        if isinstance(part, ast.ListComp | ast.GeneratorExp | ast.SetComp | ast.DictComp)
        and any(_stores(generator.target, name) for generator in part.generators)
    ]
    own = inside.union(*(ast.walk(part) for part in comprehensions)) if comprehensions else inside
    heads = [statement.test] if isinstance(statement, ast.While) else [statement]
    if isinstance(statement, ast.For | ast.If | ast.With):
        heads = []
        if isinstance(statement, ast.For) and _stores(statement.target, name):
            return False
        return is_read_after(draft, statement, name) or any(
            isinstance(part, ast.Name) and part.id == name and part not in own and draft.start(part) >= start
            for part in ast.walk(statement)
        )
    for head in heads:
        for part in ast.walk(head):
            if isinstance(part, ast.Name) and part.id == name and part not in own:
                if isinstance(part.ctx, ast.Store):
                    return False
                if draft.start(part) >= start:
                    return True
    return is_read_after(draft, statement, name)


def _stores(target: ast.expr, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(target))


def _uses_names_of(node: ast.ListComp, scope: ast.ClassDef) -> bool:
    """Return whether a comprehension uses names of the class that it is in, beyond the first iterable."""
    bound = {
        part.id
        for statement in scope.body
        for part in ast.walk(statement)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }
    outside = set(ast.walk(node.generators[0].iter))
    own = {
        part.id for generator in node.generators for part in ast.walk(generator.target) if isinstance(part, ast.Name)
    }
    return any(isinstance(part, ast.Name) and part.id in bound - own and part not in outside for part in ast.walk(node))


def _is_read_of_class(draft: Draft, scope: ast.AST | None, name: str) -> bool:
    if not isinstance(scope, ast.ClassDef):
        return False
    in_body = any(
        isinstance(part, ast.Name) and part.id == name and isinstance(part.ctx, ast.Load)
        for statement in scope.body
        if isinstance(statement, ast.Assign | ast.Expr)
        for part in [statement.value]
    )
    return in_body or any(
        isinstance(node.value, ast.Name) and node.value.id in {scope.name, "self", "cls"} and node.attr == name
        for node in draft.walk(ast.Attribute)
    )


def _as_loop(draft: Draft, statement: ast.stmt, node: ast.ListComp) -> bool:
    """Turn `name = [...]`, or a comprehension alone, into a loop."""
    body: list[Piece]
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value) if value is node and not _reads(node, name):
            first, body = f"{name} = []\n", [f"{name}.append(", node.elt, ")"]
        case ast.Expr(value=value) if value is node:
            first, body = "", [node.elt]
        case _:
            return False
    if not draft.begins_line(statement) or "\n" in draft.source(node):
        return False
    indent = draft.indent(statement)
    pieces: list[Piece] = [first]
    levels = 0
    for generator in node.generators:
        if levels or first:
            pieces.append(indent + "    " * levels)
        pieces += ["for ", generator.target, " in ", generator.iter, ":\n"]
        levels += 1
        if generator.ifs:
            pieces += [indent + "    " * levels, "if ", *_conjunction(generator.ifs), ":\n"]
            levels += 1
    draft.replace(statement, *pieces, indent + "    " * levels, *body)
    return True


def _conjunction(tests: list[ast.expr]) -> list[Piece]:
    if len(tests) == 1:
        return [tests[0]]
    pieces: list[Piece] = []
    for number, test in enumerate(tests):
        is_tight = not isinstance(test, ast.BoolOp | ast.IfExp | ast.Lambda)
        pieces += [" and " if number else "", *((test,) if is_tight else ("(", test, ")"))]
    return pieces


def _as_assignments(draft: Draft, node: ast.ListComp, names: list[str]) -> None:
    """Let a comprehension assign its variables to those outside of it, by a condition that is always true."""
    if draft.around(node, ast.ClassDef) is draft.around(node, ast.ClassDef, ast.FunctionDef) is not None:
        draft.comment(node, f"Python 2 kept the variables of this list ({', '.join(names)}) as those of the class")
        return
    if any(isinstance(around, ast.comprehension) for around in _around(draft, node)):
        draft.comment(node, f"Python 2 kept the variables of this list ({', '.join(names)}) after it")
        return
    for generator in node.generators:
        bindings: list[str] = []
        for part in ast.walk(generator.target):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                new = free_name(f"each_{part.id}", draft.text)
                draft.replace(part, new)
                bindings.append(f"{part.id} := {new}")
        end = draft.end(generator.iter)
        while draft.text[end:].lstrip().startswith(")"):
            end = draft.text.index(")", end) + 1
        draft.change(end, end, f" if [{', '.join(bindings)}]")


def _around(draft: Draft, node: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = []
    parent = draft.parent(node)
    while parent is not None:
        if isinstance(parent, ast.comprehension) and node in set(ast.walk(parent.iter)):
            found.append(parent)
        parent = draft.parent(parent)
    return found


PASSES: tuple[Callable[[Draft], None], ...] = (declarations, variables)
