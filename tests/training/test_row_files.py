from __future__ import annotations

import csv
import dataclasses
import json
import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pong_pg.game.metrics import UpdateMetrics, column_names
from pong_pg.training.row_files import RowFile, metrics_files
from pong_pg.training.tensorboard_file import TensorBoardFile

ROWS = [
    UpdateMetrics(
        update=update,
        games=10 * update,
        agent_steps=1000 * update,
        seconds=1 / update,
        mean_return=-20.5,
        min_return=-21,
        max_return=-19,
        running_mean=None,
        episode_length=800.25,
        gradient_norm=0.1,
        entropy=0.69,
        steps_per_second=5000.5,
        truncated_games=0,
    )
    for update in range(1, 8)
]


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
    return metrics_files(tmp_path, UpdateMetrics, 0)[index]


@pytest.mark.parametrize("room", [0, 1, 30, 60])
def test_a_row_that_was_written_in_part_is_whole_once_there_is_room(file: RowFile, room: int) -> None:
    file.write(ROWS[:2])
    size = file.path.stat().st_size
    for count in (3, 4):
        with largest_file(size + room), pytest.raises(OSError, match="File too large"):
            file.write(ROWS[:count])
        assert file.path.stat().st_size == size + room, "the control: a part of a row is there"
    file.write(ROWS[:5])
    file.write(ROWS)
    assert updates(file.path) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("room", [0, 5])
def test_a_beginning_that_could_not_be_written_comes_later(file: RowFile, room: int) -> None:
    with largest_file(room), pytest.raises(OSError, match="File too large"):
        file.write(ROWS[:1])
    file.write(ROWS[:2])
    assert updates(file.path) == [1, 2]


@pytest.mark.parametrize("way", ["removed", "emptied", "cut"])
def test_a_file_that_lost_rows_gets_all_of_them_again(file: RowFile, way: str) -> None:
    file.write(ROWS[:3])
    if way == "removed":
        file.path.unlink()
    else:
        os.truncate(file.path, 0 if way == "emptied" else file.path.stat().st_size - 7)
    file.write(ROWS[:4])
    file.write(ROWS[:5])
    assert updates(file.path) == [1, 2, 3, 4, 5]


def test_rows_that_are_there_already_are_left_as_they_are(file: RowFile, tmp_path: Path) -> None:
    file.write(ROWS[:3])
    again = next(other for other in metrics_files(tmp_path, UpdateMetrics, 3) if other.path == file.path)
    for count in (3, 3, 5):
        again.write(ROWS[:count])
    assert updates(file.path) == [1, 2, 3, 4, 5]


def test_a_full_disk_is_an_error_each_time(tmp_path: Path) -> None:
    (tmp_path / "metrics.csv").symlink_to("/dev/full")
    file = metrics_files(tmp_path, UpdateMetrics, 0)[0]
    for _ in range(3):
        with pytest.raises(OSError, match="No space left on device"):
            file.write(ROWS)
    (tmp_path / "metrics.csv").unlink()
    file.write(ROWS)
    assert updates(file.path) == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.needs("tensorboard")
def test_tensorboard_reads_every_update_after_an_event_was_cut_short(tmp_path: Path) -> None:
    from tensorboard.backend.event_processing import event_accumulator

    file = TensorBoardFile(tmp_path / "events")
    file.write(ROWS[:2])
    with largest_file(file.path.stat().st_size + 100), pytest.raises(OSError, match="File too large"):
        file.write(ROWS[:3])
    file.write(ROWS)
    events = event_accumulator.EventAccumulator(str(tmp_path / "events"))
    events.Reload()
    assert [event.step for event in events.Tensors("pong/mean_return")] == [1, 2, 3, 4, 5, 6, 7]
    values = [event.tensor_proto.float_val[0] for event in events.Tensors("pong/games")]
    assert values == [dataclasses.asdict(row)["games"] for row in ROWS]
    assert "pong/running_mean" not in events.Tags()["tensors"], "what an update does not have is left out"
