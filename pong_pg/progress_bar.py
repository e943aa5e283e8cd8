"""What is shown while something takes more than two seconds: bars and clocks on a terminal, plain lines elsewhere."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

# Seconds between two plain lines of `counting`; what takes less has none.
_QUIET = 2.0


def is_live(stream: IO[str]) -> bool:
    """Return whether a stream is a terminal on which lines can be drawn anew."""
    if not stream.isatty():
        return False
    from rich.console import Console

    return not Console(file=stream).is_dumb_terminal


def live_bar(stream: IO[str], *, refresh_per_second: float = 10) -> Progress:
    """Return a display for a terminal: a bar, how many of how many, the time passed, the time left, what is done.

    It is removed at its end. Without a total, a task has neither bar nor time left.

    Args:
        stream: a terminal.
        refresh_per_second: how often it is drawn.
    """
    from rich import progress
    from rich.console import Console
    from rich.table import Column

    return progress.Progress(
        progress.BarColumn(bar_width=16),
        progress.MofNCompleteColumn(),
        progress.TimeElapsedColumn(),
        progress.TimeRemainingColumn(),
        progress.TextColumn("left "),
        # Last, since it may be long: it is cut where the terminal ends.
        progress.TextColumn(
            "{task.description}", markup=False, table_column=Column(no_wrap=True, overflow="ellipsis", ratio=1)
        ),
        expand=True,
        console=Console(file=stream),
        transient=True,
        refresh_per_second=refresh_per_second,
        # Of a long measurement also the first turns count: they may differ by a factor.
        speed_estimate_period=120,
    )


@contextlib.contextmanager
def waiting(stream: IO[str], what: str, usual: str = "") -> Iterator[None]:
    """Show for the time of the block what is being done: on a terminal with a clock, elsewhere as one line.

    Args:
        stream: where it is shown. On a terminal the line stays at the end, with the seconds that it took.
        what: is being done.
        usual: how long that usually takes, shown beside the clock.
    """
    if not is_live(stream):
        print(what, file=stream, flush=True)
        yield
        return
    from rich.console import Console

    console = Console(file=stream)
    began = time.monotonic()
    with clock(console, what, usual):
        yield
    console.print(f"{what}: {time.monotonic() - began:.1f} s", highlight=False, markup=False, soft_wrap=True)


def clock(console: Console, what: str, usual: str = "") -> Progress:
    """Return a line that shows what is being done, for how long already, and how long it usually takes.

    Args:
        console: a terminal's.
        what: is being done.
        usual: how long that usually takes; "" where that is not known.
    """
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    progress = Progress(
        SpinnerColumn(),
        TextColumn("{task.description}", markup=False),
        TimeElapsedColumn(),
        TextColumn(f"(usually {usual})" if usual else "", markup=False),
        console=console,
        transient=True,
        # What is printed meanwhile may be meant for another stream than the console's.
        redirect_stdout=False,
        redirect_stderr=False,
    )
    progress.add_task(what, total=None)
    return progress


@contextlib.contextmanager
def counting(stream: IO[str], what: str, total: int) -> Iterator[Callable[[str], None]]:
    """Yield a function that is called as each of `total` things begins, with its name.

    On a terminal that is a bar; elsewhere there is a line every two seconds, so that what is quick prints nothing.

    Args:
        stream: where it is shown.
        what: is done with each of them, such as "reading".
        total: number of things.
    """
    if not is_live(stream):
        begun, last = 0, time.monotonic()

        def tell(name: str) -> None:
            nonlocal begun, last
            begun += 1
            if time.monotonic() - last >= _QUIET:
                last = time.monotonic()
                print(f"{what} {name} ({begun} of {total})", file=stream, flush=True)

        yield tell
        return
    begun = 0
    with live_bar(stream) as progress:
        task = progress.add_task(what, total=total)

        def show(name: str) -> None:
            nonlocal begun
            progress.update(task, completed=begun, description=f"{what} {name}")
            begun += 1

        yield show


def time_left(seconds: float) -> str:
    """Return a duration as an estimate in words: "about 40 s left", "about 12 min left", "about 3.5 h left"."""
    if seconds < 90:
        return f"about {max(1, round(seconds))} s left"
    minutes = seconds / 60
    return f"about {minutes:.0f} min left" if minutes < 90 else f"about {minutes / 60:.1f} h left"
