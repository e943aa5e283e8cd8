"""Which calls may convert to a number by way of a name: `kind = float`, `def read(text, kind=int)`, `KINDS[key]`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pong_pg.legacy.read.scopes import Scopes

CONVERSIONS = frozenset({"complex", "float", "int", "long"})
# The same by NumPy's names for them, and its own that gave a number.
_IN_NUMPY = {
    "complex": "complex", "double": "float64", "float": "float", "float64": "float64", "float_": "float64",
    "int": "int", "long": "int",
}  # fmt: skip
# Functions that call their first argument with each of many values.
MAPS = frozenset({"filter", "filter_to_list", "ifilter", "imap", "map", "map_async", "map_to_list", "vectorize"})
# Functions that call `key=...` with each of many values.
WITH_KEYS = frozenset({"groupby", "max", "min", "nlargest", "nsmallest", "sort", "sort_list", "sorted"})


class Conversions:
    """The variables and attributes of a file that `int`, `float` and their kin are bound to.

    Args:
        tree: the file, as it was parsed.
        scopes: what the names in it refer to.
    """

    def __init__(self, tree: ast.Module, scopes: Scopes) -> None:
        self._scopes = scopes
        self._variables: set[tuple[object, str]] = set()
        self._attributes: set[str] = set()
        self._in_displays = False
        if not any(getattr(node, "id", getattr(node, "attr", "")) in CONVERSIONS for node in ast.walk(tree)):
            return
        self._functions = _functions(tree)
        size = -1
        # What is bound to a variable that is one of them is found in the next round.
        while size != (size := len(self._variables) + len(self._attributes) + self._in_displays):
            for node in ast.walk(tree):
                self._bind(node)

    def name_of(self, node: ast.expr) -> str:
        """Return the name of the conversion that an expression is; "" for any other expression."""
        match node:
            case ast.Name(id=name) if name in CONVERSIONS and self._scopes.is_builtin(node):
                return name
            case ast.Attribute(value=module, attr=name) if self._scopes.module_of(module) == "numpy":
                return _IN_NUMPY.get(name, "")
        return ""

    def may_be(self, function: ast.expr) -> bool:
        """Return whether an expression that is no such name may be one of these builtins."""
        match function:
            case ast.Name():
                return self._scopes.variable(function) in self._variables
            case ast.Attribute(attr=name):
                return name in self._attributes
        return self._in_displays and isinstance(function, ast.Subscript)

    def _is_one(self, node: ast.expr | None) -> bool:
        return node is not None and (self.name_of(node) != "" or self.may_be(node))

    def _bind(self, node: ast.AST) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._add_pair(target, value)
            case ast.Dict(values=values) | ast.List(elts=values) | ast.Tuple(elts=values) if any(
                map(self.name_of, values)
            ):
                self._in_displays = True
            case (
                ast.For(target=target, iter=ast.List() | ast.Tuple() as display)
                | ast.comprehension(target=target, iter=ast.List() | ast.Tuple() as display)
            ):
                for value in display.elts:
                    self._add_pair(target, value)
            case ast.arguments():
                for parameter, default in _defaults(node):
                    if self._is_one(default):
                        self._variables.add(self._scopes.variable_in(node, parameter))
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in self._functions:
                self._pass_on(node, *self._functions[name])

    def _add(self, target: ast.expr) -> None:
        if isinstance(target, ast.Name):
            self._variables.add(self._scopes.variable(target))
            # In a class it is an attribute, too.
            self._attributes.add(target.id)
        elif isinstance(target, ast.Attribute):
            self._attributes.add(target.attr)

    def _add_pair(self, target: ast.expr, value: ast.expr) -> None:
        match target, value:
            case ast.Tuple(elts=targets), (ast.Tuple(elts=values) | ast.List(elts=values)):
                for inner, part in zip(targets, values, strict=False):
                    self._add_pair(inner, part)
            case _ if self._is_one(value):
                self._add(target)

    def _pass_on(self, call: ast.Call, arguments: ast.arguments, first: int) -> None:
        """Bind the parameters of a function of the file to what a call passes."""
        parameters = [parameter.arg for parameter in (*arguments.posonlyargs, *arguments.args)][first:]
        given = [*zip(parameters, call.args, strict=False), *((word.arg, word.value) for word in call.keywords)]
        for name, value in given:
            if name and self._is_one(value):
                self._variables.add(self._scopes.variable_in(arguments, name))


def _functions(tree: ast.Module) -> dict[str, tuple[ast.arguments, int]]:
    """Return the parameters of the functions, methods and classes of a file, and how many are not passed."""
    found: dict[str, tuple[ast.arguments, int]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, (node.args, 0))
        elif isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    name = node.name if method.name == "__init__" else method.name
                    found[name] = method.args, 1
    return found


def _defaults(arguments: ast.arguments) -> Iterator[tuple[str, ast.expr | None]]:
    positional = [*arguments.posonlyargs, *arguments.args]
    for parameter, default in zip(reversed(positional), reversed(arguments.defaults), strict=False):
        yield parameter.arg, default
    for parameter, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        yield parameter.arg, value
