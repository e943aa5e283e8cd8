"""The progress of an evaluation: a line for each game, and on a terminal a bar with the time that is left."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import IO

from pong_pg.game.results import GameResult


@contextlib.contextmanager
def game_lines(stream: IO[str], episodes: int) -> Iterator[Callable[[GameResult], None]]:
    """Yield a function that is called with each game, for the time of an evaluation.

    Args:
        stream: where the output goes.
        episodes: number of games.
    """
    from rich.console import Console

    console = Console(file=stream)
    if not stream.isatty() or console.is_dumb_terminal:

        def show(game: GameResult) -> None:
            print(game_line(game, episodes), file=stream, flush=True)

        yield show
        return

    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("games", total=episodes)

        def show_above(game: GameResult) -> None:
            progress.console.print(game_line(game, episodes), highlight=False, soft_wrap=True)
            progress.advance(task)

        yield show_above


def game_line(game: GameResult, episodes: int) -> str:
    """Return the line of a game of an evaluation."""
    return (
        f"Game {game.game + 1} of {episodes} (seed {game.env_seed}): return {game.total_reward:g} in {game.steps} steps"
        + (" (truncated)" if game.truncated else "")
    )
