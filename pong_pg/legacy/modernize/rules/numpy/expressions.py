"""What expressions are, as far as the types of NumPy's results depend on it, by what is known of variables."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import Any

from pong_pg.legacy.modernize import supports
from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.rules.numpy import results
from pong_pg.legacy.modernize.rules.numpy.values import (
    DTYPE,
    FOREIGN,
    LIST,
    NONE,
    NOTHING,
    OTHER,
    TEXT,
    UNKNOWN,
    Value,
    Values,
    array,
    joined,
    list_of,
    python,
)

_ROUNDS = 6
_MOST_PARTS = 64
# Functions of `scipy.misc` that give arrays of bytes, if they have no more arguments than these.
_IMAGES = {"imresize": 3, "imread": 1, "imrotate": 3, "imfilter": 2, "bytescale": 5}
_TYPES = {"bool": "bool", "int": "int64", "float": "float64", "complex": "complex128", "object": "object"}
_Variable = tuple[object, str]
Environment = dict[_Variable, Values]


@dataclass
class Known:
    """What holds anywhere in the file.

    Attributes:
        variables: what each variable is given.
        attributes: what attributes of this name are given, of whichever objects.
        parameters: what calls give to functions.
        returned: what functions return.
    """

    variables: Environment = field(default_factory=dict)
    attributes: dict[str, Values] = field(default_factory=dict)
    parameters: dict[ast.arg, Values] = field(default_factory=dict)
    returned: dict[ast.AST, Values] = field(default_factory=dict)


class Expressions:
    """What the expressions of a file may be.

    Args:
        draft: the file.
    """

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._found: dict[ast.AST, Values] = {}
        self._known, self._before = Known(), Known()
        self._functions: dict[str, list[ast.FunctionDef]] = {}
        self._classes: dict[str, ast.ClassDef] = {}
        for function in draft.walk(ast.FunctionDef):
            self._functions.setdefault(function.name, []).append(function)
        for one in draft.walk(ast.ClassDef):
            self._classes[one.name] = one
        stored = (node.attr for node in draft.walk(ast.Attribute) if isinstance(node.ctx, ast.Store))
        self._stored = frozenset(stored)

    def of(self, node: ast.AST) -> Values:
        """Return what an expression may be; empty if the program never gets there."""
        return self._found.get(node, NOTHING)

    # Variables.

    def _bind(self, target: ast.expr, value: Values, environment: Environment) -> None:
        match target:
            case ast.Name():
                variable = self.draft.scopes.variable(target)
                environment[variable] = value
                add(self._known.variables, variable, value)
            case ast.Attribute(attr=name):
                self.value(target.value, environment)
                add(self._known.attributes, name, value)
            case ast.Subscript(value=container):
                index = self.value(target.slice, environment)
                old = results.element(self.value(container, environment), target.slice, index, self.of)
                self._found[target] = joined(self._found.get(target, NOTHING), old)
                self._add_item(container, value, environment)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                each = results.parts(value, len(parts))
                for part, values in zip(parts, each, strict=True):
                    self._bind(part, values, environment)
            case ast.Starred(value=inner):
                self._bind(inner, list_of(results.items(value)), environment)

    def _add_item(self, container: ast.expr, item: Values, environment: Environment) -> None:
        """Let the lists and dicts that a place may have hold more."""
        held = self.value(container, environment)
        if any(value.form == LIST for value in held) and isinstance(container, ast.Name | ast.Attribute):
            more = [list_of(joined(value.items, item)) for value in held if value.form == LIST]
            kept = frozenset(value for value in held if value.form != LIST)
            self._bind(container, joined(kept, *more), environment)

    def _loaded(self, target: ast.expr, environment: Environment) -> Values:
        """Return the old value in `target += value`."""
        match target:
            case ast.Name():
                found = self._variable(target, environment)
            case ast.Attribute():
                self.value(target.value, environment)
                found = self._attribute(target.attr)
            case ast.Subscript():
                found = results.element(
                    self.value(target.value, environment), target.slice, self.value(target.slice, environment), self.of
                )
            case _:
                found = UNKNOWN
        self._found[target] = joined(self._found.get(target, NOTHING), found)
        return found

    def _variable(self, node: ast.Name, environment: Environment) -> Values:
        variable = self.draft.scopes.variable(node)
        if self.draft.scopes.is_builtin(node):
            return UNKNOWN
        before = self._before.variables.get(variable, NOTHING)
        return environment.get(variable) or before or self._known.variables.get(variable, NOTHING)

    def _attribute(self, name: str) -> Values:
        known = self._before.attributes.get(name) or self._known.attributes.get(name, NOTHING)
        return known if name in self._stored else UNKNOWN

    def _operation(self, op: ast.operator, left: Values, right: Values, *, in_place: bool = False) -> Values:
        classic = self.draft.facts.classic_division
        return results.operation(op, left, right, in_place=in_place, classic=classic)

    # Expressions.

    def value(self, node: ast.expr, environment: Environment) -> Values:
        """Return what an expression may be."""
        found = self._value(node, environment)
        self._found[node] = joined(self._found.get(node, NOTHING), found)
        return found

    def _value(self, node: ast.expr, environment: Environment) -> Values:
        of = self.value
        match node:
            case ast.Constant(value=constant):
                return results.constant(constant)
            case ast.Name():
                if node.id in _TYPES and self.draft.is_builtin(node, node.id):
                    return frozenset({Value(DTYPE, _TYPES[node.id])})
                full = self.draft.full_name(node)
                return (results.named(full) or UNKNOWN) if full else self._variable(node, environment)
            case ast.Attribute():
                full = self.draft.full_name(node)
                if full and (found := results.named(full)):
                    return found
                held = of(node.value, environment)
                return results.attribute(held, node.attr) or self._attribute(node.attr)
            case ast.BinOp():
                return self._operation(node.op, of(node.left, environment), of(node.right, environment))
            case ast.UnaryOp():
                return results.unary(node.op, of(node.operand, environment))
            case ast.BoolOp():
                return joined(*[of(one, environment) for one in node.values])
            case ast.IfExp():
                of(node.test, environment)
                return joined(of(node.body, environment), of(node.orelse, environment))
            case ast.Compare():
                sides = [of(one, environment) for one in [node.left, *node.comparators]]
                is_plain = all(isinstance(op, ast.Is | ast.IsNot | ast.In | ast.NotIn) for op in node.ops)
                return python("bool") if is_plain else results.comparison(sides)
            case ast.Subscript():
                held = of(node.value, environment)
                return results.element(held, node.slice, of(node.slice, environment), self.of)
            case ast.Slice():
                for part in (node.lower, node.upper, node.step):
                    if part is not None:
                        of(part, environment)
                return frozenset({Value(OTHER, "slice")})
            case ast.Call():
                return self._call(node, environment)
            case ast.List() | ast.Tuple() | ast.Set():
                return self._display(node, environment)
            case ast.Dict():
                for key in node.keys:
                    if key is not None:
                        of(key, environment)
                return list_of(joined(*[of(one, environment) for one in node.values]))
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                return self._comprehension(node, environment)
            case ast.JoinedStr():
                for part in node.values:
                    if isinstance(part, ast.FormattedValue):
                        of(part.value, environment)
                return TEXT
            case ast.NamedExpr():
                value = of(node.value, environment)
                self._bind(node.target, value, environment)
                return value
            case ast.Starred(value=inner):
                return of(inner, environment)
            case ast.Lambda():
                of(
                    node.body,
                    {**environment, **{self.draft.scopes.variable_in(node.args, a.arg): UNKNOWN for a in _all(node)}},
                )
                return frozenset({Value(OTHER, "function")})
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                of(child, environment)
        return UNKNOWN

    def _display(self, node: ast.List | ast.Tuple | ast.Set, environment: Environment) -> Values:
        found, each = NOTHING, list[Values]()
        for part in node.elts:
            values = self.value(part, environment)
            each.append(values)
            found = joined(found, results.items(values) if isinstance(part, ast.Starred) else values)
        is_fixed = len(each) <= _MOST_PARTS and not any(isinstance(part, ast.Starred) for part in node.elts)
        return list_of(found, tuple(each) if is_fixed else ())

    def _comprehension(
        self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp, environment: Environment
    ) -> Values:
        inner = dict(environment)
        for generator in node.generators:
            self._bind(generator.target, results.items(self.value(generator.iter, inner)), inner)
            for test in generator.ifs:
                self.value(test, inner)
        if isinstance(node, ast.DictComp):
            self.value(node.key, inner)
            return list_of(self.value(node.value, inner))
        return list_of(self.value(node.elt, inner))

    def _call(self, node: ast.Call, environment: Environment) -> Values:
        arguments = [self.value(argument, environment) for argument in node.args]
        named = {keyword.arg or "**": self.value(keyword.value, environment) for keyword in node.keywords}
        full = self.draft.full_name(node.func)
        if full:
            return results.call(full, node, arguments, named)
        match node.func:
            case ast.Name(id="getattr") if node.args and self.draft.full_name(node.args[0]) == "numpy":
                return frozenset({Value(OTHER, "numpy function")})
            case ast.Name(id=name) if self.draft.is_builtin(node.func, name):
                return results.builtin(name, arguments)
            case ast.Name(id=name) if supports.exists(name) and name not in self._functions:
                return self._supported(name, arguments, named)
            case ast.Name(id=name) if name in self._classes:
                for function in self._classes[name].body:
                    if isinstance(function, ast.FunctionDef) and function.name == "__init__":
                        self._passed(function, node, skip=1)
                return instance(name)
            case ast.Name(id=name) if name in self._functions:
                return self._result_of(self._functions[name], node, skip=0)
            case ast.Attribute(value=receiver, attr=name):
                held = self.value(receiver, environment)
                is_filled = any(value.form == LIST for value in held) or name not in self._functions
                if name in {"append", "appendleft", "add"} and arguments and is_filled:
                    self._add_item(receiver, arguments[0], environment)
                    return NONE
                if name in {"extend", "insert", "setdefault"} and arguments:
                    new = results.items(arguments[0]) if name == "extend" else arguments[-1]
                    self._add_item(receiver, new, environment)
                known = results.method(held, name, node, arguments, named)
                known = known or results.call_of(results.attribute(held, name))
                if known or not held:
                    return known
                if name not in self._functions or any(value.dtype == FOREIGN for value in held):
                    return UNKNOWN
                return self._result_of(self._methods(held, name), node, skip=1)
        held = self.value(node.func, environment)
        return results.call_of(held)

    def _supported(self, name: str, arguments: list[Values], named: dict[str, Values]) -> Values:
        """Return what one of the functions gives that modernised files get."""
        if name in {"divide", "divide_in_place"} and len(arguments) == 2:
            return results.operation(ast.Div(), *arguments, in_place=name == "divide_in_place", classic=True)
        if name in _IMAGES:
            # With the mode "F", or flattened, they have floats.
            is_plain = {"mode", "flatten"}.isdisjoint(named) and len(arguments) <= _IMAGES[name]
            return array("uint8") if is_plain else array("")
        return TEXT if name in {"text_of", "python2_text", "python2_repr", "interpolate", "format_text"} else UNKNOWN

    def _methods(self, held: Values, name: str) -> list[ast.FunctionDef]:
        """Return the functions that a method of some objects may be: all of this name if theirs is not known."""
        found = []
        for function in self._functions[name]:
            around = self.draft.parent(function)
            if isinstance(around, ast.ClassDef) and instance(around.name) <= held:
                found.append(function)
        return found or self._functions[name]

    def _result_of(self, functions: list[ast.FunctionDef], call: ast.Call, skip: int) -> Values:
        found = NOTHING
        for function in functions:
            self._passed(function, call, skip)
            found = joined(found, self._before.returned.get(function, NOTHING))
        return found

    def _passed(self, function: ast.FunctionDef, call: ast.Call, skip: int) -> None:
        """Take down what a call gives to a function."""
        static = any(isinstance(one, ast.Name) and one.id == "staticmethod" for one in function.decorator_list)
        parameters = [*function.args.posonlyargs, *function.args.args][0 if static else skip :]
        if any(isinstance(argument, ast.Starred) for argument in call.args) or any(
            not one.arg for one in call.keywords
        ):
            for parameter in parameters:
                add(self._known.parameters, parameter, UNKNOWN)
            return
        given: list[tuple[ast.arg, ast.expr]] = list(zip(parameters, call.args, strict=False))
        by_name = {one.arg: one for one in [*parameters, *function.args.kwonlyargs]}
        given += [(by_name[one.arg], one.value) for one in call.keywords if one.arg in by_name]
        for parameter, argument in given:
            add(self._known.parameters, parameter, self.of(argument))


def _all(node: ast.Lambda) -> list[ast.arg]:
    arguments = node.args
    several = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    return [*several, *(one for one in (arguments.vararg, arguments.kwarg) if one)]


def instance(name: str) -> Values:
    """Return an instance of a class of the file."""
    return frozenset({Value(OTHER, f"instance of {name}")})


def add(known: dict[Any, Values], key: object, values: Values) -> None:
    """Let a place hold more than it did."""
    known[key] = joined(known.get(key, NOTHING), values)
