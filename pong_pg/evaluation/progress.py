"""How far something has come that takes a while: bars on a terminal, plain lines anywhere else."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from typing import IO, Any

from pong_pg.game.counts import counted
from pong_pg.game.results import GameResult


def is_live(stream: IO[str]) -> bool:
    """Return whether a stream is a terminal on which lines can be drawn anew."""
    if not stream.isatty():
        return False
    from rich.console import Console

    return not Console(file=stream).is_dumb_terminal


@contextlib.contextmanager
def _bar(stream: IO[str]) -> Iterator[Any]:
    """Yield a `rich.progress.Progress` that is shown during the block; None where nothing can be drawn anew."""
    if not is_live(stream):
        yield None
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
        yield bar


@contextlib.contextmanager
def game_lines(stream: IO[str], episodes: int) -> Iterator[Callable[[GameResult], None]]:
    """Yield a function that prints a line for each game, for the time of an evaluation; on a terminal also a bar."""
    with _bar(stream) as bar:
        task = None if bar is None else bar.add_task("Playing", total=episodes)

        def show(game: GameResult) -> None:
            if bar is None:
                print(game_line(game, episodes), file=stream, flush=True)
            else:
                bar.console.print(game_line(game, episodes), highlight=False, soft_wrap=True)
                bar.update(task, advance=1)

        yield show


def game_line(game: GameResult, episodes: int) -> str:
    """Return the line of a game of an evaluation."""
    return (
        f"Game {game.game + 1} of {episodes} (seed {game.env_seed}): return {game.total_reward:g} in "
        f"{counted(game.steps, 'step')}" + (" (truncated)" if game.truncated else "")
    )


@contextlib.contextmanager
def shown_progress(stream: IO[str]) -> Iterator[Callable[[str, float], None]]:
    """Yield a function to call with what is done at present, and how much of it, from 0 to 1."""
    with _bar(stream) as bar:
        if bar is None:
            said: set[str] = set()

            def say(what: str, _done: float) -> None:
                if what not in said:
                    said.add(what)
                    print(f"{what} ...", file=stream, flush=True)

            yield say
            return
        task = bar.add_task("", total=1.0)

        def show(what: str, done: float) -> None:
            bar.update(task, description=what, completed=done)

        yield show


def time_left(seconds: float) -> str:
    """Return a duration as an estimate in words: "about 40 s left", "about 12 min left"."""
    return f"about {max(1, round(seconds))} s left" if seconds < 90 else f"about {seconds / 60:.0f} min left"
