"""`pong-pg report`: one page about a run, with everything in it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from pong_pg.commands.options import add_output, add_settings, at_least_zero, file_path
from pong_pg.commands.signals import while_playing


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "report",
        help="write a page about a run: curves, evaluation, weights, a game",
        description="Write one self-contained HTML page about a run: settings, curves, an "
        "evaluation with its confidence interval, the distribution of returns, the "
        "hidden units as pictures, a recorded game, warnings, and the commands to repeat it all. The page needs no "
        "network.",
    )
    parser.add_argument("path", metavar="DIR", type=file_path, help="directory of a run")
    add_output(parser, "default: report.html", default=Path("report.html"))
    parser.add_argument(
        "--episodes", type=at_least_zero, default=10, metavar="N", help="greedy games to evaluate it with (default: 10)"
    )
    add_settings(parser, ["seed"])
    parser.add_argument("--no-recording", action="store_true", help="record no game")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the page and return 0."""
    from pong_pg.untrusted.writing import check_output_file, output_file
    from pong_pg.viewing.report.page import make_report

    check_output_file("--output", options.output, ".html", force=options.force)
    with while_playing():
        content = make_report(
            options.path,
            episodes=options.episodes,
            seed=options.seed or 0,
            recording=not options.no_recording,
            messages=sys.stdout,
        ).encode()
    with output_file(options.output) as file:
        file.write(content)
    print(f"Wrote {options.output} ({len(content) / 1e6:.2f} MB)")
    return 0
