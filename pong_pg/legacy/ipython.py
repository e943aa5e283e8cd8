"""The IPython extension: after `%load_ext pong_pg`, cells run as old code."""

from __future__ import annotations

import ast
from typing import Any

from pong_pg.legacy.compile.compiled import tree_of
from pong_pg.legacy.install import importer, process
from pong_pg.legacy.read.program import Program
from pong_pg.legacy.read.source import LegacySyntaxError


def load_ipython_extension(shell: Any) -> None:
    """Run the cells of this notebook, and the modules beside it, as old code from now on."""
    program = Program(cells=True)
    process.install_program(program)
    shell.compile.ast_parse = CellParser(program)
    print("pong_pg: cells run as old code from here on; %unload_ext pong_pg ends it")


def unload_ipython_extension(shell: Any) -> None:
    """Run cells as plain Python again; the modules that they have imported stay."""
    vars(shell.compile).pop("ast_parse", None)
    importer.uninstall()


class CellParser:
    """Parses cells as old code, in place of the method `ast_parse` of IPython's compiler.

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
