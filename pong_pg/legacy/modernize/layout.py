"""Where the nodes of a syntax tree stand in the text, and the text with some of them replaced."""

from __future__ import annotations

import ast
import bisect
import itertools
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field

# A new text: strings, and nodes whose own text stands there, with the changes within it.
Piece = str | ast.AST

# Their parts have wrong positions before Python 3.12.
_WITHOUT_PARTS = (ast.JoinedStr,)


def parse(text: str) -> ast.Module:
    """Parse Python 3, without the warnings that old code deserves."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text)


class Positions:
    """Offsets of nodes in a text, in characters.

    Args:
        text: the text that the nodes were parsed from.
    """

    def __init__(self, text: str) -> None:
        self._lines = text.splitlines(keepends=True) or [""]
        # `ast` ends lines only where Python does.
        if any(line[-1:] not in "\r\n" for line in self._lines[:-1]):
            self._lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            self._lines = [f"{line}\n" for line in self._lines]
        self._starts = [0, *itertools.accumulate(len(line) for line in self._lines)]

    def start(self, node: ast.AST) -> int:
        """Return where a node begins; a decorated function or class begins with the `@`."""
        decorators = getattr(node, "decorator_list", None)
        if decorators:
            # Nothing but spaces is between the sign and its decorator.
            number: int = decorators[0].lineno - 1
            return self._starts[number] + self._lines[number].index("@")
        return self._at(node.lineno, node.col_offset)  # type: ignore[attr-defined]  # of statements and expressions

    def end(self, node: ast.AST) -> int:
        """Return where a node ends."""
        return self._at(node.end_lineno, node.end_col_offset)  # type: ignore[attr-defined]  # as above

    def line_start(self, offset: int) -> int:
        """Return where the line begins that an offset is in."""
        start: int = self._starts[bisect.bisect_right(self._starts, offset, hi=len(self._lines)) - 1]
        return start

    def line_end(self, offset: int) -> int:
        """Return where the line ends that an offset is in, before its line feed."""
        number = bisect.bisect_right(self._starts, offset, hi=len(self._lines)) - 1
        return self._starts[number] + len(self._lines[number].rstrip("\n"))

    def _at(self, line: int, column: int) -> int:
        text = self._lines[line - 1]
        if not text.isascii():
            column = len(text.encode()[:column].decode())
        return self._starts[line - 1] + column


@dataclass(order=True)
class _Change:
    start: int
    end: int
    number: int
    text: str = field(compare=False)


class Layout:
    """A text, its tree, and changes of it that keep the rest as it is: comments, quotes, blank lines.

    Args:
        text: the text, with line feeds at the line ends.
        tree: the module that it was parsed to.
    """

    def __init__(self, text: str, tree: ast.Module) -> None:
        self.text = text
        self.positions = Positions(text)
        self._tree = tree
        self._replaced: dict[ast.AST, tuple[Piece, ...]] = {}
        self._around: dict[ast.AST, tuple[str, str]] = {}
        self._changes: list[_Change] = []

    def replace(self, node: ast.AST, pieces: tuple[Piece, ...]) -> None:
        """Let pieces stand for a node."""
        self._replaced[node] = pieces

    def is_replaced(self, node: ast.AST) -> bool:
        """Return whether other pieces stand for a node."""
        return node in self._replaced

    @property
    def is_untouched(self) -> bool:
        """Whether nothing is to be changed."""
        return not (self._replaced or self._around or self._changes)

    def wrap(self, node: ast.AST, before: str, after: str) -> None:
        """Put text around a node, outside of what was put there earlier."""
        old = self._around.get(node, ("", ""))
        self._around[node] = (before + old[0], old[1] + after)

    def change(self, start: int, end: int, text: str) -> None:
        """Replace a part of the text that belongs to no node within the innermost node around it.

        Such are operators, keywords, and the places between statements; with `start` equal to `end`, text is inserted.
        """
        self._changes.append(_Change(start, end, len(self._changes), text))

    def render(self) -> str:
        """Return the new text."""
        self._changes.sort()
        return self._rendered(self._tree, 0, len(self.text))

    def _text_of(self, node: ast.AST) -> str:
        before, after = self._around.get(node, ("", ""))
        pieces = self._replaced.get(node)
        if pieces is None:
            middle = self._rendered(node, self.positions.start(node), self.positions.end(node))
        else:
            # A piece can be the node itself, which then stands there as it was.
            parts = [piece if isinstance(piece, str) else self._piece(piece, node) for piece in pieces]
            middle = "".join(parts)
        return before + middle + after

    def _piece(self, piece: ast.AST, replaced: ast.AST) -> str:
        if piece is replaced:
            return self._rendered(piece, self.positions.start(piece), self.positions.end(piece))
        return self._text_of(piece)

    def _rendered(self, node: ast.AST, start: int, end: int) -> str:
        parts: list[str] = []
        place, is_edge = start, True
        children = [] if isinstance(node, _WITHOUT_PARTS) else sorted(placed_children(node), key=self.positions.start)
        for child in children:
            first = self.positions.start(child)
            parts += [self._gap(node, place, first, after_edge=is_edge), self._text_of(child)]
            place, is_edge = self.positions.end(child), False
        parts.append(self._gap(node, place, end, after_edge=is_edge, before_edge=True))
        return "".join(parts)

    def _gap(self, node: ast.AST, start: int, end: int, *, after_edge: bool, before_edge: bool = False) -> str:
        """Return the text between two nodes within another, or before or after all, with the changes in it.

        What is inserted at the very start or end of a node belongs to the node around it.
        """
        if isinstance(node, ast.Module):
            after_edge = before_edge = False
        parts: list[str] = []
        place = start
        for change in self._changes[bisect.bisect_left(self._changes, _Change(start, -1, -1, "")) :]:
            if change.start > end:
                break
            is_outside = (after_edge and change.end == start) or (before_edge and change.start == end)
            if change.start < place or change.end > end or is_outside:
                continue
            parts += [self.text[place : change.start], change.text]
            place = change.end
        parts.append(self.text[place:end])
        return "".join(parts)


def placed_children(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes directly within a node that have a place in the text."""
    for child in ast.iter_child_nodes(node):
        if hasattr(child, "lineno"):
            yield child
        elif not isinstance(child, ast.expr_context | ast.operator | ast.unaryop | ast.boolop | ast.cmpop):
            yield from placed_children(child)
