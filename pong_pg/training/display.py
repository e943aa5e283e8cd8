"""Progress of a run: a live display on a terminal, plain lines anywhere else."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Sequence
from typing import IO, TYPE_CHECKING

from pong_pg.distributed.faults import WorkerFault
from pong_pg.errors import one_line
from pong_pg.evaluation.evaluate import Evaluation, cut_off_text, mean_text
from pong_pg.evaluation.progress import is_live, time_left
from pong_pg.game.counts import counted
from pong_pg.game.metrics import Column, UpdateMetrics
from pong_pg.registry import algorithm
from pong_pg.training.observers import Observer, RunStart

if TYPE_CHECKING:
    from rich.console import Console, ConsoleRenderable, Group
    from rich.table import Table


def progress_display(stream: IO[str] | None = None) -> Observer:
    """Return a live display for a terminal, plain lines otherwise.

    Args:
        stream: where the output goes; None for standard output.
    """
    from rich.console import Console

    console = Console(file=stream or sys.stdout)
    return LiveDisplay(console) if is_live(console.file) else PlainDisplay(console.file)


def opening_line(start: RunStart) -> str:
    """Return the line that opens a run: what it plays, how long, and where it writes."""
    config, progress = start.config, start.progress
    workers = counted(start.workers, "worker") if start.workers else "this process"
    begun = f" from update {progress.update}" if progress.update else ""
    where = "" if start.run_dir is None else f"; writing to {one_line(str(start.run_dir))}"
    return f"Playing {config.env}, {config.summary}, {workers}, seed {config.seed},{begun} {_goal(start)}{where}"


def _goal(start: RunStart) -> str:
    config, progress = start.config, start.progress
    goals = [
        text
        for goal, text in (
            (progress.target, f"to update {progress.target}"),
            (progress.target_steps, f"to {counted(progress.target_steps or 0, 'agent step')}"),
            (config.seconds, f"for {counted(config.seconds or 0, 'second', 'g')}"),
            (config.until_return, f"until greedy games return {config.until_return or 0:g}"),
        )
        if goal is not None
    ]
    return " or ".join(goals) or "until Ctrl-C"


def evaluation_line(update: int, evaluation: Evaluation) -> str:
    """Return the line that reports an evaluation of the policy after an update."""
    low, high = min(evaluation.returns), max(evaluation.returns)
    games = counted(len(evaluation.games), "greedy game")
    return (
        f"Evaluation after update {update}: mean return {mean_text(evaluation)} in {games}, from {low:g} to {high:g}"
        f"{cut_off_text(evaluation)}"
    )


class PlainDisplay(Observer):
    """One line at the start and one for each update, flushed at once."""

    def __init__(self, stream: IO[str]) -> None:
        self._stream = stream
        self._start: RunStart | None = None
        self._best: float | None = None

    def _print(self, line: str) -> None:
        print(line, file=self._stream, flush=True)

    def on_connect(self, address: str) -> None:
        """Say what takes the next seconds."""
        here = address == "local"
        self._print("Starting Ray on this machine" if here else f"Attaching to Ray at {address}")

    def show_start(self, start: RunStart) -> None:
        """Take in what begins, without showing anything yet."""
        self._start = start
        self._best = start.progress.best_game

    def on_start(self, start: RunStart) -> None:
        """Say what begins."""
        self.show_start(start)
        self._print(opening_line(start))

    def on_update(self, metrics: UpdateMetrics) -> None:
        """Print the update's line."""
        self._best = _higher(self._best, metrics.max_return)
        if self._start is not None:
            config = self._start.config
            self._print(algorithm(config.algorithm).update_line(metrics, config, self._best))

    def on_evaluation_begin(self, update: int, games: int) -> None:
        """Say what takes the next seconds."""
        self._print(f"Evaluating the policy after update {update}: {counted(games, 'greedy game')}")

    def on_evaluation(self, update: int, evaluation: Evaluation) -> None:
        """Print how it went."""
        self._print(evaluation_line(update, evaluation))


def _higher(one: float | None, other: float | None) -> float | None:
    return max((value for value in (one, other) if value is not None), default=None)


# Columns that are dropped when the table is too wide, in this order.
_DISPENSABLE = ("length", "seconds", "worst", "entropy", "best", "games", "steps/s")
# Of the panel, and what of that its frame takes.
_WIDTH, _FRAME = 100, 4
# Updates in the table.
_RECENT = 8


