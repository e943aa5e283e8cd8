"""`pong-pg plot`: learning curves, a policy's hidden units, or one rally as a figure."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from pong_pg.commands.options import (
    add_acting,
    add_env_options,
    add_settings,
    at_least_one,
    file_path,
    loaded,
    named_once,
    non_empty,
)
from pong_pg.commands.policies import HELP, resolved
from pong_pg.errors import PongPGError
from pong_pg.game.counts import counted

_UNITS = 24
_GAMES = 1
# What each kind of figure leaves without a meaning: the option's name, and the kinds that have it.
_ONLY = {
    "x": ("curves",),
    "units": ("weights",),
    "games": ("rally",),
    "greedy": ("rally",),
    "sample": ("rally",),
    "seed": ("rally",),
    "env": ("rally",),
    "backend": ("rally",),
    "env_kwargs": ("rally",),
}


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "plot",
        help="plot learning curves, hidden units or a rally",
        description="Draw the learning curves of runs: return, entropy, KL divergence and speed. With --weights, draw "
        "what the hidden units of a policy look for; with --rally, the ball, the paddles, the probabilities and the "
        "value in one rally. Needs  pip install 'pong-pg[plot]'",
    )
    parser.add_argument(
        "runs",
        nargs="+",
        metavar="RUN",
        type=non_empty,
        help="for the curves: directories of runs, a line for each; with --weights or --rally: "
        + HELP.partition(" (")[0],
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        type=file_path,
        help="the file to write, .png or .svg (default: curves.png, weights.png or rally.png in the current directory)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite the file if it exists")
    kind = parser.add_mutually_exclusive_group()
    kind.add_argument("--weights", action="store_true", help="draw the hidden units that contribute most, as pictures")
    kind.add_argument("--rally", action="store_true", help="draw one rally: the longest that the policy won")
    parser.add_argument(
        "--x", choices=("steps", "minutes", "updates"), help="horizontal axis of the curves (default: steps)"
    )
    parser.add_argument(
        "--units", type=at_least_one, metavar="N", help=f"with --weights: how many units (default: {_UNITS})"
    )
    parser.add_argument(
        "--games",
        type=at_least_one,
        metavar="N",
        help=f"with --rally: how many games to choose the rally from (default: {_GAMES})",
    )
    add_acting(parser)
    add_settings(parser, ["seed"])
    add_env_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Draw the figure and return 0."""
    from pong_pg.viewing.figures import check_figure

    kind = "weights" if options.weights else "rally" if options.rally else "curves"
    _check_options(options, kind)
    path = options.output or Path(f"{kind}.png")
    check_figure("-o", path, force=options.force)
    {"curves": _curves, "weights": _weights, "rally": _rally}[kind](options, path)
    print(f"Wrote {path}")
    return 0


def _check_options(options: argparse.Namespace, kind: str) -> None:
    for name, kinds in _ONLY.items():
        if kind not in kinds and getattr(options, name) not in {None, False}:
            option = "--env-arg" if name == "env_kwargs" else f"--{name}"
            if kinds == ("curves",):
                raise PongPGError(f"{option} is for the learning curves: leave {option} or --{kind} out")
            needed = f"--{' or --'.join(kinds)}"
            instead = "" if kind == "curves" else f" instead of --{kind}"
            raise PongPGError(f"{option} needs {needed}: leave {option} out, or add {needed}{instead}")
    if kind != "curves" and len(options.runs) > 1:
        raise PongPGError(f"--{kind} draws one policy; got {len(options.runs)}: name one RUN")


def _curves(options: argparse.Namespace, path: Path) -> None:
    from pong_pg.evaluation.pretrained import PRETRAINED
    from pong_pg.viewing.curve_plots import read_runs, write_run_curves

    paths = [Path(name) for name in options.runs]
    for run_dir in paths:
        if run_dir.is_file() or (not run_dir.exists() and str(run_dir) in PRETRAINED):
            raise PongPGError(
                f"learning curves need the directory of a run, and {run_dir} is none: name a directory that  pong-pg "
                "train  has written, or add --weights or --rally"
            )
    runs = read_runs(named_once(paths))
    drawn = (f"{run.name} ({counted(len(run.rows), 'update')})" for run in runs)
    print(f"Drawing {', '.join(drawn)}", flush=True)
    write_run_curves(runs, path, options.x or "steps")


def _weights(options: argparse.Namespace, path: Path) -> None:
    from pong_pg.training.checkpoint import load
    from pong_pg.viewing.weights import hidden_units
    from pong_pg.viewing.weights_plot import write_weights

    name = resolved(options.runs[0])
    write_weights(hidden_units(load(name)), path, f"Hidden units of {name}", shown=options.units or _UNITS)


def _rally(options: argparse.Namespace, path: Path) -> None:
    from pong_pg.commands.signals import exit_on_sigterm
    from pong_pg.distributed.threads import limit_native_threads
    from pong_pg.evaluation.progress import shown_progress
    from pong_pg.viewing.rallies import find_rally, rally_steps
    from pong_pg.viewing.rally_plot import score_line, write_rally

    name = resolved(options.runs[0])
    policy, config, seed = loaded(name, options)
    games = options.games or _GAMES
    print(
        f"Playing {counted(games, 'game')} of {config.env} with {name}, seed {seed}, "
        f"{'sampled' if options.sample else 'greedy'}, for its best rally",
        flush=True,
    )
    with exit_on_sigterm(), limit_native_threads(), shown_progress(sys.stdout) as show:
        playing: dict[str, Any] = {"seed": seed, "greedy": not options.sample, "on_progress": show}
        rally = find_rally(policy, config, games, **playing)
        steps = list(rally_steps(policy, config, rally, **playing))
    outcome = f"Game {steps[0].game + 1}, from step {steps[0].number}. {score_line(steps)}"
    print(outcome)
    write_rally(steps, path, f"{name}, seed {seed}. {outcome}")
