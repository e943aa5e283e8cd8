from __future__ import annotations

import csv
import dataclasses
import json
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from histories import history

from pong_pg.game.metrics import UpdateMetrics, column_names
from pong_pg.training.row_files import RowFile, metrics_files
from pong_pg.training.tensorboard_file import TensorBoardFile

ROWS = history([-20.5, None, -19.0, -18.0, -17.0, -16.0, -15.0])


@contextmanager
def largest_file(size: int) -> Iterator[None]:
    """No file of this process gets longer: what would be behind that is not written, the rest of a write is."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def updates(path: Path) -> list[int]:
    text = path.read_text()
    assert text.endswith("\n")
    if path.suffix == ".jsonl":
        return [json.loads(line)["update"] for line in text.splitlines()]
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert all(len(row) == len(column_names(UpdateMetrics)) and None not in row.values() for row in rows)
    return [int(row["update"]) for row in rows]


@pytest.fixture(params=[0, 1])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> RowFile:
    index: int = request.param
    return metrics_files(tmp_path, UpdateMetrics)[index]


def test_rows_are_appended(file: RowFile, tmp_path: Path) -> None:
    file.write(ROWS[:2])
    again = next(other for other in metrics_files(tmp_path, UpdateMetrics) if other.path == file.path)
    for row in ROWS[2:]:
        again.write([row])
    assert updates(file.path) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("room", [0, 1, 30])
def test_a_row_that_can_not_be_written_is_an_error_and_may_be_there_in_part(file: RowFile, room: int) -> None:
    file.write(ROWS[:2])
    size = file.path.stat().st_size
    with largest_file(size + room), pytest.raises(OSError, match="File too large"):
        file.write(ROWS[2:3])
    assert file.path.stat().st_size == size + room


@pytest.mark.parametrize("exists", [True, False])
def test_links_are_not_followed(file: RowFile, tmp_path: Path, exists: bool) -> None:
    mine = tmp_path / "mine"
    if exists:
        mine.write_text("important")
    file.path.symlink_to(mine)
    with pytest.raises(OSError, match="symbolic links"):
        file.write(ROWS)
    assert mine.exists() == exists
    assert not exists or mine.read_text() == "important"


@pytest.mark.needs("tensorboard")
def test_tensorboard_reads_every_update(tmp_path: Path) -> None:
    from tensorboard.backend.event_processing import event_accumulator

    file = TensorBoardFile(tmp_path / "events")
    file.write(ROWS[:2])
    file.write(ROWS[2:])
    events = event_accumulator.EventAccumulator(str(tmp_path / "events"))
    events.Reload()
    assert [event.step for event in events.Tensors("pong/mean_return")] == [1, 3, 4, 5, 6, 7], "2 has none"
    values = [event.tensor_proto.float_val[0] for event in events.Tensors("pong/games")]
    assert values == [dataclasses.asdict(row)["games"] for row in ROWS]
