"""Where the values of a Python 2 file go that are bytes today: which may stay bytes, and which are to be strings."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.tables import byte_functions

_NEUTRAL = frozenset({"len", "bool", "bytearray", "isinstance"})
# Methods, and functions that files have got, which give bytes.
_METHODS = frozenset({"encode", "tobytes", "tostring"})
_OF_SUPPORTS = frozenset({"as_bytes", "pack_strings"})


class Flows:
    """What becomes of values that are bytes.

    Args:
        draft: the file.
        gives_bytes: what else gives bytes in it, such as reads from files.
        takes_bytes: calls that take bytes, beside those of the tables: the places of these arguments.
    """

    def __init__(
        self,
        draft: Draft,
        gives_bytes: Callable[[ast.expr], bool] = lambda _: False,
        takes_bytes: Callable[[ast.Call], tuple[int, ...]] = lambda _: (),
    ) -> None:
        self._draft = draft
        self._gives_bytes = gives_bytes
        self._takes_bytes = takes_bytes
        self.uses: dict[tuple[object, str], list[ast.Name]] = {}
        for node in draft.walk(ast.Name):
            self.uses.setdefault(draft.scopes.variable(node), []).append(node)
        self._known: dict[tuple[object, str], bool] = {}

    def is_bytes(self, node: ast.expr) -> bool:
        """Return whether an expression is bytes in the modern file."""
        match node:
            case ast.Constant(value=value):
                is_bytes = isinstance(value, bytes)
            case ast.Name():
                is_bytes = self.is_variable_of_bytes(node)
            case ast.Subscript(value=value, slice=ast.Slice()):
                is_bytes = self.is_bytes(value)
            case ast.BinOp(left=left, right=right, op=ast.Add()):
                is_bytes = self.is_bytes(left) and self.is_bytes(right)
            case ast.Call():
                is_made = isinstance(node.func, ast.Name) or getattr(node.func, "attr", "") in _METHODS
                is_bytes = self.gives(node) and (is_made or self.may_stay(node))
            case _:
                is_bytes = isinstance(node, ast.Attribute) and self._gives_bytes(node)
        return is_bytes

    def gives(self, node: ast.expr) -> bool:
        """Return whether an expression gives bytes today."""
        match node:
            case ast.Constant(value=value):
                gives = isinstance(value, bytes)
            case ast.BinOp(left=left, right=right, op=ast.Add()):
                gives = self.gives(left) and self.gives(right)
            case ast.Name():
                gives = self.is_variable_of_bytes(node)
            case ast.Subscript(value=value, slice=ast.Slice()):
                gives = self.gives(value)
            case ast.Call(func=ast.Name(id=name)):
                gives = name in _OF_SUPPORTS or self._draft.full_name(node.func) in byte_functions.GIVES
            case ast.Call(func=function):
                is_method = isinstance(function, ast.Attribute) and function.attr in _METHODS
                gives = is_method or self._draft.full_name(function) in byte_functions.GIVES or self._gives_bytes(node)
            case _:
                gives = self._gives_bytes(node)
        return gives

    def may_stay(self, node: ast.expr) -> bool:
        """Return whether bytes are as good as a string where an expression stands."""
        parent = self._draft.parent(node)
        may_stay = False
        match parent:
            case ast.Call(func=function, args=arguments) if node in arguments:
                is_neutral = isinstance(function, ast.Name) and function.id in {*_NEUTRAL, "repr", "python2_repr"}
                # Other packages know bytes.
                full = self._draft.full_name(function)
                package = full.partition(".")[0]
                is_other = bool(package and package not in sys.stdlib_module_names)
                is_known = is_neutral or is_other or full == "json.loads"
                may_stay = is_known or arguments.index(node) in self.takes(parent)
            case ast.Subscript(slice=ast.Slice()) if parent.value is node:
                may_stay = self.may_stay(parent)
            case ast.Subscript():
                # A key.
                may_stay = parent.slice is node
            case ast.Compare(ops=[ast.In() | ast.NotIn()]):
                may_stay = parent.left is node
            case ast.BinOp(op=ast.Add()):
                may_stay = self.gives(parent.left) and self.gives(parent.right) and self.may_stay(parent)
            case ast.If() | ast.While() | ast.UnaryOp(op=ast.Not()) | ast.Expr():
                may_stay = True
            case ast.Attribute(attr="decode"):
                may_stay = isinstance(self._draft.parent(parent), ast.Call)
            case ast.Compare(left=left, comparators=[right]):
                may_stay = left is node and self.is_empty(right)
            case ast.Assign(targets=[ast.Name() as target]) | ast.AugAssign(target=ast.Name() as target, op=ast.Add()):
                may_stay = self.is_variable_of_bytes(target)
        return may_stay

    def takes(self, call: ast.Call) -> tuple[int, ...]:
        """Return the places of a call's arguments that are bytes today."""
        full = self._draft.full_name(call.func)
        if full == "numpy.fromstring" and not any(keyword.arg == "sep" for keyword in call.keywords):
            return (0,) if len(call.args) < 4 else ()
        return byte_functions.TAKES.get(full) or self._takes_bytes(call)

    def is_variable_of_bytes(self, name: ast.Name) -> bool:
        """Return whether a variable gets nothing but bytes, and is used for nothing else."""
        variable = self._draft.scopes.variable(name)
        if variable not in self._known:
            before = dict(self._known)
            # While it is looked at, what refers to itself does not count against it.
            self._known[variable] = True
            if not self._holds_bytes(self.uses.get(variable, [])):
                self._known = before | {variable: False}
        return self._known[variable]

    def representations(self) -> Iterator[ast.Call]:
        """Yield the calls `repr(value)` of values that are bytes."""
        for call in self._draft.walk(ast.Call):
            if self._draft.is_builtin(call.func, "repr") and len(call.args) == 1 and self.is_bytes(call.args[0]):
                yield call

    def is_empty(self, node: ast.expr) -> bool:
        """Return whether an expression is the empty string, which is as easily that of bytes."""
        return isinstance(node, ast.Constant) and node.value == ""

    def literals_of_variables(self) -> Iterator[ast.Constant]:
        """Yield the string literals that variables of bytes get or are compared with."""
        for names in self.uses.values():
            if not names or not self.is_variable_of_bytes(names[0]):
                continue
            for name in names:
                match self._draft.parent(name):
                    case ast.Assign(value=ast.Constant() as value) | ast.Compare(comparators=[ast.Constant() as value]):
                        if isinstance(value.value, str):
                            yield value

    def _holds_bytes(self, names: list[ast.Name]) -> bool:
        given = 0
        for name in names:
            if isinstance(name.ctx, ast.Load):
                if not self.may_stay(name):
                    return False
                continue
            match self._draft.parent(name):
                case ast.Assign(targets=[target], value=value) if target is name:
                    if not self.gives(value) and not self.is_empty(value):
                        return False
                    given += self.gives(value)
                case ast.AugAssign(op=ast.Add(), value=value):
                    if not self.gives(value):
                        return False
                    given += 1
                case _:
                    return False
        return given > 0 and any(isinstance(name.ctx, ast.Load) for name in names)


