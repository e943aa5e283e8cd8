from __future__ import annotations

import importlib
import multiprocessing
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pong_pg.legacy.read import settings
from pong_pg.legacy.read.program import Program

pytestmark = pytest.mark.needs("gymnasium>=1.1")

FIVE = settings.Settings(step_values=5, reset_pair=True)


@pytest.mark.parametrize("asynchronous", [False, True], ids=["sync", "async"])
def test_four_values_play_gym_019s_episodes(gym: Any, asynchronous: bool) -> None:
    settings.use(settings.Settings(last_observation="terminal_observation"))
    env = gym.vector.make("CartPole-v0", 2, asynchronous)
    assert (len(env), isinstance(env.action_space, gym.spaces.Tuple)) == (2, True)
    assert env.seed(3) == [3, 4]
    # These and the episodes' lengths are gym 0.19.0's.
    first = [[0.0228, -0.0248, 0.0231, 0.0207], [0.0254, 0.0258, -0.0082, 0.0124]]
    assert env.reset().round(4) == pytest.approx(np.array(first), abs=2e-4)
    env.action_space.seed(1)
    ends = []
    for step in range(40):
        observations, rewards, dones, infos = env.step(env.action_space.sample())
        assert (observations.shape, rewards.tolist(), len(infos)) == ((2, 4), [1.0, 1.0], 2)
        if dones.any():
            ends.append((step, dones.tolist(), observations.round(4).tolist()))
            assert "terminal_observation" in infos[dones.tolist().index(True)]
    env.close()
    env.close()
    assert [end[1] for end in ends] == [[False, True], [True, False]]
    assert ends[0][2][1] == pytest.approx([-0.019, 0.0259, 0.0234, 0.0092], abs=2e-4)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("last = infos[0]['terminal_observation']", "terminal_observation"),
        ("last = infos[0].get('final_observation')", "final_observation"),
        ("observations, rewards, dones, infos = envs.step(actions)", ""),
    ],
)
def test_the_last_observation_is_in_the_infos_where_a_script_reads_it(tmp_path: Path, text: str, key: str) -> None:
    program = Program()
    program.add_texts([(str(tmp_path / "script.py"), f"import gym\n{text}\n".encode())], str(tmp_path))
    assert program.settings.last_observation == key


def test_five_values(gym: Any) -> None:
    settings.use(FIVE)
    env = gym.vector.SyncVectorEnv([lambda: gym.make("CartPole-v1", max_episode_steps=3)] * 2)
    observations, infos = env.reset(seed=[3, 4])
    assert (observations.shape, infos) == ((2, 4), {})
    for _ in range(3):
        observations, _, terminated, truncated, infos = env.step(env.action_space.sample())
    assert (terminated.any(), truncated.tolist()) == (False, [True, True])
    assert "final_observation" in infos
    env.close()


def test_each_environment_is_wrapped_and_reachable(gym: Any) -> None:
    env = gym.vector.make(
        "CartPole-v0", 3, asynchronous=False, wrappers=lambda env: gym.wrappers.TransformReward(env, lambda r: -r)
    )
    env.reset()
    env.step_async([0, 1, 0])
    assert env.step_wait()[1].tolist() == [-1.0] * 3
    assert [str(one) for one in env.envs] == ["<TransformReward<TimeLimit<CartPoleEnv<CartPole-v0>>>>"] * 3
    env.close()
    module = importlib.import_module("pong_pg.legacy.shims.gym.vector.sync_vector_env")
    assert module.SyncVectorEnv is gym.vector.SyncVectorEnv
    assert isinstance(env, gym.vector.VectorEnv)


def test_a_wrapper_of_several(gym: Any) -> None:
    class Doubled(gym.vector.VectorEnvWrapper):  # type: ignore[misc]  # a class found at run time
        def step_wait(self) -> Any:
            observations, rewards, dones, infos = self.env.step_wait()
            return observations, rewards * 2, dones, infos

    env = Doubled(gym.vector.make("CartPole-v0", 2, asynchronous=False))
    assert env.reset().shape == env.observation_space.shape == (2, 4)
    assert env.step([0, 1])[1].tolist() == [2.0, 2.0]
    assert env.num_envs == 2
    env.close()


