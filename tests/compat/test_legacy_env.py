from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import own_envs
import pytest
from stack import HAS_GYM

import pong_pg
from pong_pg.errors import EnvError


def old_script(env: Any, seed: int, steps: int = 60) -> list[Any]:
    """Play as code written for old Gym does; return everything that it gets."""
    assert env.seed(seed) == [seed]
    observation = env.reset()
    seen = [observation.tobytes()]
    for step in range(steps):
        observation, reward, done, info = env.step(2 + step // 4 % 2 if env.action_space.n == 6 else step % 2)
        seen += [observation.tobytes(), reward, done, info.get("TimeLimit.truncated")]
        if done:
            observation = env.reset()
            seen.append(observation.tobytes())
    return seen


MAKERS: dict[str, Callable[[], Any]] = {
    "direct Pong": lambda: pong_pg.make("Pong-v0"),
    "own class, five values": own_envs.FiveValues,
    "own class, five values, truncated": lambda: own_envs.FiveValues(truncates=True),
    "own class, four values": own_envs.FourValues,
}
if HAS_GYM:
    MAKERS["CartPole"] = lambda: pong_pg.make("CartPole-v1")


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_code_for_old_gym_runs_and_a_seed_repeats_it(make: Callable[[], Any]) -> None:
    first, second, other = pong_pg.as_legacy(make()), pong_pg.as_legacy(make()), pong_pg.as_legacy(make())
    seen = old_script(first, 3)
    assert seen == old_script(second, 3)
    assert seen != old_script(other, 4)


def test_it_gives_what_the_environment_gives() -> None:
    new = own_envs.FiveValues(truncates=True)
    seen = old_script(pong_pg.as_legacy(own_envs.FiveValues(truncates=True)), 5, own_envs.LENGTH)
    observation, _ = new.reset(seed=5)
    expected = [observation.tobytes()]
    for step in range(own_envs.LENGTH):
        observation, reward, terminated, truncated, _ = new.step(step % 2)
        expected += [observation.tobytes(), reward, terminated or truncated, True if truncated else None]
    assert seen[:-1] == expected


def test_a_seed_is_used_once_and_none_draws_one() -> None:
    env = pong_pg.as_legacy(own_envs.FiveValues())
    env.seed(1)
    first, second = env.reset(), env.reset()
    assert not np.array_equal(first, second)
    env.seed(1)
    np.testing.assert_array_equal(env.reset(), first)
    (drawn,) = env.seed()
    begun = env.reset()
    env.seed(drawn)
    np.testing.assert_array_equal(env.reset(), begun)


def test_reset_takes_what_gym_0_22_to_0_25_had() -> None:
    env = pong_pg.as_legacy(own_envs.FiveValues())
    observation, info = env.reset(seed=2, return_info=True, options={"level": 1})
    assert info == {"options": {"level": 1}}
    np.testing.assert_array_equal(env.reset(seed=2), observation)


def test_rendering_to_arrays_and_windows() -> None:
    env = pong_pg.as_legacy(pong_pg.make("Pong-v0"))
    frame = env.reset()
    np.testing.assert_array_equal(env.render("rgb_array"), frame)
    np.testing.assert_array_equal(env.render(mode="rgb_array"), frame)
    with pytest.warns(UserWarning, match="has no window: make it with render_mode='human'"):
        assert env.render() is False
    assert env.render() is False, "said once, and warnings are errors here"
    with pytest.raises(
        EnvError, match=r"render\(mode='ansi'\) needs another render mode; make the environment with render_mode='ansi'"
    ):
        env.render(mode="ansi")


def test_human_and_ansi_modes_are_the_environments_own() -> None:
    class Shown(own_envs.FiveValues):
        shown = 0

        def __init__(self, render_mode: str) -> None:
            super().__init__()
            self.render_mode = render_mode

        def render(self) -> Any:
            self.shown += 1
            return "a string" if self.render_mode == "ansi" else None

    human = Shown("human")
    assert pong_pg.as_legacy(human).render() is True
    assert human.shown == 1
    assert pong_pg.as_legacy(Shown("ansi")).render(mode="ansi") == "a string"


def test_the_attributes_of_old_gym() -> None:
    env = pong_pg.as_legacy(pong_pg.make("PongNoFrameskip-v4"))
    assert env.spec.id == "PongNoFrameskip-v4"
    assert env.metadata["render.modes"] == env.metadata["render_modes"] == ["rgb_array"]
    assert env.reward_range == (-math.inf, math.inf)
    assert env.unwrapped is env
    assert env.unwrapped.ale is env.ale is env.env.ale
    assert env.unwrapped.get_action_meanings()[2] == "RIGHT"
    assert pong_pg.as_legacy(env) is env
    with env as entered:
        assert entered is env
    env.close()


@pytest.mark.needs("gym")
def test_gyms_own_wrappers_and_checks_take_it() -> None:
    from pong_pg.compat._versions import quiet

    with quiet():
        import gym

        env = pong_pg.as_legacy(pong_pg.make("Pong-v0"))
        assert isinstance(env.action_space, gym.spaces.Discrete)
        assert isinstance(env.observation_space, gym.spaces.Box)
        # Gym 0.22 to 0.25 rewrite the methods of whoever inherits from their base class.
        rewrites = "__init_subclass__" in vars(gym.Env) or type(gym.Env) is not type
        assert isinstance(env, gym.Env) != rewrites
        wrapped = gym.Wrapper(env)
    assert wrapped.env.reset().shape == (210, 160, 3)
    assert len(wrapped.env.step(0)) == 4


@pytest.mark.parametrize("through", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_a_copy_plays_the_same_episodes(through: Callable[[Any], Any]) -> None:
    env = pong_pg.as_legacy(own_envs.FiveValues())
    other = through(env)
    assert old_script(other, 3) == old_script(env, 3)
    assert not hasattr(other, "no_such_name")


@pytest.mark.needs("gymnasium")
def test_what_is_set_on_unwrapped_reaches_the_environment() -> None:
    env = pong_pg.as_legacy(pong_pg.make("CartPole-v1"))
    env.reset()
    assert env.unwrapped is env.unwrapped
    env.unwrapped.state = np.array([1.0, 0, 0, 0])
    assert env.step(0)[0][0] == pytest.approx(1.0, abs=0.1)
