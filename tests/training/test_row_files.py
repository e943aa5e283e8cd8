from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from histories import history

from pong_pg.game.metrics import UpdateMetrics
from pong_pg.training.row_files import RowFile, metrics_files
from pong_pg.training.tensorboard_file import TensorBoardFile

ROWS = history([-20.5, None, -19.0, -18.0, -17.0, -16.0, -15.0])


@pytest.fixture(params=[0, 1])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> RowFile:
    index: int = request.param
    return metrics_files(tmp_path, UpdateMetrics)[index]


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
