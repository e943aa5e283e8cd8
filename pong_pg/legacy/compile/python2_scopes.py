"""Rewrites a Python 2 tree so that names are bound where Python 2 bound them.

In Python 2 the variables of a list comprehension belonged to the function around it, the variable of an `except`
clause stayed bound after the clause, and `exec` could make local variables of a function.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from pong_pg.legacy.read.ast_calls import call_helper

_HIDDEN = "_pong_pg_each_"
_LOCALS = "_pong_pg_locals"
_Function = ast.FunctionDef | ast.Lambda
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def bind_as_python2(tree: ast.Module) -> None:
    """Change a Python 2 tree in place so that its names are bound where Python 2 bound them."""
    for node in [tree, *ast.walk(tree)]:
        if isinstance(node, ast.Module | ast.FunctionDef):
            _keep_errors(node)
            _let_variables_leak(node)
            if isinstance(node, ast.FunctionDef):
                _take_names_of_exec(node)
        elif isinstance(node, ast.ClassDef):
            _unroll_in_class(node)
    ast.fix_missing_locations(tree)


def _inside(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a scope: not those of functions and classes in it, nor of comprehensions with a scope."""
    for child in ast.iter_child_nodes(node):
        yield child
        if isinstance(child, ast.SetComp | ast.DictComp | ast.GeneratorExp):
            yield from _and_inside(child.generators[0].iter)
        elif not isinstance(child, ast.FunctionDef | ast.Lambda | ast.ClassDef):
            yield from _inside(child)


def _and_inside(node: ast.AST) -> Iterator[ast.AST]:
    yield node
    if not isinstance(
        node, ast.FunctionDef | ast.Lambda | ast.ClassDef | ast.SetComp | ast.DictComp | ast.GeneratorExp
    ):
        yield from _inside(node)


def _targets(node: _Comprehension) -> set[str]:
    return {
        name.id
        for generator in node.generators
        for name in ast.walk(generator.target)
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store)
    }


def _used_outside(node: ast.AST, names: set[str]) -> set[str]:
    """Return which names something reads that is not in a comprehension, function or handler that binds them."""
    used: set[str] = set()
    if isinstance(node, ast.Name):
        return {node.id} & names if not isinstance(node.ctx, ast.Store) else used
    if isinstance(node, ast.Global):
        return set(node.names) & names
    if isinstance(node, _Comprehension):
        names = names - _targets(node)
    elif isinstance(node, ast.FunctionDef | ast.Lambda):
        names = names - _bound_in(node)
    for child in ast.iter_child_nodes(node):
        if names - used:
            used |= _used_outside(child, names - used)
    return used


def _bound_in(node: _Function) -> set[str]:
    parameters = node.args
    bound = {argument.arg for argument in (*parameters.args, parameters.vararg, parameters.kwarg) if argument}
    if isinstance(node, ast.FunctionDef):
        outer: set[str] = set()
        for inner in _inside(node):
            if isinstance(inner, ast.Name) and not isinstance(inner.ctx, ast.Load):
                bound.add(inner.id)
            elif isinstance(inner, ast.FunctionDef | ast.ClassDef):
                bound.add(inner.name)
            elif isinstance(inner, ast.Global):
                outer |= set(inner.names)
            elif isinstance(inner, ast.Import | ast.ImportFrom):
                bound |= {alias.asname or alias.name.partition(".")[0] for alias in inner.names}
            elif isinstance(inner, ast.ExceptHandler) and inner.name:
                bound.add(inner.name)
        bound -= outer
    return bound


def _children_used(scope: ast.AST, names: set[str]) -> set[str]:
    used: set[str] = set()
    for child in ast.iter_child_nodes(scope):
        used |= _used_outside(child, names - used)
    return used


# The variable of an `except` clause.


def _keep_errors(scope: ast.Module | ast.FunctionDef) -> None:
    handlers = [node for node in _inside(scope) if isinstance(node, ast.ExceptHandler) and node.name]
    if not handlers:
        return
    outside = {handler.name for handler in handlers if handler.name}
    uses = dict.fromkeys(outside, 0)
    for node in ast.walk(scope):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store) and node.id in uses:
            uses[node.id] += 1
    for handler in handlers:
        for node in ast.walk(handler):
            if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store) and node.id == handler.name:
                uses[node.id] -= 1
    declared = {name for node in _inside(scope) if isinstance(node, ast.Global) for name in node.names}
    for handler in handlers:
        name = handler.name or ""
        if uses[name] > 0 or name in declared:
            handler.name = f"{_HIDDEN}{name}"
            value = ast.copy_location(ast.Name(handler.name, ast.Load()), handler.body[0])
            target = ast.copy_location(ast.Name(name, ast.Store()), handler.body[0])
            handler.body.insert(0, ast.copy_location(ast.Assign([target], value), handler.body[0]))


# The variables of a list comprehension.


def _let_variables_leak(scope: ast.Module | ast.FunctionDef) -> None:
    made = [node for node in _inside(scope) if isinstance(node, ast.ListComp)]
    if not made:
        return
    # In what a comprehension goes through no name can be bound.
    iterated = {
        id(inner)
        for node in _inside(scope)
        if isinstance(node, _Comprehension)
        for generator in node.generators
        for inner in ast.walk(generator.iter)
    }
    names = set[str]().union(*map(_targets, made))
    used = _children_used(scope, names)
    for node in made:
        if any(isinstance(inner, ast.Lambda) for inner in ast.walk(node)):
            # A function that is made there sees what becomes of the variables.
            used |= _targets(node)
    for node in made:
        leaking = _targets(node) & used
        if leaking and id(node) not in iterated:
            for generator in node.generators:
                _leak(generator, leaking)


