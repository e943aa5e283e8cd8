"""`pong-pg compare`: compare the learning curves of several runs in tables and a plot."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

from pong_pg.commands.options import add_report_options, check_plot_option, file_path, named_once


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
    from pong_pg.viewing.curve_plots import write_comparison
    from pong_pg.viewing.curves import comparison_document, grouped, print_comparison, read_run

    check_plot_option(options)
    groups = grouped([read_run(path) for path in named_once(options.runs)])
    if options.json:
        print(json.dumps(comparison_document(groups), indent=2))
    else:
        print_comparison(groups, sys.stdout)
    if options.plot is not None:
        write_comparison(groups, options.plot)
        print(f"Wrote {options.plot}", file=sys.stderr if options.json else sys.stdout)
    return 0
