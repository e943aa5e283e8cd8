from __future__ import annotations

import math
import re
from typing import Any

import numpy as np
import own_envs
import pytest
from stack import HAS_GYM, HAS_GYMNASIUM

import pong_pg
from pong_pg.compat.ale import DirectEnv
from pong_pg.compat.envs import AdaptedEnv
from pong_pg.errors import EnvError

FRAME = np.zeros(own_envs.WIDTH, np.float32)


class Scripted:
    """An environment that returns what it is told to."""

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

# What a step gives after good ones (none, new or old), and what the error says of it.
BROKEN_STEPS: dict[str, tuple[list[Any], Any, str]] = {
    "three values": ([], (FRAME, 0.0, False), r"step() must give .*terminated.* or .*done.*; it gave 3 values"),
    "six values": ([], (*GOOD, 1), "it gave 6 values"),
    "no tuple": ([], FRAME, r"it gave one ndarray of shape (3,) and dtype float32"),
    "nothing": ([], None, "it gave one NoneType"),
    "four values after five": ([GOOD], OLD, "must give (observation, reward, terminated, truncated, info); it gave 4"),
    "five values after four": ([OLD], GOOD, "must give (observation, reward, done, info); it gave 5"),
    "done as an array": ([], (FRAME, 0.0, np.array([False]), {}), "done must be True or False; it gave array([False])"),
    "done as a number": ([], (FRAME, 0.0, 1, {}), "done must be True or False; it gave 1"),
    "done is None": ([], (FRAME, 0.0, None, {}), "done must be True or False; it gave None"),
    "terminated as a text": ([], (FRAME, 0.0, "no", False, {}), "terminated must be True or False; it gave 'no'"),
    "truncated is an info": ([], (FRAME, 0.0, False, {}, {}), "truncated must be True or False; it gave {}"),
    "NaN reward": ([], (FRAME, math.nan, False, False, {}), "a reward must be a number; it gave nan"),
    "NaN reward, float32": ([], (FRAME, np.float32("nan"), False, {}), "a reward must be a number; it gave nan"),
    "reward is None": ([], (FRAME, None, False, {}), "a reward must be one number; it gave None"),
    "two rewards": ([], (FRAME, np.zeros(2), False, {}), "a reward must be one number; it gave array([0., 0.])"),
    "complex reward": ([], (FRAME, np.complex64(1), False, {}), "a reward must be one number"),
    "reward is a text": ([], (FRAME, "1", False, {}), "a reward must be one number; it gave '1'"),
    "info is None": ([], (FRAME, 0.0, False, None), "info must be a dictionary; it gave one NoneType"),
    "info is a list": ([], (FRAME, 0.0, False, False, [{}]), "info must be a dictionary; it gave one list"),
    "wrong dtype": (
        [],
        (FRAME.astype(complex), 0.0, False, {}),
        "must have shape (3,) and dtype float32, as its space says; step() gave one ndarray of shape (3,) and dtype",
    ),
    "wrong shape": ([], (FRAME[:2], 0.0, False, {}), "shape (3,) and dtype float32.*step() gave .*shape (2,)"),
    "wrong shape later": ([GOOD], (FRAME[None], *GOOD[1:]), "step() gave .*shape (1, 3)"),
    "ragged observation": ([], ([1, [2, 3]], 0.0, False, {}), "must have shape (3,) and dtype float32"),
    "observation is None": ([], (None, 0.0, False, {}), "step() gave one NoneType"),
}


@pytest.mark.parametrize(("good", "broken", "told"), BROKEN_STEPS.values(), ids=BROKEN_STEPS)
def test_a_step_that_breaks_its_form_is_told(good: list[Any], broken: Any, told: str) -> None:
    env = pong_pg.adapt(Scripted(*good, broken))
    env.reset()
    for _ in good:
        env.step(0)
    pattern = ".*".join(re.escape(part) for part in told.split(".*"))
    with pytest.raises(EnvError, match=rf"^<Scripted>: .*{pattern}") as caught:
        env.step(0)
    assert "\n" not in str(caught.value)
    env.close()


