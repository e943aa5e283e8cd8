"""Rewrites operations that mean something else today to calls of the functions in `runtime.helpers`."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Collection, Sequence
from typing import cast

from pong_pg.legacy.compile.targets import Temporaries, as_argument, as_value, is_pure
from pong_pg.legacy.read.ast_calls import call_helper, name_helper
from pong_pg.legacy.read.scopes import Scopes
from pong_pg.legacy.tables.python2 import ARGUMENTS, METHODS

# Builtins that took an array of one element for a number, with their helpers.
_CONVERSIONS = {"float": "to_float", "int": "to_int"}
# From Python 3.12 on `sum` compensates for the rounding of floats, so its last digits are others than then.
_COMPENSATES = sys.version_info >= (3, 12)
# Calls that give no array.
_GIVE_NUMBERS = frozenset([
    "abs", "ceil", "float", "floor", "input", "int", "len", "log", "max", "min", "raw_input", "rand", "random", "round",
    "sqrt", "str", "sum", "time", "to_float", "to_int", "uniform",
])  # fmt: skip
# Values that are never an array of one element.
_NO_ARRAYS = (
    ast.Constant, ast.Dict, ast.JoinedStr, ast.Lambda, ast.List, ast.ListComp, ast.Set, ast.Tuple,
)  # fmt: skip
_NUMERIC_FORMAT = re.compile(r"%[-+ #0-9.*]*[deEfFgGi]")


def rewrite(
    tree: ast.Module, *, unpacks: bool = True, old_methods: Collection[str] = (), others: Sequence[ast.Module] = ()
) -> ast.Module:
    """Return a tree with calls of helpers where the code means something else today.

    The tree is changed in place; positions stay.

    Args:
        tree: the file.
        unpacks: what a call of `step` or `reset` unpacks decides what it gets; not if the user chose the Gym API.
        old_methods: names of Python 2 that a file of Python 3 uses, such as ".iteritems()".
        others: the cells of its notebook, whose names it sees.
    """
    methods = {name for name in METHODS if f".{name}()" in old_methods}
    if old_methods:
        # In a file that uses other names of Python 2, `it` of `it.next()` may be an iterator of Python.
        methods.add("next")
    return cast("ast.Module", _Rewriter(Scopes(tree, others), methods, unpacks).visit(tree))


class _Rewriter(ast.NodeTransformer):
    """Rewrites a tree; every operand is evaluated when, and as often as, the original code evaluates it."""

    def __init__(self, scopes: Scopes, methods: Collection[str], unpacks: bool) -> None:
        self._scopes = scopes
        self._methods = methods
        self._unpacks = unpacks
        self._temporaries = Temporaries("_pong_pg_stored_")
        self._in_class = False

    def visit_MatchValue(self, node: ast.MatchValue) -> ast.AST:
        # A pattern can't have a call.
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        before, self._in_class = self._in_class, True
        self.generic_visit(node)
        self._in_class = before
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        before, self._in_class = self._in_class, False
        returns, node.returns = node.returns, None
        self.generic_visit(node)
        node.returns = returns
        self._in_class = before
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        # Annotations may be read as texts.
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.value = node.value and self.visit(node.value)
        return node

    # What environments return.

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        if len(node.targets) != 1:
            return node
        target = node.targets[0]
        if isinstance(target, ast.Tuple | ast.List):
            self._unpack(node, target)
        elif isinstance(target, ast.Subscript) and not self._in_class and _may_be_array(node.value):
            return self._store(node, target)
        return node

    def _unpack(self, node: ast.Assign, target: ast.Tuple | ast.List) -> None:
        call, count = node.value, len(target.elts)
        if not self._unpacks or not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
            return
        if any(isinstance(element, ast.Starred) for element in target.elts):
            return
        if call.func.attr == "step" and count in {4, 5} and _is_one_action(call):
            node.value = call_helper("as_step", call, call, ast.copy_location(ast.Constant(count), call))
        elif call.func.attr == "reset" and count == 2:
            node.value = call_helper("as_reset_pair", call, call)

    # Arrays of one element as numbers.

    def _store(self, node: ast.Assign, target: ast.Subscript) -> list[ast.stmt]:
        """Return `a[i] = value` so that, if it fails, the number in an array of one element is stored.

        What is evaluated again then is not evaluated by a call; nothing is slower if it does not fail.
        """
        before, value = self._temporaries.pure(node.value)
        more, pure = self._temporaries.pure_target(target)
        assign = ast.copy_location(ast.Assign([pure], value), node)
        return [*before, *more, self._guarded(assign, cast("ast.Subscript", pure), value)]

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        target = node.target
        if not isinstance(target, ast.Subscript) or self._in_class or not _may_be_array(node.value):
            return node
        if not is_pure(node.value) or not is_pure(as_value(target)):
            # The old value is read before the new one is calculated, so that no variable can stand for that.
            return node
        result = ast.copy_location(ast.BinOp(as_value(target), node.op, node.value), node)
        return self._guarded(node, target, result)

    def _guarded(self, statement: ast.stmt, target: ast.Subscript, value: ast.expr) -> ast.stmt:
        """Return a `try` around a statement; if the helper can't store the value either, the error stays what it is."""
        container, index = as_value(target.value), as_argument(as_value(target.slice))
        stored = call_helper("store_number", statement, container, index, as_value(value))
        again = ast.If(ast.UnaryOp(ast.Not(), stored), [ast.Raise()], [])
        kinds = [ast.Name("TypeError", ast.Load()), ast.Name("ValueError", ast.Load())]
        handler = ast.ExceptHandler(ast.Tuple([*kinds], ast.Load()), None, [again])
        made = ast.Try([statement], [handler], [], [])
        for part in (made, handler, again):
            ast.copy_location(part, statement)
        return made

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.BinOp(left=ast.Constant(value=str(text)), op=ast.Mod(), right=right):
                values = right.elts if isinstance(right, ast.Tuple) else [right]
                if _NUMERIC_FORMAT.search(text) and any(map(_may_be_array, values)):
                    return call_helper("percent", node, node.left, right)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Subscript(value=ast.List() | ast.Tuple(), slice=ast.Compare() | ast.Name() as index):
                # ["left", "right"][x > 0]
                node.slice = call_helper("as_flag", index, index)
            case ast.Subscript(value=owner, slice=ast.Compare() as index, ctx=ast.Load()):
                if isinstance(owner, ast.Name) or (
                    isinstance(owner, ast.Attribute) and isinstance(owner.value, ast.Name)
                ):
                    # actions[x > 0]
                    node.slice = call_helper("as_flag_of", index, index, owner)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        is_plain = not node.keywords and not any(isinstance(argument, ast.Starred) for argument in node.args)
        match node.func:
            case ast.Name(id="open") as function if self._scopes.is_builtin(function):
                _leave_out_universal(node)
            case ast.Name(id="sum") as function if _COMPENSATES and self._scopes.is_builtin(function):
                node.func = name_helper("plain_sum", function)
            case ast.Name(id=name) as function if name in _CONVERSIONS and is_plain and len(node.args) == 1:
                if _may_be_array(node.args[0]) and self._scopes.is_builtin(function):
                    return call_helper(_CONVERSIONS[name], node, *node.args)
            case ast.Attribute(value=owner, attr=name) if name in self._methods and is_plain:
                if len(node.args) == ARGUMENTS[name]:
                    return call_helper(name, node, owner, *node.args)
            case ast.Attribute(value=owner, attr="tostring") as function if not self._scopes.module_of(owner):
                node.func = call_helper("tostring", function, owner)
        return node


def _leave_out_universal(call: ast.Call) -> None:
    """Take the letter U out of the mode of a file: it meant nothing in Python 3, and is an error from 3.11 on."""
    for mode in (*call.args[1:2], *(keyword.value for keyword in call.keywords if keyword.arg == "mode")):
        if isinstance(mode, ast.Constant) and isinstance(mode.value, str) and "U" in mode.value:
            plain = mode.value.replace("U", "")
            mode.value = plain if "r" in plain else f"r{plain}"


def _is_one_action(call: ast.Call) -> bool:
    arguments = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "action")]
    extra = [keyword for keyword in call.keywords if keyword.arg != "action"]
    return len(arguments) == 1 and not extra and not isinstance(arguments[0], ast.Starred)


def _may_be_array(node: ast.expr) -> bool:
    match node:
        case ast.UnaryOp(operand=operand):
            return _may_be_array(operand)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name not in _GIVE_NUMBERS
    return not isinstance(node, _NO_ARRAYS)
