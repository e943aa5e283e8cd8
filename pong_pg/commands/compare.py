"""`pong-pg compare`: compare the learning curves of several runs in tables."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from pong_pg.commands.options import file_path


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "compare",
        help="compare the learning curves of runs",
        description="Compare runs: their latest results, and after how many games, agent steps and seconds they "
        "reached which return. Runs that differ only in their seeds share a row: median and range over the seeds. To "
        "draw the curves, use  pong-pg plot",
    )
    parser.add_argument("runs", nargs="+", metavar="DIR", type=file_path, help="directory of a run")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compare the runs, print the result and return 0."""
    from pong_pg.viewing.curves import grouped, print_comparison, read_runs

    print_comparison(grouped(read_runs(options.runs)), sys.stdout)
    return 0
