"""Rewrites operations of a Python 2 tree whose result depends on how Python 2 wrote, ordered or compared values."""

from __future__ import annotations

import ast
import builtins
import copy
import re

from pong_pg.legacy.compile.python2_attributes import changed_attribute
from pong_pg.legacy.compile.python2_keywords import is_dotted, name_of, names_of, order_keywords, with_mapping
from pong_pg.legacy.read.ast_calls import HELPERS, call_helper, name_helper
from pong_pg.legacy.read.scopes import Scopes, imported
from pong_pg.legacy.tables.python2 import BUILTINS, CHANGED_BUILTINS
from pong_pg.legacy.tables.python2_library import NAMES_THAT_GO_THROUGH

_ORDERS = {ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge"}
_OF_TEXTS = {ast.Eq: "are_equal", ast.NotEq: "are_different", ast.In: "is_in", ast.NotIn: "is_in"}
_SET_OPERATORS = {ast.BitOr: "set_or", ast.BitAnd: "set_and", ast.Sub: "set_sub", ast.BitXor: "set_xor"}
# Builtins that go through their arguments: the first one, and the first that they do not go through any more.
_GO_THROUGH: dict[str, tuple[int, int | None]] = {
    "list": (0, 1), "tuple": (0, 1), "sum": (0, 1), "enumerate": (0, 1), "iter": (0, 1), "zip": (0, None),
    "map": (1, None), "filter": (1, 2), "reduce": (1, 2),
}  # fmt: skip
# Calls of builtins that give no dict or set, by the number of arguments that they then have; None is any.
_REPLACED: dict[str, tuple[str, int | None]] = {
    "dict": ("new_dict", None), "frozenset": ("new_frozenset", None), "set": ("new_set", None),
    "str": ("byte_string_of", 1), "type": ("type_of", 1), "unicode": ("default_text_of", 1),
    "int": ("to_int_of_text", 2), "vars": ("vars_of", 1),
}  # fmt: skip
_BUILTINS = vars(builtins).keys() | BUILTINS.keys() | CHANGED_BUILTINS.keys()
_NEVER_CONTAINERS = frozenset([
    "enumerate", "filter", "iter", "list", "map", "open", "range", "reversed", "sorted", "str", "tuple",
    "xrange", "zip",
])  # fmt: skip
_METHODS: dict[str, int | None] = {
    "add": 1, "copy": 0, "difference": 1, "format": None, "intersection": 1, "discard": 1, "extend": 1, "extendleft": 1,
    "most_common": None, "pop": None,
    "popitem": 0, "remove": 1, "symmetric_difference": 1, "union": 1, "update": None, "write": 1,
}  # fmt: skip
_METHOD_NAMES = {"format": "format_text"}
_MAPS = frozenset(["map", "imap", "map_to_list", "map_async", "starmap"])
# What variables and attributes that hold an exception are called, where no `except` shows that they do.
_ERROR_NAME = re.compile(r"e|ex|inst|why|detail|evalue|\w*(err|error|exc|exception|exc_value)", re.IGNORECASE)
# Functions that give numbers.
_GIVE_NUMBERS = frozenset(["abs", "float", "int", "len", "ord", "round"])
_GIVE_SETS = frozenset([*_SET_OPERATORS.values(), "new_frozenset", "new_set"])
_GIVE_DICTS = frozenset(["dict_display", "dict_of", "dict_of_pairs", "dict_with", "new_dict"])
# Helpers whose value already has Python 2's order, or none.
_GIVE_NO_CONTAINER = frozenset([
    "byte_string_of", "default_text_of", "div", "filter_to_list", "format_text", "iteritems", "iterkeys", "itervalues",
    "listed", "map_to_list", "mod", "ordered", "repr_of", "str_of",
])  # fmt: skip
_SETS = frozenset(["frozenset", "set"])


def use_python2_values(tree: ast.Module, scopes: Scopes, *, sets_encoding: bool = False) -> None:
    """Change a Python 2 tree in place so that values are written, ordered and compared as in Python 2.

    Args:
        tree: the module.
        scopes: what the names in it refer to.
        sets_encoding: the program sets the default encoding, so byte strings and text may be equal.
    """
    _Values(tree, scopes, sets_encoding).visit(tree)
    ast.fix_missing_locations(tree)


def _is_helper(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == HELPERS


def _may_act(node: ast.expr) -> bool:
    """Return whether evaluating an expression may do more than give its value."""
    return not isinstance(node, ast.Constant | ast.Name | ast.Lambda)


def _is_constant(index: ast.expr) -> bool:
    match index:
        case ast.Constant(value=int()) | ast.UnaryOp(operand=ast.Constant()):
            return True
        case ast.Slice():
            return all(part is None or _is_constant(part) for part in (index.lower, index.upper, index.step))
    return False


def _may_be_error(node: ast.expr) -> bool:
    """Return whether an expression may be an exception, whose items were its arguments."""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return _ERROR_NAME.fullmatch(name) is not None
        case ast.Subscript(value=ast.Call(func=ast.Attribute(attr="exc_info")), slice=ast.Constant(value=1)):
            return True
        case ast.Call(func=ast.Attribute(attr="current_error") as function):
            return _is_helper(function)
    return False


class _Values(ast.NodeTransformer):
    def __init__(self, tree: ast.Module, scopes: Scopes, sets_encoding: bool) -> None:
        self._scopes = scopes
        self._sets_encoding = sets_encoding
        self._in_class = False
        # Names that hold sets somewhere in the file; only their operators are worth asking.
        self._sets: set[str] = set()
        # Names and attributes that hold lists somewhere in the file.
        self._lists: set[str] = set()
        self._names = names_of(tree)
        # Names of the library that go by another name in the file.
        self._imported = {name: full.rpartition(".")[2] for name, full in imported(tree).items()}
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign) and self._is_set(node.value):
                self._sets |= {target.id for target in node.targets if isinstance(target, ast.Name)}
            elif isinstance(node, ast.Assign) and self._is_list(node.value):
                self._lists |= {name_of(target) for target in node.targets}

    def _is_set(self, node: ast.expr) -> bool:
        match node:
            case ast.Set() | ast.SetComp():
                return True
            case ast.Call(func=ast.Name(id=name) as function):
                return name in _SETS and self._scopes.is_builtin(function)
            case ast.Call(func=ast.Attribute(attr=name)) if _is_helper(node.func):
                return name in _GIVE_SETS
            case ast.Name(id=name):
                return name in self._sets
            case ast.BinOp(left=left, right=right, op=ast.BitOr() | ast.BitAnd() | ast.Sub() | ast.BitXor()):
                return self._is_set(left) or self._is_set(right)
        return False

    @staticmethod
    def _is_dict(node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and _is_helper(node.func) and getattr(node.func, "attr", "") in _GIVE_DICTS

    def _is_list(self, node: ast.expr) -> bool:
        match node:
            case ast.List() | ast.ListComp():
                return True
            case ast.Call(func=ast.Name(id="list") as function):
                return self._scopes.is_builtin(function)
        return False

    # Order.

    def _in_order(self, node: ast.expr) -> ast.expr:
        """Return an expression that goes through the value of another in Python 2's order."""
        match node:
            case ast.List() | ast.Tuple() | ast.Constant() | ast.ListComp() | ast.GeneratorExp() | ast.Starred():
                return node
            case ast.BinOp(op=ast.Add() | ast.Mult() | ast.Mod()) | ast.Compare() | ast.JoinedStr():
                return node
            case ast.Subscript(slice=ast.Slice()):
                return node
            case ast.Call(func=ast.Name(id=name) as f) if name in _NEVER_CONTAINERS and self._scopes.is_builtin(f):
                return node
            case ast.Call(func=ast.Attribute(attr=name)) if name in _GIVE_NO_CONTAINER and _is_helper(node.func):
                return node
        return call_helper("ordered", node, node)

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        node.iter = self._in_order(node.iter)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        node.iter = self._in_order(node.iter)
        return node

    def visit_Starred(self, node: ast.Starred) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load):
            node.value = self._in_order(node.value)
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        match node.targets[0], node.value:
            case (ast.Tuple() | ast.List(), ast.Name() | ast.Attribute() | ast.Dict()) | (
                ast.Subscript(slice=ast.Slice()),
                _,
            ):
                node.value = self._in_order(node.value)
            case ast.Attribute(attr="__dict__"), value:
                node.value = call_helper("given_dict", value, value)
            case ast.Tuple() | ast.List(), ast.Call() as call if self._is_set(call) or self._is_dict(call):
                node.value = self._in_order(node.value)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        self.generic_visit(node)
        owner = node.target
        adds_to_list = isinstance(node.op, ast.Add) and name_of(owner) in self._lists and is_dotted(owner)
        if adds_to_list and self._in_order(node.value) is not node.value:
            asked = copy.deepcopy(owner)
            for part in ast.walk(asked):
                if isinstance(part, ast.Name | ast.Attribute):
                    part.ctx = ast.Load()
            node.value = call_helper("ordered_for", node.value, asked, node.value)
        return node

    def visit_Delete(self, node: ast.Delete) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        statements: list[ast.stmt] = []
        for target in node.targets:
            if isinstance(target, ast.Subscript) and not isinstance(target.slice, ast.Slice | ast.Tuple):
                call = call_helper("delete", node, target.value, target.slice)
                statements.append(ast.copy_location(ast.Expr(call), node))
            else:
                statements.append(ast.copy_location(ast.Delete([target]), node))
        return statements

    def visit_Dict(self, node: ast.Dict) -> ast.AST:
        self.generic_visit(node)
        count = len(node.keys)
        pairs = [(value, key) for value, key in zip(node.values, node.keys, strict=True) if key is not None]
        if any(_may_act(value) and _may_act(key) for value, key in pairs):
            return call_helper("dict_of", node, *(part for pair in pairs for part in pair))
        if 0 < count <= 5:
            # Too few for a table of another size, and for what may be known of another dict at its place.
            return node
        return call_helper("dict_display", node, node, ast.copy_location(ast.Constant(count), node))

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        self.generic_visit(node)
        if _may_act(node.value) and _may_act(node.key):
            pair = ast.copy_location(ast.Tuple([node.value, node.key], ast.Load()), node)
            return call_helper("dict_of_pairs", node, ast.copy_location(ast.GeneratorExp(pair, node.generators), node))
        return call_helper("dict_display", node, node)

    def visit_Set(self, node: ast.Set) -> ast.AST:
        self.generic_visit(node)
        return call_helper("new_set", node, ast.copy_location(ast.Tuple(node.elts, ast.Load()), node))

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        self.generic_visit(node)
        values = ast.copy_location(ast.GeneratorExp(node.elt, node.generators), node)
        return call_helper("new_set", node, values)

    # Operators.

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        if not any(type(operator) in _ORDERS for operator in node.ops):
            return self._comparing_texts(node) if self._sets_encoding else node
        sides = [node.left, *node.comparators]
        if all(map(self._is_number, sides)):
            return node
        if any(not isinstance(side, ast.Name | ast.Constant | ast.Attribute) for side in sides[1:-1]):
            return node if self._in_class else self._chain(node)
        tests: list[ast.expr] = []
        for operator, left, right in zip(node.ops, sides, sides[1:], strict=False):
            name = _ORDERS.get(type(operator))
            if name is None or (self._is_number(left) and self._is_number(right)):
                tests.append(ast.copy_location(ast.Compare(left, [operator], [right]), node))
            else:
                tests.append(call_helper(name, node, left, right))
        return tests[0] if len(tests) == 1 else ast.copy_location(ast.BoolOp(ast.And(), tests), node)

    @staticmethod
    def _comparing_texts(node: ast.Compare) -> ast.AST:
        """Return a comparison, unless it has more than two sides, with byte strings and text of one another."""
        name = _OF_TEXTS.get(type(node.ops[0]))
        if name is None or len(node.ops) > 1:
            return node
        call = call_helper(name, node, node.left, *node.comparators)
        return ast.copy_location(ast.UnaryOp(ast.Not(), call), node) if isinstance(node.ops[0], ast.NotIn) else call

    def _chain(self, node: ast.Compare) -> ast.AST:
        """Return the call of a helper for a comparison whose inner values are to be evaluated once."""
        arguments: list[ast.expr] = [node.left]
        for place, (operator, value) in enumerate(zip(node.ops, node.comparators, strict=True)):
            arguments.append(ast.copy_location(ast.Constant(type(operator).__name__), node))
            # Those from the second on are only evaluated if what is before them holds.
            no_parameters = ast.arguments([], [], None, [], [], None, [])
            arguments.append(ast.copy_location(ast.Lambda(no_parameters, value), node) if place else value)
        return call_helper("chain", node, *arguments)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        before, self._in_class = self._in_class, True
        self.generic_visit(node)
        self._in_class = before
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        before, self._in_class = self._in_class, False
        self.generic_visit(node)
        self._in_class = before
        if node.args.kwarg is not None:
            start = int(ast.get_docstring(node, clean=False) is not None)
            node.body.insert(start, ast.copy_location(ast.Expr(self._new_dict(node.args.kwarg)), node.body[-1]))
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self.generic_visit(node)
        if node.args.kwarg is not None:
            values = [self._new_dict(node.args.kwarg), node.body]
            node.body = ast.copy_location(ast.BoolOp(ast.Or(), values), node.body)
        return node

    @staticmethod
    def _new_dict(argument: ast.arg) -> ast.expr:
        """Return a call, without a result, that says that the argument after `**` is a new dict."""
        name = ast.copy_location(ast.Name(argument.arg, ast.Load()), argument)
        return call_helper("forget", name, name)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        self.generic_visit(node)
        match node.value:
            case ast.Call(func=ast.Attribute(attr="print_statement" | "print_to" as name)) if _is_helper(
                node.value.func
            ):
                node.value = self._print(node.value, to_file=name == "print_to")
        return node

    def _print(self, call: ast.Call, *, to_file: bool) -> ast.Call:
        """Return a print statement that writes each value before the next is evaluated, where that may show."""
        values = call.args[int(to_file) :]
        if all(isinstance(value, ast.Name | ast.Constant) for value in values[1:]):
            return call
        new = call_helper("printing", call, *call.args[: int(to_file)])
        for value in values:
            method = ast.copy_location(ast.Attribute(new, "value", ast.Load()), call)
            new = ast.copy_location(ast.Call(method, [value], []), call)
        if not call.keywords:
            method = ast.copy_location(ast.Attribute(new, "end", ast.Load()), call)
            new = ast.copy_location(ast.Call(method, [], []), call)
        return new

    def _is_number(self, node: ast.expr) -> bool:
        match node:
            case ast.Constant(value=int() | float()):
                return True
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return self._is_number(operand)
            case ast.BinOp(op=ast.Sub() | ast.Div() | ast.FloorDiv() | ast.Pow() | ast.Mult() | ast.Add()):
                return self._is_number(node.left) and self._is_number(node.right)
            case ast.Call(func=ast.Name(id=name) as function):
                return name in _GIVE_NUMBERS and self._scopes.is_builtin(function)
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="random"), attr=name)):
                # np.random.uniform() < p
                return name in {"rand", "random", "uniform"} and not node.args
        return False

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.op, ast.Mod):
            number = isinstance(node.right, ast.Constant) and isinstance(node.right.value, int | float)
            is_text = isinstance(node.left, ast.Constant) and isinstance(node.left.value, str)
            # A format with an integer alone gives the same text.
            if is_text or not (number or self._is_number(node.left)):
                return call_helper("mod", node, node.left, node.right)
        name = _SET_OPERATORS.get(type(node.op))
        if name and (self._is_set(node.left) or self._is_set(node.right)):
            return call_helper(name, node, node.left, node.right)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and _is_constant(node.slice) and _may_be_error(node.value):
            node.value = call_helper("items_of_error", node.value, node.value)
        return node

    # Calls.

    def visit_Call(self, node: ast.Call) -> ast.AST:
        in_map = name_of(node.func) in _MAPS
        for keyword in node.keywords:
            if keyword.arg == "key":
                keyword.value = self._as_function(keyword.value)
        if in_map and node.args:
            node.args[0] = self._as_function(node.args[0])
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and self._scopes.is_builtin(node.func) and node.func.id in _BUILTINS:
            return self._builtin(node, node.func.id)
        if _is_helper(node.func):
            return node
        if name_of(node.func) == "update" and isinstance(node.func, ast.Attribute):
            changed = with_mapping(node, "update_with", node.func.value)
            if changed is not None:
                return changed
        order_keywords(node, self._names)
        name = name_of(node.func)
        if (node.args or node.keywords) and self._imported.get(name, name) in NAMES_THAT_GO_THROUGH:
            node.func = call_helper("in_order", node.func, node.func)
            return node
        return self._method(node, node.func) if isinstance(node.func, ast.Attribute) else node

    def _as_function(self, node: ast.expr) -> ast.expr:
        """Return what is called for each of many values: `str` is a class, and stays one elsewhere."""
        if isinstance(node, ast.Name) and node.id in {"str", "unicode"} and self._scopes.is_builtin(node):
            return name_helper(_REPLACED[node.id][0], node)
        return node

    def _builtin(self, node: ast.Call, name: str) -> ast.AST:
        if name in _GO_THROUGH:
            first, end = _GO_THROUGH[name]
            node.args[first:end] = [self._in_order(argument) for argument in node.args[first:end]]
        elif name in _REPLACED:
            changed = with_mapping(node, "dict_with") if name == "dict" else None
            if changed is not None:
                return changed
            new, count = _REPLACED[name]
            plain = not node.keywords and not any(isinstance(argument, ast.Starred) for argument in node.args)
            if count is None or (plain and len(node.args) == count):
                node.func = name_helper(new, node.func)
        return node

    def _method(self, node: ast.Call, function: ast.Attribute) -> ast.AST:
        name = function.attr
        if name in {"join", "joinfields"} and node.args:
            # Of a string, which is called too often to be asked for, or of the module `string`.
            node.args[0] = self._in_order(node.args[0])
        elif name in _METHODS:
            count = _METHODS[name]
            if count is None or (count == len(node.args) and not node.keywords):
                new = call_helper(_METHOD_NAMES.get(name, name), node, function.value, *node.args)
                new.keywords = node.keywords
                return new
        return node

    # Attributes.

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        return changed_attribute(node, self._scopes)
