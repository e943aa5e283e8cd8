"""The files of a run directory that get a row for each update; here are metrics.csv and metrics.jsonl."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pong_pg.game.metrics import UpdateMetrics, column_names
from pong_pg.untrusted.writing import atomic_file, open_for_writing


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
