from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import own_envs
import pytest

import pong_pg
from pong_pg.compat.ale import DirectEnv
from pong_pg.compat.envs import AdaptedEnv
from pong_pg.errors import EnvError

FRAME = np.zeros(own_envs.WIDTH, np.float32)


class Scripted:
    """An environment that returns scripted values."""

    action_space = own_envs.Discrete()

    def __init__(self, *steps: Any, resets: Any = (FRAME, {})) -> None:
        self.observation_space: Any = own_envs.Box()
        self._steps, self._reset = iter(steps), resets

    def reset(self, *, seed: int | None = None) -> Any:
        return self._reset

    def step(self, action: int) -> Any:
        result = next(self._steps)
        if isinstance(result, Exception):
            raise result
        return result

    def __repr__(self) -> str:
        return "<Scripted>"


GOOD: Any = (FRAME, 0.0, False, False, {})
OLD: Any = (FRAME, 0.0, False, {})


# What a step returns after good ones (none, new or old), and what the error says about it.
BROKEN_STEPS: dict[str, tuple[list[Any], Any, str]] = {
    "three values": ([], (FRAME, 0.0, False), r"step() must return .*terminated.* or .*done.*; got 3 values"),
    "no tuple": ([], FRAME, r"got an ndarray of shape (3,) and dtype float32"),
    "four values after five": ([GOOD], OLD, "must return (observation, reward, terminated, truncated, info); got 4"),
    "done is an array": ([], (FRAME, 0.0, np.zeros((40, 3), bool), {}), "must return True or False as done; got array"),
    "terminated is a string": ([], (FRAME, 0.0, "no", False, {}), "must return True or False as terminated; got 'no'"),
    "two rewards": ([], (FRAME, np.zeros(2), False, {}), "must return one number as reward; got array([0., 0.])"),
    "reward is a string": ([], (FRAME, "1", False, {}), "must return one number as reward; got '1'"),
    "info is None": ([], (FRAME, 0.0, False, None), "must return a dictionary as info; got a value of type NoneType"),
    "wrong dtype": ([], (FRAME.astype(complex), 0.0, False, {}), "an observation of its space, with shape (3,) and"),
    "wrong shape later": ([GOOD], (FRAME[None], *GOOD[1:]), "step() must .*; got .*shape (1, 3)"),
    "ragged observation": ([], ([1, [2, 3]], 0.0, False, {}), "with shape (3,) and dtype float32"),
}


@pytest.mark.parametrize(("good", "broken", "complaint"), BROKEN_STEPS.values(), ids=BROKEN_STEPS)
def test_a_step_that_violates_its_api_is_reported(good: list[Any], broken: Any, complaint: str) -> None:
    env = pong_pg.adapt(Scripted(*good, broken))
    env.reset()
    for _ in good:
        env.step(0)
    pattern = ".*".join(re.escape(part) for part in complaint.split(".*"))
    with pytest.raises(EnvError, match=rf"^<Scripted>: .*{pattern}.*; fix the environment$") as caught:
        env.step(0)
    assert "\n" not in str(caught.value)
    env.close()


@pytest.mark.parametrize(
    ("result", "complaint"),
    [
        ((1, 2, 3), "must return an observation or (observation, info); got 3 values"),
        ((FRAME, 2), "got 2 values (ndarray, int)"),
        (np.zeros((2, 2), np.float32), "with shape (3,) and dtype float32; got an ndarray of shape (2, 2)"),
        (None, "got a value of type NoneType"),
    ],
)
def test_a_reset_that_violates_its_api_is_reported(result: Any, complaint: str) -> None:
    with pytest.raises(EnvError, match=rf"^<Scripted>: reset\(\) must .*{re.escape(complaint.removeprefix('must '))}"):
        pong_pg.adapt(Scripted(resets=result)).reset()


def test_a_reset_that_changes_its_form_is_reported() -> None:
    scripted = Scripted()
    env = pong_pg.adapt(scripted)
    env.reset()
    scripted._reset = FRAME
    with pytest.raises(EnvError, match=r"must return \(observation, info\) as before; got an ndarray"):
        env.reset()


