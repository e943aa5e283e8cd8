from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from falling import Discrete, FallingBall

import pong_pg
from pong_pg.compat.envs import adapt
from pong_pg.errors import EnvError


class Fake:
    """An environment with one thing wrong."""

    action_space = Discrete()

    def __init__(self, reset: Any = (1, {}), step: Any = (1, 0.0, False, False, {})) -> None:
        self._reset, self._step = reset, step
        self.closed = 0

    def reset(self, *, seed: int | None = None) -> Any:
        return self._reset

    def step(self, action: int) -> Any:
        return self._step

    def close(self) -> None:
        self.closed += 1


@pytest.mark.parametrize(
    ("result", "told"),
    [
        (np.zeros(3), "one ndarray"),
        ((1, 2, 3), r"3 values \(int, int, int\)"),
        ((1, 2), r"2 values \(int, int\)"),
    ],
)
def test_a_reset_of_another_form_is_told(result: Any, told: str) -> None:
    with pytest.raises(EnvError, match=rf"reset\(\) must give \(observation, info\); it gave {told}"):
        adapt(Fake(reset=result)).reset()


def test_a_step_of_another_form_is_told() -> None:
    env = adapt(Fake(step=(1, 0.0, False, {})))
    env.reset()
    with pytest.raises(EnvError, match=r"step\(\) must give .*; it gave 4 values \(int, float, bool, dict\)"):
        env.step(0)


def test_what_is_no_environment_is_told() -> None:
    with pytest.raises(EnvError, match="needs reset, step and action_space; object has no reset, step, action_space"):
        adapt(object())


def test_close_reaches_the_environment_once() -> None:
    fake = Fake()
    env = adapt(fake)
    env.close()
    env.close()
    assert fake.closed == 1


@pytest.mark.parametrize("through", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("kind", ["gymnasium", "own class"])
def test_an_adapted_environment_pickles_and_copies(through: Any, kind: str) -> None:
    env = pong_pg.make("CartPole-v1") if kind == "gymnasium" else adapt(FallingBall())
    other = through(env)
    first, second = env.reset(seed=4)[0], other.reset(seed=4)[0]
    np.testing.assert_array_equal(first, second)


def test_other_names_are_the_wrapped_environments_own_and_private_ones_are_not() -> None:
    env = adapt(Fake())
    assert env.closed == 0
    assert not hasattr(env, "_private")
    assert not hasattr(env, "render")


def test_the_action_space_is_seeded_with_the_environment() -> None:
    env = pong_pg.make("CartPole-v1")
    samples = []
    for _ in range(2):
        env.reset(seed=7)
        samples.append([int(env.action_space.sample()) for _ in range(30)])
    assert samples[0] == samples[1]
