"""Progress of a run: a live display on a terminal, plain lines anywhere else."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

from pong_pg.runlog import Observer, RunStart, UpdateMetrics
from pong_pg.workers import GameResult

if TYPE_CHECKING:
    from rich.console import ConsoleRenderable


def progress_display(stream: TextIO | None = None) -> Observer:
    """Return the display that suits where the output goes: `stream`, or else standard output."""
    stream = stream or sys.stdout
    return LiveDisplay() if stream.isatty() else PlainDisplay(stream)


def connecting_line(address: str) -> str:
    """Return the line that says where Ray is about to come from."""
    return "Starting Ray on this machine" if address == "local" else f"Attaching to Ray at {address}"


def opening_line(start: RunStart) -> str:
    """Return the line that says what a run is about to do, and where it writes."""
    config = start.config
    workers = {0: "this process", 1: "1 worker"}.get(start.workers, f"{start.workers} workers")
    goal = "until stopped" if start.target is None else f"to update {start.target}"
    begun = f" from update {start.update}" if start.update else ""
    where = "" if start.run_dir is None else f"; writing to {start.run_dir}"
    games = "1 game" if config.batch_size == 1 else f"{config.batch_size} games"
    who = f"Playing {config.env}, {games} an update, {workers}, seed {config.seed}"
    how = "" if start.forward is None else f", forward pass {start.forward}"
    return f"{who}{how},{begun} {goal}{where}"


def batch_line(metrics: UpdateMetrics, batch_size: int, best_game: float) -> str:
    """Return an update's line; it begins as the old example's does, so that readers of old logs go on working."""
    return (
        f"Batch {metrics.update} computed {batch_size} rollouts in {metrics.seconds:.2f} seconds, "
        f"running mean is {metrics.running_mean:.2f}; "
        f"batch mean {metrics.mean_return:.2f}, best game {best_game:g}, {metrics.steps_per_second:.0f} steps/s"
        + _excluded(metrics)
    )


def _excluded(metrics: UpdateMetrics) -> str:
    parts = [
        f"{count} {what}"
        for count, what in (
            (metrics.truncated_games, "truncated"),
            (metrics.flat_games, "with equal advantages"),
        )
        if count
    ]
    return f"; without gradient: {', '.join(parts)}" if parts else ""


class PlainDisplay:
    """One line at the start and one for each update, flushed at once."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._batch_size = 0
        self._best: float | None = None

    def on_connect(self, address: str) -> None:
        """Say what takes the next seconds."""
        print(connecting_line(address), file=self._stream, flush=True)

    def on_start(self, start: RunStart) -> None:
        """Say what begins."""
        self._batch_size = start.config.batch_size
        self._best = start.best_game
        print(opening_line(start), file=self._stream, flush=True)

    def on_game(self, result: GameResult) -> None:
        """Games are not printed one by one."""

    def on_update(self, metrics: UpdateMetrics) -> None:
        """Print the update's line."""
        self._best = metrics.max_return if self._best is None else max(self._best, metrics.max_return)
        print(batch_line(metrics, self._batch_size, self._best), file=self._stream, flush=True)

    def close(self) -> None:
        """Nothing is open."""


class LiveDisplay:
    """A panel that is redrawn in place: the update under way, the figures so far, and the last updates."""

    _RECENT = 8

    def __init__(self) -> None:
        from rich.console import Console
        from rich.live import Live

        self._start: RunStart | None = None
        self._recent: list[UpdateMetrics] = []
        self._returns: list[float] = []
        self._best: float | None = None
        self._console = Console()
        self._live = Live(console=self._console, refresh_per_second=8, get_renderable=self.render)

    def on_connect(self, address: str) -> None:
        """Say what takes the next seconds."""
        self._console.print(connecting_line(address), highlight=False, soft_wrap=True)

    def show_start(self, start: RunStart) -> None:
        """Take in what begins, without drawing anything yet."""
        self._start = start
        self._best = start.best_game

    def on_start(self, start: RunStart) -> None:
        """Say what begins, and show the panel under it."""
        self.show_start(start)
        self._console.print(opening_line(start), highlight=False, soft_wrap=True)
        self._live.start()

    def on_game(self, result: GameResult) -> None:
        """Count a game of the batch."""
        self._returns.append(result.total_reward)
        self._best = result.total_reward if self._best is None else max(self._best, result.total_reward)

    def on_update(self, metrics: UpdateMetrics) -> None:
        """Take an update into the table."""
        self._recent = [*self._recent, metrics][-self._RECENT :]
        self._returns = []

    def close(self) -> None:
        """Leave the last state of the panel on the screen."""
        self._live.stop()

    def render(self) -> ConsoleRenderable | str:
        """Return the panel as it is to look now."""
        from rich.console import Group
        from rich.panel import Panel
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        if self._start is None:
            return ""
        config, target = self._start.config, self._start.target
        last = self._recent[-1] if self._recent else None
        done = last.update if last else self._start.update
        complete = target is not None and done >= target
        now = done if complete else done + 1
        bars = Table.grid(padding=(0, 1))
        bars.add_row("update", f"{now}" + ("" if target is None else f" of {target}"))
        if not complete:
            bars.add_row(
                "games of this batch",
                f"{len(self._returns)} of {config.batch_size}",
                ProgressBar(total=config.batch_size, completed=len(self._returns), width=30),
            )
        table = Table(box=None, padding=(0, 1), header_style="dim")
        for column in (
            "update",
            "seconds",
            "steps/s",
            "mean",
            "worst",
            "best",
            "running mean",
            "length",
            "entropy",
        ):
            table.add_column(column, justify="right", no_wrap=True)
        for row in self._recent:
            table.add_row(
                f"{row.update}",
                f"{row.seconds:.2f}",
                f"{row.steps_per_second:,.0f}",
                f"{row.mean_return:.2f}",
                f"{row.min_return:g}",
                f"{row.max_return:g}",
                f"[bold]{row.running_mean:.2f}[/bold]",
                f"{row.episode_length:.0f}",
                f"{row.entropy:.3f}",
            )
        best = "" if self._best is None else f"best game so far [bold]{self._best:g}[/bold]"
        best += _excluded(last) if last else ""
        return Panel(Group(bars, "", table, "", best), title="pong-pg train", title_align="left", width=100)
