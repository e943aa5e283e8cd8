"""The files of a run directory that get a row for each update; here are metrics.csv and metrics.jsonl."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from pong_pg.files import atomic_file
from pong_pg.game.metrics import UpdateMetrics, column_names


class RowFile:
    """A file of a header and a row for each update, which catches up with the rows that it could not take.

    Args:
        path: the file.
        header: its beginning.
        encode: returns a row's bytes.
        rows: how many it has already.
    """

    def __init__(self, path: Path, header: bytes, encode: Callable[[UpdateMetrics], bytes], rows: int) -> None:
        self.path = path
        self._header, self._encode = header, encode
        self._rows = rows
        # Its length after the last row that is whole; and whether there may be a part of another behind that.
        self._whole: int | None = None
        self._cut = False

    def write(self, rows: Sequence[UpdateMetrics]) -> None:
        """Append those of a run's rows that the file does not have, and all of them if it was removed or cut.

        Raises:
            OSError: they can't be written; the next call completes what this one has begun.
        """
        self.path.parent.mkdir(exist_ok=True)
        size = self.path.stat().st_size if self.path.exists() else 0
        if self._whole is not None and size < self._whole:
            self._rows = 0
            content = self._content(rows, new=True)
            with atomic_file(self.path) as file:
                file.write(content)
            self._whole, self._cut = len(content), False
        else:
            self._append(rows)
        self._rows = len(rows)

    def _append(self, rows: Sequence[UpdateMetrics]) -> None:
        self._append_bytes(lambda new: self._content(rows[self._rows :], new=new))

    def _append_bytes(self, encode: Callable[[bool], bytes]) -> None:
        # Unbuffered: what could not be written is in no buffer that is written again when the file is closed.
        with self.path.open("ab", buffering=0) as file:
            size = file.seek(0, os.SEEK_END)
            if self._cut and self._whole is not None and size > self._whole:
                file.truncate(self._whole)
                size = self._whole
            self._whole, self._cut = size, True
            content = memoryview(encode(size == 0))
            while content:
                content = content[file.write(content) :]
            end = file.tell()
        # Network file systems report a full disk when a file is closed.
        self._whole, self._cut = end, False

    def append(self, content: bytes) -> None:
        """Append what is no row, after all rows have been written; it is not written again if the file is removed.

        Raises:
            OSError: it can't be written.
        """
        self._append_bytes(lambda new: (self._header if new else b"") + content)

    def _content(self, rows: Iterable[UpdateMetrics], *, new: bool) -> bytes:
        return (self._header if new else b"") + b"".join(map(self._encode, rows))


def metrics_files(path: Path, metrics_type: type[UpdateMetrics], rows: int) -> list[RowFile]:
    """Return metrics.csv and metrics.jsonl of a run directory.

    Args:
        path: the directory.
        metrics_type: the class of the rows.
        rows: how many the files have already.
    """
    return [
        RowFile(path / "metrics.csv", csv_line(column_names(metrics_type)).encode(), _csv_row, rows),
        RowFile(path / "metrics.jsonl", b"", _json_row, rows),
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
