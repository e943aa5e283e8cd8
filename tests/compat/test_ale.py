from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from scipy import stats
from stack import on_ale

import pong_pg
from pong_pg.compat import ale
from pong_pg.compat.ale import DirectEnv
from pong_pg.compat.emulator import load_pong
from pong_pg.errors import EnvError

# Each statistical test rejects a true null hypothesis once in so many runs; the seeds are fixed, so it never flickers.
_ALPHA = 1e-3


def frames_of(env: Any, *, seed: int, steps: int = 10_000) -> tuple[list[bytes], list[float]]:
    actions = np.random.default_rng(6)
    observation, _ = env.reset(seed=seed)
    frames: list[bytes] = [observation.tobytes()]
    rewards: list[float] = []
    over = False
    while not over and len(rewards) < steps:
        observation, reward, terminated, truncated, _ = env.step(int(actions.integers(6)))
        frames.append(observation.tobytes())
        rewards.append(reward)
        over = terminated or truncated
    return frames, rewards


class Recorder:
    """A proxy of the emulator that records the action of each frame."""

    def __init__(self, ale: Any) -> None:
        self._ale = ale
        self.acted: list[Any] = []

    def act(self, action: Any) -> float:
        self.acted.append(action)
        return float(self._ale.act(action))

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ale, name)


@pytest.mark.needs("ale-py")
def test_actions_stick_at_the_rate_of_the_id_frame_by_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    emulator = on_ale(load_pong)
    emulator.ale = recorder = Recorder(emulator.ale)
    monkeypatch.setattr(ale, "load_pong", lambda *_, **__: emulator)
    env = DirectEnv("ALE/Pong-v5")
    actions = list(env.ale.getMinimalActionSet())
    env.reset(seed=0)
    stuck = tries = 0
    held = actions[0]
    for step in range(6_000):
        chosen = 2 + step % 2
        recorder.acted.clear()
        _, _, terminated, _, _ = env.step(chosen)
        for frame_action in recorder.acted:
            if held != actions[chosen]:
                tries += 1
                stuck += frame_action == held
            held = frame_action
        if terminated:
            env.reset()
            held = actions[0]
    assert tries > 5_000
    assert stats.binomtest(stuck, tries, 0.25).pvalue > _ALPHA
    assert stats.binomtest(stuck, tries, 0.28).pvalue < _ALPHA, "the test would not notice another rate"


def test_a_stochastic_frame_skip_draws_2_3_and_4_evenly() -> None:
    env = DirectEnv("Pong-v4")
    env.reset(seed=0)
    before, counts = 0, {2: 0, 3: 0, 4: 0}
    for _ in range(900):
        info = env.step(0)[4]
        counts[info["episode_frame_number"] - before] += 1
        before = info["episode_frame_number"]
    assert stats.chisquare(list(counts.values())).pvalue > _ALPHA
    assert env.ale.getEpisodeFrameNumber() == before


@pytest.mark.parametrize("backend", ["direct", pytest.param("gymnasium", marks=pytest.mark.needs("gymnasium"))])
def test_a_game_is_truncated_at_the_frame_limit(backend: str) -> None:
    env = pong_pg.make("PongDeterministic-v4", backend=backend, max_num_frames_per_episode=40)
    env.reset(seed=0)
    assert [env.step(0)[2:4] for _ in range(10)] == [(False, False)] * 9 + [(False, True)]


def test_a_step_needs_a_running_episode_and_an_action_that_exists() -> None:
    env = DirectEnv()
    with pytest.raises(EnvError, match="call reset"):
        env.step(0)
    env.reset(seed=0)
    wrong: Any
    for wrong in (-1, 6, 2.5, "up", None):
        with pytest.raises(EnvError, match="an action must be an integer from 0 to 5"):
            env.step(wrong)
    env.step(np.int64(2))
    env.step(np.array(3))  # type: ignore[arg-type]  # an action of another kind


@pytest.mark.parametrize(
    ("kwargs", "complaint"),
    [
        ({"obs_type": "grayscale"}, "obs_type must be one of rgb, palette, ram"),
        ({"render_mode": "human"}, "render_mode must be None or 'rgb_array'"),
        ({"frameskip": 0}, "frameskip, .* must be an integer from 1 to 108000"),
        ({"frameskip": "(2,5)"}, r"each of a pair of them such as \[2,5\], .* from 1 to 108000; got '\(2,5\)'"),
        ({"frameskip": (4, 4)}, "low below high"),
        ({"repeat_action_probability": 1.5}, "from 0 to 1"),
        ({"max_num_frames_per_episode": 1.5}, "must be an integer, 0 for no limit"),
    ],
)
def test_arguments_out_of_range_are_refused(kwargs: dict[str, Any], complaint: str) -> None:
    with pytest.raises(EnvError, match=complaint):
        DirectEnv(**kwargs)


def test_action_meanings_info_and_frame() -> None:
    env = DirectEnv()
    observation, info = env.reset(seed=0)
    assert env.get_action_meanings() == ["NOOP", "FIRE", "RIGHT", "LEFT", "RIGHTFIRE", "LEFTFIRE"]
    assert info == {"lives": 0, "episode_frame_number": 0}
    np.testing.assert_array_equal(env.render(), observation)
    observation[:] = 0
    assert env.render().any(), "an observation is the caller's own"
    env.close()
    env.close()


@pytest.mark.parametrize("through", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_has_the_same_settings_and_an_episode_of_its_own(through: Any) -> None:
    env = DirectEnv("Pong-v0", obs_type="palette", max_num_frames_per_episode=999)
    other = through(env)
    assert repr(other) == repr(env)
    assert frames_of(other, seed=5, steps=100) == frames_of(env, seed=5, steps=100)
    assert other.ale is not env.ale


@pytest.mark.parametrize("obs_type", ["rgb", "palette", "ram"])
def test_spaces_are_those_of_what_is_given_and_a_reset_seeds_none(obs_type: str) -> None:
    env = DirectEnv(obs_type=obs_type)
    draws = []
    for _ in range(2):
        observation, _ = env.reset(seed=5)
        draws.append([int(env.action_space.sample()) for _ in range(30)])
        assert env.observation_space.contains(observation)
    assert draws[0] != draws[1], "as in Gymnasium"
    assert {*draws[0], *draws[1]} == set(range(6))
    assert env.observation_space.shape == observation.shape
