from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from falling import BALLS, FALL, Discrete, FallingBall, FramesBox
from stack import ROADS

from pong_pg.config import TrainConfig
from pong_pg.errors import EnvError, UnknownEnvError
from pong_pg.policy import DOWN, UP, Policy
from pong_pg.rollout import play_episode, training_env, uniforms


def test_numbers_drawn_in_blocks_are_the_generators_own_stream() -> None:
    draw, rng = uniforms(np.random.default_rng(3)), np.random.default_rng(3)
    assert [draw() for _ in range(3000)] == [rng.random() for _ in range(3000)]


class Spy(FallingBall):
    def __init__(self) -> None:
        super().__init__()
        self.seeds: list[int | None] = []
        self.actions: list[int] = []

    def reset(self, *, seed: int | None = None) -> Any:
        self.seeds.append(seed)
        return super().reset(seed=seed)

    def step(self, action: int) -> Any:
        self.actions.append(action)
        return super().step(action)


@pytest.mark.parametrize("greedy", [False, True])
def test_the_actions_follow_the_probabilities(greedy: bool) -> None:
    env = Spy()
    policy = Policy.initial(16, np.random.default_rng(1))
    episode = play_episode(env, policy, env_seed=9, rng=np.random.default_rng(2), greedy=greedy)
    assert env.seeds == [9]
    assert env.actions == [UP if up else DOWN for up in episode.went_up]
    expected = episode.p_up >= 0.5 if greedy else np.random.default_rng(2).random(episode.steps) < episode.p_up
    np.testing.assert_array_equal(episode.went_up, expected)


def test_an_episode_holds_a_whole_game() -> None:
    episode = play_episode(
        FallingBall(), Policy.initial(16, np.random.default_rng(1)), env_seed=0, rng=np.random.default_rng(0)
    )
    assert episode.steps == BALLS * FALL == len(episode.hidden) == len(episode.p_up) == len(episode.code_counts)
    assert np.count_nonzero(episode.rewards) == BALLS
    assert episode.total_reward == episode.rewards.sum()
    assert episode.code_counts[0] == 0, "a game's first input is zero"
    assert episode.code_counts.sum() == len(episode.codes)
    assert not episode.truncated


def test_a_game_that_is_cut_off_is_marked() -> None:
    episode = play_episode(
        FallingBall(end="truncated"),
        Policy.initial(4, np.random.default_rng(1)),
        env_seed=0,
        rng=np.random.default_rng(0),
    )
    assert episode.truncated


class WrongFrames(FramesBox):
    shape = (84, 84, 1)


class FloatFrames(FramesBox):
    dtype = np.dtype(np.float32)  # type: ignore[assignment]  # another type of number than its base says


class ThreeActions(Discrete):
    n = 3


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"observation_space": WrongFrames()}, "observations must be uint8 frames"),
        ({"observation_space": FloatFrames()}, "observations must be uint8 frames"),
        ({"action_space": ThreeActions()}, r"plays actions 2 \(up\) and 3 \(down\)"),
    ],
)
def test_an_environment_unlike_pong_is_refused_before_it_is_played(changes: dict[str, Any], complaint: str) -> None:
    odd = type("Odd", (FallingBall,), changes)
    with pytest.raises(EnvError, match=complaint):
        training_env(TrainConfig(), odd)


@pytest.mark.parametrize(
    ("env_id", "backend"),
    [("Pong-ramDeterministic-v4", "auto"), ("ALE/Pong-ram-v5", "direct"), *(("Pong-ram-v0", road) for road in ROADS)],
)
def test_the_128_bytes_are_refused_in_one_line(env_id: str, backend: str) -> None:
    with pytest.raises(EnvError, match=rf"^{env_id} can't be trained on: .*they have shape \(128,\)") as caught:
        training_env(TrainConfig(env=env_id, backend=backend))
    assert "\n" not in str(caught.value)


class NoSpace:
    """A game without an observation space."""

    action_space = Discrete()

    def __init__(self, end: str = "terminated") -> None:
        self._game = FallingBall(end)
        self.reset, self.step = self._game.reset, self._game.step


def test_without_an_observation_space_an_observation_is_looked_at() -> None:
    env = training_env(TrainConfig(), NoSpace)
    episode = play_episode(env, Policy.initial(4, np.random.default_rng(1)), env_seed=0, rng=np.random.default_rng(0))
    assert episode.steps == BALLS * FALL


def test_cartpole_is_refused_in_one_line() -> None:
    with pytest.raises(EnvError, match="CartPole-v1 can't be trained on: observations must be") as caught:
        training_env(TrainConfig(env="CartPole-v1"))
    assert "\n" not in str(caught.value)


def test_the_direct_environment_is_the_default_and_shows_its_palette() -> None:
    env = training_env(TrainConfig())
    assert env.obs_type == "palette"
    assert env.reset(seed=0)[0].shape == (210, 160)


def test_an_unknown_id_is_told() -> None:
    with pytest.raises(UnknownEnvError, match="Pong"):
        training_env(TrainConfig(env="Pnog-v0"))


def test_native_and_direct_games_of_a_deterministic_id_are_the_same_episode() -> None:
    policy = Policy.initial(16, np.random.default_rng(1))
    episodes = [
        play_episode(
            training_env(TrainConfig(env="PongDeterministic-v4", backend=backend)),
            policy,
            env_seed=1,
            rng=np.random.default_rng(2),
        )
        for backend in ("direct", ROADS[0])
    ]
    np.testing.assert_array_equal(episodes[0].codes, episodes[1].codes)
    np.testing.assert_array_equal(episodes[0].rewards, episodes[1].rewards)
