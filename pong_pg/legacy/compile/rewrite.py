"""Rewrites operations that mean something else today to calls of the functions in `runtime.helpers`."""

from __future__ import annotations

import ast
import sys
from collections.abc import Sequence

from pong_pg.legacy.compile import operators
from pong_pg.legacy.compile.class_attributes import keep_builtins_apart
from pong_pg.legacy.compile.conversions import MAPS, WITH_KEYS, Conversions
from pong_pg.legacy.compile.indices import Indices
from pong_pg.legacy.compile.python2_scopes import bind_as_python2
from pong_pg.legacy.compile.python2_values import use_python2_values
from pong_pg.legacy.read import settings
from pong_pg.legacy.read.ast_calls import HELPERS, call_helper, name_helper
from pong_pg.legacy.read.forms import is_episode_statistic, names_arrays
from pong_pg.legacy.read.python2 import may_divide_integers
from pong_pg.legacy.read.scopes import Scopes, imported
from pong_pg.legacy.read.source import Parsed

# Methods that arrays had before NumPy 2 and Python 3.9, and elements of XML before that, too.
_ARRAY_METHODS = frozenset([
    "fromstring", "getchildren", "getiterator", "itemset", "newbyteorder", "ptp", "tostring",
])  # fmt: skip
# Methods of arrays that took numbers of any size.
_PROMOTING_METHODS = frozenset(["clip", "fill"])
# NumPy's types of integers, which wrapped a number around that is too large for them.
_INTEGERS = frozenset([f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)])
# Helpers that compare values in the order of Python 2.
_ORDERS = frozenset(["lt", "le", "gt", "ge"])
_SEQUENCES = (ast.List, ast.ListComp, ast.Tuple)
_TESTING = (ast.If, ast.While, ast.IfExp, ast.Assert)
# Conversions that took an array of one element before NumPy 2.4; those that take more arguments are others.
_COMPENSATES = sys.version_info >= (3, 12)
# Builtins that calculate, and the helpers that stand for them.
_CALCULATE = {"divmod": "divided", "pow": "power", "sum": "total"}
# Builtins that took one, and modules whose functions did.
_OF_NUMBERS = frozenset(["chr"])
_OF_NUMBERS_IN_PYTHON_2 = frozenset(["chr", "hex", "oct", "range", "round", "unichr", "xrange"])
_OF_NUMBERS_IN = frozenset(["math", "random", "time"])
# Expressions whose value is never an array of one element, so that it can be stored as it is.
_PLAIN_VALUES = (ast.JoinedStr, ast.Dict, ast.Lambda, ast.List, ast.ListComp, ast.Compare, ast.Tuple, ast.Set)
# Operators whose result NumPy once converted where it stored it.
_STORED = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)
_FORMAT = ("%d", "%f", "%g", "%e", "%i", "%.", "%0", "%1", "%2", "%3", "%4", "%5", "%6", "%7", "%8", "%9", "%+", "%-")


def rewrite(
    parsed: Parsed,
    *,
    fixed_api: bool = False,
    promotes: bool = False,
    arrays: bool = False,
    cells: Sequence[Parsed] = (),
) -> ast.Module:
    """Return a parsed file's tree with calls of helpers where the code means something else today.

    The tree is changed in place; positions stay.

    Args:
        parsed: the file.
        fixed_api: the user chose the Gym API, so what a call unpacks doesn't overrule it.
        promotes: operators give the types that they gave before NumPy 2.
        arrays: another file of the program may give it arrays.
        cells: the cells of its notebook, whose names it sees.
    """
    scopes = Scopes(parsed.tree, others=[cell.tree for cell in cells])
    # A file that names none of these has no arrays, unless it gets them from another.
    texts = [parsed.text, *(cell.text for cell in cells)]
    arrays = arrays or any(map(names_arrays, texts))
    indices = Indices(parsed.tree, scopes, is_cell=bool(cells)) if promotes or arrays else None
    conversions = Conversions(parsed.tree, scopes) if arrays else None
    rewriter = _Rewriter(parsed, scopes, fixed_api, indices, conversions, promotes=promotes)
    if parsed.python2:
        bind_as_python2(parsed.tree)
        use_python2_values(parsed.tree, scopes, sets_encoding=settings.current().sets_encoding)
    rewriter.visit(parsed.tree)
    if parsed.python2 or parsed.old_names or arrays:
        keep_builtins_apart(parsed.tree)
    return parsed.tree


