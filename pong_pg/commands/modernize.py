"""`pong-pg modernize`: rewrite old scripts and notebooks as plain modern Python."""

from __future__ import annotations

import argparse
import functools
import shlex
import sys
from typing import TYPE_CHECKING, Any

from pong_pg.commands.options import add_ages, at_least_one, file_path
from pong_pg.errors import PongPGError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pong_pg.legacy.modernize.files import File

# After which `--check-run` stops a script.
_DEFAULT_SECONDS = 60
_EPILOG = """\
Without --diff, --in-place or --output the modern source of a script goes to standard output. A summary on standard
error says what was changed, and which places to check: the comments "# pong-pg: ..." in the result. Modern files stay
untouched.
"""


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "modernize",
        help="rewrite an old script or notebook as plain modern Python",
        description="Rewrite scripts and notebooks that were written for old Ray, old Gym, old NumPy or Python 2 as "
        "modern Python, which runs on current packages and does not need pong_pg.",
        epilog=_EPILOG,
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--diff", action="store_true", help="print what would change, as a unified diff")
    where.add_argument("--in-place", action="store_true", help="replace the files; each original is kept as NAME.orig")
    where.add_argument(
        "--output", metavar="PATH", type=file_path, help="write to a new file or, for a folder, a new folder"
    )
    parser.add_argument("--no-orig", action="store_true", help="with --in-place: do not keep the originals")
    parser.add_argument(
        "--exit-code", action="store_true", help="exit with status 1 if something was, or would be, changed"
    )
    add_ages(parser)
    check = parser.add_argument_group("running the new script")
    check.add_argument(
        "--check-run",
        action="store_true",
        help="run the modern form of a script with plain python, in a copy of its folder, and say whether it still "
        "runs; exit status 1, and nothing is written, if it does not",
    )
    check.add_argument(
        "--seconds", type=at_least_one, metavar="N", help=f"stop it after so long (default: {_DEFAULT_SECONDS})"
    )
    check.add_argument("--script-args", metavar="ARGS", help='arguments of the script, as "--batch-size 4"')
    parser.add_argument("paths", metavar="SCRIPT|NOTEBOOK|FOLDER", type=file_path, nargs="+", help="what to modernise")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Modernise the files and return the exit status."""
    from pong_pg.legacy.modernize import check_run, summary, writing
    from pong_pg.legacy.modernize import files as modern
    from pong_pg.legacy.read.program import Program
    from pong_pg.legacy.read.refusals import refused_in_one_line

    _check(options)
    if options.output is not None:
        writing.check_output(options.output, options.paths[0])
    new_program = functools.partial(Program, options.gym_api, options.python, options.atari_py)
    paths = [one for path in options.paths for one in (modern.files_in(path) if path.is_dir() else [path])]
    with refused_in_one_line(options.paths[0]):
        files = modern.modernize_files(list(dict.fromkeys(paths)), new_program)
    works = True
    if options.check_run:
        seconds = options.seconds or _DEFAULT_SECONDS
        print(f"Running the modern form of {paths[0]} for at most {seconds} s", file=sys.stderr, flush=True)
        works, said = check_run.run(paths[0], new_program, shlex.split(options.script_args or ""), seconds)
        print(f"pong-pg modernize: {said}", file=sys.stderr)
    if works:
        _write(options, files)
    print(summary.of_files(files), file=sys.stderr)
    return int(not works or (options.exit_code and any(file.is_changed for file in files)))


def _write(options: argparse.Namespace, files: Sequence[File]) -> None:
    from pong_pg.legacy.modernize import writing

    if options.diff:
        sys.stdout.writelines(line for file in files for line in writing.difference(file))
    elif options.in_place:
        writing.in_place(files, keep=not options.no_orig)
    elif options.output is not None:
        writing.to_output(options.paths[0], files, options.output)
    elif not options.check_run:
        # In the encoding of the file, and with its line ends.
        sys.stdout.buffer.write(files[0].new)
        sys.stdout.flush()


def _check(options: argparse.Namespace) -> None:
    """Check what the options say together."""
    first, has_many = options.paths[0], len(options.paths) > 1 or options.paths[0].is_dir()
    mistakes = {
        "--no-orig needs --in-place": options.no_orig and not options.in_place,
        "--seconds needs --check-run": options.seconds is not None and not options.check_run,
        "--script-args needs --check-run": options.script_args is not None and not options.check_run,
        f"{first} is a folder, or one of several files: add --diff, --in-place or --output PATH": has_many
        and not (options.diff or options.in_place or options.output),
        "--output is for one script, notebook or folder": len(options.paths) > 1 and options.output,
        "--check-run is for one script, whose own modules are modernised with it: name it alone": options.check_run
        and (has_many or first.suffix == ".ipynb"),
    }
    for mistake, is_made in mistakes.items():
        if is_made:
            raise PongPGError(mistake)
    try:
        shlex.split(options.script_args or "")
    except ValueError as error:
        raise PongPGError(f"--script-args {options.script_args!r} can't be split: {error}") from error
