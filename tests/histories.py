"""Metrics of runs that were never made, ten games and a tenth of a minute an update."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pong_pg.game.metrics import UpdateMetrics
from pong_pg.registry import make_config

GAMES, STEPS, SECONDS = 10, 1000, 6.0


def history(means: Sequence[float | None]) -> list[UpdateMetrics]:
    """A row for each mean return; None where no game ended."""
    rows = []
    games = 0
    for update, mean in enumerate(means, 1):
        games += 0 if mean is None else GAMES
        rows.append(
            UpdateMetrics(
                update=update,
                games=games,
                agent_steps=update * STEPS,
                seconds=SECONDS,
                mean_return=mean,
                min_return=mean,
                max_return=mean,
                running_mean=mean,
                episode_length=None if mean is None else 1000.0,
                gradient_norm=1.0,
                entropy=0.5,
                steps_per_second=5000.0,
                truncated_games=0,
                flat_games=0,
            )
        )
    return rows


def write_run(path: Path, means: Sequence[float | None], **settings: Any) -> Path:
    """A run directory with that history."""
    path.mkdir()
    (path / "config.json").write_text(json.dumps(make_config({"algorithm": "reinforce", **settings}).to_dict()))
    lines = [json.dumps(dataclasses.asdict(row)) + "\n" for row in history(means)]
    (path / "metrics.jsonl").write_text("".join(lines))
    return path
