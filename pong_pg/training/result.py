"""The result of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pong_pg.distributed.faults import WorkerFault
from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.game.player import Player
from pong_pg.game.progress import Progress
from pong_pg.html_repr import number, table, titled


@dataclass(frozen=True)
class TrainResult:
    """The result of a run.

    Attributes:
        policy: the policy after the last update.
        history: one row for each update of the run, those before a resume included.
        progress: how far the run has come.
        run_dir: where it wrote; None where it wrote nothing.
        stopped: it was stopped before its target.
        faults: the workers that were replaced.
        evaluation: the greedy games at its end, if the configuration asks for any.
    """

    policy: Player
    history: list[UpdateMetrics]
    progress: Progress
    run_dir: Path | None
    stopped: bool
    evaluation: Evaluation | None = None
    faults: Sequence[WorkerFault] = ()

    def _repr_html_(self) -> str:
        """Return what a notebook shows: how far the run came, what it learned, and the evaluation at its end."""
        progress = self.progress
        rows: list[tuple[str, object]] = [
            ("policy", repr(self.policy)),
            ("weights", self.policy.digest()),
            ("updates", progress.update),
            ("games", progress.games),
            ("agent steps", progress.agent_steps),
            ("minutes", sum(metrics.seconds for metrics in self.history) / 60),
            ("mean return of the last 50 games", number(progress.recent_mean)),
            ("best game", number(progress.best_game)),
            ("run directory", "-" if self.run_dir is None else self.run_dir),
            ("ended", "stopped before its target" if self.stopped else "at its target"),
        ]
        if self.faults:
            rows.append(("workers replaced", len(self.faults)))
        evaluation = () if self.evaluation is None else (self.evaluation._repr_html_(),)
        return titled("TrainResult", table(rows), *evaluation)
