from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from inputs import whole_game

import pong_pg
from pong_pg.errors import ArgumentError, CheckpointError, PongPGError
from pong_pg.ppo.network import Weights
from pong_pg.ppo.policy import PPOPolicy
from pong_pg.reinforce.policy import ReinforcePolicy


@pytest.fixture(params=["reinforce", "ppo"])
def policy(request: pytest.FixtureRequest) -> ReinforcePolicy | PPOPolicy:
    rng = np.random.default_rng(1)
    return ReinforcePolicy.initial(8, rng) if request.param == "reinforce" else PPOPolicy(Weights.initial(8, rng))


@pytest.fixture(scope="module")
def frames() -> list[Any]:
    return whole_game("rgb")[:120]


def acted(policy: Any, frames: list[Any], seed: int = 5) -> list[int]:
    policy.reset(seed)
    return [policy.act(frame) for frame in frames]


@pytest.mark.parametrize("keeps_state", [True, False])
def test_predict_acts_as_act(policy: Any, frames: list[Any], keeps_state: bool) -> None:
    expected = acted(policy, frames)
    policy.reset(5)
    actions, state = [], None
    for frame in frames:
        action, state = policy.predict(frame, state if keeps_state else None)
        actions.append(action)
    assert actions == expected
    assert len(set(actions)) > 1
    assert actions[0].shape == ()


def test_the_environments_of_a_batch_do_not_see_each_other(policy: Any, frames: list[Any]) -> None:
    games = frames[:60], frames[60:]
    expected = []
    for game in games:
        policy.reset()
        expected.append([policy.act(frame, greedy=True) for frame in game])
    policy.reset()
    batches = [policy.predict(np.stack(pair), deterministic=True)[0] for pair in zip(*games, strict=True)]
    assert np.transpose(batches).tolist() == expected
    assert batches[0].dtype == np.int64


def test_a_game_that_starts_has_no_frame_before(policy: Any, frames: list[Any]) -> None:
    first = []
    for frame in frames:
        policy.reset()
        first.append(policy.act(frame, greedy=True))
    policy.reset()
    later = [policy.act(frame, greedy=True) for frame in frames]
    assert first != later
    policy.reset()
    pairs = [policy.predict(np.stack([frame, frame]), None, [True, False], True)[0] for frame in frames]
    assert np.transpose(pairs).tolist() == [first, later]


def test_a_state_of_other_environments_is_refused(policy: Any, frames: list[Any]) -> None:
    _, state = policy.predict(frames[0])
    for given in ({"state": state}, {"episode_start": [True]}):
        with pytest.raises(ArgumentError, match="of as many environments as the observation, 2"):
            policy.predict(np.stack(frames[:2]), **given)


@pytest.mark.parametrize("shape", [(2, 4, 84, 84), (84, 84), (0, 210, 160, 3), ()])
def test_predict_refuses_what_are_no_frames(policy: Any, shape: tuple[int, ...]) -> None:
    with pytest.raises(ArgumentError, match=r"must be .*\(210, 160, 3\)"):
        policy.predict(np.zeros(shape, np.uint8))


def test_what_is_saved_is_loaded(policy: Any, frames: list[Any], tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(tmp_path)
    # Also under a name of pretrained weights, and in the place of another file.
    for path in ("mine.npz", Path("mine"), "fast", "fast"):
        policy.save(path)
        loaded: Any = pong_pg.load(path)
        assert type(loaded) is type(policy)
        assert loaded.digest() == policy.digest()
        assert acted(loaded, frames) == acted(policy, frames)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["fast", "mine", "mine.npz"]


def test_a_place_that_can_not_be_written_is_one_line(policy: Any, tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nowhere" / "mine.npz"):
        with pytest.raises(PongPGError, match=r"can't be written .*: name another file"):
            policy.save(path)
    for nothing in ("", 3):
        with pytest.raises(ArgumentError, match="path must be a non-empty string"):
            policy.save(nothing)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"W1": np.zeros((3, 7), np.float32)}, "W1 must"),
        ({"W1": np.zeros(3, np.float32)}, r"W1 of shape \(3,\); it must have \(any, any\)"),
        ({"W1": np.zeros((8, 8), np.float64)}, "W1 of type float64"),
        ({"W1": None}, "has no W1"),
        ({"header": None}, "has no header"),
        ({"header": np.frombuffer(b'{"format": "x"}', np.uint8)}, "is not a checkpoint of pong_pg"),
    ],
)
def test_a_file_of_something_else_is_one_line(policy: Any, change: Any, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "other.npz"
    policy.save(path)
    with np.load(path) as archive:
        arrays = {**dict(archive), **change}
    np.savez(path, **{name: array for name, array in arrays.items() if array is not None})
    with pytest.raises(CheckpointError, match=f"^{path} .*{complaint}[^\n]*$"):
        pong_pg.load(path)


def test_numbers_that_are_not_finite_are_refused(policy: Any, tmp_path: Path) -> None:
    next(iter(policy.arrays().values()))[0, 0] = np.nan
    policy.save(tmp_path / "nan")
    with pytest.raises(CheckpointError, match="not finite"):
        pong_pg.load(tmp_path / "nan")
