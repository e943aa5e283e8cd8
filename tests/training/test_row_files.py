from __future__ import annotations

from pathlib import Path

import pytest
from histories import history

from pong_pg.game.metrics import UpdateMetrics
from pong_pg.training.row_files import RowFile, TensorBoardFile, metrics_files

ROWS = history([-20.5, None, -19.0, -18.0, -17.0, -16.0, -15.0])


@pytest.fixture(params=[0, 1])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> RowFile:
    index: int = request.param
    return metrics_files(tmp_path, UpdateMetrics, ROWS[:2])[index]


@pytest.mark.parametrize("exists", [True, False])
def test_links_are_not_followed(file: RowFile, tmp_path: Path, exists: bool) -> None:
    mine = tmp_path / "mine"
    if exists:
        mine.write_text("important")
    file.path.unlink()
    file.path.symlink_to(mine)
    with pytest.raises(OSError, match="symbolic links"):
        file.write(ROWS[2])
    assert mine.exists() == exists
    assert not exists or mine.read_text() == "important"


@pytest.mark.needs("tensorboard")
def test_tensorboard_reads_what_every_update_has(tmp_path: Path) -> None:
    from tensorboard.backend.event_processing import event_accumulator

    file = TensorBoardFile(tmp_path / "events")
    for row in ROWS:
        file.write(row)
    events = event_accumulator.EventAccumulator(str(tmp_path / "events"))
    events.Reload()
    assert [event.step for event in events.Scalars("pong/mean_return")] == [1, 3, 4, 5, 6, 7]
    assert [event.value for event in events.Scalars("pong/games")] == [row.games for row in ROWS]
