"""`pong-pg plot`: learning curves, a policy's hidden units, or one rally as a figure."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from pong_pg.commands.options import POLICY, add_acting, add_env_options, add_output, loaded, non_empty
from pong_pg.errors import PongPGError, one_line
from pong_pg.game.counts import counted

_UNITS = 24
# What only a rally depends on.
_OF_RALLY = ("sample", "seed", "env", "backend", "env_kwargs")


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "plot",
        help="plot learning curves, hidden units or a rally",
        description="Draw the learning curves of runs: return, entropy, KL divergence and speed. With --weights, draw "
        "what the hidden units of a policy look for; with --rally, the ball, the paddles, the probabilities and the "
        "value in one rally. Needs the extra plot of the package",
    )
    parser.add_argument(
        "runs",
        nargs="+",
        metavar="RUN",
        type=non_empty,
        help=f"for the curves: directories of runs, a line for each; with --weights or --rally: {POLICY}",
    )
    add_output(
        parser, "the file to write, .png or .svg (default: curves.png, weights.png or rally.png in this directory)"
    )
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--weights", action="store_true", help="draw the hidden units that contribute most, as pictures")
    kind.add_argument("--rally", action="store_true", help="draw one rally: the longest that the policy won")
    add_acting(parser)
    add_env_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Draw the figure and return 0."""
    from pong_pg.compat._versions import require
    from pong_pg.untrusted.writing import check_output_file

    kind = "weights" if options.weights else "rally" if options.rally else "curves"
    _check_options(options, kind)
    path = options.output or Path(f"{kind}.png")
    check_output_file("-o", path, ".png", ".svg", force=options.force)
    require("matplotlib", "drawing a figure")
    {"curves": _curves, "weights": _weights, "rally": _rally}[kind](options, path)
    print(f"Wrote {path}")
    return 0


def _check_options(options: argparse.Namespace, kind: str) -> None:
    for name in _OF_RALLY:
        if kind != "rally" and getattr(options, name) not in {None, False}:
            option = "--env-arg" if name == "env_kwargs" else f"--{name}"
            raise PongPGError(f"{option} needs --rally: leave {option} out, or add --rally")
    if kind != "curves" and len(options.runs) > 1:
        raise PongPGError(f"--{kind} draws one policy; got {len(options.runs)}: name one RUN")


def _curves(options: argparse.Namespace, path: Path) -> None:
    from pong_pg.viewing.curve_plots import write_run_curves
    from pong_pg.viewing.curves import read_runs

    runs = read_runs([Path(name) for name in options.runs])
    for one in runs:
        if not one.rows:
            raise PongPGError(
                f"{one.path} has nothing to plot, since the run has made no update yet: train it for longer"
            )
    drawn = (f"{one.name} ({counted(len(one.rows), 'update')})" for one in runs)
    print(f"Drawing {', '.join(drawn)}", flush=True)
    write_run_curves(runs, path)


def _weights(options: argparse.Namespace, path: Path) -> None:
    from pong_pg.training.checkpoint import load
    from pong_pg.viewing.curve_plots import SIZE
    from pong_pg.viewing.figures import drawn_figure
    from pong_pg.viewing.weights import draw_units, hidden_units

    (name,) = options.runs
    units = hidden_units(load(name))
    with drawn_figure(path, *SIZE) as figure:
        draw_units(figure, units, _UNITS)
        figure.suptitle(f"Hidden units of {one_line(name)}", x=0.01, ha="left")


def _rally(options: argparse.Namespace, path: Path) -> None:
    from pong_pg.commands.signals import while_playing
    from pong_pg.evaluation.progress import shown_progress
    from pong_pg.viewing.game_steps import rally_steps
    from pong_pg.viewing.rally_plot import score_line, write_rally

    games = loaded(options.runs[0], options)
    print(f"Playing a game of {games}, for its best rally", flush=True)
    with while_playing(), shown_progress(sys.stdout) as show:
        steps = list(rally_steps(games, show))
    outcome = f"From step {steps[0].number}. {score_line(steps)}"
    print(outcome)
    write_rally(steps, path, f"{games}. {outcome}")
