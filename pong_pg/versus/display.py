"""The progress of matches: a line for each game, and on a terminal a bar with the time that is left."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import IO

from pong_pg.progress_bar import is_live, live_bar
from pong_pg.versus.matches import Match, MatchGame
from pong_pg.versus.report import match_game_line


@contextlib.contextmanager
def match_games_display(stream: IO[str], total: int) -> Iterator[Callable[[Match, MatchGame], None]]:
    """Yield a function that is called with each game as it ends.

    Args:
        stream: where the output goes.
        total: number of games.
    """
    count = 0
    if not is_live(stream):

        def show(match: Match, game: MatchGame) -> None:
            nonlocal count
            count += 1
            print(match_game_line(match, game, count, total), file=stream, flush=True)

        yield show
        return
    with live_bar(stream) as progress:
        task = progress.add_task("games", total=total)

        def show_above(match: Match, game: MatchGame) -> None:
            nonlocal count
            count += 1
            line = match_game_line(match, game, count, total)
            progress.console.print(line, highlight=False, markup=False, soft_wrap=True)
            progress.update(task, advance=1)

        yield show_above
