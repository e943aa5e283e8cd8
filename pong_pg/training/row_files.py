"""The files of a run directory that get a row for each update; here are metrics.csv and metrics.jsonl."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path

from pong_pg.files import open_for_writing
from pong_pg.game.metrics import UpdateMetrics, column_names


class RowFile:
    """A file of a header and a row for each update.

    Args:
        path: the file.
        header: its beginning.
        encode: returns a row's bytes.
    """

    def __init__(self, path: Path, header: bytes, encode: Callable[[UpdateMetrics], bytes]) -> None:
        self.path = path
        self._header, self._encode = header, encode

    def write(self, rows: Iterable[UpdateMetrics]) -> None:
        """Append rows; a new file gets its header, too.

        Raises:
            OSError: they can't be written; there may be a part of them.
        """
        self.append(b"".join(map(self._encode, rows)))

    def append(self, content: bytes) -> None:
        """Append bytes; a new file gets its header, too.

        Raises:
            OSError: they can't be written; there may be a part of them.
        """
        # Unbuffered: what could not be written is in no buffer that is written again when the file is closed.
        with os.fdopen(open_for_writing(self.path, append=True), "ab", buffering=0) as file:
            left = memoryview((b"" if file.seek(0, os.SEEK_END) else self._header) + content)
            while left:
                left = left[file.write(left) :]


def metrics_files(path: Path, metrics_type: type[UpdateMetrics]) -> list[RowFile]:
    """Return metrics.csv and metrics.jsonl of a run directory.

    Args:
        path: the directory.
        metrics_type: the class of the rows.
    """
    return [
        RowFile(path / "metrics.csv", csv_line(column_names(metrics_type)).encode(), _csv_row),
        RowFile(path / "metrics.jsonl", b"", _json_row),
    ]


def _csv_row(metrics: UpdateMetrics) -> bytes:
    return csv_line(dataclasses.asdict(metrics).values()).encode()


def _json_row(metrics: UpdateMetrics) -> bytes:
    return (json.dumps(dataclasses.asdict(metrics)) + "\n").encode()


def csv_line(values: Iterable[object]) -> str:
    """Return one line of a CSV file."""
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(values)
    return line.getvalue()
