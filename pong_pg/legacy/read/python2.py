"""Rewrites a syntax tree so that names, methods and classes mean in Python 3 what they meant in Python 2."""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from typing import cast

from pong_pg.legacy.read.ast_calls import call_helper, name_helper
from pong_pg.legacy.read.python2_syntax import KEYWORD_NAME, TRUTH_NAME, TUPLE_NAME
from pong_pg.legacy.read.scopes import Scopes
from pong_pg.legacy.tables.python2 import BUILTINS, GIVE_LISTS, METHODS

ChangeRow = tuple[int, str, str]

_VIEWS = frozenset(["items", "keys", "values"])
# Calls that iterate once over their argument, so that an iterator does as well as a list.
_CONSUMERS = frozenset({
    "list", "tuple", "set", "frozenset", "dict", "sorted", "sum", "min", "max", "any", "all", "enumerate", "iter",
})  # fmt: skip
_SPECIAL_METHODS = {
    "__nonzero__": "__bool__", "__div__": "__truediv__", "__rdiv__": "__rtruediv__", "__idiv__": "__itruediv__",
    "next": "__next__", "__unicode__": "__str__",
}  # fmt: skip
# Functions of NumPy and `math` that never return integers.
_GIVE_FLOATS = frozenset(["exp", "log", "mean", "sqrt", "std"])


def modernise(tree: ast.Module, tuples: dict[str, str], others: Sequence[ast.Module] = ()) -> list[ChangeRow]:
    """Change a tree in place so that it means in Python 3 what its text meant in Python 2.

    Args:
        tree: the module, in Python 3's syntax.
        tuples: `python2_syntax.Translation.tuples`: the source of the tuple that each placeholder stands for.
        others: the other cells of its notebook, whose global names it sees.

    Returns:
        What was changed: line, the old code, what modern code says.
    """
    transformer = _Moderniser(Scopes(tree, tuples, others), tuples, _raised_names(tree))
    transformer.visit(tree)
    _define_truths(tree)
    ast.fix_missing_locations(tree)
    return transformer.changes


def _define_truths(tree: ast.Module) -> None:
    """Give a file that has another value for `True` or `False` somewhere the names that stand for them."""
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id.startswith(TRUTH_NAME)}
    place = 0
    while place < len(tree.body) and _is_head(tree.body[place]):
        place += 1
    for name in sorted(used):
        at = tree.body[min(place, len(tree.body) - 1)]
        value = ast.copy_location(ast.Constant(name == f"{TRUTH_NAME}True"), at)
        target = ast.copy_location(ast.Name(name, ast.Store()), at)
        tree.body.insert(place, ast.copy_location(ast.Assign([target], value), at))


def _is_head(node: ast.stmt) -> bool:
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def supply_old_names(tree: ast.Module, nodes: Collection[ast.AST]) -> list[ChangeRow]:
    """Change a file of Python 3 in place so that it can call methods that only Python 2 had.

    Args:
        tree: the module.
        nodes: those of its nodes that are such calls; builtins among them are only reported.

    Returns:
        As `modernise`.
    """
    supplier = _Supplier({id(node) for node in nodes})
    supplier.visit(tree)
    return supplier.changes


class _Supplier(ast.NodeTransformer):
    def __init__(self, nodes: set[int]) -> None:
        self.changes: list[ChangeRow] = []
        self._nodes = nodes

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if id(node) in self._nodes and isinstance(node.func, ast.Attribute):
            self.changes.append((node.lineno, f".{node.func.attr}()", METHODS[node.func.attr].modern))
            return call_helper(node.func.attr, node, node.func.value, *node.args)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if id(node) in self._nodes:
            self.changes.append((node.lineno, node.id, BUILTINS[node.id].modern))
        return node


def divisions(tree: ast.Module) -> list[ChangeRow]:
    """Return a row for every division that may be one of integers."""
    return [
        (node.lineno, "/ between integers", "//")
        for node in ast.walk(tree)
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div) and may_divide_integers(node)
    ]


def may_divide_integers(node: ast.BinOp | ast.AugAssign) -> bool:
    """Return whether both sides of a division may be integers, as far as the code shows it."""
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
    return not any(_is_float(side) for side in sides)


