"""The progress of an evaluation: a line for each game, and on a terminal a bar with the time that is left."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import IO

from pong_pg.game.counts import counted
from pong_pg.game.results import GameResult
from pong_pg.progress_bar import is_live, live_bar


@contextlib.contextmanager
def game_lines(stream: IO[str], episodes: int, *, first: str = "") -> Iterator[Callable[[GameResult], None]]:
    """Yield a function that is called with each game, for the time of an evaluation.

    Args:
        stream: where the output goes.
        episodes: number of games.
        first: what is done until the first game begins; "" for nothing. Off a terminal it is a line of its own.
    """
    if not is_live(stream):
        if first:
            print(first, file=stream, flush=True)

        def show(game: GameResult) -> None:
            print(game_line(game, episodes), file=stream, flush=True)

        yield show
        return

    with live_bar(stream) as progress:
        task = progress.add_task(first or "playing", total=episodes)

        def show_above(game: GameResult) -> None:
            progress.console.print(game_line(game, episodes), highlight=False, soft_wrap=True)
            progress.update(task, advance=1, description="playing")

        yield show_above


def game_line(game: GameResult, episodes: int) -> str:
    """Return the line of a game of an evaluation."""
    return (
        f"Game {game.game + 1} of {episodes} (seed {game.env_seed}): return {game.total_reward:g} in "
        f"{counted(game.steps, 'step')}" + (" (truncated)" if game.truncated else "")
    )