_GIVE_TEXT = frozenset({"chr", "input", "raw_input", "repr", "str"})
_KEEP_TEXT = frozenset({"format", "join", "lower", "replace", "strip", "upper"})


def is_text(node: ast.expr) -> bool:
    """Return whether an expression is surely a string."""
    parts: tuple[ast.expr, ...] = ()
    match node:
        case ast.Constant(value=str()) | ast.JoinedStr():
            return True
        case ast.BinOp(left=left, op=ast.Mod() | ast.Mult()):
            parts = (left,)
        case ast.BinOp(left=left, right=right, op=ast.Add()):
            return is_text(left) or is_text(right)
        case ast.Call(func=ast.Name(id=name)):
            return name in _GIVE_TEXT
        case ast.Call(func=ast.Attribute(value=value, attr=name)):
            if isinstance(value, ast.Name) and (value.id, name) == ("json", "dumps"):
                return True
            parts = (value,) if name in _KEEP_TEXT else ()
        case ast.IfExp(body=body, orelse=other):
            parts = (body, other)
    return bool(parts) and all(map(is_text, parts))


def encode(draft: Draft, node: ast.expr, flows: Flows) -> None:
    """Let a value that is a string, as far as one can see, be bytes."""
    if flows.is_bytes(node) or flows.gives(node) or _is_buffer(node):
        return
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            draft.replace(node, bytes_literal(draft.source(node), node.value))
    elif is_text(node):
        draft.replace(node, *draft.operand(node), ".encode()")
    else:
        draft.replace(node, draft.support("as_bytes"), "(", node, ")")


def _is_buffer(node: ast.expr) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"bytearray", "memoryview"}
    )


def bytes_literal(source: str, value: str) -> str:
    """Return the literal of bytes for one of a string."""
    if not source.isascii() or source[:1] not in "'\"" or (not value.isascii() and max(value) > "\xff"):
        return f"({source}).encode()" if "\n" in source else f"{source}.encode()"
    try:
        ast.parse(f"b{source}")
    except SyntaxError:
        # Adjacent literals, each of which would need the letter.
        return repr(value.encode("latin-1"))
    return f"b{source}"


def calls_within(draft: Draft) -> Iterator[ast.Call]:
    """Yield the calls of a file that nothing else stands for yet, the innermost first."""
    yield from reversed([call for call in draft.walk(ast.Call) if not draft.is_replaced(call)])


def encode_argument(draft: Draft, call: ast.Call, place: int) -> None:
    """Let an argument of a call be bytes."""
    encode(draft, call.args[place], Flows(draft))
