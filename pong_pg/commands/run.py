"""`pong-pg run`: run an old script or notebook, unchanged, on current packages."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from pong_pg.commands.options import add_ages, non_empty
from pong_pg.errors import PongPGError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pong_pg.legacy.read.program import Program

_EPILOG = """\
All arguments after SCRIPT are passed to the script. Standard output is the script's alone; pong-pg prints a line at
the start and a table of what was translated at the end on standard error.
"""


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "run",
        help="run an old script or notebook, unchanged",
        description="Run a script or notebook that was written for old Ray, old Gym, old NumPy or Python 2, unchanged, "
        "on current packages.",
        epilog=_EPILOG,
    )
    parser.add_argument("--check", action="store_true", help="print what would be translated, without running it")
    parser.add_argument("--json", action="store_true", help="with --check: print one JSON document instead")
    parser.add_argument("--quiet", action="store_true", help="print neither the line at the start nor the table")
    add_ages(parser)
    parser.add_argument("--shell", action="store_true", help="also run a notebook's shell lines (!...)")
    parser.add_argument("script", metavar="SCRIPT", type=non_empty, help="a Python file or an .ipynb notebook")
    own = parser.add_argument("arguments", metavar="ARGS", nargs=argparse.REMAINDER, help="arguments of the script")
    # Without this, argparse of Python 3.11 and earlier asks for them.
    own.required = False
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run or check a script and return its exit status."""
    from pong_pg.legacy import runner
    from pong_pg.legacy.read.refusals import refused_in_one_line

    is_notebook = options.script.endswith(".ipynb")
    _check(options, is_notebook)
    reader: Any = runner
    if is_notebook:
        from pong_pg.legacy import notebook

        reader = notebook
    with refused_in_one_line(options.script):
        ages = options.gym_api, options.python, options.atari_py
        program = reader.read_program(options.script, *ages, trusted=not options.check)
        report = _report(options, program) if options.check else ""
    if options.check:
        print(report)
        return 0
    runner.prepare(program, _print_start(options, program))
    if is_notebook:
        return notebook.run_notebook(options.script, options.arguments, program, shell=options.shell)
    return runner.run_script(options.script, options.arguments, program)


def _check(options: argparse.Namespace, is_notebook: bool) -> None:
    if options.json and not options.check:
        raise PongPGError("--json needs --check")
    if options.quiet and options.check:
        raise PongPGError("--quiet prints no table, and --check asks for it")
    if options.shell and not is_notebook:
        raise PongPGError(f"--shell is for notebooks; got {options.script}")


def _report(options: argparse.Namespace, program: Program) -> str:
    from pong_pg.legacy import report
    from pong_pg.legacy.runtime import messages

    if options.json:
        said = [*_before(program), *messages.printed()]
        return json.dumps(report.as_document(options.script, program.settings, program.found, said), indent=2)
    table = [report.as_table(program.found)] if program.found else []
    return "\n".join([*_first_lines(options, program), *table])


def _first_lines(options: argparse.Namespace, program: Program) -> list[str]:
    from pong_pg.legacy import report

    first = report.first_line(options.script, program.settings, program.found)
    return [first, *(f"pong-pg run: {note}" for note in _before(program))]


def _before(program: Program) -> list[str]:
    """Return what is to be said of a program before it runs."""
    return [*program.doubts, *(f"{error}; the notebook ends there" for error in program.unreadable)]


def _print_start(options: argparse.Namespace, program: Program) -> Callable[[], None]:
    """Print what comes before the script's output; return a function that prints the rest at its end."""
    if options.quiet:
        return lambda: None
    print("\n".join(_first_lines(options, program)), file=sys.stderr, flush=True)

    def at_end() -> None:
        from pong_pg.legacy import report

        if program.found:
            print(f"pong-pg run: translated in this run:\n{report.as_table(program.found)}", file=sys.stderr)

    return at_end
