"""The IPython extension: after `%load_ext pong_pg`, cells run as old code."""

from __future__ import annotations

from typing import Any


def load_ipython_extension(shell: Any) -> None:
    """Run the cells of this notebook, and the modules beside it, as old code from now on."""
    from pong_pg.legacy import cells
    from pong_pg.legacy.install import process
    from pong_pg.legacy.read.program import Program

    program = Program(cells=True)
    process.install_program(program)
    cells.install(shell, cells.CellParser(program))
    print("pong_pg: cells run as old code from here on; %unload_ext pong_pg ends it")


def unload_ipython_extension(shell: Any) -> None:
    """Run cells as plain Python again; the modules that they have imported stay."""
    from pong_pg.legacy import cells
    from pong_pg.legacy.install import importer

    cells.uninstall(shell)
    importer.uninstall()
