"""Show the progress of a measurement: a progress bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

from typing import Protocol, TextIO

from pong_pg.progress_bar import is_live, live_bar


class Progress(Protocol):
    """A display for the progress of a measurement."""

    def expect(self, turns: int) -> None:
        """Set how many turns are still to come."""

    def say(self, text: str) -> None:
        """Show what is being done now."""

    def turn(self, text: str) -> None:
        """Count a turn and show its result."""

    def close(self) -> None:
        """Remove the display from the screen."""


def progress_on(stream: TextIO) -> Progress:
    """Return the progress display that suits a stream."""
    return LiveProgress(stream) if is_live(stream) else PlainProgress(stream)


class PlainProgress:
    """A display that prints one line for each step and result, flushed at once."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._done = self._turns = 0

    def expect(self, turns: int) -> None:
        """Set how many turns are still to come."""
        self._turns = self._done + turns

    def say(self, text: str) -> None:
        """Print what is being done now."""
        print(f"Bench: {text}", file=self._stream, flush=True)

    def turn(self, text: str) -> None:
        """Count a turn and print its result."""
        self._done += 1
        print(f"Bench turn {self._done} of {self._turns}: {text}", file=self._stream, flush=True)

    def close(self) -> None:
        """Do nothing, since nothing is open."""


class LiveProgress:
    """A progress bar over all turns, with what is being done now or the result of the last turn."""

    def __init__(self, stream: TextIO) -> None:
        # Each refresh takes a little time from what is being measured.
        self._bar = live_bar(stream, refresh_per_second=2)
        self._task = self._bar.add_task("", total=None)
        self._bar.start()

    def expect(self, turns: int) -> None:
        """Set how many turns are still to come."""
        self._bar.update(self._task, total=self._bar.tasks[0].completed + turns)

    def say(self, text: str) -> None:
        """Show what is being done now."""
        self._bar.update(self._task, description=text)

    def turn(self, text: str) -> None:
        """Count a turn and show its result."""
        self._bar.update(self._task, advance=1, description=text)

    def close(self) -> None:
        """Remove the bar from the screen."""
        self._bar.stop()
