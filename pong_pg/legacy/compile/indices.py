"""Which indices may be lists, as far as a file's text shows it: only those are looked at while the script runs."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable, Iterator, Mapping

from pong_pg.legacy.read.scopes import Scopes

_NO_LISTS = (
    ast.Compare, ast.Constant, ast.Dict, ast.JoinedStr, ast.Lambda, ast.Set, ast.Slice, ast.Tuple, ast.UnaryOp,
)  # fmt: skip
# Builtins that give a number or a text.
_GIVE_NO_LISTS = frozenset({"bool", "float", "hash", "id", "int", "len", "ord", "str"})
# Operators that lists have, by whether both operands or one of them must be a list.
_OF_LISTS: dict[type[ast.operator], Callable[[Iterable[bool]], bool]] = {ast.Add: all, ast.Mult: any}
_NUMBER = ast.Constant(0)
# Builtins that loops go through, and what such a loop gets; the second of a pair may be anything.
_COUNTING: dict[str, ast.expr] = {
    "enumerate": ast.Tuple([_NUMBER, ast.List([], ast.Load())], ast.Load()),
    "range": _NUMBER,
    "xrange": _NUMBER,
}
# Builtins by which code that the file does not show may bind its variables.
_BIND_UNSEEN = frozenset({"exec", "execfile", "globals"})
# A scope and a name.
_Variable = tuple[object, str]


class Indices:
    """What the expressions of a file may be, by what is bound to its variables.

    Args:
        tree: the file, as it was parsed.
        scopes: what the names in it refer to.
        is_cell: other cells of a notebook may bind its global names.
    """

    def __init__(self, tree: ast.Module, scopes: Scopes, *, is_cell: bool = False) -> None:
        self._scopes = scopes
        self._no_lists: set[_Variable] = set()
        self._flags: set[_Variable] = set()
        values = {id(name): value for node in ast.walk(tree) for name, value in self._values(node)}
        bound: dict[_Variable, list[ast.expr | None]] = {}
        for variable, value in self._bindings(tree, values):
            bound.setdefault(variable, []).append(value)
        # In Python 2 the variable of a list comprehension was one of the function around it.
        leaking = {
            name.id
            for comprehension in ast.walk(tree)
            if isinstance(comprehension, ast.ListComp)
            for generator in comprehension.generators
            for name in ast.walk(generator.target)
            if isinstance(name, ast.Name) and id(name) not in values
        }
        shows_all = not any(isinstance(node, ast.Name) and node.id in _BIND_UNSEEN for node in ast.walk(tree))
        known = {
            variable
            for variable in bound
            if shows_all and variable[1] not in leaking and not (is_cell and scopes.is_global(variable))
        }
        self._flags = {
            variable
            for variable, given in bound.items()
            if any(one is not None and self.may_be_flag(one) for one in given)
        }
        # Variables that are bound to the values of others come later.
        while found := {one for one in known - self._no_lists if not any(map(self._may_be, bound[one]))}:
            self._no_lists |= found

    def may_be_list(self, node: ast.expr) -> bool:
        """Return whether the value of an expression may be a list."""
        match node:
            case ast.Name():
                return self._may_hold_list(node)
            case ast.BinOp(op=operator, left=left, right=right):
                return type(operator) in _OF_LISTS and _OF_LISTS[type(operator)](map(self.may_be_list, (left, right)))
            case ast.BoolOp(values=values):
                return any(map(self.may_be_list, values))
            case ast.IfExp(body=body, orelse=orelse):
                return self.may_be_list(body) or self.may_be_list(orelse)
            case ast.Call(func=ast.Name(id=name) as function):
                return name not in _GIVE_NO_LISTS or not self._scopes.is_builtin(function)
        return not isinstance(node, _NO_LISTS)

    def may_be_flag(self, node: ast.expr) -> bool:
        """Return whether the value of an expression that is no list may be a boolean of NumPy."""
        match node:
            case ast.Compare() | ast.Call(func=ast.Attribute(attr="all" | "any")):
                return True
            case ast.Name():
                return self._scopes.variable(node) in self._flags
            case ast.BoolOp(values=values):
                return any(map(self.may_be_flag, values))
            case ast.IfExp(body=body, orelse=orelse):
                return self.may_be_flag(body) or self.may_be_flag(orelse)
        return False

    def _may_hold_list(self, node: ast.Name) -> bool:
        # Between the brackets of a type there are classes, too.
        is_class = isinstance(vars(builtins).get(node.id), type) and self._scopes.is_builtin(node)
        return not is_class and self._scopes.variable(node) not in self._no_lists

    def _may_be(self, value: ast.expr | None) -> bool:
        return value is None or self.may_be_list(value)

    def _bindings(
        self, tree: ast.Module, values: Mapping[int, ast.expr]
    ) -> Iterator[tuple[_Variable, ast.expr | None]]:
        """Yield the variables that a file binds, each with a value that it gets; None where that may be anything."""
        for node in ast.walk(tree):
            names: list[str] = []
            match node:
                case ast.Name(ctx=ast.Store()):
                    yield self._scopes.variable(node), values.get(id(node))
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    yield self._scopes.variable_in(node, name), _NUMBER
                case ast.arguments(vararg=vararg, kwarg=kwarg):
                    parameters = [*node.posonlyargs, *node.args, *node.kwonlyargs, vararg, kwarg]
                    names = [parameter.arg for parameter in parameters if parameter]
                case ast.Import(names=aliases) | ast.ImportFrom(names=aliases):
                    names = [alias.asname or alias.name for alias in aliases]
                case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
                    names = [name]
            for name in names:
                yield self._scopes.variable_in(node, name), None

    def _values(self, node: ast.AST) -> Iterator[tuple[ast.Name, ast.expr]]:
        """Yield the names that a statement binds to values which its text shows, with these values."""
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield from _pairs(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                yield from _pairs(target, value)
            case ast.NamedExpr(target=target, value=value):
                yield target, value
            case ast.AugAssign(target=ast.Name() as target, op=operator, value=value):
                # Nothing else makes a list of what is none.
                yield target, value if isinstance(operator, ast.Mult) else _NUMBER
            case (
                ast.For(target=target, iter=ast.Call(func=ast.Name(id=name) as function))
                | ast.comprehension(target=target, iter=ast.Call(func=ast.Name(id=name) as function))
            ) if name in _COUNTING and self._scopes.is_builtin(function):
                yield from _pairs(target, _COUNTING[name])


def _pairs(target: ast.expr, value: ast.expr) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Yield the names of a target with the values that they get, as far as the text shows them."""
    match target, value:
        case ast.Name(), _:
            yield target, value
        case ((ast.Tuple(elts=targets) | ast.List(elts=targets)), (ast.Tuple(elts=values) | ast.List(elts=values))):
            are_pairs = len(targets) == len(values) and not any(isinstance(part, ast.Starred) for part in values)
            for inner, part in zip(targets, values, strict=True) if are_pairs else ():
                yield from _pairs(inner, part)
