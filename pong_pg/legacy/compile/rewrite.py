"""Rewrites operations that mean something else today to calls of the functions in `runtime.helpers`."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from pong_pg.legacy.read.ast_calls import call_helper
from pong_pg.legacy.read.forms import is_episode_statistic
from pong_pg.legacy.read.python2 import may_divide_integers
from pong_pg.legacy.read.python2_signs import bound_names
from pong_pg.legacy.read.source import Parsed

# Methods that arrays had before NumPy 2.
_ARRAY_METHODS = frozenset(["itemset", "newbyteorder", "ptp", "tostring"])
# Conversions that took an array of one element before NumPy 2.4; those that take more arguments are others.
_NUMBERS = frozenset(["complex", "float", "int"])
# Expressions whose value is never an array of one element, so that it can be stored as it is.
_PLAIN_VALUES = (ast.JoinedStr, ast.Dict, ast.Lambda, ast.List, ast.ListComp, ast.Compare, ast.Tuple, ast.Set)
_FORMAT = ("%d", "%f", "%g", "%e", "%i", "%.", "%0", "%1", "%2", "%3", "%4", "%5", "%6", "%7", "%8", "%9", "%+", "%-")


def rewrite(parsed: Parsed, *, fixed_api: bool = False, cells: Sequence[Parsed] = ()) -> ast.Module:
    """Return a parsed file's tree with calls of helpers where the code means something else today.

    The tree is changed in place; positions stay.

    Args:
        parsed: the file.
        fixed_api: the user chose the Gym API, so what a call unpacks doesn't overrule it.
        cells: the cells of its notebook, whose names it sees.
    """
    _Rewriter(parsed, fixed_api, cells).visit(parsed.tree)
    return parsed.tree


class _Rewriter(ast.NodeTransformer):
    def __init__(self, parsed: Parsed, fixed_api: bool, cells: Sequence[Parsed]) -> None:
        self._classic_division = parsed.classic_division
        self._unpacks = not fixed_api
        self._bound = bound_names(parsed.tree).union(*(bound_names(cell.tree) for cell in cells))
        # A file that names none of these has no arrays.
        texts = [parsed.text, *(cell.text for cell in cells)]
        self._numpy = any(name in text for text in texts for name in ("numpy", "scipy", "gym"))
        self._math = self._numpy and "import math" in self._bound

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if self._classic_division and isinstance(node.op, ast.Div) and may_divide_integers(node):
            return call_helper("div", node, node.left, node.right)
        if isinstance(node.op, ast.Mod) and self._numpy and _is_format(node.left):
            return call_helper("percent", node, node.left, node.right)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        if len(node.targets) != 1:
            return node
        target = node.targets[0]
        if isinstance(target, ast.Tuple | ast.List):
            self._unpack(node, target)
        elif isinstance(target, ast.Subscript) and self._numpy and _may_be_array(node.value):
            store = call_helper("store", node, *_place(target), node.value)
            return ast.copy_location(ast.Expr(store), node)
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

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        divides = self._classic_division and isinstance(node.op, ast.Div) and may_divide_integers(node)
        match node.target:
            case ast.Subscript() as target:
                name = "idiv" if divides else type(node.op).__name__.lower()
                if divides or (self._numpy and name in _STORED and _may_be_array(node.value)):
                    call = call_helper(f"{name}_item", node, *_place(target), node.value)
                    return ast.copy_location(ast.Expr(call), node)
            case ast.Attribute() as target if divides:
                name_of = ast.copy_location(ast.Constant(target.attr), target)
                return ast.copy_location(
                    ast.Expr(call_helper("idiv_attribute", node, target.value, name_of, node.value)), node
                )
            case ast.Name(id=name) if divides:
                value = call_helper(
                    "idiv", node, ast.copy_location(ast.Name(name, ast.Load()), node.target), node.value
                )
                return ast.copy_location(ast.Assign([node.target], value), node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if is_episode_statistic(node):
            return call_helper("first", node, node.value)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node.func:
            case ast.Name(id=name) if name in _NUMBERS and self._numpy and name not in self._bound:
                if len(node.args) == 1 and not node.keywords and _may_be_array(node.args[0]):
                    return call_helper(f"to_{name}", node, node.args[0])
            case ast.Attribute(attr=method) if method in _ARRAY_METHODS:
                if not _is_numpy(node.func.value):
                    new = call_helper(method, node, node.func.value, *node.args)
                    new.keywords = node.keywords
                    return new
            case ast.Attribute(value=ast.Name(id="math")) if self._math:
                return call_helper("of_numbers", node, node.func, *node.args) if not node.keywords else node
        return node


_STORED = frozenset(["add", "sub", "mult", "div", "pow"])


def _place(target: ast.Subscript) -> tuple[ast.expr, ast.expr]:
    """Return the container of a subscript, and its index as an expression that can be an argument."""
    return target.value, _as_value(target.slice)


def _as_value(index: ast.expr) -> ast.expr:
    """Return an index with its slices as calls of `slice`, since `a:b` only stands between brackets."""
    match index:
        case ast.Slice():
            parts = [
                part or ast.copy_location(ast.Constant(None), index) for part in (index.lower, index.upper, index.step)
            ]
            return call_helper("slice", index, *parts)
        case ast.Tuple(elts=elements):
            return ast.copy_location(ast.Tuple([_as_value(element) for element in elements], ast.Load()), index)
    return index


def _is_one_action(call: ast.Call) -> bool:
    arguments = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "action")]
    extra = [keyword for keyword in call.keywords if keyword.arg != "action"]
    return len(arguments) == 1 and not extra and not isinstance(arguments[0], ast.Starred)


def _is_format(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Constant) and isinstance(node.value, str) and any(form in node.value for form in _FORMAT)
    )


def _is_numpy(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id in {"np", "numpy"}


def _may_be_array(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=value):
            # Too large for some integer types: NumPy once wrapped it around.
            return isinstance(value, int) and not isinstance(value, bool) and value > 127
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)):
            return isinstance(value, int)
        case ast.UnaryOp(op=ast.Not()):
            return False
    return not isinstance(node, _PLAIN_VALUES)
