"""`pong-pg compare`: learning curves of several runs in one table and one picture."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from pong_pg.errors import PongPGError


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "compare",
        help="compare the learning curves of runs",
        description="Compare runs: when each reached which return, in games, agent steps and minutes. Runs that differ "
        "in nothing but their seed are one line: median and range over the seeds.",
    )
    parser.add_argument("runs", nargs="+", metavar="RUN", type=Path, help="the directory of a run")
    parser.add_argument("--json", action="store_true", help="print one JSON document on standard output")
    parser.add_argument("--plot", metavar="FILE", type=Path, help="draw the curves, as a PNG; needs matplotlib")
    parser.add_argument("--force", action="store_true", help="with --plot: overwrite the file if it exists")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Compare; returns 0."""
    from pong_pg.compare.curves import grouped, read_run
    from pong_pg.compare.plot import write_comparison
    from pong_pg.compare.table import comparison_document, print_comparison
    from pong_pg.compat._versions import require
    from pong_pg.output_file import check_output_file

    if options.force and options.plot is None:
        raise PongPGError("--force needs --plot")
    if options.plot is not None:
        require("matplotlib", "--plot")
        check_output_file("--plot", options.plot, ".png", force=options.force)
    groups = grouped([read_run(path) for path in options.runs])
    if options.json:
        print(json.dumps(comparison_document(groups), indent=2))
    else:
        print_comparison(groups, sys.stdout)
    if options.plot is not None:
        write_comparison(groups, options.plot)
        print(f"Wrote {options.plot}", file=sys.stderr if options.json else sys.stdout)
    return 0
