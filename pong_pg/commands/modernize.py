"""`pong-pg modernize`: rewrite old scripts and notebooks as plain modern Python."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pong_pg.commands.options import add_ages, at_least_one, file_path
from pong_pg.errors import PongPGError
from pong_pg.progress_bar import waiting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pong_pg.legacy.modernize.folders import File
    from pong_pg.legacy.modernize.sources import Written

# After which `--check-run` stops a script.
_DEFAULT_SECONDS = 60
_EPILOG = """\
Without --diff, --in-place or --output the modern source of a script goes to standard output. A summary on standard
error says what was changed, which places to check (the comments "# pong-pg: ..." in the result), and what could not be
modernised. Modern files stay untouched.
"""


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "modernize",
        help="rewrite an old script or notebook as plain modern Python",
        description="Rewrite scripts and notebooks that were written for old Ray, old Gym, old NumPy or Python 2 as "
        "modern Python, which prints the same on current packages and does not need pong_pg.",
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
    parser.add_argument("--clear", action="store_true", help="drop the outputs of notebooks")
    add_ages(parser)
    check = parser.add_argument_group("comparing the old script with the new one")
    check.add_argument(
        "--check-run",
        action="store_true",
        help="run the script as it is under pong-pg run, and its modern form with plain python, both with the same "
        "seeds, and compare what they print; exit status 1 if it differs",
    )
    check.add_argument("--lines", type=at_least_one, metavar="N", help="compare the first N lines (default: all)")
    check.add_argument(
        "--seconds",
        type=at_least_one,
        metavar="N",
        help=f"stop each of them after so long (default: {_DEFAULT_SECONDS})",
    )
    check.add_argument("--script-args", metavar="ARGS", help='arguments of the script, as "--batch-size 4"')
    parser.add_argument("paths", metavar="SCRIPT|NOTEBOOK|FOLDER", type=file_path, nargs="+", help="what to modernise")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Modernise the files and return the exit status."""
    from pong_pg.legacy.modernize import folders, sources, summary, writing
    from pong_pg.legacy.read.refusals import refused_in_one_line

    folder = _checked(options)
    if options.output is not None:
        writing.check_output(options.output, options.paths[0])
    written = sources.Written(options.gym_api, options.python, options.atari_py)
    paths = [one for path in options.paths for one in (folders.files_in(path) if path.is_dir() else [path])]
    with refused_in_one_line(options.paths[0]):
        files = folders.modernize_files(list(dict.fromkeys(paths)), written, clear=options.clear)
    status = _compare(options, files[0], written) if options.check_run else 0
    if status == 0:
        _write(options, files, folder)
    print(summary.of_files(files, written), file=sys.stderr)
    is_changed = any(file.is_changed for file in files)
    return status or int(options.exit_code and is_changed)


def _checked(options: argparse.Namespace) -> Path | None:
    """Return the folder that was named, if one was; check what the options say together."""
    folder = options.paths[0] if options.paths[0].is_dir() else None
    is_many = len(options.paths) > 1 or folder is not None
    if options.no_orig and not options.in_place:
        raise PongPGError("--no-orig needs --in-place")
    for name in ("lines", "seconds", "script_args"):
        if getattr(options, name) is not None and not options.check_run:
            option = f"--{name.replace('_', '-')}"
            raise PongPGError(f"{option} needs --check-run: add it, or leave {option} out")
    if is_many and not (options.diff or options.in_place or options.output):
        raise PongPGError(
            f"{options.paths[0]} is a folder, or one of several files: add --diff, --in-place or --output PATH"
        )
    if len(options.paths) > 1 and options.output:
        raise PongPGError("--output is for one script, notebook or folder")
    if is_many and options.check_run:
        raise PongPGError("--check-run is for one script, whose own modules are modernised with it: name it alone")
    if options.check_run and options.paths[0].suffix == ".ipynb":
        raise PongPGError("--check-run is for scripts; for a notebook, compare the outputs of the two in Jupyter")
    if options.clear and not is_many and options.paths[0].suffix != ".ipynb":
        raise PongPGError(f"--clear is for notebooks; got {options.paths[0]}")
    return folder


def _compare(options: argparse.Namespace, file: File, written: Written) -> int:
    from pong_pg.legacy.modernize import check_run

    arguments = check_run.split_arguments(options.script_args or "")
    seconds = options.seconds or _DEFAULT_SECONDS
    what = f"Running {file.path} as it is, then its modern form, for at most {seconds} s each"
    with waiting(sys.stderr, what):
        result = check_run.compare(file.path, written, arguments, lines=options.lines, seconds=seconds)
    print(result.said, file=sys.stderr)
    return 0 if result.agree else 1


def _write(options: argparse.Namespace, files: Sequence[File], folder: Path | None) -> None:
    from pong_pg.legacy.modernize import writing

    if options.diff:
        _print_diff(files)
    elif options.in_place:
        writing.in_place(files, keep=not options.no_orig)
    elif options.output is not None and folder is not None:
        writing.to_folder(folder, files, options.output)
    elif options.output is not None:
        writing.to_file(files[0], options.output)
    elif not options.check_run:
        # In the encoding of the file, and with its line ends.
        sys.stdout.buffer.write(files[0].new)
        sys.stdout.flush()


def _print_diff(files: Sequence[File]) -> None:
    from rich.console import Console
    from rich.text import Text

    from pong_pg.legacy.modernize import writing

    styles = {"+": "green", "-": "red", "@": "cyan"}
    console = Console(highlight=False, soft_wrap=True, markup=False, emoji=False)
    for file in files:
        for line in writing.difference(file):
            if not console.is_terminal:
                sys.stdout.write(line)
                continue
            style = "bold" if line.startswith(("+++", "---")) else styles.get(line[0], "")
            console.print(Text(line.rstrip("\r\n"), style))
