"""`pong-pg play`: you against a trained policy, in the terminal."""

from __future__ import annotations

import argparse
from typing import Any

from pong_pg.commands.options import add_acting, add_policy, add_speed, resolved


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "play",
        help="play against a trained policy yourself",
        description="Play Pong against a trained policy in the terminal, on the console's game for two players. Keys: "
        "the up arrow or w, the down arrow or s move your paddle by its own height, and on once the keyboard repeats "
        "them; space pauses, + and - change the speed, q quits. Needs the extra play of the package",
    )
    add_policy(parser)
    add_acting(parser)
    add_speed(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play and return 0."""
    from pong_pg.commands.signals import while_playing
    from pong_pg.training.checkpoint import load_with_config
    from pong_pg.viewing.playing import Board, Seat, TwoPlayerCourt, play
    from pong_pg.viewing.terminal import Terminal, check_terminal

    check_terminal()
    seed, name = options.seed or 0, resolved(options.checkpoint)
    court = TwoPlayerCourt()
    # The game is Pong in any case, so that the environment it was trained in needs not be made.
    opponent = Seat(*load_with_config(name, given=("env", "env_kwargs")), greedy=not options.sample)
    how = "sampled" if options.sample else "greedy"
    print(f"Playing against {name}, {how}, seed {seed}; you are on the left", flush=True)
    with while_playing(), Terminal() as terminal:
        games, points = play(court, Board(terminal), opponent, name=name, seed=seed, speed=options.speed)
    won = f"games {games[0]} : {games[1]}, " if any(games) else ""
    print(f"You against {name}: {won}points {points[0]} : {points[1]}")
    return 0