def test_what_an_environment_raises_is_passed_on_and_it_can_be_closed() -> None:
    env = pong_pg.adapt(Scripted(GOOD, ZeroDivisionError("the ball is at no height")))
    env.reset()
    env.step(0)
    with pytest.raises(ZeroDivisionError, match="the ball is at no height"):
        env.step(0)
    env.close()


@pytest.mark.parametrize(
    ("reward", "number"), [(1, 1.0), (True, 1.0), (np.int64(-1), -1.0), (np.float32(0.5), 0.5), (np.array([2.0]), 2.0)]
)
def test_any_one_number_is_a_reward(reward: Any, number: float) -> None:
    env = pong_pg.adapt(Scripted((FRAME, reward, np.bool_(True), {})))
    env.reset()
    _, given, terminated, _, _ = env.step(0)
    assert (type(given), given, terminated) == (float, number, True)


class PairSpace:
    """A space whose observations are themselves an array and a dictionary."""

    def contains(self, value: Any) -> bool:
        return isinstance(value, tuple) and len(value) == 2


def test_an_observation_that_is_a_pair_is_not_taken_for_observation_and_info() -> None:
    scripted = Scripted(((FRAME, {}), 0.0, False, {}), resets=(FRAME, {}))
    scripted.observation_space = PairSpace()
    env = pong_pg.adapt(scripted)
    observation, info = env.reset()
    assert isinstance(observation, tuple)
    assert info == {}
    assert isinstance(env.step(0)[0], tuple)


def test_options_reach_an_environment_that_takes_them_and_are_refused_by_one_that_does_not() -> None:
    assert pong_pg.adapt(own_envs.FiveValues()).reset(options={"level": 2})[1] == {"options": {"level": 2}}
    with pytest.raises(
        EnvError, match=r"reset\(\) of this environment takes no options, call it without; got {'level': 2}"
    ):
        pong_pg.adapt(own_envs.FourValues()).reset(options={"level": 2})


def test_what_is_set_on_the_adapter_is_set_on_the_environment() -> None:
    own = own_envs.FourValues()
    env: Any = pong_pg.adapt(own_envs.Passing(own))
    env.env.unwrapped = own
    env.level = 3
    assert own.level == env.level == 3  # type: ignore[attr-defined]  # that is the point
    env.spec = "a specification"
    assert env.spec == "a specification"


def test_what_is_not_an_environment_is_refused() -> None:
    for convert in (pong_pg.adapt, pong_pg.as_legacy):
        with pytest.raises(EnvError, match="add what is missing to object: reset, step, action_space"):
            convert(object())
    with pytest.raises(EnvError, match=r"an environment must be an instance, not a class: use FourValues\(\); got"):
        pong_pg.adapt(own_envs.FourValues)


def test_adapted_environments_and_the_direct_one_are_left_alone() -> None:
    env: Any = pong_pg.adapt(own_envs.FourValues())
    assert isinstance(env, AdaptedEnv)
    assert pong_pg.adapt(env) is env
    direct = DirectEnv()
    assert pong_pg.adapt(direct) is direct


def test_public_attributes_are_forwarded_and_private_ones_are_not() -> None:
    env: Any = pong_pg.adapt(own_envs.FourValues())
    assert env.closed == 0
    assert not hasattr(env, "_private")
    assert not hasattr(env, "no_such_name")
    assert env.spec is None
    assert env.unwrapped is env
    assert env.reward_range == (-math.inf, math.inf)


@pytest.mark.needs("gymnasium")
def test_an_adapted_environment_is_gymnasiums_and_takes_its_wrappers() -> None:
    import gymnasium

    class Halved(gymnasium.ObservationWrapper):  # type: ignore[misc]  # untyped where it is installed at all
        def observation(self, observation: Any) -> Any:
            return observation / 2

    env = pong_pg.adapt(gymnasium.make("CartPole-v1"))
    assert isinstance(env, gymnasium.Env)
    assert isinstance(env.unwrapped, gymnasium.envs.classic_control.CartPoleEnv)
    assert env.spec.id == "CartPole-v1"
    assert env.np_random is env.unwrapped.np_random
    wrapped = gymnasium.wrappers.TimeLimit(Halved(env), 3)
    np.testing.assert_array_equal(wrapped.reset(seed=1)[0], env.reset(seed=1)[0] / 2)
    assert [wrapped.step(0)[3] for _ in range(3)] == [False, False, True]