def _is_float(node: ast.expr) -> bool:
    match node:
        case ast.Constant(value=value):
            return isinstance(value, float | complex)
        case ast.UnaryOp(operand=operand):
            return _is_float(operand)
        case ast.BinOp(left=left, right=right, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() | ast.Pow()):
            return _is_float(left) or _is_float(right)
        case ast.Call(func=ast.Name(id="float")):
            return True
        case ast.Call(func=ast.Attribute(value=ast.Name(id="np" | "numpy" | "math"), attr=name)):
            return name in _GIVE_FLOATS
    return False


# Methods of strings without arguments that only knew the letters and spaces of ASCII in Python 2's byte strings.
_OF_ASCII = frozenset([
    "capitalize", "isalnum", "isalpha", "isdigit", "islower", "isspace", "istitle", "isupper", "lower", "lstrip",
    "rstrip", "split", "splitlines", "strip", "swapcase", "title", "upper",
])  # fmt: skip
# Methods of strings and arrays that helpers stand for, and how many arguments those take at most.
_STRING_METHODS = {"decode": 2, "encode": 2, "tobytes": 1, "translate": 2, **dict.fromkeys(_OF_ASCII, 0)}


class _Moderniser(ast.NodeTransformer):
    def __init__(self, scopes: Scopes, tuples: dict[str, str], raised: Collection[str] = ()) -> None:
        self.changes: list[ChangeRow] = []
        self._tuples = tuples
        self._scopes = scopes
        self._consumed: set[int] = set()
        self._called: set[int] = set()
        self._caught: list[str] = []
        self._raised = raised

    def _changed(self, node: ast.expr | ast.stmt, what: str, modern: str) -> None:
        self.changes.append((node.lineno, what, modern))

    def visit_For(self, node: ast.For) -> ast.AST:
        # But a loop over `d.keys()`, a method, needs a list, because it may change `d`.
        if isinstance(node.iter, ast.Call) and isinstance(node.iter.func, ast.Name):
            self._consumed.add(id(node.iter))
        return self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self._consumed.add(id(node.iter))
        return self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if isinstance(node.ops[0], ast.In | ast.NotIn):
            self._consumed.add(id(node.comparators[0]))
        return self.generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        node.id = node.id.removeprefix(KEYWORD_NAME)
        if node.id in BUILTINS and self._scopes.is_builtin(node):
            self._changed(node, node.id, BUILTINS[node.id].modern)
        is_value = isinstance(node.ctx, ast.Load) and id(node) not in self._called
        if node.id in GIVE_LISTS and is_value and self._scopes.is_builtin(node):
            self._changed(node, f"list from {node.id}", f"list({node.id}(...))")
            return name_helper(f"{node.id}_to_list", node)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        node.attr = node.attr.removeprefix(KEYWORD_NAME)
        self.generic_visit(node)
        if node.attr == "message" and getattr(node.value, "id", None) in self._caught:
            self._changed(node, "e.message", "str(e)")
            return call_helper("message", node, node.value)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.ctx, ast.Load) and getattr(node.value, "id", None) in self._caught:
            self._changed(node, "e[...]", "e.args[...]")
            node.value = call_helper("items_of_error", node.value, node.value)
        return node

    def visit_keyword(self, node: ast.keyword) -> ast.AST:
        node.arg = node.arg and node.arg.removeprefix(KEYWORD_NAME)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        function = node.func
        self._called.add(id(function))
        if isinstance(function, ast.Name) and self._scopes.is_builtin(function):
            if function.id in _CONSUMERS and node.args:
                self._consumed.add(id(node.args[0]))
            self.generic_visit(node)
            return self._builtin_call(function, node)
        if isinstance(function, ast.Attribute):
            if function.attr == "join" and node.args:
                self._consumed.add(id(node.args[0]))
            self.generic_visit(node)
            return self._method_call(function, node)
        return self.generic_visit(node)

    def _builtin_call(self, function: ast.Name, node: ast.Call) -> ast.AST:
        name = function.id
        consumed = id(node) in self._consumed
        new: ast.AST = node
        match name, len(node.args):
            case "map", count if count > 2 or (count == 2 and (not consumed or _is_none(node.args[0]))):
                self._changed(node, "list from map", "list(map(...))")
                new = call_helper("map_to_list", node, *node.args)
            case "filter", 2 if not consumed:
                self._changed(node, "list from filter", "list(filter(...))")
                new = call_helper("filter_to_list", node, *node.args)
            case "zip" | "range", _ if not consumed:
                self._changed(node, f"list from {name}", f"list({name}(...))")
                new = call_helper("listed", node, node)
            case "input", _:
                self._changed(node, "input()", "eval(input())")
                new = self._call("eval", node, call_helper("python2_expression", node, node))
            case "exec", count if count:
                node.args[0] = call_helper("python2_code", node, node.args[0])
                if count > 1 and isinstance(node.args[1], ast.Attribute) and node.args[1].attr == "__dict__":
                    node.func = name_helper("exec_in_names_of", function)
                    node.args[1] = node.args[1].value
            case "eval", count if count:
                node.args[0] = call_helper("python2_expression", node, node.args[0])
            case "compile", _:
                node.func = name_helper("python2_compile", function)
            case "unicode", 2 | 3:
                new = call_helper("unicode_of", node, *node.args)
            case "sorted", count if count > 1 or _named(node, "cmp"):
                self._changed(node, "sort with cmp", "key=functools.cmp_to_key(...)")
        return new

    def _call(self, name: str, at: ast.expr, *arguments: ast.expr) -> ast.Call:
        function = ast.copy_location(ast.Name(name, ast.Load()), at)
        return ast.copy_location(ast.Call(function, list(arguments), []), at)

    def _method_call(self, function: ast.Attribute, node: ast.Call) -> ast.AST:
        count, method = len(node.args), function.attr
        new: ast.AST = node
        if method == "sort" and count <= 3:
            if count or _named(node, "cmp"):
                self._changed(node, "sort with cmp", "key=functools.cmp_to_key(...)")
            new = call_helper("sort_by", node, function.value, *node.args)
            new.keywords = node.keywords
        elif node.keywords:
            pass
        elif method in METHODS and count == METHODS[method].arguments:
            self._changed(node, f".{method}()", METHODS[method].modern)
            new = call_helper(method, node, function.value, *node.args)
        elif method in _VIEWS and not count and id(node) not in self._consumed:
            self._changed(node, f"list from .{method}()", f"list(d.{method}())")
            new = call_helper("listed", node, node)
        elif count <= _STRING_METHODS.get(method, -1):
            new = call_helper(f"bytes_{method}" if method in _OF_ASCII else method, node, function.value, *node.args)
        return new

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        target = self._tuples.get(node.name or "")
        if target:
            arguments = ast.copy_location(
                ast.Attribute(self._load(node.name or "", node.body[0]), "args"), node.body[0]
            )
            arguments.ctx = ast.Load()
            node.body.insert(0, self._assign(target, arguments, node.body[0]))
        if node.type is not None:
            self._catch_standard_errors(node)
        self._caught.append(node.name or "")
        self.generic_visit(node)
        self._caught.pop()
        return node

    def _catch_standard_errors(self, node: ast.ExceptHandler) -> None:
        kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type] if node.type else []
        if any(isinstance(kind, ast.Name) and kind.id == "StandardError" for kind in kinds):
            # No base class of today's errors says what it caught, so all of them stand here, and the class itself.
            every = ast.copy_location(ast.Starred(name_helper("STANDARD_ERRORS", node.body[0]), ast.Load()), kinds[0])
            node.type = ast.copy_location(ast.Tuple([*kinds, every], ast.Load()), kinds[0])

    def _load(self, name: str, at: ast.expr | ast.stmt) -> ast.Name:
        return ast.copy_location(ast.Name(name, ast.Load()), at)

    def _assign(self, target: str, value: ast.expr, at: ast.stmt) -> ast.Assign:
        # The target may be a tuple of tuples.
        assign = cast("ast.Assign", ast.parse(f"{target} = None").body[0])
        for inner in ast.walk(assign):
            ast.copy_location(inner, at)
        assign.value = value
        return assign

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.name = node.name.removeprefix(KEYWORD_NAME)
        has_text = isinstance(node.body[0], ast.Expr) and isinstance(node.body[0].value, ast.Constant)
        at = node.body[-1] if has_text and len(node.body) == 1 else node.body[int(has_text)]
        unpacked = []
        for place, argument in enumerate(node.args.args):
            if argument.arg in self._tuples:
                # The name that Python 2 gave the tuple, as `locals()` shows it.
                name = f".{place}"
                unpacked.append(self._assign(self._tuples[argument.arg], self._load(name, at), at))
                argument.arg = name
        node.body[int(has_text) : int(has_text)] = unpacked
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.arg = node.arg.removeprefix(KEYWORD_NAME)
        return node

    def visit_alias(self, node: ast.alias) -> ast.AST:
        node.name = node.name.replace(KEYWORD_NAME, "")
        node.asname = node.asname and node.asname.removeprefix(KEYWORD_NAME)
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        self._unpack_in_lambda(node)
        return self.generic_visit(node)

    def _unpack_in_lambda(self, node: ast.Lambda) -> None:
        """Turn `lambda (a, b): body` into `lambda t: (lambda a, b: body)(*t)`."""
        for argument in node.args.args:
            if argument.arg in self._tuples:
                pattern = ast.parse(self._tuples[argument.arg], mode="eval").body
                if isinstance(pattern, ast.Name):
                    argument.arg = pattern.id
                    continue
                names = [self._parameter(element) for element in getattr(pattern, "elts", [])]
                arguments = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
                inner = ast.Lambda(arguments, node.body)
                for part in (*arguments.args, inner):
                    ast.copy_location(part, node.body)
                self._unpack_in_lambda(inner)
                spread = ast.Starred(self._load(argument.arg, node.body), ast.Load())
                node.body = ast.copy_location(ast.Call(inner, [ast.copy_location(spread, node.body)], []), node.body)

    def _parameter(self, element: ast.expr) -> str:
        if isinstance(element, ast.Name):
            return element.id
        name = f"{TUPLE_NAME}{len(self._tuples)}"
        self._tuples[name] = ast.unparse(element)
        return name

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.generic_visit(node)
        defined = {name for statement in node.body for name in _names_of(statement)}
        for old, new in _SPECIAL_METHODS.items():
            if old in defined and new not in defined:
                self._changed(node, f"def {old}", f"def {new}")
        if "__cmp__" in defined:
            self._changed(node, "def __cmp__", "def __lt__, __eq__")
        of_module = self._scopes.binds("__metaclass__") and not node.bases
        if "__metaclass__" in defined or of_module:
            if "__metaclass__" in defined:
                self._changed(node, "__metaclass__ = M", "class C(metaclass=M)")
            node.keywords.append(ast.copy_location(ast.keyword("metaclass", name_helper("metaclass", node)), node))
        elif len(node.bases) > 1:
            node.keywords.append(ast.copy_location(ast.keyword("metaclass", name_helper("of_several", node)), node))
        if not node.bases and node.name in self._raised:
            # Python 2 could raise objects of any old-style class.
            node.bases.append(self._load("Exception", node))
        # The first to be applied, since others may make something else of the class.
        node.decorator_list.append(name_helper("new_class" if node.bases or of_module else "old_class", node))
        return node


def _named(node: ast.Call, name: str) -> bool:
    return any(keyword.arg == name for keyword in node.keywords)


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _raised_names(tree: ast.Module) -> frozenset[str]:
    """Return the names that a file raises or catches."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and node.exc is not None:
            kind: ast.expr = node.exc
            if isinstance(kind, ast.Call):
                # raise E(value), or a helper's exception(E, value)
                kind = kind.args[0] if isinstance(kind.func, ast.Attribute) and kind.args else kind.func
            found |= {kind.id} if isinstance(kind, ast.Name) else set()
        elif isinstance(node, ast.ExceptHandler) and node.type is not None:
            kinds = node.type.elts if isinstance(node.type, ast.Tuple) else [node.type]
            found |= {kind.id for kind in kinds if isinstance(kind, ast.Name)}
    return frozenset(found)


def _names_of(statement: ast.stmt) -> list[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
    return []
