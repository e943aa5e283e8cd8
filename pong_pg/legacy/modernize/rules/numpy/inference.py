"""Infers what the expressions of a file are, as far as the types of NumPy's results depend on it.

Statements are followed in their order, and branches and loops joined. Attributes, global variables and what functions
are given count as whatever they get anywhere in the file.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.kind_values import Kind, kind
from pong_pg.legacy.modernize.rules.numpy import results
from pong_pg.legacy.modernize.rules.numpy.expressions import Environment, Expressions, Known, add, instance
from pong_pg.legacy.modernize.rules.numpy.values import (
    ARRAY,
    DTYPE,
    NOTHING,
    SCALAR,
    UNKNOWN,
    Values,
    all_of,
    joined,
)

_ROUNDS = 6
_MOST_PARTS = 64
_TYPES = {"bool": "bool", "int": "int64", "float": "float64", "complex": "complex128", "object": "object"}


class Inference(Expressions):
    """What the expressions of a file may be, after all of its statements.

    Args:
        draft: the file.
    """

    def __init__(self, draft: Draft) -> None:
        super().__init__(draft)
        self._called = {_last_name(one.func) for one in draft.walk(ast.Call)}
        self._inside: list[ast.AST] = []
        for _ in range(_ROUNDS):
            # Each round begins anew with what the one before has found, so that nothing stays unknown that is known.
            self._before, self._known = self._known, Known()
            self._found.clear()
            self._run(draft.tree.body, {})
            if self._before == self._known:
                break

    def kind(self, node: ast.AST) -> Kind:
        """Return what an expression may be in the terms of `Kinds`; empty if it may be no array and no scalar."""
        found = self.of(node)
        names = {"i": "ints", "u": "ints", "b": "ints", "f": "floats", "c": "complex"}
        if all_of(found, ARRAY, SCALAR):
            return kind(*(names.get(value.kind, "array") for value in found))
        return kind("class") if all_of(found, DTYPE) else Kind()

    # Statements.

    def _run(self, body: Iterable[ast.stmt], environment: Environment) -> None:
        for statement in body:
            self._statement(statement, environment)

    def _statement(self, node: ast.stmt, environment: Environment) -> None:
        match node:
            case ast.Assign():
                value = self.value(node.value, environment)
                for target in node.targets:
                    self._bind(target, value, environment)
            case ast.AnnAssign(value=ast.expr() as assigned):
                self._bind(node.target, self.value(assigned, environment), environment)
            case ast.AugAssign():
                old = self._loaded(node.target, environment)
                new = self._operation(node.op, old, self.value(node.value, environment), in_place=True)
                self._bind(node.target, new, environment)
            case ast.For() | ast.AsyncFor():
                items = results.items(self.value(node.iter, environment))
                self._loop(node, environment, items)
            case ast.While():
                self.value(node.test, environment)
                self._loop(node, environment, None)
            case ast.If():
                self.value(node.test, environment)
                self._branches(environment, node.body, node.orelse)
            case ast.With() | ast.AsyncWith():
                for item in node.items:
                    value = self.value(item.context_expr, environment)
                    if item.optional_vars is not None:
                        self._bind(item.optional_vars, UNKNOWN if value else value, environment)
                self._run(node.body, environment)
            case ast.Try():
                self._branches(environment, [*node.body, *node.orelse], [])
                for handler in node.handlers:
                    self._branches(environment, handler.body, [])
                self._run(node.finalbody, environment)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(node, environment)
            case ast.ClassDef():
                self._run(node.body, environment)
            case ast.Return(value=ast.expr() as returned):
                value = self.value(returned, environment)
                if self._inside:
                    around = self._inside[-1]
                    add(self._known.returned, around, value)
            case _:
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.expr):
                        self.value(child, environment)

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While, environment: Environment, items: Values | None) -> None:
        for _ in range(2):
            inner = dict(environment)
            if items is not None and not isinstance(node, ast.While):
                self._bind(node.target, items, inner)
            if isinstance(node, ast.While):
                self.value(node.test, inner)
            self._run(node.body, inner)
            _join(environment, inner)
        self._run(node.orelse, environment)

    def _branches(self, environment: Environment, first: list[ast.stmt], second: list[ast.stmt]) -> None:
        one, other = dict(environment), dict(environment)
        self._run(first, one)
        self._run(second, other)
        left = _leaves(first), _leaves(second)
        environment.clear()
        if not left[0] or left[1]:
            environment.update(one)
        if not left[1]:
            _join(environment, other)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, environment: Environment) -> None:
        arguments = node.args
        for default in [*arguments.defaults, *(one for one in arguments.kw_defaults if one)]:
            self.value(default, environment)
        inner: Environment = {}
        positional = [*arguments.posonlyargs, *arguments.args]
        defaults: dict[ast.arg, ast.expr | None] = dict(
            zip(reversed(positional), reversed(arguments.defaults), strict=False)
        )
        defaults.update(zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True))
        for argument in [*positional, *arguments.kwonlyargs]:
            default_value = defaults.get(argument)
            given = self._before.parameters.get(argument, NOTHING)
            values = joined(given, self.of(default_value) if default_value else NOTHING)
            if argument.arg == "self" and isinstance(around := self.draft.parent(node), ast.ClassDef):
                values = instance(around.name)
            elif not values and (argument.arg in {"self", "cls"} or not self._is_called(node)):
                values = UNKNOWN
            inner[self.draft.scopes.variable_in(arguments, argument.arg)] = values
        for variable, values in inner.items():
            add(self._known.variables, variable, values)
        self._inside.append(node)
        self._run(node.body, inner)
        self._inside.pop()

    def _is_called(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
        around = self.draft.parent(node)
        name = around.name if isinstance(around, ast.ClassDef) and node.name == "__init__" else node.name
        return name in self._called


def _last_name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


def _join(into: Environment, other: Environment) -> None:
    for variable, values in other.items():
        into[variable] = joined(into.get(variable, NOTHING), values)


def _leaves(body: list[ast.stmt]) -> bool:
    """Return whether what follows a body is not reached from it."""
    return bool(body) and isinstance(body[-1], ast.Return | ast.Raise | ast.Continue | ast.Break)
