"""Adapted environments of every version of Gym and Gymnasium, each tested for every property of Gymnasium's API."""

from __future__ import annotations

import copy
import functools
import pickle
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import own_envs
import pytest
from stack import BACKENDS, GYM, HAS_GYM, HAS_GYMNASIUM, PYGAME

import pong_pg
from pong_pg.compat._versions import quiet
from pong_pg.errors import EnvError


@dataclass(frozen=True)
class Era:
    """An environment, and what its version supports.

    Attributes:
        make: makes the environment.
        values: how many values its `step` returns, 4 or 5.
        seeds: it can be seeded.
        renders: it can render to arrays.
        reset_info: its `reset` returns an info.
    """

    make: Callable[[], Any]
    values: int
    seeds: bool = True
    renders: bool = True
    reset_info: bool = True


def gym_make(env_id: str, **kwargs: Any) -> Callable[[], Any]:
    def make() -> Any:
        with quiet():
            import gym

            return gym.make(env_id, **kwargs)

    return make


def gymnasium_make(env_id: str, **kwargs: Any) -> Callable[[], Any]:
    def make() -> Any:
        import gymnasium

        return gymnasium.make(env_id, **kwargs)

    return make


def in_gym_wrappers(make: Callable[[], Any]) -> Callable[[], Any]:
    def wrap() -> Any:
        with quiet():
            import gym

            return gym.wrappers.RecordEpisodeStatistics(gym.wrappers.TransformReward(make(), float))

    return wrap


def in_gymnasium_wrappers(make: Callable[[], Any]) -> Callable[[], Any]:
    def wrap() -> Any:
        import gymnasium

        return gymnasium.wrappers.RecordEpisodeStatistics(gymnasium.wrappers.TransformReward(make(), float))

    return wrap


ERAS = {
    "own class, four values": Era(own_envs.FourValues, 4, reset_info=False),
    "own class, return_info": Era(own_envs.ReturnInfo, 4),
    "own class, five values": Era(own_envs.FiveValues, 5, renders=False),
    "own class, five values and a bare reset": Era(own_envs.FiveValuesBareReset, 5, renders=False, reset_info=False),
    "own class, four values and a pair from reset": Era(own_envs.FourValuesPairReset, 4),
    "own class, keywords only": Era(own_envs.AnyKeywords, 5, renders=False),
    "own class, the least": Era(own_envs.Least, 4, seeds=False, renders=False, reset_info=False),
    "own wrapper": Era(lambda: own_envs.Passing(own_envs.FourValues()), 4, reset_info=False),
    "old wrapper around a new class": Era(lambda: own_envs.OldStyleWrapper(own_envs.FiveValues()), 5, renders=False),
    "old wrapper around return_info": Era(lambda: own_envs.OldStyleWrapper(own_envs.ReturnInfo()), 4, reset_info=False),
}
if HAS_GYM:
    five = GYM >= (0, 26)
    # Classic control draws in a window and nowhere else, or needs pygame and to have been asked when it was made.
    cart_pole: dict[str, Any] = {
        "values": 5 if five else 4,
        "reset_info": GYM >= (0, 22),
        "renders": PYGAME and GYM[:2] == (0, 25),
    }
    ERAS |= {
        "gym CartPole": Era(gym_make("CartPole-v1"), **cart_pole),
        "gym CartPole in wrappers": Era(in_gym_wrappers(gym_make("CartPole-v1")), **cart_pole),
    }
if (0, 25) <= GYM < (0, 26):
    ERAS["gym CartPole, new step API"] = Era(gym_make("CartPole-v1", new_step_api=True), 5, renders=PYGAME)
if HAS_GYMNASIUM:
    ERAS |= {
        "gymnasium CartPole": Era(gymnasium_make("CartPole-v1"), 5, renders=False),
        "gymnasium CartPole, rgb_array": Era(gymnasium_make("CartPole-v1", render_mode="rgb_array"), 5, renders=PYGAME),
        "gymnasium CartPole in wrappers": Era(in_gymnasium_wrappers(gymnasium_make("CartPole-v1")), 5, renders=False),
    }
