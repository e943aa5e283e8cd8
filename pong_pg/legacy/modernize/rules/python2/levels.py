"""Tells which values Python 2 wrote in another form than today."""

from __future__ import annotations

import ast
import enum

from pong_pg.legacy.modernize.draft import Draft
from pong_pg.legacy.modernize.kind_values import Value
from pong_pg.legacy.modernize.kinds import Kind
from pong_pg.legacy.modernize.openings import has_byte_literals


class Level(enum.IntEnum):
    """How much of a value's text may have been different.

    Attributes:
        PLAIN: nothing.
        FLOAT: a float had at most twelve digits.
        FULL: it has parts, or is of a type, that were written in another form.
    """

    PLAIN = 0
    FLOAT = 1
    FULL = 2


_FULL = frozenset(["complex", "builtin", "class", "long"])
_FULL_IN_REPR = _FULL | {"error", "timedelta"}


class Levels:
    """How the values of a file were written.

    Args:
        draft: the file.
    """

    def __init__(self, draft: Draft) -> None:
        self._kinds = draft.kinds
        # The file computes with the largest integers, so that those of its variables may be long, too.
        largest = {"sys.maxint", "sys.maxsize"}
        self.has_longs = any(
            draft.full_name(side) in largest for node in draft.walk(ast.BinOp) for side in (node.left, node.right)
        ) or any("long" in self._kinds.of(side).names for node in draft.walk(ast.Compare) for side in node.comparators)
        # The file has texts beyond ASCII, or strings that hold bytes, which `repr` wrote as escapes.
        self._has_bytes = (
            has_byte_literals(draft.text)
            or any(isinstance(node.value, str) and not node.value.isascii() for node in draft.walk(ast.Constant))
            or any(
                any(draft.is_builtin(node.func, name) for name in ("chr", "unichr")) for node in draft.walk(ast.Call)
            )
        )
        # It has literals of bytes, so that what is not known may well be a container of such.
        self._has_byte_literals = has_byte_literals(draft.text)
        # Something shows that an integer is long.
        self.shows_long = False

    def of_text(self, node: ast.expr) -> Level:
        """Return how much of `str(node)` may have been different."""
        match node:
            case ast.Constant(value=float(number)) | ast.UnaryOp(operand=ast.Constant(value=float(number))):
                is_short = float(f"{number:.12g}") == number and abs(number) < 1e11
                return Level.PLAIN if is_short else Level.FLOAT
            case ast.Call(args=[only]) if self._kinds.of(node).is_only("error"):
                return Level.FULL if self.of_text(only) > Level.PLAIN else Level.PLAIN
            case ast.Starred(value=value):
                return self.of_kind(self._kinds.items(self._kinds.of(value)))
        return self.of_kind(self._kinds.of(node))

    def of_repr(self, node: ast.expr) -> Level:
        """Return how much of `repr(node)` may have been different."""
        return self._in_repr(self._kinds.of(node))

    def of_kind(self, what: Kind) -> Level:
        """Return how much of the text of what is of some kind may have been different."""
        level = Level.PLAIN
        for name in what.names:
            if name in {"float", "inexact", "unknown"}:
                level = max(level, Level.FLOAT)
            elif name in _FULL - {"long"}:
                level = Level.FULL
        plain = what.without("long", "error", "timedelta", "int", "str")
        if not self._has_byte_literals:
            plain = plain.without("unknown")
        return max(level, self._in_repr(plain))

    def _in_repr(self, what: Kind) -> Level:
        level = Level.PLAIN
        for value in self._kinds.with_contents(what).values:
            if value.name == "long":
                self.shows_long = True
            if value.name in _FULL_IN_REPR or _is_special(value) or (value.name == "int" and self.has_longs):
                level = Level.FULL
            if self._has_bytes and value.name in {"str", "unknown"}:
                level = Level.FULL
        return level


def _is_special(value: Value) -> bool:
    """Return whether a value is a container whose text is not that of the other dicts, or of sets; see `order`."""
    match value.site:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in {"defaultdict", "OrderedDict", "xrange"}
    return value.name == "set" and value.site is None
