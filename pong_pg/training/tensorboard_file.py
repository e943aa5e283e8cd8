"""TensorBoard's events in a run directory: every column of the metrics, and evaluations.

They are in `tensorboard/` of the run directory, and ``tensorboard --logdir runs`` shows them: the metrics of every
update (`pong/...`) and the greedy games of evaluations (`evaluation/...`). Neither TensorFlow nor torch is needed.

`docs/how-to/tensorboard.md` shows how Weights & Biases follows them.
"""

from __future__ import annotations

import dataclasses
import io
import os
import socket
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pong_pg.compat._versions import require
from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.game.metrics import UpdateMetrics
from pong_pg.training.row_files import RowFile
from pong_pg.untrusted.writing import make_own_directory


class TensorBoardFile(RowFile):
    """A file of TensorBoard events.

    TensorBoard's own writer writes in a thread, which a full disk ends for good, with a traceback.

    Args:
        directory: where a new file is to be; made if need be.

    Raises:
        MissingPackageError: TensorBoard is not installed.
        OSError: the directory can't be made.
    """

    def __init__(self, directory: Path) -> None:
        purpose = "writing TensorBoard events"
        self._event: Any = require("tensorboard.compat.proto.event_pb2", purpose).Event
        self._summary: Any = require("tensorboard.compat.proto.summary_pb2", purpose).Summary
        self._writer: Any = require("tensorboard.summary.writer.record_writer", purpose).RecordWriter
        make_own_directory(directory)
        name = f"events.out.tfevents.{time.time():.0f}.{socket.gethostname()}.{os.getpid()}.0"
        super().__init__(directory / name, self._record(file_version="brain.Event:2"), self._row)

    def write_evaluation(self, update: int, evaluation: Evaluation) -> None:
        """Append the numbers of an evaluation of the policy after an update.

        Raises:
            OSError: they can't be written.
        """
        values = {
            "games": len(evaluation.games),
            "mean_return": evaluation.mean,
            "min_return": min(evaluation.returns),
            "max_return": max(evaluation.returns),
            "deviation": evaluation.deviation,
            "margin": evaluation.margin,
        }
        self.append(self._scalars(update, "evaluation", values))

    def _row(self, metrics: UpdateMetrics) -> bytes:
        values = dataclasses.asdict(metrics)
        update = values.pop("update")
        return self._scalars(update, "pong", values)

    def _scalars(self, update: int, group: str, values: Mapping[str, float | None]) -> bytes:
        scalars = [
            self._summary.Value(tag=f"{group}/{name}", simple_value=value)
            for name, value in values.items()
            if value is not None
        ]
        return self._record(step=update, summary=self._summary(value=scalars))

    def _record(self, **fields: object) -> bytes:
        content = io.BytesIO()
        self._writer(content).write(self._event(wall_time=time.time(), **fields).SerializeToString())
        return content.getvalue()
