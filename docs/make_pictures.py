"""Make pictures of the documents.

    python docs/make_pictures.py learning/fast-0

Needs matplotlib. Writes docs/learning.png, the curves of the runs that the pretrained weights are from, and
docs/live-display.svg, what the display showed in the middle of the run that is named, of `benchmarks/learning.py`.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from rich.console import Console

from pong_pg.evaluation.pretrained import PRETRAINED, pretrained
from pong_pg.game.progress import Progress
from pong_pg.training.checkpoint import latest, load, read_checkpoint
from pong_pg.training.directory import read_metrics
from pong_pg.training.display import LiveDisplay
from pong_pg.training.observers import RunStart
from pong_pg.viewing.curve_plots import return_axis
from pong_pg.viewing.curves import WINDOW
from pong_pg.viewing.figures import COLOURS, drawn_figure

HERE = Path(__file__).parent
# The update at which the display is drawn, after about two minutes.
UNTIL = 105


def live_display(run_dir: Path) -> None:
    """Draw the display as it stood in the middle of a run."""
    display = LiveDisplay()
    config = read_checkpoint(latest(run_dir)).config
    history = read_metrics(run_dir)[:UNTIL]
    best = max(row.max_return for row in history if row.max_return is not None)
    progress = Progress(best_game=best, target_steps=config.total_timesteps)
    display.show_start(RunStart(config, run_dir, 2, progress, lambda: load(run_dir)))
    for row in history:
        display.on_update(row)
    console = Console(record=True, width=100, file=io.StringIO())
    console.print(display.render())
    console.save_svg(str(HERE / "live-display.svg"), title="pong-pg train")


def learning_curves() -> None:
    """Draw the curves that the pretrained weights came with."""
    axes = {"games": 1.0, "million agent steps": 1e6, "seconds": 1 / 60}
    with drawn_figure(HERE / "learning.png", 13, 4.5) as figure:
        panels = figure.subplots(1, len(axes), sharey=True)
        for name, colour in zip(PRETRAINED, COLOURS, strict=False):
            *columns, returns = zip(*pretrained(name)[2]["curve"], strict=True)
            for panel, column, (label, unit) in zip(panels, columns, axes.items(), strict=True):
                panel.plot([value / unit for value in column], returns, color=colour, linewidth=1.5, label=name)
                panel.set(xlabel=label, xscale="log")
                panel.xaxis.set_major_formatter("{x:,g}")
                return_axis(panel)
        panels[0].set_ylabel(f"mean return of the last {WINDOW} games")
        panels[0].legend()


def main() -> None:
    """Draw both pictures."""
    learning_curves()
    live_display(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
