"""Learning curves: runs of several seeds, and greedy games with the checkpoints that are kept during them.

    python benchmarks/learning.py train fast --seeds 0 1 2 3 4 --steps 2500000 --out learning
    python benchmarks/learning.py evaluate learning/fast-* --json learning-fast.json

`train` trains one seed after another. For each milestone it keeps the last checkpoint before it, with a JSON file that
has the agent steps and the minutes from the start of the command until then. `evaluate` plays greedy games with each
checkpoint that was kept, and prints for each milestone the median and the lowest mean return over the seeds.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pong_pg
from pong_pg.evaluation.evaluate import mean_text
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.registry import PRESETS
from pong_pg.training.checkpoint import latest, load_with_config, read_checkpoint
from pong_pg.training.display import PlainDisplay

# Agent steps at which a policy is kept: that of the last checkpoint before.
MILESTONES = tuple(
    int(millions * 1e6) for millions in (0.4, 0.7, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12.5, 15, 17.5, 20)
)
GAMES = 50
# Not that of any training run, nor of the evaluations that end one.
SEED = 1_000


class Milestones(PlainDisplay):
    """Keeps the checkpoints of the milestones, and prints what `PlainDisplay` prints."""

    def __init__(self, run_dir: Path, began: float) -> None:
        super().__init__(sys.stdout)
        self._run_dir = run_dir
        self._began = began
        self._left = list(MILESTONES)

    def on_update(self, metrics: UpdateMetrics) -> None:
        """Keep the newest checkpoint, which is of an earlier update, if this update has reached a milestone."""
        super().on_update(metrics)
        while self._left and self._left[0] <= metrics.agent_steps:
            self._keep(self._left.pop(0))

    def _keep(self, milestone: int) -> None:
        newest = latest(self._run_dir)
        progress = read_checkpoint(newest).progress
        place = self._run_dir / "milestones" / f"{milestone:08d}.npz"
        place.parent.mkdir(exist_ok=True)
        shutil.copy(newest, place)
        about = {
            "milestone": milestone,
            "agent_steps": progress.agent_steps,
            "games": progress.games,
            "minutes": (time.monotonic() - self._began) / 60,
        }
        place.with_suffix(".json").write_text(json.dumps(about) + "\n")


def train(options: argparse.Namespace) -> None:
    """Train, one run after another."""
    limits = {"total_timesteps": options.steps, "seconds": options.seconds}
    # Checkpoints are written often, so that the last one before a milestone is close to it.
    settings: dict[str, Any] = {"checkpoint_every": 2}
    settings |= {name: value for name, value in limits.items() if value is not None}
    for seed in options.seeds:
        began = time.monotonic()
        run_dir = options.out / f"{options.preset}-{seed}"
        config = pong_pg.preset(options.preset, seed=seed, run_dir=str(run_dir), **settings)
        pong_pg.train(config, observers=[Milestones(run_dir, began)])


def evaluate(options: argparse.Namespace) -> None:
    """Evaluate all checkpoints that were kept; print median and lowest mean over the seeds at each milestone."""
    rows = []
    for path in [path for run in options.runs for path in sorted((run / "milestones").glob("*.npz"))]:
        policy, config = load_with_config(path)
        found = pong_pg.evaluate(policy, config.env if config else "ALE/Pong-v5", options.games, seed=SEED, greedy=True)
        about = json.loads(path.with_suffix(".json").read_text())
        row = {"run": path.parent.parent.name, **about, "mean": found.mean, "margin": found.margin}
        rows.append({**row, "returns": found.returns})
        print(
            f"{row['run']} at {row['agent_steps']} steps, {row['games']} games, {row['minutes']:.1f} min: "
            f"{mean_text(found)}, from {min(found.returns):g}",
            flush=True,
        )
    for milestone in sorted({row["milestone"] for row in rows}):
        print(summary(milestone, [row for row in rows if row["milestone"] == milestone]))
    if options.json is not None:
        options.json.write_text(json.dumps({"seed": SEED, "games": options.games, "rows": rows}, indent=1) + "\n")


def summary(milestone: int, rows: Sequence[dict[str, Any]]) -> str:
    """Return a line for a milestone: over the seeds, the median and the lowest mean, and the median of the minutes."""
    means = [row["mean"] for row in rows]
    minutes = statistics.median(row["minutes"] for row in rows)
    return (
        f"{milestone / 1e6:.1f} M steps, {len(rows)} seeds: median {statistics.median(means):.2f}, "
        f"lowest {min(means):.2f}, {minutes:.1f} min"
    )


def main() -> None:
    """Train or evaluate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    training = commands.add_parser("train", help="train a run for each seed")
    training.add_argument("preset", choices=PRESETS)
    training.add_argument("--seeds", type=int, nargs="+", default=[0])
    training.add_argument("--steps", type=int)
    training.add_argument("--seconds", type=float)
    training.add_argument("--out", type=Path, required=True)
    training.set_defaults(run=train)
    evaluation = commands.add_parser("evaluate", help="play greedy games with the checkpoints of some runs")
    evaluation.add_argument("runs", type=Path, nargs="+")
    evaluation.add_argument("--games", type=int, default=GAMES)
    evaluation.add_argument("--json", type=Path)
    evaluation.set_defaults(run=evaluate)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