def _leak(generator: ast.comprehension, leaking: set[str]) -> None:
    bindings: list[ast.expr] = []
    for name in ast.walk(generator.target):
        if isinstance(name, ast.Name) and isinstance(name.ctx, ast.Store) and name.id in leaking:
            target = ast.copy_location(ast.Name(name.id, ast.Store()), name)
            name.id = _HIDDEN + name.id
            value = ast.copy_location(ast.Name(name.id, ast.Load()), name)
            bindings.append(ast.copy_location(ast.NamedExpr(target, value), name))
    if bindings:
        # A list that is not empty is true.
        generator.ifs.insert(0, ast.copy_location(ast.List(bindings, ast.Load()), bindings[0]))


class _Unroller(ast.NodeTransformer):
    """Turns the list comprehensions of a statement into loops before it."""

    def __init__(self) -> None:
        self.before: list[ast.stmt] = []
        self._inside = 0

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        if self._inside:
            return node
        self._inside += 1
        self.generic_visit(node)
        self._inside -= 1
        name = f"{_HIDDEN}list_{len(self.before)}"
        load = ast.Name(name, ast.Load())
        append = ast.Call(ast.Attribute(load, "append", ast.Load()), [node.elt], [])
        body: ast.stmt = ast.Expr(append)
        for generator in reversed(node.generators):
            for test in reversed(generator.ifs):
                body = ast.If(test, [body], [])
            body = ast.For(generator.target, generator.iter, [body], [])
        self.before += [ast.Assign([ast.Name(name, ast.Store())], ast.List([], ast.Load())), body]
        for statement in self.before[-2:]:
            ast.copy_location(statement, node)
            for inner in ast.walk(statement):
                if not hasattr(inner, "lineno"):
                    ast.copy_location(inner, node)
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        has_scope = isinstance(node, ast.Lambda | ast.GeneratorExp | ast.SetComp | ast.DictComp | ast.FunctionDef)
        return node if has_scope else super().generic_visit(node)


def _unroll_in_class(node: ast.ClassDef) -> None:
    body: list[ast.stmt] = []
    for statement in node.body:
        if not isinstance(statement, ast.Assign | ast.Expr | ast.AugAssign):
            body.append(statement)
            continue
        unroller = _Unroller()
        new = unroller.visit(statement)
        body += [*unroller.before, new]
        if unroller.before:
            made = sorted(
                {
                    name.id
                    for part in unroller.before
                    for name in ast.walk(part)
                    if isinstance(name, ast.Name) and name.id.startswith(f"{_HIDDEN}list_")
                }
            )
            names: list[ast.expr] = [ast.Name(name, ast.Del()) for name in made]
            body.append(ast.copy_location(ast.Delete(names), statement))
    node.body = body


# Names that `exec` makes in a function.


def _take_names_of_exec(scope: ast.FunctionDef) -> None:
    runs = [node for node in _inside(scope) if _is_exec_here(node)]
    if not runs:
        return
    bound = _bound_in(scope)
    declared = {name for node in _inside(scope) if isinstance(node, ast.Global) for name in node.names}
    _ReadLocals(bound | declared).visit_body(scope)
    _Taker(sorted(bound)).generic_visit(scope)
    at = scope.body[0]
    scope.body.insert(0, ast.copy_location(ast.Assign([_name(_LOCALS, at, ast.Store())], ast.Dict([], [])), at))


def _is_exec_here(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "exec"
        and len(node.value.args) == 1
    )


def _name(name: str, at: ast.AST, context: ast.expr_context) -> ast.Name:
    return ast.copy_location(ast.Name(name, context), at)


def _has(name: str) -> ast.expr:
    return ast.Compare(ast.Constant(name), [ast.In()], [ast.Name(_LOCALS, ast.Load())])


def _value(name: str) -> ast.expr:
    return ast.Subscript(ast.Name(_LOCALS, ast.Load()), ast.Constant(name), ast.Load())


def _located(nodes: Iterable[ast.AST], at: ast.AST) -> None:
    for node in nodes:
        for inner in ast.walk(node):
            if not hasattr(inner, "lineno"):
                ast.copy_location(inner, at)


class _ReadLocals(ast.NodeTransformer):
    """Lets names that a function does not bind be read from what `exec` has made there."""

    def __init__(self, bound: set[str]) -> None:
        self._bound = bound

    def visit_body(self, scope: ast.FunctionDef) -> None:
        scope.body = [self.visit(statement) for statement in scope.body]

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if not isinstance(node.ctx, ast.Load) or node.id in self._bound or node.id.startswith(("__pong_pg__", "exec")):
            return node
        new = ast.IfExp(_has(node.id), _value(node.id), node)
        _located([new], node)
        return ast.copy_location(new, node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if isinstance(node.func, ast.Name) and node.func.id == "locals" and not node.args:
            return call_helper("all_locals", node, node, ast.copy_location(ast.Name(_LOCALS, ast.Load()), node))
        return self.generic_visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node


class _Taker(ast.NodeTransformer):
    """Lets `exec` of a function put what it binds into the function's variables."""

    def __init__(self, bound: list[str]) -> None:
        self._bound = bound

    def visit_Expr(self, node: ast.Expr) -> ast.AST | list[ast.stmt]:
        if not _is_exec_here(node) or not isinstance(node.value, ast.Call):
            return node
        here = ast.Call(ast.Name("locals", ast.Load()), [], [])
        run = call_helper("exec_here", node, node.value.args[0], ast.Name(_LOCALS, ast.Load()), here)
        taken: list[ast.stmt] = [
            ast.If(_has(name), [ast.Assign([ast.Name(name, ast.Store())], _value(name))], []) for name in self._bound
        ]
        statements: list[ast.stmt] = [ast.Expr(run), *taken]
        _located(statements, node)
        return statements

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return node
