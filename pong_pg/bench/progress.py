"""Progress of a measurement: a bar on a terminal, plain lines anywhere else."""

from __future__ import annotations

from typing import Protocol, TextIO


class Progress(Protocol):
    """Is told how far a measurement has come."""

    def expect(self, turns: int) -> None:
        """Take in how many turns are still to come."""

    def say(self, text: str) -> None:
        """Tell what is being done now."""

    def turn(self, text: str) -> None:
        """Tell what a turn has found."""

    def close(self) -> None:
        """Leave the screen to others."""


def progress_on(stream: TextIO) -> Progress:
    """Return the progress display that suits a stream."""
    return LiveProgress(stream) if stream.isatty() else PlainProgress(stream)


class PlainProgress:
    """One line for each thing, flushed at once."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._done = self._turns = 0

    def expect(self, turns: int) -> None:
        """Take in how many turns are still to come."""
        self._turns = self._done + turns

    def say(self, text: str) -> None:
        """Print what is being done now."""
        print(f"Bench: {text}", file=self._stream, flush=True)

    def turn(self, text: str) -> None:
        """Print what a turn has found."""
        self._done += 1
        print(f"Bench turn {self._done} of {self._turns}: {text}", file=self._stream, flush=True)

    def close(self) -> None:
        """Nothing is open."""


class LiveProgress:
    """A bar over all turns, with what is being done and what the last turn found."""

    def __init__(self, stream: TextIO) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

        self._bar = Progress(
            TextColumn("pong-pg bench"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.description}"),
            console=Console(file=stream),
            transient=True,
            # Each time costs what is being measured a little.
            refresh_per_second=2,
        )
        self._task = self._bar.add_task("", total=None)
        self._bar.start()

    def expect(self, turns: int) -> None:
        """Take in how many turns are still to come."""
        self._bar.update(self._task, total=self._bar.tasks[0].completed + turns)

    def say(self, text: str) -> None:
        """Show what is being done now."""
        self._bar.update(self._task, description=text)

    def turn(self, text: str) -> None:
        """Show what a turn has found."""
        self._bar.update(self._task, advance=1, description=text)

    def close(self) -> None:
        """Take the bar off the screen."""
        self._bar.stop()
