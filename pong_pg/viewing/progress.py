"""How far a recording or the like has come: a bar with an estimate on a terminal, plain lines anywhere else."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import IO

# Between two lines about the same thing.
_SECONDS = 10.0


@contextlib.contextmanager
def shown_progress(stream: IO[str]) -> Iterator[Callable[[str, float], None]]:
    """Yield a function to call with what is done at present, and how much of it, from 0 to 1.

    Args:
        stream: where it is shown.
    """
    from rich.console import Console

    console = Console(file=stream)
    if not stream.isatty() or console.is_dumb_terminal:
        yield _Lines(stream).show
        return

    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    columns = TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn()
    with Progress(*columns, console=console, transient=True) as progress:
        shown = ""
        task = progress.add_task(shown, total=1.0)

        def show(what: str, done: float) -> None:
            nonlocal shown
            if what != shown:
                shown = what
                # The estimate starts again as well.
                progress.reset(task, description=what)
            progress.update(task, completed=done)

        yield show


class _Lines:
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
            left = "" if done <= 0 else f", about {(now - self._began) * (1 - done) / done:.0f} s left"
            print(f"{what}: {done:.0%}{left}", file=self._stream, flush=True)
