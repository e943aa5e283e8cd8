"""Make the pictures of the README from the runs that `benchmarks/learning.py` left.

    python docs/make_pictures.py learning/fast-0 learning/fast-1 ... learning/reference-0 ...

Needs matplotlib. Writes docs/learning.png, the curves of all of them, and docs/live-display.svg, what the display
showed in the middle of the first.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from rich.console import Console

from pong_pg.compare.curves import grouped, read_run
from pong_pg.compare.plot import write_comparison
from pong_pg.game.progress import Progress
from pong_pg.training.checkpoint import latest, read_checkpoint
from pong_pg.training.directory import read_metrics
from pong_pg.training.display import LiveDisplay
from pong_pg.training.observers import RunStart

HERE = Path(__file__).parent
# The update at which the display is drawn, after about two minutes.
UNTIL = 180


def live_display(run_dir: Path) -> None:
    """Draw the display as it stood in the middle of a run."""
    display = LiveDisplay()
    config = read_checkpoint(latest(run_dir)).config
    history = read_metrics(run_dir)[:UNTIL]
    best = max(row.max_return for row in history if row.max_return is not None)
    display.show_start(RunStart(config, run_dir, 2, Progress(best_game=best), None))
    for row in history:
        display.on_update(row)
    console = Console(record=True, width=100, file=io.StringIO())
    console.print(display.render())
    console.save_svg(str(HERE / "live-display.svg"), title="pong-pg train")


def main() -> None:
    """Draw both pictures from the runs named on the command line."""
    run_dirs = [Path(argument) for argument in sys.argv[1:]]
    write_comparison(grouped([read_run(run_dir) for run_dir in run_dirs]), HERE / "learning.png")
    live_display(run_dirs[0])


if __name__ == "__main__":
    main()
