"""`pong-pg compare`: compare the learning curves of several runs in tables and a plot."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import textwrap
from typing import Any

from pong_pg.commands.options import file_path
from pong_pg.errors import PongPGError
from pong_pg.game.counts import counted

# Characters of a line of the legend.
_LABEL_WIDTH = 60


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "compare",
        help="compare the learning curves of runs",
        description="Compare runs: their latest results, and after how many games, agent steps and minutes they "
        "reached which return. Runs that differ only in their seeds share a row: median and range over the seeds.",
    )
    parser.add_argument("runs", nargs="+", metavar="RUN", type=file_path, help="directory of a run")
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output, nothing else")
    parser.add_argument(
        "--plot", metavar="FILE", type=file_path, help="also plot the curves, .png or .svg; needs matplotlib"
    )
    parser.add_argument("--force", action="store_true", help="with --plot: overwrite the file if it exists")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compare the runs, print the result and return 0."""
    from pong_pg.compat._versions import require
    from pong_pg.untrusted.writing import check_output_file
    from pong_pg.viewing.curve_plots import write_run_curves
    from pong_pg.viewing.curves import comparison_document, grouped, print_comparison, read_runs

    if options.plot is not None:
        check_output_file("--plot", options.plot, ".png", ".svg", force=options.force)
        require("matplotlib", "drawing a figure")
    elif options.force:
        raise PongPGError("--force needs --plot: add it, or leave --force out")
    groups = grouped(read_runs(options.runs))
    document = comparison_document(groups)
    if options.json:
        print(json.dumps(document, indent=2))
    else:
        print_comparison(document, sys.stdout)
    if options.plot is not None:
        named = [
            dataclasses.replace(
                one, name=textwrap.fill(f"{group.name} ({counted(len(group.runs), 'seed')})", _LABEL_WIDTH)
            )
            for group in groups
            for one in group.runs
        ]
        write_run_curves(named, options.plot)
        print(f"Wrote {options.plot}", file=sys.stderr if options.json else sys.stdout)
    return 0
