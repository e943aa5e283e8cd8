"""Reports of runs that were never made, and their pages."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path
from typing import Any

import numpy as np
from histories import history

from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.game.progress import Progress
from pong_pg.game.results import GameResult
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.metrics import PPOMetrics
from pong_pg.viewing.curves import Run, curve_of
from pong_pg.viewing.report.facts import Report
from pong_pg.viewing.weights import HiddenUnits


def ppo_rows(updates: int) -> list[PPOMetrics]:
    """Metrics of PPO, whose return rises; in every third update no game ends."""
    config = PPOConfig()
    means = [None if update % 3 == 2 else -21 + 30 * update / updates for update in range(updates)]
    return [
        PPOMetrics(
            **dataclasses.asdict(row),
            recent_return=row.mean_return,
            policy_loss=-0.01,
            value_loss=0.1 / row.update,
            clipped=0.1,
            kl=0.02 + 0.01 * math.sin(row.update),
            learning_rate=1.5e-3 * (1 - row.update / 1000),
            adam_steps=config.n_epochs * config.num_minibatches,
        )
        for row in history(means)
    ]


def record(name: str = "first", updates: int = 60, **changes: Any) -> Report:
    """A run of PPO, or of another algorithm and with other fields."""
    config = changes.pop("config", PPOConfig(seed=3, num_envs=16))
    rows = changes.pop("rows", ppo_rows(updates))
    run = Run(changes.pop("path", Path("runs", name)), config, curve_of(rows), rows, name)
    recent = tuple(float(value) for value in range(-10, 15))
    progress = Progress(rows[-1].update if rows else 0, 100, 60_000, -5.0, -4.0, 9.0, recent=recent)
    found = Report(run, None, Path("checkpoints/update-000060.npz"), progress, evaluation(), units())
    return dataclasses.replace(found, **changes)


def evaluation(returns: tuple[float, ...] = (3, 5, -2, 8)) -> Evaluation:
    """Games with these returns."""
    return Evaluation([GameResult(game, 7, value, 1500, truncated=False) for game, value in enumerate(returns)])


def units(planes: int = 2) -> HiddenUnits:
    """Three hidden units."""
    return HiddenUnits(
        np.random.default_rng(0).normal(size=(3, planes, 80, 80)).astype(np.float32),
        np.array([0.5, 0.3, 0.2]),
        np.array([1.0, -2.0, 0.5]),
        np.array([7, 1, 4]),
    )


def report(run: Report | None = None, **changes: Any) -> Report:
    """A report of this run, or of one."""
    return dataclasses.replace(run or record(), **changes)
