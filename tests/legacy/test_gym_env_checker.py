from __future__ import annotations

import importlib
import warnings
from typing import Any

import numpy as np
import pytest

pytestmark = pytest.mark.needs("gymnasium>=1.1")


def made(gym: Any, **changed: Any) -> Any:
    """Return an environment that keeps the rules, but for what is changed."""

    class Kept(gym.Env):  # type: ignore[misc]  # a class found at run time
        observation_space = gym.spaces.Box(-1, 1, (2,), np.float32)
        action_space = gym.spaces.Discrete(2)

        def reset(self) -> Any:
            return np.zeros(2, np.float32)

        def step(self, _action: Any) -> Any:
            return np.zeros(2, np.float32), 0.0, False, {}

    return type("Changed", (Kept,), changed)()


def check(env: Any, **options: Any) -> None:
    importlib.import_module("pong_pg.legacy.shims.gym.utils.env_checker").check_env(env, **options)


def test_environments_of_gym_and_of_ones_own_keep_the_rules(gym: Any) -> None:
    check(made(gym), skip_render_check=False)
    for name in ("CartPole-v1", "MountainCar-v0", "NChain-v0", "CubeCrash-v0"):
        check(gym.make(name), warn=False)


@pytest.mark.parametrize(
    ("changed", "rule"),
    [
        ({"observation_space": None}, "You must specify an observation space"),
        ({"action_space": "two"}, "The action space must inherit from gym.spaces"),
        ({"reset": lambda _: [0.0, 0.0]}, r"returned by `reset\(\)` method must be a numpy array"),
        ({"reset": lambda _: (np.zeros(2), {})}, "should be a single value, not a tuple"),
        ({"reset": lambda _: np.full(2, 3, np.float32)}, "does not match the given observation space"),
        ({"step": lambda *_: (np.zeros(2, np.float32), 0.0, False)}, "must return four values"),
        ({"step": lambda *_: (np.zeros(2, np.float32), "1", False, {})}, "reward returned by .* must be a float"),
        ({"step": lambda *_: (np.zeros(2, np.float32), 0.0, 1, {})}, "`done` signal must be a boolean"),
        ({"step": lambda *_: (np.zeros(2, np.float32), 0.0, False, [])}, "must be a python dictionary"),
    ],
)
def test_what_breaks_a_rule_is_said(gym: Any, changed: dict[str, Any], rule: str) -> None:
    with pytest.raises(AssertionError, match=rule):
        check(made(gym, **changed))
    with pytest.raises(AssertionError, match=r"inherit from the gym\.Env class"):
        check(object())


def test_learners_are_warned_of_spaces(gym: Any) -> None:
    unbounded = gym.spaces.Box(-np.inf, 1, (2, 2), np.float32)
    env = made(
        gym,
        observation_space=unbounded,
        action_space=gym.spaces.Box(-2, 2, (1,), np.float32),
        reset=lambda _: np.zeros((2, 2), np.float32),
        step=lambda *_: (np.full((2, 2), -np.inf, np.float32), 0.0, False, {}),
    )
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        check(env)
    texts = " | ".join(str(warning.message) for warning in said)
    for part in ("unconventional shape", "minimum observation space value is -infinity", "symmetric and normalized"):
        assert part in texts
    assert "Encountered inf value in observations" in texts
