"""Infers what the expressions of a file are: integers, floats, texts, lists of them, and so on.

The inference takes no notice of the order of statements: a variable is whatever it is given anywhere in the file, and
so are the parameters of the file's functions, the attributes of its objects, and the items of its containers. What
comes from outside, such as an observation of an environment, is unknown.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Mapping

from pong_pg.legacy.modernize.kind_calls import Calls
from pong_pg.legacy.modernize.kind_flow import Flow
from pong_pg.legacy.modernize.kind_heap import Heap
from pong_pg.legacy.modernize.kind_values import (
    ARRAYS,
    NOTHING,
    NUMBERS,
    OF_MODULES,
    SAME_ARRAY,
    UNKNOWN,
    WHOLE,
    Kind,
    Value,
    any_of,
    kind,
    made,
)
from pong_pg.legacy.read.scopes import Scopes
from pong_pg.legacy.tables.python2 import BUILTINS

__all__ = ["Kind", "Kinds"]

_DISPLAYS: dict[type[ast.expr], str] = {
    ast.List: "list", ast.ListComp: "list", ast.Set: "set", ast.SetComp: "set", ast.GeneratorExp: "iterator",
    ast.Tuple: "tuple", ast.Dict: "dict", ast.DictComp: "dict",
}  # fmt: skip
_SET_OPERATORS = (ast.BitOr, ast.BitAnd, ast.BitXor, ast.Sub)
_OF_WHOLE_NUMBERS = (ast.BitOr, ast.BitAnd, ast.BitXor, ast.LShift, ast.RShift)
_LARGEST = 2**63
_BUILTINS = frozenset([*dir(builtins), *BUILTINS])


class Kinds:
    """What the expressions of a file are.

    Args:
        tree: the file.
        scopes: what its names refer to.
        names: the full names of what it imports, such as {"np": "numpy"}.
        classic_division: `/` between integers gives an integer in it.
        python2: its builtins are those of Python 2: `map` gives a list, `round` a float.
    """

    def __init__(
        self,
        tree: ast.Module,
        scopes: Scopes,
        names: Mapping[str, str],
        *,
        classic_division: bool = False,
        python2: bool = False,
    ) -> None:
        self.scopes = scopes
        self.names = names
        self.python2 = python2
        self.heap = Heap()
        self._classic = classic_division
        self._memo: dict[ast.AST, Kind] = {}
        self._calls = Calls(self, tree)
        # Another way to find out what expressions are that stay unknown.
        self.otherwise: Callable[[ast.expr], Kind] | None = None
        Flow(self, tree).run()

    def of(self, node: ast.expr) -> Kind:
        """Return what an expression may be."""
        found = self.while_unknown(node) or UNKNOWN
        if self.otherwise is not None and (len(found.names) > 1 or found.may_be("array", "inexact")):
            return self.otherwise(node) or found
        return found

    def items(self, of: Kind) -> Kind:
        """Return what iterating over something gives, which is the keys of a dict."""
        return self.heap.items(of) or UNKNOWN

    def dict_values(self, of: Kind) -> Kind:
        """Return what the values of dicts are."""
        return self.heap.dict_values(of) or UNKNOWN

    def parts(self, value: Value) -> list[Kind] | None:
        """Return what a tuple has at each place; None if its length is not known."""
        return self.heap.parts(value.site)

    def forget(self) -> None:
        """Ask again what expressions are, as more is known than before."""
        self._memo.clear()

    def while_unknown(self, node: ast.expr) -> Kind:
        """Return what is known so far of what an expression may be; it may be nothing yet."""
        known = self._memo.get(node)
        if known is None:
            # A value that depends on itself.
            self._memo[node] = NOTHING
            known = self._memo[node] = self._found(node)
        return known

    def _found(self, node: ast.expr) -> Kind:
        if type(node) in _DISPLAYS:
            return made(_DISPLAYS[type(node)], node)
        of = self.while_unknown
        match node:
            case ast.Constant(value=value):
                return _of_constant(value)
            case ast.JoinedStr():
                return kind("str")
            case ast.Name():
                return self._of_name(node)
            case ast.Attribute():
                return self._of_attribute(node)
            case ast.Subscript():
                return self._of_subscript(node)
            case ast.BinOp() if _is_large(node):
                return kind("long")
            case ast.BinOp():
                return self.operation(node.op, of(node.left), of(node.right), node)
            case ast.UnaryOp(op=ast.Not()):
                return kind("bool")
            case ast.UnaryOp(operand=operand):
                return _signed(of(operand))
            case ast.BoolOp(values=values):
                return any_of(map(of, values))
            case ast.IfExp():
                return of(node.body) | of(node.orelse)
            case ast.Compare():
                return self._of_comparison(node)
            case ast.Lambda():
                return made("function", node)
            case ast.NamedExpr(value=value) | ast.Starred(value=value):
                return of(value)
            case ast.Call():
                return self._calls.result(node)
        return UNKNOWN

    def _of_name(self, node: ast.Name) -> Kind:
        variable = self.scopes.variable(node)
        if self.heap.has(variable):
            return self.heap.get(variable)
        return made("builtin", node.id) if node.id in _BUILTINS and self.scopes.is_builtin(node) else UNKNOWN

    def full_name(self, node: ast.expr) -> str:
        """Return the full name of an expression such as `np.random.seed`; "" if it begins with no imported name."""
        parts: list[str] = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or node.id not in self.names:
            return ""
        return ".".join([self.names[node.id], *reversed(parts)])

    def _of_attribute(self, node: ast.Attribute) -> Kind:
        full = self.full_name(node)
        if full:
            if full == "sys.argv":
                return made("list", "sys.argv")
            if full.startswith("types.") and full.endswith("Type"):
                return kind("class")
            return kind(OF_MODULES[full]) if full in OF_MODULES else UNKNOWN
        if node.attr == "__dict__":
            self.heap.put(("items", node), kind("str"))
            self.heap.put(("values", node), UNKNOWN)
            return made("dict", node)
        field = ("field", node.attr)
        found = NOTHING
        for value in self.while_unknown(node.value).values:
            if value.name in ARRAYS and node.attr in SAME_ARRAY:
                found |= Kind(frozenset([value]))
            elif value.name in ARRAYS or (value.name == "unknown" and not self.heap.has(field)):
                found |= self._of_any_array(node)
            elif value.name in {"object", "class"} and self.heap.has(field):
                found |= self.heap.get(field) | self.heap.get(("field", None))
            elif value.name == "unknown":
                found |= self.heap.get(field) | UNKNOWN
            else:
                found |= kind("str") if node.attr == "__name__" else UNKNOWN
        return found

    def _of_any_array(self, node: ast.Attribute) -> Kind:
        match node.attr:
            case "shape":
                self.heap.add_items(made("tuple", node), kind("int"))
                return made("tuple", node)
            case "size" | "ndim":
                return kind("int")
            case "dtype":
                return kind("dtype")
        return kind("str") if node.attr == "__name__" else UNKNOWN

    def _of_subscript(self, node: ast.Subscript) -> Kind:
        base = self.while_unknown(node.value)
        if isinstance(node.slice, ast.Slice):
            return base | UNKNOWN if base.names & {"unknown", "object"} else base
        found = self.heap.dict_values(base) if base.names & {"dict", "unknown"} else NOTHING
        for value in base.values:
            match value.name:
                case "tuple":
                    found |= self._part(node.slice, value)
                case "list" | "str" | "array" | "floats" | "ints":
                    found |= self.heap.items(Kind(frozenset([value])))
                case "object" | "error" | "class":
                    found |= UNKNOWN
        return found

    def _part(self, index: ast.expr, of: Value) -> Kind:
        parts = self.heap.parts(of.site)
        if (
            isinstance(index, ast.UnaryOp)
            and isinstance(index.op, ast.USub)
            and isinstance(index.operand, ast.Constant)
        ):
            place = index.operand.value
            place = -place if isinstance(place, int) else None
        else:
            place = index.value if isinstance(index, ast.Constant) else None
        if parts is not None and isinstance(place, int) and -len(parts) <= place < len(parts):
            return parts[place]
        return self.heap.items(Kind(frozenset([of])))

    def _of_comparison(self, node: ast.Compare) -> Kind:
        if all(isinstance(operator, ast.Is | ast.IsNot | ast.In | ast.NotIn) for operator in node.ops):
            return kind("bool")
        sides = any_of(map(self.while_unknown, [node.left, *node.comparators]))
        found = kind("bool")
        if sides.names & ARRAYS:
            found |= kind("array")
        return found | UNKNOWN if sides.names & {"unknown", "object"} else found

    # Arithmetic.

    def operation(self, operator: ast.operator, left: Kind, right: Kind, node: ast.AST) -> Kind:
        """Return what an operator gives for two operands."""
        found = NOTHING
        for one in left.values:
            for other in right.values:
                found |= self._of_two(operator, one, other, node)
        return found

    def _of_two(self, operator: ast.operator, one: Value, other: Value, node: ast.AST) -> Kind:
        names = {one.name, other.name}
        is_whole = names <= WHOLE
        if names & {"object", "timedelta"}:
            return UNKNOWN
        if "str" in names and isinstance(operator, ast.Add | ast.Mod | ast.Mult):
            return kind("str") if one.name == "str" or not isinstance(operator, ast.Mod) else UNKNOWN
        if names & {"list", "tuple"} and isinstance(operator, ast.Add | ast.Mult):
            return self._joined(one, other, node)
        if names & {"set"} and isinstance(operator, _SET_OPERATORS):
            self.heap.put(("items", node), self.heap.items(Kind(frozenset([one, other]) - {Value("unknown")})))
            return made("set", node)
        if names & ARRAYS:
            return kind(self._array(operator, names))
        if (
            names <= {"unknown", "inexact", *NUMBERS}
            and names & {"float", "inexact"}
            and names & {"unknown", "inexact"}
        ):
            return kind("inexact")
        if names & {"unknown", "inexact"}:
            return UNKNOWN
        if not names <= {*NUMBERS, "complex"}:
            return NOTHING
        if "complex" in names:
            return kind("complex")
        if not is_whole or (isinstance(operator, ast.Div) and not self._classic):
            return kind("float")
        if isinstance(operator, ast.Pow) and not _is_positive(getattr(node, "right", getattr(node, "value", None))):
            return kind("int", "float")
        if names == {"bool"} and isinstance(operator, ast.BitAnd | ast.BitOr | ast.BitXor):
            return kind("bool")
        return kind("long" if "long" in names else "int")

    def _joined(self, one: Value, other: Value, node: ast.AST) -> Kind:
        found = NOTHING
        for value in (one, other):
            if value.name in {"list", "tuple"}:
                found |= made(value.name, node)
                self.heap.put(("items", node), self.heap.items(Kind(frozenset([value]))))
            elif value.name == "unknown":
                self.heap.put(("items", node), UNKNOWN)
            elif value.name in ARRAYS:
                found |= UNKNOWN
        return found

    def _array(self, operator: ast.operator, names: set[str]) -> str:
        if isinstance(operator, _OF_WHOLE_NUMBERS):
            return "array"
        if names & {"floats", "float", "inexact"}:
            return "floats"
        if names <= {"ints", *WHOLE}:
            return "floats" if isinstance(operator, ast.Div) and not self._classic else "ints"
        return "array"


def _of_constant(value: object) -> Kind:
    if value is None:
        return kind("none")
    name = type(value).__name__
    if isinstance(value, int) and abs(value) >= _LARGEST:
        return kind("long")
    return kind(name) if name in {"bool", "int", "float", "complex", "str", "bytes"} else UNKNOWN


def _is_large(node: ast.BinOp) -> bool:
    """Return whether arithmetic with literals gives an integer beyond 64 bits."""
    value = _value_of(node)
    return isinstance(value, int) and not -_LARGEST <= value < _LARGEST


def _value_of(node: ast.expr) -> int | None:
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            opposite = _value_of(operand)
            return None if opposite is None else -opposite
        case ast.BinOp(left=left, op=operator, right=right):
            one, other = _value_of(left), _value_of(right)
            if one is None or other is None or max(abs(one), abs(other)) > _LARGEST**4:
                return None
            match operator:
                case ast.Pow() | ast.LShift() if 0 <= other < 512:
                    return int(one**other) if isinstance(operator, ast.Pow) else one << other
                case ast.Mult():
                    return one * other
                case ast.Add():
                    return one + other
                case ast.Sub():
                    return one - other
    return None


def _signed(operand: Kind) -> Kind:
    found = operand.without("bool", "object")
    if "bool" in operand.names:
        found |= kind("int")
    return found | UNKNOWN if "object" in operand.names else found


def _is_positive(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)
