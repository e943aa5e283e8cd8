"""The result of a run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pong_pg.distributed.faults import WorkerFault
from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.game.player import Player
from pong_pg.game.progress import Progress


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
    history: list[UpdateMetrics] = field(repr=False)
    progress: Progress
    run_dir: Path | None
    stopped: bool
    evaluation: Evaluation | None = None
    faults: Sequence[WorkerFault] = ()