BROKEN_RESETS: dict[str, tuple[Any, str]] = {
    "three values": ((1, 2, 3), "reset() must give an observation or (observation, info); it gave 3 values"),
    "a pair without a dictionary": ((FRAME, 2), "it gave 2 values (ndarray, int)"),
    "wrong shape": (np.zeros((2, 2), np.float32), "reset() gave one ndarray of shape (2, 2)"),
    "wrong dtype in a pair": (
        (FRAME.astype(complex), {}),
        "reset() gave one ndarray of shape (3,) and dtype complex128",
    ),
    "nothing": (None, "reset() gave one NoneType"),
}


@pytest.mark.parametrize(("result", "told"), BROKEN_RESETS.values(), ids=BROKEN_RESETS)
def test_a_reset_that_breaks_its_form_is_told(result: Any, told: str) -> None:
    with pytest.raises(EnvError, match=rf"^<Scripted>: .*{re.escape(told)}"):
        pong_pg.adapt(Scripted(resets=result)).reset()


def test_a_reset_that_changes_its_form_is_told() -> None:
    scripted = Scripted()
    env = pong_pg.adapt(scripted)
    env.reset()
    scripted._reset = FRAME
    with pytest.raises(EnvError, match=r"must give \(observation, info\) as before; it gave one ndarray"):
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


def test_float64_where_float32_is_declared_is_let_through_as_old_classic_control_gives_it() -> None:
    env = pong_pg.adapt(Scripted((FRAME.astype(np.float64), 0.0, False, {}), resets=FRAME.astype(np.float64)))
    assert env.reset()[0].dtype == np.float64
    assert env.step(0)[0].dtype == np.float64


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


def test_the_era_is_not_taken_from_one_sign_alone() -> None:
    """`reset` accepts a seed in all three, and gives or does not give an info, whatever `step` does."""
    for cls, pair, values in (
        (own_envs.ReturnInfo, True, "four"),
        (own_envs.FiveValues, True, "five"),
        (own_envs.FiveValuesBareReset, False, "five"),
    ):
        env = pong_pg.adapt(cls())
        assert bool(env.reset(seed=1)[1]) == pair
        env.step(0)
        assert f"steps in {values} values" in repr(env)


def test_truncation_of_both_eras_means_the_same() -> None:
    for cls in (own_envs.FourValues, own_envs.FiveValues):
        for truncates in (False, True):
            env = pong_pg.adapt(cls(length=2, truncates=truncates))
            env.reset(seed=0)
            assert env.step(0)[2:4] == (False, False)
            assert env.step(0)[2:4] == (not truncates, truncates)


def test_the_info_of_the_environment_is_not_changed() -> None:
    info = {"TimeLimit.truncated": True, "own": 1}
    env = pong_pg.adapt(Scripted((FRAME, 0.0, True, info)))
    env.reset()
    assert env.step(0)[2:4] == (False, True)
    assert info == {"TimeLimit.truncated": True, "own": 1}


def test_options_reach_an_environment_that_takes_them_and_are_refused_by_one_that_does_not() -> None:
    assert pong_pg.adapt(own_envs.FiveValues()).reset(options={"level": 2})[1] == {"options": {"level": 2}}
    with pytest.raises(EnvError, match=r"its reset\(\) takes no options; got {'level': 2}"):
        pong_pg.adapt(own_envs.FourValues()).reset(options={"level": 2})


def test_a_wrapper_that_hands_keywords_on_unknowingly_gets_no_pair() -> None:
    class Doubled(own_envs.Passing):
        def reset(self, **keywords: Any) -> Any:
            return self.env.reset(**keywords) * 2

    env = pong_pg.adapt(Doubled(own_envs.ReturnInfo()))
    observation, info = env.reset(seed=1)
    np.testing.assert_array_equal(observation, own_envs.ReturnInfo().reset(seed=1) * 2)
    assert info == {}


def test_a_tuple_is_an_observation_where_no_space_says_otherwise() -> None:
    scripted = Scripted(((0, 1), 0.0, False, {}), resets=(0, 0))
    del scripted.observation_space
    env = pong_pg.adapt(scripted)
    assert env.reset() == ((0, 0), {})
    assert env.step(0)[0] == (0, 1)


