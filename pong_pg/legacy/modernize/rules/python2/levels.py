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
        # Its strings hold bytes, which `repr` shows as such.
        self._has_bytes = has_byte_literals(draft.text)
        # The file makes long integers itself, or compares with some that are too large to be others.
        self.has_longs = any(
            draft.is_builtin(node, "long") or draft.full_name(node) == "sys.maxint"
            for node in (*draft.walk(ast.Name), *draft.walk(ast.Attribute))
        ) or any("long" in self._kinds.of(side).names for node in draft.walk(ast.Compare) for side in node.comparators)
        # Something shows that an integer is long.
        self.shows_long = False

    def of_text(self, node: ast.expr) -> Level:
        """Return how much of `str(node)` may have been different."""
        match node:
            case ast.Constant(value=float(number)) | ast.UnaryOp(operand=ast.Constant(value=float(number))):
                is_short = float(f"{number:.12g}") == number and abs(number) < 1e11
                return Level.PLAIN if is_short else Level.FLOAT
            case ast.Starred(value=value):
                return self.of_kind(self._kinds.items(self._kinds.of(value)))
        return self.of_kind(self._kinds.of(node))

    def of_repr(self, node: ast.expr) -> Level:
        """Return how much of `repr(node)` may have been different."""
        return self._in_repr(self._kinds.of(node), frozenset())

    def of_kind(self, what: Kind) -> Level:
        """Return how much of the text of what is of some kind may have been different."""
        level = Level.PLAIN
        for name in what.names:
            if name in {"float", "inexact", "unknown"}:
                level = max(level, Level.FLOAT)
            elif name in _FULL - {"long"}:
                level = Level.FULL
        return max(level, self._in_repr(what.without("long", "error", "timedelta", "int", "str"), frozenset()))

    def _in_repr(self, what: Kind, within: frozenset[object]) -> Level:
        level = Level.PLAIN
        for value in what.values:
            if value.name == "long":
                self.shows_long = True
            if value.name in _FULL_IN_REPR or _is_special(value) or (value.name == "int" and self.has_longs):
                level = Level.FULL
            if value.name in {"str", "unknown"} and self._has_bytes:
                level = Level.FULL
            if value.name in {"list", "tuple", "dict", "set"} and value.site is not None and value.site not in within:
                inner = within | {value.site}
                one = Kind(frozenset([value]))
                level = max(level, self._in_repr(self._kinds.items(one), inner))
                if value.name == "dict":
                    level = max(level, self._in_repr(self._kinds.dict_values(one), inner))
        return level


def _is_special(value: Value) -> bool:
    """Return whether a value is a container whose text is not that of the other dicts, or of sets; see `order`."""
    match value.site:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name in {"frozenset", "defaultdict", "OrderedDict"}
    return value.name == "set" and value.site is None