def test_ended_episodes_are_told_as_in_gym_026(gym: Any) -> None:
    settings.use(FIVE)
    env = gym.vector.SyncVectorEnv([lambda n=n: gym.make("CartPole-v1", max_episode_steps=n) for n in (2, 3)])
    env.reset(seed=[3, 4])
    env.step([0, 1])
    *_, infos = env.step(np.array([0, 1]))
    assert list(infos) == ["final_observation", "_final_observation", "final_info", "_final_info"]
    assert infos["final_info"].tolist() == [{}, None]
    assert [value is None for value in infos["final_observation"]] == [False, True]
    env.close()


@pytest.mark.parametrize("name", ["SyncVectorEnv", "AsyncVectorEnv"])
def test_spaces_of_ones_own(gym: Any, own: Any, name: str) -> None:
    options = {"shared_memory": False} if name.startswith("A") else {}
    env = getattr(gym.vector, name)([own.Spoken] * 2, **options)
    assert isinstance(env.observation_space, gym.spaces.Tuple)
    assert type(env.single_action_space).__name__ == "Words"
    assert env.reset() == ("reset", "reset")
    assert env.step(("a", "b"))[0] == ("step a", "step b")
    env.close()


def test_a_vector_environment_of_ones_own(gym: Any) -> None:
    class Counting(gym.vector.VectorEnv):  # type: ignore[misc]  # a class found at run time
        def reset_wait(self, **_options: Any) -> Any:
            return np.zeros(self.num_envs)

        def step_async(self, actions: Any) -> None:
            self.sum = sum(actions)

        def step_wait(self, **_options: Any) -> Any:
            return np.full(self.num_envs, self.sum), np.zeros(self.num_envs), [False] * self.num_envs, []

        def close_extras(self, **_options: Any) -> None:
            self.ended = True

    env = Counting(3, gym.spaces.Box(0, 1, (), np.float32), gym.spaces.Discrete(2))
    assert (env.observation_space.shape, len(env.action_space.spaces), len(env), env.seed(1)) == ((3,), 3, 3, None)
    assert env.reset().tolist() == [0, 0, 0]
    assert env.step([1, 1, 0])[0].tolist() == [2, 2, 2]
    env.close()
    assert (env.closed, env.ended, repr(env)) == (True, True, "Counting(3)")


def test_calls_out_of_order_and_too_slow_ones(gym: Any) -> None:
    class Slow(gym.Env):  # type: ignore[misc]  # as above
        observation_space, action_space = gym.spaces.Discrete(2), gym.spaces.Discrete(2)

        def reset(self) -> int:
            return 0

        def step(self, action: Any) -> Any:
            time.sleep(5.0 if action else 0.0)
            return 0, 0.0, False, {}

    env = gym.vector.AsyncVectorEnv([Slow, Slow])
    with pytest.raises(gym.error.NoAsyncCallError) as found:
        env.step_wait()
    assert found.value.name == "step"
    env.reset()
    env.step_async([0, 0])
    with pytest.raises(gym.error.AlreadyPendingCallError):
        env.reset_async()
    env.step_wait()
    env.step_async([1, 0])
    with pytest.raises(multiprocessing.TimeoutError):
        env.step_wait(timeout=0.1)
    env.close(terminate=True)
    with pytest.raises(gym.error.ClosedEnvironmentError):
        env.reset()


def test_seeds_by_either_name(gym: Any) -> None:
    env = gym.vector.SyncVectorEnv([lambda: gym.make("CartPole-v1")] * 2)
    firsts = []
    for arguments in ({"seed": 3}, {"seeds": [3, 4]}):
        assert env.seed(**arguments) == [3, 4]
        firsts.append(env.reset().tolist())
    assert firsts[0] == firsts[1]
    env.close()