class _Rewriter(ast.NodeTransformer):
    """Rewrites a tree; every operand is evaluated when, and as often as, the original code evaluates it."""

    def __init__(
        self,
        parsed: Parsed,
        scopes: Scopes,
        fixed_api: bool,
        indices: Indices | None,
        conversions: Conversions | None,
        *,
        promotes: bool,
    ) -> None:
        self._python2 = parsed.python2
        self._promotes = promotes
        self._indices = indices
        self._classic_division = parsed.classic_division
        self._unpacks = not fixed_api
        self._scopes = scopes
        self._conversions = conversions
        self._numpy = conversions is not None
        self._of_numbers = _OF_NUMBERS_IN_PYTHON_2 if parsed.python2 else _OF_NUMBERS
        self._imported = imported(parsed.tree)
        # Targets whose statement says what becomes of them.
        self._decided: set[ast.expr] = set()

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        if self._classic_division and isinstance(node.op, ast.Div) and may_divide_integers(node):
            return call_helper("div", node, node.left, node.right)
        if isinstance(node.op, ast.Mod) and self._numpy and _is_format(node.left):
            return call_helper("percent", node, node.left, node.right)
        return operators.binary(node) if self._promotes else node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        return operators.comparison(node) if self._promotes else node

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        self.generic_visit(node)
        return operators.condition(node) if self._promotes else node

    def _visit_test(self, node: ast.AST) -> ast.AST:
        self.generic_visit(node)
        if self._promotes and isinstance(node, _TESTING):
            node.test = operators.condition(node.test)
        return node

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        self.generic_visit(node)
        if self._promotes:
            node.ifs = [operators.condition(test) for test in node.ifs]
        return node

    visit_If = visit_While = visit_IfExp = visit_Assert = _visit_test  # noqa: N815 - named after the nodes

    def visit_MatchValue(self, node: ast.MatchValue) -> ast.AST:
        # A pattern can't have a call.
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        target, is_looked_at = node.targets[0], False
        if len(node.targets) == 1 and isinstance(target, ast.Subscript):
            self._decided.add(target)
            is_looked_at = self._is_looked_at(target.slice)
        self.generic_visit(node)
        if len(node.targets) != 1:
            return node
        if isinstance(target, ast.Tuple | ast.List):
            self._unpack(node, target)
        elif isinstance(target, ast.Subscript):
            fits = not (self._numpy and self._may_not_fit(node.value))
            if fits and is_looked_at and isinstance(target.value, ast.Name):
                target.slice = _as_index(target.value, target.slice)
            if fits and (not is_looked_at or isinstance(target.value, ast.Name)):
                return node
            # The value comes first, as Python evaluates it.
            store = call_helper("store", node, node.value, target.value, _as_value(target.slice))
            return ast.copy_location(ast.Expr(store), node)
        return node

    def _may_not_fit(self, value: ast.expr) -> bool:
        return _may_be_array(value) or (self._promotes and isinstance(value, _SEQUENCES))

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
        self._decided.add(node.target)
        is_looked_at = isinstance(node.target, ast.Subscript) and self._is_looked_at(node.target.slice)
        self.generic_visit(node)
        divides = self._classic_division and isinstance(node.op, ast.Div) and may_divide_integers(node)
        match node.target:
            # What stands for the container or owner reads the old value when Python does: before the right side.
            case ast.Subscript() as target if divides:
                target.value = call_helper("divided_items", target.value, target.value)
            case ast.Subscript() as target if self._promotes:
                target.value = call_helper("promoted_items", target.value, target.value)
            case ast.Subscript() as target if (
                self._numpy and isinstance(node.op, _STORED) and _may_be_array(node.value)
            ):
                target.value = call_helper("items", target.value, target.value)
            case ast.Subscript(value=ast.Name() as container) as target if is_looked_at:
                target.slice = _as_index(container, target.slice)
            case ast.Attribute() as target if divides:
                target.value = call_helper("divided_attributes", target.value, target.value)
            case ast.Name(id=name) as target if divides:
                old = ast.copy_location(ast.Name(name, ast.Load()), target)
                return ast.copy_location(ast.Assign([target], call_helper("idiv", node, old, node.value)), node)
            case ast.Attribute() as target if self._promotes and not operators.is_text(node.value):
                target.value = call_helper("promoted_attributes", target.value, target.value)
            case ast.Name() as target if self._promotes:
                return operators.augmented(node, target)
        return node

    def _with_numpys_integers(self, classes: ast.expr) -> ast.expr:
        """Return the classes of an `isinstance`; `int` comes with int64, which was a class derived from it."""
        match classes:
            case ast.Tuple(elts=elements):
                classes.elts = [self._with_numpys_integers(element) for element in elements]
            case ast.Name(id="int") if self._scopes.is_builtin(classes):
                return name_helper("INTEGERS", classes)
        return classes

    def _is_looked_at(self, index: ast.expr) -> bool:
        """Return whether an index may be a list, or a boolean of NumPy, which are looked at while the script runs."""
        known = self._indices
        return known is not None and ((self._promotes and known.may_be_list(index)) or known.may_be_flag(index))

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        is_looked_at = self._is_looked_at(node.slice)
        self.generic_visit(node)
        if is_episode_statistic(node):
            return call_helper("first", node, node.value)
        if isinstance(node.ctx, ast.Store) and node not in self._decided and (is_looked_at or self._numpy):
            # One of several targets, or that of a loop.
            node.value = call_helper("items", node.value, node.value)
        if not is_looked_at or not isinstance(node.ctx, ast.Load):
            return node
        if not isinstance(node.value, ast.Name):
            return call_helper("item", node, node.value, node.slice)
        node.slice = _as_index(node.value, node.slice)
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        # Annotations may be read as texts.
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        node.target = self.visit(node.target)
        node.value = node.value and self.visit(node.value)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        returns, node.returns = node.returns, None
        self.generic_visit(node)
        node.returns = returns
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Let `sum` and its kin, called or passed on, calculate as they did; see `runtime.arithmetic`."""
        helper = _CALCULATE.get(node.id, "") if isinstance(node.ctx, ast.Load) else ""
        differs = self._promotes or (helper == "total" and _COMPENSATES)
        return name_helper(helper, node) if helper and differs and self._scopes.is_builtin(node) else node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if self._promotes and (call := self._promoting_call(node)) is not None:
            return call
        if not self._python2 and self._opens(node.func):
            _leave_out_universal(node)
        if self._conversions is not None and (call := self._converting_call(node, self._conversions)) is not None:
            return call
        match node.func:
            case ast.Name(id="isinstance") as function if self._python2 and self._numpy and len(node.args) == 2:
                if self._scopes.is_builtin(function):
                    node.args[1] = self._with_numpys_integers(node.args[1])
            case ast.Attribute(attr=method) as function if method in _ARRAY_METHODS or (
                self._promotes and method in _PROMOTING_METHODS
            ):
                if self._scopes.module_of(function.value) != "numpy":
                    name_of = ast.copy_location(ast.Constant(method), function)
                    node.func = call_helper("array_method", function, function.value, name_of)
        return node

    def _opens(self, function: ast.expr) -> bool:
        match function:
            case ast.Name(id="open"):
                return self._scopes.is_builtin(function)
            case ast.Attribute(value=module, attr="open"):
                return self._scopes.module_of(module) in {"codecs", "io"}
        return False

    def _converting_call(self, node: ast.Call, conversions: Conversions) -> ast.Call | None:
        """Return a call of something that took an array of one element for a number; None if it is no such call."""
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        for keyword in node.keywords:
            if keyword.arg == "key" and name in WITH_KEYS:
                keyword.value = self._as_conversion(keyword.value, conversions)
        if node.args and name in MAPS:
            node.args[0] = self._as_conversion(node.args[0], conversions)
        if not node.args or not _is_plain_call(node):
            return None
        if isinstance(node.func, ast.Name) and node.func.id in {"eval", "exec"} and not self._python2:
            return self._executing_call(node, node.func)
        helper = self._converting_helper(node, conversions) if any(map(_may_be_array, node.args)) else ""
        if not helper:
            return None
        arguments = node.args if helper.startswith("to_") else [node.func, *node.args]
        return call_helper(helper, node, *arguments)

    def _converting_helper(self, node: ast.Call, conversions: Conversions) -> str:
        """Return the helper that makes a call with an array of one element; "" where none is needed."""
        name = conversions.name_of(node.func)
        if len(node.args) == 1 and name and (self._promotes or name != "float64"):
            return f"to_{name}"
        if len(node.args) == 1 and conversions.may_be(node.func):
            return "converted"
        module = self._module_of_numbers(node.func)
        return "drawn" if module == "random" and self._promotes else "of_numbers" if module else ""

    def _executing_call(self, node: ast.Call, function: ast.Name) -> ast.Call | None:
        """Return a call of `eval` or `exec` with code that is rewritten as this file is."""
        if not self._scopes.is_builtin(function):
            return None
        if len(node.args) > 1:
            return call_helper(f"{function.id}_in", node, *node.args)
        mode = ast.copy_location(ast.Constant(function.id), function)
        node.args = [call_helper("rewritten_code", node, *node.args, mode)]
        return node

    def _module_of_numbers(self, function: ast.expr) -> str:
        """Return the module of a function that takes numbers; "" for any other."""
        match function:
            case ast.Name(id=name) if name in self._of_numbers and self._scopes.is_builtin(function):
                return "builtins"
            case ast.Name(id=name):
                module = self._imported.get(name, "").partition(".")[0]
            case ast.Attribute(value=ast.Name() as owner):
                module = self._scopes.module_of(owner)
            case _:
                return ""
        return module if module in _OF_NUMBERS_IN else ""

    @staticmethod
    def _as_conversion(function: ast.expr, conversions: Conversions) -> ast.expr:
        """Return what is called for each of many values in place of `int` or one of its kin."""
        name = conversions.name_of(function)
        return name_helper(f"to_{name}", function) if name else function

    def _promoting_call(self, node: ast.Call) -> ast.Call | None:
        """Return a call of something that gives another type or another truth today; None if it is no such call."""
        match node.func:
            case ast.Name(id="bool") as function if len(node.args) == 1:
                if self._scopes.is_builtin(function):
                    node.args = [operators.condition(node.args[0])]
            case ast.Attribute(value=ast.Name(id=owner), attr=name) as function if owner == HELPERS:
                if name in _ORDERS:
                    function.attr = f"ordered_{name}"
            case ast.Attribute(attr=name) if name in _INTEGERS and len(node.args) == 1:
                return call_helper("whole", node, node.func, *node.args) if _is_plain_call(node) else node
        return None


def _as_index(container: ast.Name, index: ast.expr) -> ast.expr:
    """Return an index that may be a list as what it means today; what it raises is raised in the script itself."""
    again = ast.copy_location(ast.Name(container.id, ast.Load()), container)
    return call_helper("as_index", index, again, index)


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


def _leave_out_universal(call: ast.Call) -> None:
    """Take the letter U out of the mode of a file: it meant nothing in Python 3, and is an error from 3.11 on."""
    modes = [*call.args[1:2], *(keyword.value for keyword in call.keywords if keyword.arg == "mode")]
    for mode in modes:
        if isinstance(mode, ast.Constant) and isinstance(mode.value, str) and "U" in mode.value:
            plain = mode.value.replace("U", "")
            mode.value = plain if "r" in plain else f"r{plain}"


def _is_one_action(call: ast.Call) -> bool:
    arguments = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg == "action")]
    extra = [keyword for keyword in call.keywords if keyword.arg != "action"]
    return len(arguments) == 1 and not extra and not isinstance(arguments[0], ast.Starred)


def _is_format(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Constant) and isinstance(node.value, str) and any(form in node.value for form in _FORMAT)
    )


def _is_plain_call(node: ast.Call) -> bool:
    return not node.keywords and not any(isinstance(argument, ast.Starred) for argument in node.args)


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
