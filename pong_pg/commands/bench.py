"""`pong-pg bench`: measure the speed of playing and training on this machine."""

from __future__ import annotations

import argparse
import contextlib
import sys
from typing import Any

from pong_pg.commands.options import (
    add_report_options,
    add_settings,
    at_least_one,
    check_plot_option,
    given_settings,
)
from pong_pg.commands.signals import exit_on_sigterm


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "bench",
        help="measure the speed of playing and training on this machine",
        description="Measure agent steps per second on this machine, in one to two minutes: the raw emulator, rollouts "
        "and gradients in one process, the published example for comparison, training with 1 to N workers, and how the "
        "time of an update is spent. Larger batches take longer.",
    )
    parser.add_argument(
        "--workers", type=at_least_one, metavar="N", help="the largest number of workers (default: one per CPU)"
    )
    add_settings(parser, ["batch_size"])
    add_report_options(parser, "the results")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Measure, print the results and return 0."""
    from pong_pg.bench.measure import measure
    from pong_pg.bench.plot import write_plot
    from pong_pg.bench.progress import progress_on
    from pong_pg.bench.table import print_report
    from pong_pg.reinforce.config import ReinforceConfig

    check_plot_option(options)
    batch_size = int(given_settings(options).get("batch_size", ReinforceConfig().batch_size))
    messages = sys.stderr if options.json else sys.stdout
    with exit_on_sigterm(), contextlib.closing(progress_on(messages)) as progress:
        report = measure(options.workers, batch_size, progress)
    if options.json:
        print(report.to_json())
    else:
        print_report(report, sys.stdout)
    if options.plot is not None:
        write_plot(report, options.plot)
        print(f"Wrote {options.plot}", file=messages)
    return 0
