"""`pong-pg doctor`: find out what of this machine and its packages works."""

from __future__ import annotations

import argparse
import contextlib
import io
import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pong_pg.commands.signals import exit_on_sigterm

if TYPE_CHECKING:
    from pong_pg.doctor.report import Report

_DEFAULT_TIMEOUT = 30.0
# A day: what is longer says nothing, and the operating system's timers have an end.
_LONGEST_TIMEOUT = 86_400
_EPILOG = """\
Each check runs in a process of its own, so that a package that crashes, hangs or prints is reported and disturbs
nothing else; with all packages this takes some seconds. A check is "ok", "limited" (works, but slower or for less),
"missing" or "broken". The exit status is 1 if something that training needs is missing or broken, else 0.
"""


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "doctor",
        help="check what works on this machine, and say what to do where something does not",
        description="Check Python, the packages, the emulator, the compiler, CPUs, memory, ports, display and the "
        "places that files are written to, and print what works and what to type where something does not.",
        epilog=_EPILOG,
    )
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output, nothing else")
    parser.add_argument("--start-ray", action="store_true", help="also start Ray, run one actor, and stop Ray again")
    parser.add_argument(
        "--timeout",
        type=_seconds,
        default=_DEFAULT_TIMEOUT,
        metavar="SECONDS",
        help=f"how long each check may take (default: {_DEFAULT_TIMEOUT:g}); starting Ray, four times as long",
    )
    parser.set_defaults(run=run)


def _seconds(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number <= _LONGEST_TIMEOUT:
        raise argparse.ArgumentTypeError(
            f"must be a number of seconds greater than 0 and at most {_LONGEST_TIMEOUT}, a day; got {text!r}"
        )
    return number


def run(options: argparse.Namespace) -> int:
    """Check, print what was found, and return 0 if training works and 1 if it does not."""
    from pong_pg.doctor.checks import CHECKS, START_RAY
    from pong_pg.doctor.processes import find_all
    from pong_pg.doctor.report import collect, lines

    checks = (*CHECKS, START_RAY) if options.start_ray else CHECKS
    began = time.monotonic()
    with exit_on_sigterm(), _progress(len(checks), options.json) as progress:
        found = find_all(checks, options.timeout, progress)
    report = collect(checks, found, time.monotonic() - began)
    if isinstance(sys.stdout, io.TextIOWrapper):
        # Paths and messages may have characters that the encoding of the output lacks.
        sys.stdout.reconfigure(errors="backslashreplace")
    if options.json:
        print(report.to_json())
    elif sys.stdout.isatty() and found["rich"].status == "ok":
        _print_table(report)
    else:
        print("\n".join(lines(report)))
    return 1 if report.failures() else 0


def _print_table(report: Report) -> None:
    from pong_pg.doctor.report import print_table

    print_table(report, sys.stdout)


@contextlib.contextmanager
def _progress(total: int, is_json: bool) -> Iterator[Any]:
    """Show on a terminal how many checks are done, in a line that is removed at the end."""
    shown = sys.stderr.isatty() and not is_json
    count = 0

    def done(_check: Any) -> None:
        nonlocal count
        count += 1
        if shown:
            print(f"\rpong-pg doctor: {count} of {total} checks done", end="", file=sys.stderr, flush=True)

    try:
        yield done
    finally:
        if shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