for backend in BACKENDS:
    old = backend == "gym" and GYM < (0, 26)
    for env_id in ("Pong-v0", "CartPole-v1"):
        ERAS[f"make, {backend} {env_id}"] = Era(
            functools.partial(pong_pg.make, env_id, backend=backend),
            4 if old else 5,
            reset_info=not old or GYM >= (0, 22),
            renders="Pong" in env_id or (PYGAME and GYM[:2] not in {(0, 19), (0, 21)}),
        )
ERAS["make, direct"] = Era(functools.partial(pong_pg.make, "Pong-v0"), 5)


@pytest.fixture(params=ERAS)
def era(request: pytest.FixtureRequest) -> Era:
    return ERAS[request.param]


@pytest.fixture
def env(era: Era) -> Iterator[Any]:
    with warnings.catch_warnings():
        # There is a test of its own for this warning.
        warnings.filterwarnings("ignore", message=".*takes no seed.*")
        env = pong_pg.adapt(era.make())
        yield env
        env.close()


def play(env: Any, seed: int, steps: int = 40) -> list[Any]:
    observation, _ = env.reset(seed=seed)
    seen = [observation.tobytes()]
    for step in range(steps):
        action = 2 + step // 4 % 2 if env.action_space.n == 6 else step // 2 % 2
        observation, reward, terminated, truncated, _ = env.step(action)
        seen += [observation.tobytes(), reward, terminated, truncated]
        if terminated or truncated:
            break
    return seen


def test_reset_gives_observation_and_info(era: Era, env: Any) -> None:
    for arguments in ({"seed": 3}, {}, {"seed": 3, "options": {}}):
        observation, info = env.reset(**arguments)
        assert isinstance(observation, np.ndarray)
        assert isinstance(info, dict)
        assert bool(info) >= (era.reset_info and "Pong" in repr(env)), "the environment's info reaches the caller"


def test_step_gives_five_values_of_the_right_types(era: Era, env: Any) -> None:
    env.reset(seed=3)
    for _ in range(3):
        observation, reward, terminated, truncated, info = env.step(1)
        assert isinstance(observation, np.ndarray)
        assert [type(value) for value in (reward, terminated, truncated, info)] == [float, bool, bool, dict]
    if "direct" not in repr(env):
        assert f"step returns {'four' if era.values == 4 else 'five'} values" in repr(env) or "DirectEnv" in repr(env)


def test_a_seed_repeats_the_episode_and_not_the_actions_drawn(era: Era, env: Any) -> None:
    if not era.seeds:
        with pytest.warns(UserWarning, match="takes no seed"):
            env.reset(seed=3)
        return
    first = play(env, 3)
    drawn = [env.action_space.sample() for _ in range(20)] if hasattr(env.action_space, "sample") else []
    other = play(env, 4)
    assert play(env, 3) == first
    assert not drawn or drawn != [env.action_space.sample() for _ in drawn], "as in Gymnasium"
    assert other != first


def test_render_returns_an_array_without_a_window(era: Era, env: Any) -> None:
    env.reset(seed=3)
    if era.renders:
        frame = env.render()
        assert frame.dtype == np.uint8
        assert frame.ndim == 3
        assert frame.shape[2] == 3
    else:
        with pytest.raises(EnvError, match="render") as caught:
            env.render()
        assert "\n" not in str(caught.value)


def test_close_can_be_called_twice_and_reaches_the_environment_once(env: Any) -> None:
    env.reset(seed=3)
    env.close()
    env.close()
    if isinstance(getattr(env, "env", None), own_envs.Counter):
        assert env.closed == 1


@pytest.mark.parametrize("through", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_plays_the_same_episodes(era: Era, env: Any, through: Callable[[Any], Any]) -> None:
    env.reset(seed=1)
    env.step(1)
    other = through(env)
    assert type(other) is type(env)
    if era.seeds:
        assert play(other, 3) == play(env, 3)
    other.close()
