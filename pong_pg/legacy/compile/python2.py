"""What a file of Python 2 means beyond its syntax: division, texts of numbers, and what it executes."""

from __future__ import annotations

import ast
from typing import cast

from pong_pg.legacy.compile.targets import Temporaries, as_value
from pong_pg.legacy.read.ast_calls import call_helper, name_helper
from pong_pg.legacy.read.divisions import may_divide_integers
from pong_pg.legacy.read.scopes import full_name, imported

# Functions that gave floats.
_GAVE_FLOATS = frozenset(["math.ceil", "math.floor"])
# Methods that have another name today.
_METHODS = {"__nonzero__": "__bool__", "next": "__next__"}


def as_python2(tree: ast.Module, *, classic_division: bool, prints: bool) -> ast.Module:
    """Return a tree with calls of helpers where Python 2 did something else.

    The tree is changed in place; positions stay.

    Args:
        tree: the file, converted to Python 3's syntax.
        classic_division: `/` between integers gives an integer.
        prints: `print` was a statement, whose spaces depend on what was printed before.
    """
    return cast("ast.Module", _Python2(classic_division, prints, imported(tree)).visit(tree))


class _Python2(ast.NodeTransformer):
    def __init__(self, classic_division: bool, prints: bool, names: dict[str, str]) -> None:
        self._classic_division = classic_division
        self._prints = prints
        self._imported = names
        self._caught: list[str] = []
        self._temporaries = Temporaries("_pong_pg_quotient_")

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if self._classic_division and isinstance(node.op, ast.Div) and may_divide_integers(node):
            return call_helper("div", node, node.left, node.right)
        if isinstance(node.op, ast.Mod) and _is_text(node.left):
            return call_helper("format_percent", node, node.left, node.right)
        return node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        self.generic_visit(node)
        if not self._classic_division or not isinstance(node.op, ast.Div) or not may_divide_integers(node):
            return node
        # The owner of the target is evaluated once, and before the value, as Python does it.
        statements, target = self._temporaries.pure_target(node.target)
        quotient = call_helper("idiv", node, as_value(target), node.value)
        return [*statements, ast.copy_location(ast.Assign([target], quotient), node)]

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="print")) if self._prints:
                return _print_statement(node)
            case ast.Call(func=function) if full_name(function, self._imported) in _GAVE_FLOATS:
                return ast.copy_location(ast.Call(ast.Name("float", ast.Load()), [node], []), node)
            case ast.Call(func=ast.Name(id="str"), args=[value], keywords=[]):
                return call_helper("str_of", node, value)
            case ast.Call(func=ast.Name(id="map"), args=[ast.Name(id="str") as function, *_]):
                node.args[0] = name_helper("str_of", function)
            case ast.Call(func=ast.Name(id="exec" | "eval" as name), args=[code, *_]):
                features = [] if self._classic_division else ["division"]
                features += [] if self._prints else ["print_function"]
                about = [ast.copy_location(ast.Constant(part), node) for part in (name, *features)]
                node.args[0] = call_helper("python2_code", node, code, *about)
            case ast.Call(
                func=ast.Attribute(value=ast.Attribute(attr="stdout" | "stderr") as file, attr="write") as function
            ):
                function.value = call_helper("written_to", file, file)
            case ast.Call(func=ast.Attribute(value=text, attr="format")) if _is_text(text):
                node.func = call_helper("format_method", node, text)
            case ast.Call(func=ast.Attribute(value=values, attr="sort"), args=arguments, keywords=keywords):
                if arguments or any(keyword.arg == "cmp" for keyword in keywords):
                    node.func = call_helper("sort_method", node, values)
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id == "print" and isinstance(node.ctx, ast.Load) and not self._prints:
            return name_helper("print_function", node)
        return node

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.AST:
        self._caught.append(node.name or "")
        self.generic_visit(node)
        self._caught.pop()
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr == "message" and getattr(node.value, "id", None) in self._caught:
            return call_helper("message", node, node.value)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.slice, ast.Constant) and getattr(node.value, "id", None) in self._caught:
            # An exception was a sequence of its arguments.
            node.value = ast.copy_location(ast.Attribute(node.value, "args", ast.Load()), node.value)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        self.generic_visit(node)
        methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
        at = node.body[-1]
        for old, new in _METHODS.items():
            if old in methods and new not in methods:
                function = call_helper("as_method", at, ast.copy_location(ast.Name(old, ast.Load()), at))
                stored = ast.copy_location(ast.Name(new, ast.Store()), at)
                node.body.append(ast.copy_location(ast.Assign([stored], function), at))
        if "__cmp__" in methods:
            # The first to be applied, since others may make something else of the class.
            node.decorator_list.append(name_helper("ordered_by_cmp", node))
        return node


def _print_statement(call: ast.Call) -> ast.Call:
    """Return a print statement that writes each value before the next is evaluated, since that may print itself."""

    def method(owner: ast.expr, name: str, *arguments: ast.expr) -> ast.Call:
        function = ast.copy_location(ast.Attribute(owner, name, ast.Load()), call)
        return ast.copy_location(ast.Call(function, list(arguments), []), call)

    named = {keyword.arg: keyword.value for keyword in call.keywords}
    done = call_helper("printing", call, *([named["file"]] if "file" in named else []))
    for value in call.args:
        done = method(done, "value", value)
    return done if "end" in named else method(done, "end")


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
