"""Runs an old notebook cell by cell, and writes a copy of it with the outputs."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pong_pg.compat._versions import require
from pong_pg.errors import PongPGError
from pong_pg.files import atomic_file, check_output_file
from pong_pg.legacy import cells
from pong_pg.legacy.install import failures
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
    """Read a notebook and its own modules, without running anything.

    Args:
        script: its path.
        gym_api: 4 or 5 if the user says how many values `step` returns; None to find out.
        python: 2 or 3 if the user says which Python the script was written for; None to find out.
        atari_py: "0.1" or "0.2" if the user says which version the script was written for; None to find out.
        trusted: it is about to be run, so its files may have any length.

    Raises:
        PongPGError: the file can't be read or is no notebook, or a cell is neither Python 3 nor Python 2.
        MissingPackageError: IPython or nbformat is not installed.
    """
    document = _read(script, trusted=trusted)
    program = Program(gym_api, python or _python_version(document), atari_py, cells=True, trusted=trusted)
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


def _python_version(document: Any) -> int | None:
    """Return the Python of a notebook's kernel, 2 or 3; None if it doesn't say."""
    language = document.metadata.get("language_info", {})
    kernel = document.metadata.get("kernelspec", {}).get("name", "")
    version = str(language.get("version", "")) or kernel.removeprefix("python")
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


def run_notebook(script: str, arguments: Sequence[str], program: Program, copy: Path, *, shell: bool = False) -> int:
    """Run a notebook in this process, which `runner.prepare` has prepared, in the notebook's directory.

    Outputs are printed at once and kept in a copy of the notebook, which is written after every cell. Cells go on while
    it can't be written.

    Args:
        script: the notebook's path.
        arguments: those of the notebook, for `sys.argv`.
        program: what `read_program` returned.
        copy: what `copy_path` returned.
        shell: run shell lines (`!...`) and shell cells, too.

    Returns:
        The exit status: 0, 1 after a traceback or without a whole copy, 2 after a line that says why a cell failed, 130
        after Ctrl-C.
    """
    from pong_pg.legacy.notebook_shell import make_shell

    document = _read(script, trusted=True)
    sys.argv = [script, *arguments]
    directory = os.path.realpath(Path(script).parent)
    os.chdir(directory)
    sys.path[0] = directory
    parser = cells.CellParser(program)
    running = make_shell(parser, shell=shell)
    names = dict(_code_cells(str(Path(directory) / Path(script).name), document))
    status = 0
    try:
        for name in names:
            number = int(name.rpartition(" ")[2])
            print(f"pong-pg run: cell {number} of {len(document.cells)}", file=sys.stderr, flush=True)
            cell = document.cells[number - 1]
            parser.name = name
            status = _run_cell(running, cell)
            # Again after the next cell, and at the end.
            with contextlib.suppress(OSError):
                _write(copy, document)
            if status or running.asked_to_exit:
                break
    finally:
        failure = _write_at_end(copy, document)
    return status or int(failure is not None)


def _run_cell(running: Any, cell: Any) -> int:
    cell.outputs = running.begin_outputs()
    result = running.run_cell(cell.source, store_history=True)
    cell.execution_count = result.execution_count
    error = result.error_before_exec or result.error_in_exec
    if error is None or "raises-exception" in cell.metadata.get("tags", []):
        return 0
    if isinstance(error, KeyboardInterrupt):
        return 130
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else int(error.code is not None)
    return 2 if failures.in_one_line(error) else 1


def copy_path(script: str, output: str | None, *, force: bool = False) -> Path:
    """Return where the copy of a notebook with its outputs is written.

    Args:
        script: the notebook's path.
        output: what the user named; None for NAME.run.ipynb in the current directory, or the first name that is free of
            NAME.run2.ipynb, NAME.run3.ipynb, ...
        force: whether an existing file may be overwritten.

    Raises:
        PongPGError: the copy can't be written, or would overwrite the notebook, or another file without `force`.
    """
    if output is None:
        candidates = (Path(f"{Path(script).stem}.run{number}.ipynb") for number in ("", *range(2, 10_000)))
        path = next(path for path in candidates if not os.path.lexists(path))
    else:
        path = Path(output)
        if os.path.realpath(path) == os.path.realpath(script):
            raise PongPGError(f"--output must not be the notebook itself, which stays as it is; got {output}")
    check_output_file("--output", path, ".ipynb", force=force)
    # Cells run in the notebook's own directory.
    return path.absolute()


def _write_at_end(copy: Path, document: Any) -> OSError | None:
    """Write the copy and say so; return what prevented it, which is said as well."""
    try:
        _write(copy, document)
    except OSError as error:
        why = error.strerror or error
        print(f"pong-pg: error: the notebook's outputs can't be written to {copy}: {why}", file=sys.stderr)
        return error
    print(f"pong-pg run: outputs are in {copy}", file=sys.stderr)
    return None


def _write(copy: Path, document: Any) -> None:
    nbformat = require("nbformat", "running a notebook")
    with atomic_file(copy) as file:
        file.write(nbformat.writes(document).encode() + b"\n")
