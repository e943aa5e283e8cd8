"""`pong-pg record`: a game or a rally of a policy as an MP4 or GIF file."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from pong_pg.commands.options import add_acting, add_env_options, add_output, add_policy, at_least_one, loaded, resolved
from pong_pg.game.counts import counted


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "record",
        help="record a game of a trained policy as MP4 or GIF",
        description="Play a game with a policy and record it, or one rally of it, at the console's speed.",
    )
    add_policy(parser)
    add_output(
        parser,
        "the file to write; its ending says what: .mp4 or .gif; needs the extra video of the package",
        required=True,
    )
    parser.add_argument(
        "--rally",
        action=argparse.BooleanOptionalAction,
        help="record one rally of the game only: the longest that the policy won, of at most 600 steps (40 seconds); "
        "this is the default for a GIF, which is large, and --no-rally records the whole game",
    )
    parser.add_argument(
        "--overlay",
        action="store_true",
        help="draw beside the screen the probabilities of the actions, the value, what the network sees, and the "
        "pixels that decided",
    )
    add_acting(parser)
    parser.add_argument(
        "--scale",
        type=at_least_one,
        default=3,
        metavar="N",
        help="enlarge each of the 160x210 pixels to NxN, 1 to 12, with --overlay at least 2 (default: 3)",
    )
    add_env_options(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Record the game and return 0."""
    from pong_pg.commands.signals import while_playing
    from pong_pg.evaluation.progress import shown_progress
    from pong_pg.viewing.recording import check_recording, record

    check_recording(options.output, force=options.force, overlay=options.overlay, scale=options.scale)
    games = loaded(resolved(options.checkpoint), options)
    rally = options.output.suffix.lower() != ".mp4" if options.rally is None else options.rally
    what = "the best rally" if rally else "the whole game"
    print(f"Playing {games}; writing {what} to {options.output}", flush=True)
    with while_playing(), shown_progress(sys.stdout) as show:
        recorded = record(
            games, options.output, rally=rally, overlay=options.overlay, scale=options.scale, on_progress=show
        )
    opponent, own = recorded.score
    print(f"Score: opponent {opponent} : {own} policy")
    width, height = recorded.size
    print(
        f"Wrote {options.output}: {options.output.stat().st_size / 1e6:.2f} MB, {width}x{height}, "
        f"{recorded.seconds:.1f} seconds, {counted(recorded.frames, 'frame')}"
    )
    return 0
