from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

from pong_pg.legacy.read import settings

pytestmark = pytest.mark.needs("gymnasium>=1.0")

FIVE = settings.Settings(step_values=5, reset_pair=True)


def test_methods_with_the_names_of_2016_are_called(own: Any) -> None:
    env = own.Old()
    assert env.seed(4) == [4]
    # What gym 0.19.0 gives for this class, seed and actions.
    assert env.reset() == pytest.approx([0.75439776, 0.75804729], abs=1e-8)
    observation, reward, done, info = env.step(1)
    assert observation == pytest.approx([0.41841232, 0.62376808], abs=1e-8)
    assert (reward, done, info) == (1.0, False, {})
    assert (env.render(), env.render(mode="rgb_array").shape, env.render(close=True)) == ("human", (33, 51, 3), None)
    env.close()
    assert env.closed


def test_wrappers_of_2016_call_each_other(own: Any) -> None:
    env = own.OldSkip(own.OldDouble(own.Old()))
    env.reset()
    assert env.step(2)[1] == 4.0
    assert env.calls == ["reset", "step"]
    assert env.unwrapped.n == 2
    env.close()
    assert env.unwrapped.closed


def test_observation_and_action_of_2016(gym: Any, own: Any) -> None:
    class Observed(gym.ObservationWrapper):  # type: ignore[misc]  # as above
        def _observation(self, observation: Any) -> Any:
            return "seen"

    class Acted(gym.ActionWrapper):  # type: ignore[misc]  # as above
        def _action(self, action: Any) -> Any:
            return action + 1

        def _reverse_action(self, action: Any) -> Any:
            return action - 1

    env = Acted(Observed(own.Old()))
    assert env.reset() == "seen"
    assert env.step(1)[:2] == ("seen", 2.0)
    assert env.reverse_action(5) == 4


@pytest.mark.parametrize("form", [settings.Settings(), FIVE], ids=["four", "five"])
def test_what_a_script_gives_is_handed_on_in_either_form(gym: Any, own: Any, form: Any) -> None:
    settings.use(form)
    four = own.Negative(gym.wrappers.TimeLimit(own.Old(), 2))
    assert four.reset().shape == (2,)
    assert len(four.step(0)) == 4
    assert four.step(0)[2:] == (True, {"TimeLimit.truncated": True})
    five = own.Negative(gym.wrappers.TimeLimit(own.Counter(), 2))
    assert five.reset(seed=3) == (0, {"begun": True})
    assert len(five.step(0)) == 5
    assert five.step(0)[2:4] == (False, True)


def test_wrappers_forward(gym: Any, own: Any) -> None:
    env = gym.Wrapper(gym.wrappers.TimeLimit(own.Old(), 7))
    env.reset()
    assert (env._max_episode_steps, env._elapsed_steps, env.n) == (7, 0, 0)
    assert env.np_random is env.unwrapped.np_random
    with pytest.raises(AttributeError):
        _ = env._private
    with pytest.raises(AttributeError):
        _ = env.nothing
    env.observation_space = None
    assert env.observation_space is None
    assert env.unwrapped.observation_space is not None


def test_a_wrapper_of_2016_gets_its_environment_later(gym: Any, own: Any) -> None:
    wrapper = gym.Wrapper()
    assert (wrapper.action_space, wrapper.unwrapped) == (None, wrapper)
    wrapper.env = own.Old()
    assert wrapper.action_space.n == 3
    assert gym.Wrapper(env=None).spec is None


def test_wrapped_environments_are_pickled(own: Any) -> None:
    env = own.OldSkip(own.OldDouble(own.Old()))
    for same in (pickle.loads(pickle.dumps(env)), copy.deepcopy(env), copy.copy(env)):
        same.reset()
        assert same.step(1)[1] == 2.0


def test_an_environments_own_reset_can_seed_it(own: Any) -> None:
    settings.use(FIVE)
    env = own.Counter()
    env.reset(seed=9)
    # The draw of gym 0.26.2 and of Gymnasium.
    assert env.np_random.integers(0, 100, 5).tolist() == np.random.default_rng(9).integers(0, 100, 5).tolist()
    assert env.np_random.randint(3) in range(3)


@pytest.mark.parametrize(
    ("form", "returned"),
    [
        (settings.Settings(), None),
        (settings.Settings(early_gym=True), []),
        (FIVE, [3]),
    ],
    ids=["gym 0.19", "gym 0.9.4", "gym 0.26"],
)
def test_seeding_an_environment_without_a_method_for_it(gym: Any, form: Any, returned: Any) -> None:
    settings.use(form)
    env = type("Env", (gym.Env,), {})()
    assert env.seed(3) == returned
    # Those of Gym's own classes always return the seeds.
    assert gym.make("CartPole-v1").seed(3) == [3]
