from __future__ import annotations

import json
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from states import state_in

import pong_pg
from pong_pg.errors import CheckpointError
from pong_pg.game.progress import Progress
from pong_pg.registry import algorithm as load_algorithm
from pong_pg.registry import make_config
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.exact_sum import GradientSum
from pong_pg.reinforce.state import ReinforceState
from pong_pg.training.checkpoint import latest, read_checkpoint, save, save_newest

CONFIG = ReinforceConfig(hidden=6, seed=2, gamma=0.9)


@pytest.fixture
def state() -> ReinforceState:
    state = ReinforceState.initial(CONFIG)
    state.ascend(GradientSum(np.arange(6400), np.full((6400, 6), 2**29), np.full(6, 2**30)))
    state.progress = Progress(3, 30, 3000, -20.123456789012345, -19.5, -14.0, 7)
    return state


@pytest.fixture
def saved(state: ReinforceState, tmp_path: Path) -> Path:
    save(tmp_path / "one.npz", state)
    return tmp_path / "one.npz"


def test_nothing_is_lost_between_save_and_load(state: ReinforceState, saved: Path) -> None:
    loaded = state_in(saved, ReinforceState)
    assert loaded.config == state.config
    assert loaded.progress == state.progress
    for ours, theirs in zip((*loaded.weights, *loaded.memory), (*state.weights, *state.memory), strict=True):
        assert ours.tobytes() == theirs.tobytes()
        assert ours.flags.c_contiguous
        assert ours.flags.writeable
    assert pong_pg.load(saved).digest() == state.policy().digest()


def test_the_file_is_plain_npz_with_the_references_shapes(saved: Path) -> None:
    with np.load(saved, allow_pickle=False) as archive:
        assert {name: archive[name].shape for name in archive.files if name != "header"} == {
            "W1": (6, 6400),
            "W2": (6,),
            "W1_memory": (6, 6400),
            "W2_memory": (6,),
        }
        header = json.loads(archive["header"].tobytes())
    assert header["format"] == "pong_pg checkpoint"
    assert header["version"] == 1


def test_a_write_that_fails_leaves_the_old_checkpoint_and_no_litter(
    state: ReinforceState, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = saved.read_bytes()

    def fail(*_: Any, **__: Any) -> None:
        raise OSError("no space left on device")

    monkeypatch.setattr(np, "savez", fail)
    with pytest.raises(CheckpointError, match="can't be written: no space left on device"):
        save(saved, state)
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_a_checkpoint_is_as_readable_as_other_new_files(saved: Path) -> None:
    other = saved.parent / "other"
    other.touch()
    assert saved.stat().st_mode == other.stat().st_mode


def test_the_newest_few_and_the_best_are_kept(state: ReinforceState, tmp_path: Path) -> None:
    directory = tmp_path / "checkpoints"
    directory.mkdir()
    for update in (8, 9, 10, 1_000_000):
        state.progress = Progress(update=update)
        save_newest(directory, state, keep=2)
        if update == 9:
            save(directory / "best.npz", state)
    names = sorted(path.name for path in (tmp_path / "checkpoints").iterdir())
    assert names == ["best.npz", "update-000010.npz", "update-1000000.npz"]
    assert latest(tmp_path).name == "update-1000000.npz"
    assert read_checkpoint(tmp_path).progress.update == 1_000_000


def rewrite(path: Path, **changes: Any) -> None:
    with np.load(path) as archive:
        arrays = {name: archive[name] for name in archive.files}
    header = json.loads(arrays["header"].tobytes())
    header.update(changes.pop("header", {}))
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    arrays.update(changes)
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        (
            {"header": {"version": 2}},
            r"format version 2, and this pong_pg reads 1: run  pip install --upgrade",
        ),
        ({"header": {"format": "other"}}, "is not a checkpoint of pong_pg"),
        ({"header": {"config": {"hidden": 0}}}, "header that can't be used"),
        ({"header": {"config": {"colour": 1}}}, "colour is not a setting"),
        ({"header": {"progress": {"when": 1}}}, "header that can't be used"),
        ({"W1": np.zeros((5, 6400), np.float32)}, r"W1 of shape \(5, 6400\); it must have \(6, 6400\)"),
        ({"W1": np.zeros((6, 6399), np.float32)}, r"W1 of shape \(6, 6399\)"),
        ({"W1": np.zeros((6, 80, 80), np.float32)}, "W1 of shape"),
        ({"W2": np.full(6, np.nan, np.float32)}, "W2 with numbers that are not finite"),
        ({"W2": np.zeros(6, np.float64)}, "of type float64"),
        ({"W2": np.zeros(6, ">f4")}, "of type >f4; it must be float32"),
        ({"W2": np.zeros(6, [("a", "f4")])}, "W2 of type"),
        ({"header": {"env_factory": 3}}, "header that can't be used: env_factory is 3"),
        ({"header": {"env_factory": "a\nb"}}, "header that can't be used: env_factory is "),
        ({"W1_memory": np.zeros((6, 6401), np.float32)}, "W1_memory of shape"),
        ({"W2_memory": None}, "it has no W2_memory"),
        ({"header": {"progress": {"update": "x"}}}, "header that can't be used: update is 'x'"),
        ({"header": {"progress": {"running_mean": "x"}}}, "header that can't be used: running_mean is 'x'"),
        ({"header": {"progress": 3}}, "header that can't be used"),
        ({"header": {"config": 3}}, "header that can't be used"),
    ],
)
def test_a_checkpoint_that_does_not_fit_is_refused_in_one_line(saved: Path, changes: Any, complaint: str) -> None:
    rewrite(saved, **changes)
    with pytest.raises(CheckpointError, match=complaint) as caught:
        pong_pg.load(saved)
    assert str(saved) in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("algorithm", ["reinforce", "ppo"])
