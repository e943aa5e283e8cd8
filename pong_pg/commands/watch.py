"""`pong-pg watch`: a game, live, in the terminal or a window."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pong_pg.commands.options import (
    add_env_options,
    add_settings,
    at_least_one,
    file_path,
    given_settings,
    non_empty,
    speed,
)
from pong_pg.commands.policies import HELP, has_checkpoint, resolved
from pong_pg.errors import PongPGError
from pong_pg.files import present
from pong_pg.game.counts import counted
from pong_pg.reinforce.config import ReinforceConfig

if TYPE_CHECKING:
    from pong_pg.config import TrainConfig
    from pong_pg.game.player import Player


# Pixels of the window for one of the screen.
_SCALE = 3


def add_parser(subparsers: Any) -> None:
    """Add this command to the command line."""
    parser: argparse.ArgumentParser = subparsers.add_parser(
        "watch",
        help="watch a trained policy play, live",
        description="Watch a policy play in the terminal, with the probabilities of its actions. Keys: space pauses, "
        "s plays one step, + and - change the speed, q quits.",
    )
    parser.add_argument("checkpoint", nargs="?", metavar="RUN", type=non_empty, help=HELP)
    parser.add_argument(
        "--follow",
        metavar="RUN",
        type=file_path,
        help="watch a run that is training: its newest checkpoint, each game anew",
    )
    acting = parser.add_mutually_exclusive_group()
    acting.add_argument("--greedy", action="store_true", help="take the most likely action (the default)")
    acting.add_argument("--sample", action="store_true", help="sample actions by their probabilities, as in training")
    parser.add_argument("--games", type=at_least_one, metavar="N", help="quit after so many games (default: no end)")
    parser.add_argument(
        "--speed", type=speed, default=1.0, metavar="X", help="1 is the console's, from 1/16 to 16 (default: 1)"
    )
    parser.add_argument("--window", action="store_true", help="open a window that also shows what the network sees")
    add_settings(parser, ["seed"])
    add_env_options(parser)
    parser.set_defaults(run=run)


def _check_followed(run_dir: Path) -> None:
    """Make sure that a directory without a checkpoint may still get one: a run begins in an empty directory only."""
    if not run_dir.exists():
        raise PongPGError(f"--follow {run_dir} does not exist: name the directory of a run that is training")
    if not run_dir.is_dir():
        raise PongPGError(f"--follow {run_dir} must be the directory of a run: give the file without --follow")
    try:
        # What begins with a dot is of a run that is just beginning.
        others = any(not entry.name.startswith(".") for entry in run_dir.iterdir())
    except OSError as error:
        raise PongPGError(f"--follow {run_dir} can't be read: {error.strerror or error}") from error
    if others and not present(run_dir / "config.json").exists():
        raise PongPGError(
            f"--follow {run_dir} is not the directory of a run: name one that  pong-pg train  has written, or writes to"
        )


def run(options: argparse.Namespace) -> int:
    """Show the games and return 0."""
    from pong_pg.commands.signals import exit_on_sigterm
    from pong_pg.distributed.threads import limit_native_threads
    from pong_pg.training.checkpoint import latest, load_with_config
    from pong_pg.viewing.overlay import Overlay
    from pong_pg.viewing.terminal import Terminal, check_terminal
    from pong_pg.viewing.watching import Pace, TerminalView, WindowView, watch
    from pong_pg.viewing.window import Window

    if options.follow is not None and options.checkpoint is not None:
        raise PongPGError(f"--follow {options.follow} already names a run: leave {options.checkpoint} out")
    # What can't be read is said before the screen is cleared.
    if options.follow is not None and not has_checkpoint(options.follow):
        _check_followed(options.follow)
    if not options.window:
        check_terminal()
    given = given_settings(options)
    seed = given.pop("seed", 0)

    def loaded(path: str) -> tuple[Player, TrainConfig]:
        policy, trained_with = load_with_config(path, given=given.keys())
        return policy, dataclasses.replace(trained_with or ReinforceConfig(), **given)

    def newest() -> tuple[Player, TrainConfig, str] | None:
        if not has_checkpoint(options.follow):
            return None
        policy, config = loaded(str(options.follow))
        return policy, config, f"{options.follow.name}/{latest(options.follow).name}"

    if options.follow is not None:
        name, load = str(options.follow), newest
    else:
        name = resolved(options.checkpoint)
        fixed = (*loaded(name), name)

        def load() -> tuple[Player, TrainConfig, str] | None:
            return fixed

    print(f"Watching {name}, seed {seed}" + (", sampled" if options.sample else ", greedy"), flush=True)
    chosen: dict[str, Any] = {"seed": seed, "greedy": not options.sample, "games": options.games}
    pace = Pace(speed=options.speed)
    with limit_native_threads():
        if options.window:
            overlay = Overlay(_SCALE)
            height, width, _ = overlay.shape
            with exit_on_sigterm(), Window(f"pong-pg watch {name}", width, height) as window:
                shown = watch(load, WindowView(window, overlay), pace=pace, **chosen)
        else:
            with Terminal() as terminal:
                shown = watch(load, TerminalView(terminal), pace=pace, **chosen)
    print(f"Watched {counted(shown, 'whole game')}")
    return 0
