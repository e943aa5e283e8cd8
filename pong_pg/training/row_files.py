"""The files of a run directory that get a row for each update: metrics.csv, metrics.jsonl and TensorBoard's events.

The events are in `tensorboard/` of the run directory, and ``tensorboard --logdir runs`` shows them: the metrics of
every update (`pong/...`) and the greedy games of evaluations (`evaluation/...`). Neither TensorFlow nor torch is
needed. `docs/how-to/tensorboard.md` shows how Weights & Biases follows them.
"""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import os
import socket
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from pong_pg.compat._versions import require
from pong_pg.evaluation.evaluate import Evaluation
from pong_pg.game.metrics import UpdateMetrics, column_names
from pong_pg.untrusted.writing import atomic_file, make_own_directory, open_for_writing


class RowFile:
    """A file of a header and a row for each update. It is made anew, in the place of one that is there.

    Args:
        path: the file.
        header: its beginning.
        encode: returns a row's bytes.
        rows: those that it is to have to begin with.

    Raises:
        OSError: it can't be written.
    """

    def __init__(
        self, path: Path, header: bytes, encode: Callable[[UpdateMetrics], bytes], rows: Iterable[UpdateMetrics] = ()
    ) -> None:
        self.path = path
        self._encode = encode
        with atomic_file(path) as file:
            file.writelines([header, *map(encode, rows)])

    def write(self, metrics: UpdateMetrics) -> None:
        """Append a row.

        Raises:
            OSError: it can't be written; there may be a part of it.
        """
        self.append(self._encode(metrics))

    def append(self, content: bytes) -> None:
        """Append bytes.

        Raises:
            OSError: they can't be written; there may be a part of them.
        """
        # Unbuffered: what could not be written is in no buffer that is written again when the file is closed.
        with os.fdopen(open_for_writing(self.path, append=True), "ab", buffering=0) as file:
            left = memoryview(content)
            while left:
                left = left[file.write(left) :]


def metrics_files(
    path: Path, metrics_type: type[UpdateMetrics], rows: Sequence[UpdateMetrics] = ()
) -> tuple[RowFile, RowFile]:
    """Return metrics.csv and metrics.jsonl of a run directory.

    Args:
        path: the directory.
        metrics_type: the class of the rows.
        rows: those that they are to have to begin with.
    """
    return (
        RowFile(path / "metrics.csv", _csv_line(column_names(metrics_type)), _csv_row, rows),
        RowFile(path / "metrics.jsonl", b"", _json_row, rows),
    )


def _csv_row(metrics: UpdateMetrics) -> bytes:
    return _csv_line(dataclasses.asdict(metrics).values())


def _json_row(metrics: UpdateMetrics) -> bytes:
    return (json.dumps(dataclasses.asdict(metrics)) + "\n").encode()


def _csv_line(values: Iterable[object]) -> bytes:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue().encode()


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
