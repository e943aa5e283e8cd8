"""Learning curves: runs of several seeds, and greedy games with the checkpoints kept during them.

    python benchmarks/learning.py train fast --seeds 0 1 2 3 4 --steps 4000000 --out learning
    python benchmarks/learning.py train reference --seeds 0 1 --minutes 40 --out learning
    python benchmarks/learning.py evaluate learning/fast-* --json docs/learning-fast.json

A run that exists is resumed from its last checkpoint. For each milestone `train` keeps the last checkpoint before it,
and a JSON file with the agent steps and the minutes until then, counted from the start of the command.
"""

from __future__ import annotations

import argparse
import json
import shutil
import statistics
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pong_pg
from pong_pg.distributed.threads import limit_native_threads
from pong_pg.evaluation.evaluate import Evaluation, evaluate
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.registry import PRESETS
from pong_pg.training.checkpoint import latest, load_with_config, read_checkpoint
from pong_pg.training.directory import read_metrics
from pong_pg.training.display import PlainDisplay, mean_text

# Agent steps at which a policy is kept: that of the last checkpoint before.
MILESTONES = tuple(
    int(millions * 1e6)
    for millions in (0.4, 0.7, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5, 9, 10.5, 12, 13.5, 15, 16.5, 18, 20, 22, 24, 26, 28, 30)
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
        self._kept = run_dir / "milestones"
        self._minutes_before = _minutes(run_dir)

    def on_update(self, metrics: UpdateMetrics) -> None:
        """Keep the newest checkpoint, which is of an earlier update, if this update has reached a milestone."""
        super().on_update(metrics)
        due = [steps for steps in MILESTONES if steps <= metrics.agent_steps and not self._place(steps).exists()]
        # Of a run that goes on, those that are long past are not known any more.
        for milestone in due[-1:]:
            self._keep(milestone)

    def _place(self, milestone: int) -> Path:
        return self._kept / f"{milestone:08d}.json"

    def _keep(self, milestone: int) -> None:
        newest = latest(self._run_dir)
        progress = read_checkpoint(newest).progress
        self._kept.mkdir(exist_ok=True)
        shutil.copy(newest, self._place(milestone).with_suffix(".npz"))
        minutes = self._minutes_before + (time.monotonic() - self._began) / 60
        about = {
            "milestone": milestone,
            "agent_steps": progress.agent_steps,
            "games": progress.games,
            "minutes": minutes,
        }
        self._place(milestone).write_text(json.dumps(about) + "\n")


def train(options: argparse.Namespace) -> None:
    """Train, one run after another."""
    for seed in options.seeds:
        began = time.monotonic()
        run_dir = options.out / f"{options.preset}-{seed}"
        goals = {"steps": options.steps, "minutes": options.minutes}
        if run_dir.exists():
            # How much is left of them.
            done = {"steps": read_checkpoint(latest(run_dir)).progress.agent_steps, "minutes": _minutes(run_dir)}
            goals = {name: goal - done[name] for name, goal in goals.items() if goal is not None}
            if min(goals.values(), default=1) <= 0:
                continue
        goals = {name: value for name, value in {**goals, "workers": options.workers}.items() if value is not None}
        # Often, so that the last checkpoint before a milestone is close to it.
        settings: dict[str, Any] = {"checkpoint_every": 2, **goals}
        observers = [Milestones(run_dir, began)]
        if run_dir.exists():
            pong_pg.resume(run_dir, observers=observers, **settings)
        else:
            config = pong_pg.preset(options.preset, seed=seed, run_dir=str(run_dir), **settings)
            pong_pg.train(config, observers=observers)


def _minutes(run_dir: Path) -> float:
    """Return how many minutes a run has taken, without the starts of its commands."""
    return sum(row.seconds for row in read_metrics(run_dir)) / 60 if run_dir.exists() else 0.0


def evaluated(path: Path, games: int, *, greedy: bool) -> Evaluation:
    """Play games with a checkpoint, in a process of its own."""
    policy, config = load_with_config(path)
    with limit_native_threads():
        return evaluate(policy, config or pong_pg.ReinforceConfig(), games, seed=SEED, greedy=greedy)


def evaluate_all(options: argparse.Namespace) -> None:
    """Evaluate all checkpoints that were kept; print median and lowest mean over the seeds at each milestone."""
    rows = []
    with ProcessPoolExecutor(options.processes) as pool:
        paths = [path for run in options.runs for path in sorted((run / "milestones").glob("*.npz"))]
        found = [pool.submit(evaluated, path, options.games, greedy=not options.sampled) for path in paths]
        for path, future in zip(paths, found, strict=True):
            evaluation = future.result()
            about = json.loads(path.with_suffix(".json").read_text())
            rows.append(
                {
                    "run": path.parent.parent.name,
                    **about,
                    "greedy": not options.sampled,
                    "mean": evaluation.mean,
                    "margin": evaluation.margin,
                    "returns": evaluation.returns,
                }
            )
            print(
                f"{rows[-1]['run']} at {about['agent_steps']} steps, {about['games']} games, "
                f"{about['minutes']:.1f} min: {mean_text(evaluation)}, from {min(evaluation.returns):g}",
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
    training = commands.add_parser("train")
    training.add_argument("preset", choices=PRESETS)
    training.add_argument("--seeds", type=int, nargs="+", default=[0])
    training.add_argument("--steps", type=int)
    training.add_argument("--minutes", type=float)
    training.add_argument("--workers", type=int)
    training.add_argument("--out", type=Path, required=True)
    training.set_defaults(run=train)
    evaluation = commands.add_parser("evaluate")
    evaluation.add_argument("runs", type=Path, nargs="+")
    evaluation.add_argument("--games", type=int, default=GAMES)
    evaluation.add_argument("--sampled", action="store_true")
    evaluation.add_argument("--processes", type=int, default=2)
    evaluation.add_argument("--json", type=Path)
    evaluation.set_defaults(run=evaluate_all)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
