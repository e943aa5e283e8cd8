"""Runs an old notebook cell by cell."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pong_pg.compat._versions import require
from pong_pg.errors import PongPGError
from pong_pg.legacy.install import failures
from pong_pg.legacy.ipython import CellParser
from pong_pg.legacy.read.program import Program
from pong_pg.legacy.read.refusals import check_notebook
from pong_pg.untrusted.bounded import NOTEBOOK_LIMIT, read_bytes, read_script
from pong_pg.untrusted.json_text import parse_json


def read_program(
    script: str,
    gym_api: int | None = None,
    python: int | None = None,
    atari_py: str | None = None,
    *,
    trusted: bool = False,
) -> Program:
    """Read a notebook and its own modules, without running anything; the arguments are those of `runner.read_program`.

    Raises:
        PongPGError: the file can't be read or is no notebook, or a cell is neither Python 3 nor Python 2.
        MissingPackageError: IPython or nbformat is not installed.
    """
    document = _read(script, trusted=trusted)
    program = Program(gym_api, python or python_version(document), atari_py, cells=True, trusted=trusted)
    program.add_texts(
        [(name, _plain_python(source).encode()) for name, source in _code_cells(script, document)],
        str(Path(os.path.realpath(script)).parent),
    )
    return program


def _read(script: str, *, trusted: bool = False) -> Any:
    nbformat = require("nbformat", "running a notebook")
    try:
        text = read_script(Path(script), trusted=True) if trusted else read_bytes(Path(script), NOTEBOOK_LIMIT)
    except OSError as error:
        raise PongPGError(f"can't read {script}: {error.strerror or error}; name a script or a notebook") from error
    try:
        # nbformat has no limits of its own.
        read = parse_json(text)
    except ValueError as error:
        raise PongPGError(f"{script} is not a notebook: {error}") from error
    try:
        document = nbformat.reads(text.decode(), as_version=4)
    except Exception as error:  # nbformat fails in many ways on a file that is no notebook, most of them in its code
        check_notebook(script, read, trusted=trusted)
        raise PongPGError(f"{script} is not a notebook: {' '.join(str(error).split())[:200]}") from error
    check_notebook(script, document, trusted=trusted)
    return document


def python_version(document: Any) -> int | None:
    """Return the Python of a notebook's kernel, 2 or 3; None if it doesn't say."""
    metadata = document.get("metadata", {})
    kernel = str(metadata.get("kernelspec", {}).get("name", ""))
    version = str(metadata.get("language_info", {}).get("version", "")) or kernel.removeprefix("python")
    return int(version[0]) if version[:1] in {"2", "3"} else None


def _code_cells(script: str, document: Any) -> list[tuple[str, str]]:
    """Return the name in the report and the source of each code cell."""
    return [
        (f"{os.path.realpath(script)} cell {number}", cell.source)
        for number, cell in enumerate(document.cells, 1)
        if cell.cell_type == "code"
    ]


def _plain_python(text: str) -> str:
    """Return a cell's source with IPython's magics translated to calls, as IPython does it."""
    manager = require("IPython.core.inputtransformer2", "running a notebook").TransformerManager()
    if text.startswith("%%"):
        return "\n"
    return str(manager.transform_cell(text))


def run_notebook(script: str, arguments: Sequence[str], program: Program, *, shell: bool = False) -> int:
    """Run a notebook in this process, which `runner.prepare` has prepared, in the notebook's directory.

    Returns:
        The exit status: 0, 1 after a traceback, 2 after a line that says why a cell failed, 130 after Ctrl-C.
    """
    from pong_pg.legacy.notebook_shell import make_shell

    document = _read(script, trusted=True)
    sys.argv = [script, *arguments]
    directory = os.path.realpath(Path(script).parent)
    os.chdir(directory)
    sys.path[0] = directory
    parser = CellParser(program)
    running = make_shell(parser, shell=shell)
    for name, source in _code_cells(str(Path(directory) / Path(script).name), document):
        number = int(name.rpartition(" ")[2])
        print(f"pong-pg run: cell {number} of {len(document.cells)}", file=sys.stderr, flush=True)
        parser.name = name
        result = running.run_cell(source, store_history=True)
        error = result.error_before_exec or result.error_in_exec
        is_expected = "raises-exception" in document.cells[number - 1].metadata.get("tags", [])
        if running.asked_to_exit or (error is not None and not is_expected):
            return _status(error)
    return 0


def _status(error: BaseException | None) -> int:
    """Return the exit status after a cell that failed, or that asked to end the notebook."""
    if error is None:
        return 0
    if isinstance(error, KeyboardInterrupt):
        return 130
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else int(error.code is not None)
    return 2 if failures.in_one_line(error) else 1
