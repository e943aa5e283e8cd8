"""Make the pictures of the README from a run's metrics: its learning curve, and what its live display showed.

    python docs/make_pictures.py RUN_DIR

Needs matplotlib. Writes docs/learning-curve.svg and docs/live-display.svg.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

import matplotlib.pyplot as plt
from rich.console import Console

from pong_pg.checkpoint import latest, load_state
from pong_pg.display import LiveDisplay
from pong_pg.metrics import UpdateMetrics
from pong_pg.runlog import RunStart, read_metrics
from pong_pg.state import Progress

HERE = Path(__file__).parent


def learning_curve(history: list[UpdateMetrics], title: str) -> None:
    """Draw each batch's mean return and the running mean against the games played."""
    games = [row.games for row in history]
    figure, axes = plt.subplots(figsize=(8, 3.6), layout="constrained")
    axes.plot(games, [row.mean_return for row in history], ".", color="#9bbcd6", label="mean of a batch")
    axes.plot(games, [row.running_mean for row in history], color="#0b4f83", linewidth=2, label="running mean")
    axes.axhline(0, color="grey", linewidth=0.8)
    axes.set(xlabel="games", ylabel="return of a game", ylim=(-21.5, 21.5), title=title)
    axes.legend(loc="lower right", frameon=False)
    figure.savefig(HERE / "learning-curve.svg", metadata={"Date": None})


def live_display(run_dir: Path, history: list[UpdateMetrics], until: int) -> None:
    """Draw the display as it stood after update `until`."""
    display = LiveDisplay()
    config = load_state(latest(run_dir)).config
    best = max(row.max_return for row in history[:until] if row.max_return is not None)
    display.show_start(RunStart(config, run_dir, 2, Progress(best_game=best), None))
    for row in history[:until]:
        display.on_update(row)
    console = Console(record=True, width=100, file=io.StringIO())
    console.print(display.render())
    console.save_svg(str(HERE / "live-display.svg"), title="pong-pg train")


def main() -> None:
    """Draw both pictures of the run named on the command line."""
    run_dir = Path(sys.argv[1])
    history = read_metrics(run_dir)
    minutes = sum(row.seconds for row in history) / 60
    last = history[-1]
    played = f"{last.games:,} games, {last.agent_steps / 1e6:.1f} million steps"
    learning_curve(history, f"ALE/Pong-v5, two cores, {minutes:.0f} minutes: {played}")
    live_display(run_dir, history, until=87)


if __name__ == "__main__":
    main()
