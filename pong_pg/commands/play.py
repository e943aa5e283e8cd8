"""`pong-pg play`: you against a trained policy, in the terminal or a window."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from pong_pg.commands.options import add_acting, add_policy, add_speed, resolved

if TYPE_CHECKING:
    from pong_pg.viewing.play.court import Court
    from pong_pg.viewing.play.seat import Seat

_INSTALL = "pip install 'pong-pg[play]'"


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "play",
        help="play against a trained policy yourself",
        description="Play Pong against a trained policy, on the console's game for two players. Keys: the up arrow or "
        "w, the down arrow or s move your paddle; space pauses, + and - change the speed, q quits. In a terminal a tap "
        "moves the paddle by its own height, and a key that is held moves on once the keyboard repeats it; with "
        "--window it moves on at once. Needs the extra play; without it you play against the console's own player.",
    )
    add_policy(parser)
    add_acting(parser)
    add_speed(parser)
    parser.add_argument("--window", action="store_true", help="play in a window; needs pygame and a display")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play and return 0."""
    from pong_pg.commands.signals import while_playing
    from pong_pg.viewing.play.board import TerminalBoard, WindowBoard
    from pong_pg.viewing.play.session import play
    from pong_pg.viewing.terminal import Terminal, check_terminal
    from pong_pg.viewing.window import Window

    if not options.window:
        check_terminal()
    seed = options.seed or 0
    court, opponent, name = _opponent(options)
    if opponent is None:
        print(
            f"multi-agent-ale-py is not installed, so you play against the console's own player; to play against a "
            f"network, run  {_INSTALL}",
            flush=True,
        )
    else:
        how = "sampled" if options.sample else "greedy"
        print(f"Playing against {name}, {how}, seed {seed}; you are on the left", flush=True)
    screen = Window(f"pong-pg play {name}", 640, 640) if options.window else Terminal()
    with while_playing(), screen:
        board = WindowBoard(screen) if isinstance(screen, Window) else TerminalBoard(screen)
        games, points = play(court, board, opponent, name=name, seed=seed, speed=options.speed)
    won = f"games {games[0]} : {games[1]}, " if any(games) else ""
    print(f"You against {name}: {won}points {points[0]} : {points[1]}")
    return 0


def _opponent(options: argparse.Namespace) -> tuple[Court, Seat | None, str]:
    """Return the game, the other player, and its name."""
    from pong_pg.compat._versions import installed_version
    from pong_pg.training.checkpoint import load_with_config
    from pong_pg.viewing.play.court import ConsoleCourt, TwoPlayerCourt
    from pong_pg.viewing.play.seat import Seat

    if installed_version("multi-agent-ale-py") is None:
        return ConsoleCourt(), None, "console"
    name = resolved(options.checkpoint)
    # The game is Pong in any case, so that the environment it was trained in needs not be made.
    policy, config = load_with_config(name, given=("env", "env_kwargs"))
    # It was trained on the right.
    return TwoPlayerCourt(), Seat(policy, config, greedy=not options.sample), name
