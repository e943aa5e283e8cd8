"""How far something has come that takes a while: bars on a terminal, plain lines anywhere else."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import IO

from pong_pg.game.counts import counted
from pong_pg.game.results import GameResult

# Between two lines about the same thing.
_SECONDS = 10.0


def is_live(stream: IO[str]) -> bool:
    """Return whether a stream is a terminal on which lines can be drawn anew."""
    if not stream.isatty():
        return False
    from rich.console import Console

    return not Console(file=stream).is_dumb_terminal


@contextlib.contextmanager
def game_lines(stream: IO[str], episodes: int, *, first: str = "") -> Iterator[Callable[[GameResult], None]]:
    """Yield a function that prints a line for each game, for the time of an evaluation; on a terminal also a bar.

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

    from rich import progress
    from rich.console import Console

    columns = (
        progress.BarColumn(bar_width=16),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TimeRemainingColumn(),
        progress.TextColumn("left  {task.description}", markup=False),
    )
    with progress.Progress(*columns, console=Console(file=stream), transient=True) as bar:
        task = bar.add_task(first or "playing", total=episodes)

        def show_above(game: GameResult) -> None:
            bar.console.print(game_line(game, episodes), highlight=False, soft_wrap=True)
            bar.update(task, advance=1, description="playing")

        yield show_above


def game_line(game: GameResult, episodes: int) -> str:
    """Return the line of a game of an evaluation."""
    return (
        f"Game {game.game + 1} of {episodes} (seed {game.env_seed}): return {game.total_reward:g} in "
        f"{counted(game.steps, 'step')}" + (" (truncated)" if game.truncated else "")
    )


@contextlib.contextmanager
def shown_progress(stream: IO[str]) -> Iterator[Callable[[str, float], None]]:
    """Yield a function to call with what is done at present, and how much of it, from 0 to 1.

    Args:
        stream: where it is shown.
    """
    if not is_live(stream):
        yield _Lines(stream).show
        return

    from rich import progress
    from rich.console import Console

    columns = (
        progress.TextColumn("{task.description}", markup=False),
        progress.BarColumn(),
        progress.TaskProgressColumn(),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=Console(file=stream), transient=True) as bar:
        shown = ""
        task = bar.add_task(shown, total=1.0)

        def show(what: str, done: float) -> None:
            nonlocal shown
            if what != shown:
                shown = what
                # The estimate starts again as well.
                bar.reset(task, description=what)
            bar.update(task, completed=done)

        yield show


class _Lines:
    """Prints a line when something begins, and another every ten seconds."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._what = ""
        self._began = self._printed = 0.0

    def show(self, what: str, done: float) -> None:
        now = time.monotonic()
        if what != self._what:
            self._what, self._began, self._printed = what, now, now
            print(f"{what} ...", file=self._stream, flush=True)
        elif now - self._printed >= _SECONDS:
            self._printed = now
            left = f", {time_left((now - self._began) * (1 - done) / done)}" if done > 0 else ""
            print(f"{what}: {done:.0%}{left}", file=self._stream, flush=True)


def time_left(seconds: float) -> str:
    """Return a duration as an estimate in words: "about 40 s left", "about 12 min left", "about 3.5 h left"."""
    if seconds < 90:
        return f"about {max(1, round(seconds))} s left"
    minutes = seconds / 60
    return f"about {minutes:.0f} min left" if minutes < 90 else f"about {minutes / 60:.1f} h left"
