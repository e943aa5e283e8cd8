"""`pong-pg compare`: compare the learning curves of several runs in tables and a plot."""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from typing import Any

from pong_pg.commands.options import add_report_options, check_plot_option, file_path
from pong_pg.errors import PongPGError
from pong_pg.progress_bar import counting


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "compare",
        help="compare the learning curves of runs",
        description="Compare runs: their latest results, and after how many games, agent steps and minutes they "
        "reached which return. Runs that differ only in their seeds share a row: median and range over the seeds.",
    )
    parser.add_argument("runs", nargs="+", metavar="RUN", type=file_path, help="directory of a run")
    add_report_options(parser, "the learning curves")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compare the runs, print the result and return 0."""
    from pong_pg.compare.curves import grouped, read_run
    from pong_pg.compare.plot import write_comparison
    from pong_pg.compare.table import comparison_document, print_comparison

    check_plot_option(options)
    named = Counter(path.resolve() for path in options.runs)
    twice = [path for path in options.runs if named[path.resolve()] > 1]
    if twice:
        raise PongPGError(f"{twice[0]} is named twice: name each run once")
    runs = []
    with counting(sys.stderr, "Reading", len(options.runs)) as begin:
        for path in options.runs:
            begin(str(path))
            runs.append(read_run(path))
    groups = grouped(runs)
    if options.json:
        print(json.dumps(comparison_document(groups), indent=2))
    else:
        print_comparison(groups, sys.stdout)
    if options.plot is not None:
        write_comparison(groups, options.plot)
        print(f"Wrote {options.plot}", file=sys.stderr if options.json else sys.stdout)
    return 0