class LiveDisplay(PlainDisplay):
    """A panel that is redrawn in place: how far the run is, and the last updates.

    Args:
        console: where; None for standard output.
    """

    def __init__(self, console: Console | None = None) -> None:
        from rich.console import Console
        from rich.live import Live

        self._console = console or Console()
        super().__init__(self._console.file)
        self._began = time.monotonic()
        self._recent: list[UpdateMetrics] = []
        self._fault: WorkerFault | None = None
        self._live = Live(console=self._console, refresh_per_second=8, get_renderable=self.render)

    def _print(self, line: str) -> None:
        self._console.print(line, highlight=False, markup=False)

    def on_start(self, start: RunStart) -> None:
        """Say what begins, and show the panel under it."""
        super().on_start(start)
        self._live.start()

    def on_update(self, metrics: UpdateMetrics) -> None:
        """Take an update into the table."""
        self._recent = [*self._recent, metrics][-_RECENT:]
        self._best = _higher(self._best, metrics.max_return)

    def on_fault(self, fault: WorkerFault) -> None:
        """Show how many there were, and the reason of the last."""
        self._fault = fault

    def close(self) -> None:
        """Leave the last state of the panel on the screen."""
        self._live.stop()

    def render(self) -> ConsoleRenderable:
        """Return the panel as it is to look now."""
        from rich.console import Group
        from rich.panel import Panel

        # The cursor is at the end of what is drawn: where a terminal shows Ctrl-C as ^C, there must be room for that.
        return Group(Panel(self.contents(), title="pong-pg train", title_align="left", width=_WIDTH), "")

    def contents(self, rows: int = _RECENT) -> Group:
        """Return what the panel shows, with at most so many of the last updates."""
        from rich.console import Group
        from rich.text import Text

        if self._start is None:
            return Group()
        of = algorithm(self._start.config.algorithm)
        table = self._updates(of.columns, min(_WIDTH, self._console.width) - _FRAME, rows)
        best = "" if self._best is None else f"best game so far [bold]{self._best:g}[/bold]"
        best += of.excluded(self._recent[-1]) if self._recent else ""
        contents = Group(self._bars(self._start), "", table, "", Text.from_markup(best))
        if self._fault is not None:
            text = f"workers replaced so far: {self._fault.count}; the last one because {self._fault.reason}"
            contents.renderables.append(Text(text, "bold"))
        return contents

    def _bars(self, start: RunStart) -> Table:
        """Return how far the run is, and how long it will take to the first of its goals."""
        from rich.progress_bar import ProgressBar
        from rich.table import Table

        config, progress, recent = start.config, start.progress, self._recent
        done, steps = (recent[-1].update, recent[-1].agent_steps) if recent else (progress.update, progress.agent_steps)
        # What is done, of how much, with how many decimals; and the seconds that the rest takes, if that is known.
        goals: list[tuple[str, float, float | None, str, float]] = []
        seconds = sum(row.seconds for row in recent)
        left = math.inf
        if recent and progress.target is not None:
            left = (progress.target - done) * seconds / len(recent)
        goals.append(("updates", done, progress.target, ",", left))
        if progress.target_steps is not None:
            played = sum(row.steps_per_second * row.seconds for row in recent)
            left = (progress.target_steps - steps) * seconds / played if played else math.inf
            goals.append(("agent steps", steps, progress.target_steps, ",", left))
        if config.seconds is not None:
            passed = min(time.monotonic() - self._began, config.seconds)
            goals.append(("seconds", passed, config.seconds, ".0f", config.seconds - passed))
        bars = Table.grid(padding=(0, 1))
        width = 30 if self._console.width >= _WIDTH else 15
        soonest = min(left for *_, left in goals)
        for title, passed, total, form, left in goals:
            if total is None:
                bars.add_row(title, f"{passed:{form}}")
                continue
            bar = ProgressBar(total=total, completed=min(passed, total), width=width)
            is_first = left == soonest and 0 < left < math.inf
            bars.add_row(title, f"{passed:{form}} of {total:,.9g}", bar, time_left(left) if is_first else "")
        return bars

    def _updates(self, columns: Sequence[Column], width: int, rows: int) -> Table:
        """Return the table of the last updates, with as many columns as there is room for."""
        from rich.table import Table

        for dispensable in ("", *_DISPENSABLE):
            columns = [column for column in columns if column.title != dispensable]
            table = Table(box=None, padding=(0, 1), header_style="dim")
            for column in columns:
                table.add_column(column.title, justify="right", no_wrap=True)
            for row in self._recent[-rows:] if rows > 0 else ():
                table.add_row(*(column.text(row) for column in columns))
            if self._console.measure(table).maximum <= width:
                break
        return table