def test_arrays_in_fortran_order_are_the_same_weights(algorithm: str, tmp_path: Path) -> None:
    config = make_config({"algorithm": algorithm, "hidden": 4})
    save(tmp_path / "one.npz", load_algorithm(algorithm).state_type().initial(config, Progress()))
    with np.load(tmp_path / "one.npz") as archive:
        names = [name for name in archive.files if archive[name].ndim > 1]
        fortran = {name: np.asfortranarray(archive[name]) for name in names}
    before = pong_pg.load(tmp_path / "one.npz").digest()
    rewrite(tmp_path / "one.npz", **fortran)
    assert pong_pg.load(tmp_path / "one.npz").digest() == before


@pytest.mark.parametrize("keep", [0, 3, 100, 0.3, 0.99])
def test_a_file_that_is_cut_short_or_damaged_is_refused_in_one_line(saved: Path, keep: float) -> None:
    content = bytearray(saved.read_bytes())
    saved.write_bytes(content[: keep if isinstance(keep, int) else int(keep * len(content))])
    for read in (pong_pg.load, read_checkpoint):
        with pytest.raises(CheckpointError) as caught:
            read(saved)
        assert "\n" not in str(caught.value)
        assert "deleted" not in str(caught.value)
    content[len(content) // 2] ^= 0xFF
    saved.write_bytes(content)
    with pytest.raises(CheckpointError, match="damaged"):
        pong_pg.load(saved)


def test_what_to_do_about_the_newest_that_is_damaged_works(state: ReinforceState, tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{}")
    with pytest.raises(CheckpointError, match="has no checkpoint yet: wait"):
        read_checkpoint(tmp_path)
    directory = tmp_path / "checkpoints"
    directory.mkdir()
    for update in (1, 2):
        state.progress = Progress(update=update)
        newest = save_newest(directory, state, keep=2)
    newest.write_bytes(newest.read_bytes()[:100])
    with pytest.raises(CheckpointError, match=r"update-000002.npz is damaged .*; name another checkpoint"):
        read_checkpoint(tmp_path)
    newest.write_bytes(b"")
    with pytest.raises(CheckpointError, match="is empty: name another checkpoint"):
        read_checkpoint(tmp_path)
    newest.unlink()
    assert read_checkpoint(tmp_path).progress.update == 1


def test_what_was_just_written_is_never_too_old(state: ReinforceState, tmp_path: Path) -> None:
    for update in (7, 3):
        state.progress = Progress(update=update)
        assert save_newest(tmp_path, state, keep=1).exists()


def test_a_member_that_is_no_array_is_refused(saved: Path) -> None:
    with np.load(saved) as archive:
        header = archive["header"]
    with zipfile.ZipFile(saved, "w") as archive:
        for name in ("W1", "W2", "W1_memory", "W2_memory"):
            archive.writestr(name, b"raw bytes")
        with archive.open("header.npy", "w") as member:
            np.lib.format.write_array(member, header)
    with pytest.raises(CheckpointError, match="magic string is not correct"):
        pong_pg.load(saved)


def test_other_files_are_no_checkpoints_and_pickled_objects_are_never_unpickled(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("hello.txt", "hello")
    (tmp_path / "notes.txt").write_text("some notes\n")
    np.savez(tmp_path / "bad.npz", header=np.array([Bomb(tmp_path / "fired")], object), allow_pickle=True)
    for name in ("a.zip", "notes.txt", "bad.npz"):
        with pytest.raises(CheckpointError, match=r"checkpoint|header"):
            pong_pg.load(tmp_path / name)
    assert not (tmp_path / "fired").exists()


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("nowhere.npz", "does not exist: .* or one of best, fast, reference"),
        (".", "has no checkpoints: it is not the directory"),
    ],
)
def test_a_missing_file_and_an_empty_directory_are_told(tmp_path: Path, name: str, complaint: str) -> None:
    with pytest.raises(CheckpointError, match=complaint):
        pong_pg.load(tmp_path / name)


class Bomb:
    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> Any:
        return os.mkdir, (str(self.path),)
