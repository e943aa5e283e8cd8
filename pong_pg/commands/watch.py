"""`pong-pg watch`: a game, live, in the terminal."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pong_pg.commands.options import add_acting, add_env_options, add_policy, add_speed, loaded, resolved
from pong_pg.errors import PongPGError, one_line
from pong_pg.game.counts import counted

if TYPE_CHECKING:
    from pong_pg.viewing.game_steps import Games


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "watch",
        help="watch a trained policy play, live",
        description="Watch a policy play in the terminal, with the probabilities of its actions. Keys: space pauses, "
        "s plays one step, + and - change the speed, q quits.",
    )
    add_policy(parser)
    parser.add_argument(
        "--follow", action="store_true", help="watch a run that is training: its newest checkpoint, from each point on"
    )
    add_acting(parser)
    add_speed(parser)
    add_env_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Show the games and return 0."""
    from pong_pg.commands.signals import while_playing
    from pong_pg.training.checkpoint import latest
    from pong_pg.viewing.terminal import Terminal, check_terminal
    from pong_pg.viewing.watching import TerminalView, watch

    name = resolved(options.checkpoint)
    run_dir = Path(name)
    # A run that has just begun has no checkpoint yet, and one that begins in a moment nothing at all.
    if options.follow and not run_dir.is_dir():
        raise PongPGError(f"--follow needs the directory of a run that is training; got {name}")
    check_terminal()
    chosen = None if options.follow else loaded(name, options)

    def load() -> Games | None:
        if chosen is not None or not any(run_dir.glob("checkpoints/update-*.npz")):
            return chosen
        return dataclasses.replace(loaded(name, options), name=one_line(f"{run_dir.name}/{latest(run_dir).stem}"))

    acting = "sampled" if options.sample else "greedy"
    print(f"Watching {one_line(name)}, seed {options.seed or 0}, {acting}", flush=True)
    with while_playing(), Terminal() as terminal:
        watched = watch(load, TerminalView(terminal), options.speed)
    print(f"Watched {counted(len(watched), 'game')}" + (f", opponent : policy {', '.join(watched)}" if watched else ""))
    return 0