def test_errors_are_one_line_however_long_the_value_is() -> None:
    env = pong_pg.adapt(Scripted((FRAME, 0.0, np.zeros((40, 3), bool), {})))
    env.reset()
    with pytest.raises(EnvError, match="done must be True or False") as caught:
        env.step(0)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) <= 400


def test_what_is_set_on_the_adapter_is_set_on_the_environment() -> None:
    own = own_envs.FourValues()
    env: Any = pong_pg.adapt(own_envs.Passing(own))
    env.env.unwrapped = own
    env.level = 3
    assert own.level == env.level == 3  # type: ignore[attr-defined]  # that is the point
    env.spec = "a specification"
    assert env.spec == "a specification"


def test_pictures_of_a_list_stay_until_the_next_step() -> None:
    class Collecting(own_envs.FiveValues):
        render_mode = "rgb_array_list"
        pictures: list[Any] = []  # noqa: RUF012 - its own list, emptied by `render`

        def step(self, action: Any) -> Any:
            self.pictures = [np.full((2, 2, 3), self._count, np.uint8)]
            return super().step(action)

        def render(self) -> Any:
            pictures, self.pictures = self.pictures, []
            return pictures

    env: Any = pong_pg.adapt(Collecting())
    env.reset()
    env.step(0)
    np.testing.assert_array_equal(env.render(), env.render())


def test_a_class_is_no_environment() -> None:
    with pytest.raises(EnvError, match=r"an environment is needed, not its class: adapt\(FourValues\(\)\)"):
        pong_pg.adapt(own_envs.FourValues)


@pytest.mark.needs("gymnasium")
def test_gymnasium_makes_and_records_what_is_adapted(tmp_path: Any) -> None:
    import gymnasium

    gymnasium.register("Own-v0", entry_point=lambda: pong_pg.adapt(own_envs.FourValues()), disable_env_checker=True)
    env = gymnasium.make("Own-v0")
    assert env.reset(seed=1)[1] == {}
    own: Any = pong_pg.make("Pong-v0")
    assert env.unwrapped.render_mode == own.render_mode == "rgb_array"
    assert "rgb_array" in env.unwrapped.metadata["render_modes"]
    del gymnasium.registry["Own-v0"]


def test_what_is_no_environment_is_told() -> None:
    with pytest.raises(EnvError, match="needs reset, step and action_space; object has no reset, step, action_space"):
        pong_pg.adapt(object())


def test_adapted_environments_and_the_direct_one_are_left_alone() -> None:
    env: Any = pong_pg.adapt(own_envs.FourValues())
    assert isinstance(env, AdaptedEnv)
    assert pong_pg.adapt(env) is env
    direct = DirectEnv()
    assert pong_pg.adapt(direct) is direct


def test_other_names_are_the_environments_own_and_private_ones_are_not() -> None:
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


@pytest.mark.needs("gym")
def test_a_stack_of_gyms_wrappers_steps_in_the_normal_form() -> None:
    from pong_pg.compat._versions import quiet

    with quiet():
        import gym

        inner = gym.wrappers.TimeLimit(gym.make("CartPole-v1").unwrapped, max_episode_steps=3)
        env = pong_pg.adapt(gym.wrappers.RecordEpisodeStatistics(inner))
    env.reset(seed=1)
    assert [env.step(0)[3] for _ in range(3)] == [False, False, True]


@pytest.mark.every_stack
@pytest.mark.ray
@pytest.mark.usefixtures("local_ray")
def test_an_adapted_environment_survives_the_trip_into_an_actor() -> None:
    import ray

    class Actor:
        def play(self, env: Any) -> list[Any]:
            return [env.reset(seed=3)[0].tolist(), env.step(1)[1]]

    envs = [pong_pg.adapt(own_envs.Passing(own_envs.FourValues())), pong_pg.make("PongDeterministic-v4")]
    if HAS_GYM or HAS_GYMNASIUM:
        envs.append(pong_pg.make("CartPole-v1"))
    player = ray.remote(num_cpus=0)(Actor).remote()
    for env in envs:
        there = ray.get(player.play.remote(env))
        assert there == [env.reset(seed=3)[0].tolist(), env.step(1)[1]]
    ray.kill(player)
