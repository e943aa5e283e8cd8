"""A run's settings, its warnings, and the commands that repeat it, as rows of tables."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pong_pg.config import TrainConfig, env_arguments, option_of
from pong_pg.errors import shell_word
from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.game.counts import counted
from pong_pg.game.progress import Progress
from pong_pg.settings import settings_of
from pong_pg.viewing.curves import WINDOW, Run
from pong_pg.viewing.recording import Recorded
from pong_pg.viewing.weights import HiddenUnits

# Where and how long a run goes on; what of them a repeated run needs is stated otherwise.
_NOT_REPEATED = {
    "algorithm", "iterations", "total_timesteps", "seconds", "until_return", "run_dir", "address", "env", "backend",
    "env_kwargs",
}  # fmt: skip
# A fall of the mean return by more than this many points from its best is told.
_FALL = 5.0


@dataclass(frozen=True)
class Report:
    """A run, and what was played for its report: all that the page shows.

    Attributes:
        run: its settings and metrics.
        env_factory: name of the factory that made its environments; None for the configuration's id.
        checkpoint: the newest; None if there is none.
        progress: of the newest checkpoint; None if there is none.
        evaluation: of its policy; None if none was played.
        units: its hidden units; or a sentence about why there are none.
        rally: what was recorded, and the MP4; None if nothing was.
        seed: of the evaluation.
    """

    run: Run
    env_factory: str | None = None
    checkpoint: Path | None = None
    progress: Progress | None = None
    evaluation: Evaluation | None = None
    units: HiddenUnits | str = ""
    rally: tuple[Recorded, bytes] | None = None
    seed: int = 0

    @property
    def update(self) -> int:
        """Number of updates that the run has made."""
        rows = self.run.rows
        return max(rows[-1].update if rows else 0, self.progress.update if self.progress else 0)


def setting_rows(config: TrainConfig) -> list[dict[str, Any]]:
    """Return all settings of a run: name, what it is about, default, value, and whether it is special.

    Special, and first, are those that have not their default.
    """
    rows = []
    for name, (about, default) in settings_of(type(config)).items():
        value, usual = _text(getattr(config, name)), _text(default)
        special = value != usual
        rows.append({"name": name, "about": about.help, "default": usual, "value": value, "is_special": special})
    return sorted(rows, key=lambda row: not row["is_special"])


def _text(value: Any) -> str:
    if value is None:
        return "not set"
    if isinstance(value, float):
        return f"{value:g}"
    # The default of env_kwargs is made by a function.
    mapping = {} if value is dataclasses.MISSING else value
    return str(value) if isinstance(value, (str, int)) else json.dumps(dict(mapping))


def notices(report: Report) -> Iterator[tuple[str, str]]:
    """Yield what a reader of a run's curves should know: a few words, and a sentence or two."""
    rows, progress = report.run.rows, report.progress
    last = rows[-1] if rows else None
    games = last.games if last else 0
    truncated = sum(row.truncated_games for row in rows)
    if truncated:
        yield "Truncated games", f"{truncated:,} of {counted(games, 'game', ',')} ended before their end."
    curve = [point for point in report.run.curve if point.games >= WINDOW]
    if curve:
        best, now = max(curve, key=lambda point: point.mean_return), curve[-1].mean_return
        if now < best.mean_return - _FALL:
            before = f"{best.mean_return:.1f} after {counted(best.games, 'game', ',')}"
            yield "The return fell", f"The mean return of {WINDOW} games was {before}, and is {now:.1f} now."
    if last is not None and len(rows) < last.update:
        yield "Lost rows", f"metrics.jsonl has {len(rows):,} of {last.update:,} updates: the curves have gaps."
    if progress is not None and last is not None and progress.update != last.update:
        numbers = f"Evaluation, weights and game are those of update {progress.update:,}"
        yield "The checkpoint is older than the metrics", f"{numbers}; the metrics end with update {last.update:,}."


def commands(report: Report) -> list[tuple[str, str]]:
    """Return the command lines that repeat a run and what the report shows of it, each with what it does."""
    if report.env_factory is not None:
        return [("Resume it in Python", f"pong_pg.resume({str(report.run.path)!r}, env_factory=...)")]
    where = shell_word(str(report.run.path))
    more = " --iterations 100" if report.progress is not None and report.progress.at_target else ""
    found = [
        ("Train it again, to the same weights after the same update", train_command(report)),
        ("Resume it", f"pong-pg train --resume {where}{more}"),
    ]
    if report.checkpoint is not None:
        games = 10 if report.evaluation is None else len(report.evaluation.games)
        found.append(("Evaluate it", f"pong-pg eval {where} --greedy --episodes {games} --seed {report.seed}"))
        found.append(("Watch it", f"pong-pg watch {where} --seed {report.seed}"))
    return found


def train_command(report: Report) -> str:
    """Return the command that trains a run again, for as many updates as it has made."""
    config = report.run.config
    words = ["pong-pg", "train", "--algorithm", config.algorithm]
    for name, (_, default) in settings_of(type(config)).items():
        value = getattr(config, name)
        if name not in _NOT_REPEATED and value is not None and value != default:
            words += [option_of(name), f"{value!r}" if isinstance(value, float) else str(value)]
    words += env_arguments(config)
    words += ["--iterations", str(max(1, report.update)), "--run-dir", f"{report.run.path}-again"]
    return " ".join(map(shell_word, words))
