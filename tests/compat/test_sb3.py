"""Stable-Baselines3 on this package's environments and policies, where it is installed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import pong_pg

pytestmark = pytest.mark.needs("stable-baselines3")


def pong_v5(**settings: Any) -> Any:
    import gymnasium

    return gymnasium.make("pong_pg:Pong-v5", **settings)


def vector(num_envs: int, **settings: Any) -> Any:
    from pong_pg.compat.sb3 import PongVecEnv

    return PongVecEnv(num_envs, **settings)


ENVS: dict[str, Callable[[], Any]] = {
    "Pong-v5": pong_v5,
    "Pong-v5, memory": lambda: pong_v5(obs_type="ram"),
    "direct": lambda: pong_pg.make("ALE/Pong-v5"),
    "adapted": lambda: pong_pg.adapt(pong_pg.as_legacy(pong_pg.make("Pong-v4"))),
}


@pytest.mark.parametrize("make", ENVS.values(), ids=ENVS)
def test_its_checker_has_nothing_to_say(make: Callable[[], Any]) -> None:
    from stable_baselines3.common.env_checker import check_env

    check_env(make())


def test_its_ppo_trains_on_many_games_at_once() -> None:
    from stable_baselines3 import PPO
    from stable_baselines3.common.vec_env import VecMonitor

    env = VecMonitor(vector(4, num_threads=2, max_num_frames_per_episode=200))
    model = PPO("CnnPolicy", env, n_steps=32, batch_size=64, n_epochs=1, seed=0, device="cpu")
    before = [parameter.clone() for parameter in model.policy.parameters()]
    model.learn(256)
    assert any((old != new).any() for old, new in zip(before, model.policy.parameters(), strict=True))
    # Games are truncated after 50 steps; the frames without an action count.
    assert {42 < episode["l"] <= 50 for episode in model.ep_info_buffer} == {True}
    env.close()


def test_the_last_observation_of_a_game_is_in_its_info() -> None:
    from pong_pg.compat.pong_vector import PongVectorEnv

    settings: dict[str, Any] = {"noop_max": 0, "max_num_frames_per_episode": 80}
    env, other = vector(2, **settings), PongVectorEnv(2, **settings)
    env.seed(3)
    np.testing.assert_array_equal(env.reset(), other.reset(seed=[3, 4])[0])
    for _ in range(20):
        last = other.step([2, 3])[0]
        observations, rewards, dones, infos = env.step(np.array([2, 3]))
    assert rewards.dtype == np.float32
    assert dones.all()
    assert all(info["TimeLimit.truncated"] for info in infos)
    np.testing.assert_array_equal([info["terminal_observation"] for info in infos], last)
    np.testing.assert_array_equal(observations, other.step([0, 0])[0])


def test_its_evaluation_takes_policies() -> None:
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.evaluation import evaluate_policy

    returns, _ = evaluate_policy(
        pong_pg.load("fast"), make_vec_env("pong_pg:Pong-v5", 2, seed=0), 2, return_episode_rewards=True
    )
    assert min(returns) > 0
