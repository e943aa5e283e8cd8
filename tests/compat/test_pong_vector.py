from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from stack import HAS_GYMNASIUM

from pong_pg.atari2600.rom import UnavailableError
from pong_pg.errors import EnvError

pytestmark = [
    pytest.mark.needs("ale-py>=0.11", "gymnasium>=1.1"),
    pytest.mark.skipif(not HAS_GYMNASIUM, reason="needs Gymnasium"),
]


def made(num_envs: int, **settings: Any) -> Any:
    from pong_pg.compat.pong_vector import PongVectorEnv

    return PongVectorEnv(num_envs, **settings)


# ale-py 0.11 leaves a frame of the game before in the first observations of the next one.
@pytest.mark.needs("ale-py>=0.12")
def test_all_but_the_last_observations_are_those_of_ales_vector_environment() -> None:
    import ale_py

    count = 3
    ale = ale_py.AtariVectorEnv("pong", num_envs=count, noop_max=0, use_fire_reset=False)
    env = made(count, noop_max=0)
    assert env.observation_space == ale.observation_space
    assert env.single_action_space == ale.single_action_space
    np.testing.assert_array_equal(env.reset(seed=0)[0], ale.reset(seed=0)[0])
    rng = np.random.default_rng(0)
    ended = 0
    for _ in range(1_200):
        actions = rng.integers(0, 6, count)
        observations, rewards, terminated, truncated, info = env.step(actions)
        expected = ale.step(actions)
        np.testing.assert_array_equal(observations[~terminated], expected[0][~terminated])
        np.testing.assert_array_equal(rewards, expected[1])
        np.testing.assert_array_equal(terminated, expected[2])
        np.testing.assert_array_equal(truncated, expected[3])
        running = ~terminated
        np.testing.assert_array_equal(
            info["episode_frame_number"][running], expected[4]["episode_frame_number"][running]
        )
        ended += int(terminated.sum())
    assert ended >= count


def test_threads_change_nothing() -> None:
    settings: dict[str, Any] = {"repeat_action_probability": 0.25, "max_num_frames_per_episode": 900}
    one, other = made(5, **settings), made(5, num_threads=3, **settings)
    rng = np.random.default_rng(1)
    np.testing.assert_array_equal(one.reset(seed=4)[0], other.reset(seed=4)[0])
    for _ in range(300):
        actions = rng.integers(0, 6, 5)
        for ours, theirs in zip(one.step(actions)[:4], other.step(actions)[:4], strict=True):
            np.testing.assert_array_equal(ours, theirs)
    other.close()


def test_without_a_compiler_one_line_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    from pong_pg.compat import pong_vector

    def unavailable(*_: Any, **__: Any) -> Any:
        raise UnavailableError("no C compiler; one comes with  pip install ziglang")

    monkeypatch.setattr(pong_vector, "load", unavailable)
    with pytest.raises(EnvError, match="no C compiler; one comes with  pip install"):
        made(1)


def test_observations_are_kept() -> None:
    env = made(2)
    first, _ = env.reset(seed=0)
    kept = first.copy()
    for _ in range(3):
        env.step(np.array([2, 3]))
    np.testing.assert_array_equal(first, kept)


def test_actions_stick_at_their_rate() -> None:
    env = made(1, repeat_action_probability=0.25, frameskip=1_000)
    env.reset(seed=0)
    played = np.concatenate([env._with_repeats(np.array([2 + step % 2], np.uint8))[0] for step in range(20)])
    begins = [
        np.flatnonzero(played[start : start + 1_000] == 2 + start // 1_000 % 2)[0] for start in range(0, 20_000, 1_000)
    ]
    assert 0.1 < np.mean(begins) < 0.7
    assert set(played) == {2, 3}


def test_truncated_episodes_begin_again() -> None:
    env = made(2, max_num_frames_per_episode=100, noop_max=0)
    env.reset(seed=0)
    ends = [env.step(np.array([0, 0]))[3].tolist() for _ in range(27)]
    assert ends.index([True, True]) == 24
    assert ends[25:] == [[False, False]] * 2


def test_an_episode_that_begins_in_the_same_step_is_the_one_of_the_next_step() -> None:
    settings: dict[str, Any] = {"noop_max": 0, "max_num_frames_per_episode": 80}
    one, other = made(1, **settings), made(1, autoreset_mode="SameStep", **settings)
    np.testing.assert_array_equal(one.reset(seed=0)[0], other.reset(seed=0)[0])
    ends = 0
    for action in np.random.default_rng(0).integers(0, 6, (60, 1)):
        last, *expected, _ = one.step(action)
        observation, *found, info = other.step(action)
        np.testing.assert_array_equal(found, expected)
        if found[2][0]:
            ends += 1
            np.testing.assert_array_equal(info["final_obs"], last)
            kept = info["_final_obs"]
            last = one.step([0])[0]
        else:
            assert "final_obs" not in info
        np.testing.assert_array_equal(observation, last)
    assert ends == 3
    other.reset()
    assert kept.tolist() == [True], "what was returned before does not change"


def test_a_step_after_close_is_an_error() -> None:
    env = made(2)
    env.reset(seed=0)
    env.close()
    with pytest.raises(EnvError, match="after close"):
        env.step([0, 0])


def test_make_vec_makes_one() -> None:
    import gymnasium

    from pong_pg.compat.gymnasium_base import register_pong

    register_pong()

    env = gymnasium.make_vec("pong_pg:Pong-v5", num_envs=3, vectorization_mode="vector_entry_point", stack_num=2)
    assert env.reset(seed=0)[0].shape == (3, 2, 84, 84)
    assert env.metadata["render_fps"] == 15
    env.close()
    env = gymnasium.make_vec("pong_pg:Pong-v5", num_envs=2, vectorization_mode="sync", frameskip=1)
    assert env.reset(seed=0)[0].shape == (2, 210, 160, 3)
    assert env.metadata["render_fps"] == 60
    env.close()


@pytest.mark.parametrize(
    "settings",
    [
        {"frameskip": 0},
        {"frameskip": (2, 5)},
        {"stack_num": 0},
        {"num_threads": 0},
        {"noop_max": -1},
        {"max_num_frames_per_episode": 1.5},
        {"autoreset_mode": "Disabled"},
    ],
    ids=str,
)
def test_arguments_are_checked(settings: dict[str, Any]) -> None:
    with pytest.raises(EnvError, match=next(iter(settings))):
        made(1, **settings)


def test_a_seed_may_be_numpys_and_an_episode_without_a_limit() -> None:
    env = made(1, max_num_frames_per_episode=0)
    first = env.reset(seed=3)[0].copy()
    np.testing.assert_array_equal(env.reset(seed=np.int64(3))[0], first)
    assert not env.step([0])[3].any()


@pytest.mark.parametrize("actions", [[0], [0, 6], [0, -1], [0.0, 1.0]], ids=str)
def test_actions_are_checked(actions: list[Any]) -> None:
    env = made(2)
    env.reset(seed=0)
    with pytest.raises(EnvError, match="actions must be 2 integers from 0 to 5"):
        env.step(actions)
