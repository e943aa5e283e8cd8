"""Lets IPython compile the cells of a notebook as old code."""

from __future__ import annotations

import ast
from typing import Any

from pong_pg.legacy.compile.compiled import tree_of
from pong_pg.legacy.install import process
from pong_pg.legacy.read.program import Program
from pong_pg.legacy.read.source import LegacySyntaxError


class CellParser:
    """Parses cells as old code, in place of the method `ast_parse` of IPython's compiler.

    Args:
        program: what is known of the notebook; grows by every cell.

    Attributes:
        name: the name of the next cell in the report; "" for the one that IPython gives it.
    """

    def __init__(self, program: Program) -> None:
        self._program = program
        self.name = ""

    def __call__(self, text: str, filename: str = "<unknown>", _symbol: str = "exec") -> ast.Module:
        """Return the tree of a cell, ready to be executed.

        Raises:
            SyntaxError: it is neither Python 3 nor Python 2.
        """
        try:
            parsed = self._program.read_cell(self.name or filename, text.encode())
        except LegacySyntaxError as error:
            line = text.splitlines()[error.line - 1 : error.line]
            raise SyntaxError(error.reason, (filename, error.line, None, "".join(line))) from None
        process.update(self._program)
        return tree_of(parsed, self._program.cells)


def install(shell: Any, parser: CellParser) -> None:
    """Let an IPython shell run its cells as old code from now on."""
    shell.compile.ast_parse = parser


def uninstall(shell: Any) -> None:
    """Undo `install`."""
    vars(shell.compile).pop("ast_parse", None)
