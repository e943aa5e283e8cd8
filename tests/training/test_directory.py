from __future__ import annotations

import csv
import dataclasses
import json
import sys
from pathlib import Path

import pytest
from falling import FallingBall

import pong_pg
from pong_pg.compat._versions import installed_version
from pong_pg.errors import MissingPackageError, RunDirError
from pong_pg.game.metrics import UpdateMetrics, column_names
from pong_pg.registry import config_from_dict
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.training.directory import held, new_run_dir, read_metrics, reopened_run_dir
from pong_pg.training.row_files import TensorBoardFile


@pytest.fixture
def run(small_config: ReinforceConfig, tmp_path: Path) -> pong_pg.TrainResult:
    config = dataclasses.replace(small_config, run_dir=str(tmp_path / "some" / "run"))
    return pong_pg.train(config, env_factory=FallingBall)


def test_a_run_leaves_its_config_metrics_and_checkpoints(
    run: pong_pg.TrainResult, small_config: ReinforceConfig
) -> None:
    assert run.run_dir is not None
    config = config_from_dict(json.loads((run.run_dir / "config.json").read_text()))
    assert dataclasses.replace(config, run_dir=None) == small_config
    assert {path.name for path in run.run_dir.iterdir()} == {
        ".lock",
        "checkpoints",
        "config.json",
        "metrics.csv",
        "metrics.jsonl",
        *(["tensorboard"] if installed_version("tensorboard") else []),
    }
    assert read_metrics(run.run_dir) == run.history


def test_both_files_of_metrics_say_the_same_as_the_history(run: pong_pg.TrainResult) -> None:
    assert run.run_dir is not None
    with (run.run_dir / "metrics.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert tuple(rows[0]) == column_names(UpdateMetrics)
    for row, metrics in zip(rows, run.history, strict=True):
        assert {name: float(value) for name, value in row.items()} == dataclasses.asdict(metrics)


@pytest.mark.needs("tensorboard")
def test_tensorboard_events_hold_every_column(run: pong_pg.TrainResult) -> None:
    from tensorboard.backend.event_processing import event_accumulator

    assert run.run_dir is not None
    events = event_accumulator.EventAccumulator(str(run.run_dir / "tensorboard"))
    events.Reload()
    assert {f"pong/{name}" for name in column_names(UpdateMetrics) if name != "update"} == set(events.Tags()["scalars"])


def test_tensorboard_that_is_not_installed_is_left_out(
    small_config: ReinforceConfig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "tensorboard"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "tensorboard", None)
    pong_pg.train(dataclasses.replace(small_config, run_dir=str(tmp_path / "run")), env_factory=FallingBall)
    assert not (tmp_path / "run" / "tensorboard").exists()
    with pytest.raises(MissingPackageError, match=r"pip install 'pong-pg\[tensorboard\]"):
        TensorBoardFile(tmp_path)


def test_a_directory_that_holds_something_is_never_overwritten(run: pong_pg.TrainResult) -> None:
    assert run.run_dir is not None
    before = {path: path.read_bytes() for path in run.run_dir.rglob("*") if path.is_file()}
    with pytest.raises(RunDirError, match=r"is not empty: resume that run with  --resume"):
        pong_pg.train(ReinforceConfig(workers=0, run_dir=str(run.run_dir)), env_factory=FallingBall)
    assert {path: path.read_bytes() for path in run.run_dir.rglob("*") if path.is_file()} == before


def test_an_empty_directory_is_used(tmp_path: Path) -> None:
    with new_run_dir(tmp_path, ReinforceConfig()):
        assert (tmp_path / "config.json").exists()


def test_a_run_that_began_there_meanwhile_keeps_its_files(tmp_path: Path) -> None:
    opening = new_run_dir(tmp_path / "run", ReinforceConfig(seed=2))
    with new_run_dir(tmp_path / "run", ReinforceConfig(seed=1)):
        pass
    with pytest.raises(RunDirError, match="is not empty"), opening:
        pass
    assert json.loads((tmp_path / "run" / "config.json").read_text())["seed"] == 1


def test_the_row_that_is_being_written_is_not_read(run: pong_pg.TrainResult) -> None:
    assert run.run_dir is not None
    with (run.run_dir / "metrics.jsonl").open("a") as file:
        file.write('{"update": 3, "ga')
    assert [metrics.update for metrics in read_metrics(run.run_dir)] == [1, 2]


def test_a_directory_that_can_not_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    for path in (tmp_path / "file", tmp_path / "file" / "below", Path("/proc/pong")):
        with (
            pytest.raises(RunDirError, match=r"can't be used .*: make it writable, or name another"),
            new_run_dir(path, ReinforceConfig()),
        ):
            pass
    assert (tmp_path / "file").read_text() == "mine"


def test_a_row_that_a_crash_cut_short_is_dropped_on_reopening(
    run: pong_pg.TrainResult, small_config: ReinforceConfig
) -> None:
    assert run.run_dir is not None
    for name in ("metrics.csv", "metrics.jsonl"):
        with (run.run_dir / name).open("a") as file:
            file.write('{"update": 3, "ga' if name.endswith("jsonl") else "3,9")
    with held(run.run_dir) as lock, reopened_run_dir(run.run_dir, small_config, 1, lock):
        pass
    assert [metrics.update for metrics in read_metrics(run.run_dir)] == [1]
    assert len((run.run_dir / "metrics.csv").read_text().splitlines()) == 2


@pytest.mark.parametrize("line", ['{"bad":', '{"games": 1}', "garbage"])
def test_a_damaged_row_is_told_on_reopening(run: pong_pg.TrainResult, small_config: ReinforceConfig, line: str) -> None:
    assert run.run_dir is not None
    with (run.run_dir / "metrics.jsonl").open("a") as file:
        file.write(line + "\n")
    with (
        pytest.raises(RunDirError, match=r"metrics.jsonl can't be read .*: move it away"),
        held(run.run_dir) as lock,
        reopened_run_dir(run.run_dir, small_config, 2, lock),
    ):
        pass


def test_rows_that_are_lost_are_told(
    run: pong_pg.TrainResult, small_config: ReinforceConfig, caplog: pytest.LogCaptureFixture
) -> None:
    assert run.run_dir is not None
    (run.run_dir / "metrics.jsonl").unlink()
    with held(run.run_dir) as lock, reopened_run_dir(run.run_dir, small_config, 2, lock):
        pass
    assert "metrics.jsonl has lost rows: it holds 0 of 2 updates" in caplog.text
    assert read_metrics(run.run_dir) == []


def test_damaged_metrics_are_told(tmp_path: Path) -> None:
    (tmp_path / "metrics.jsonl").write_text("{}\n")
    with pytest.raises(RunDirError, match="can't be read"):
        read_metrics(tmp_path)
