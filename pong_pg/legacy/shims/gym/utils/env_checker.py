"""`gym.utils.env_checker` of 0.19 to 0.21: whether a script's own environment keeps Gym's rules.

A broken rule is an AssertionError, as it was: tests of scripts look for that class.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from pong_pg.legacy.shims.gym import core, spaces

__all__ = ["check_env"]

_SPACES = " cf https://github.com/openai/gym/blob/master/gym/spaces/"
_STEPS = 10


def check_env(env: Any, warn: bool = True, skip_render_check: bool = True) -> None:
    """Check that an environment keeps Gym's rules.

    Args:
        env: the environment.
        warn: also warn of what learners may have difficulties with.
        skip_render_check: do not render it.

    Raises:
        AssertionError: it does not; the message says which rule.
    """
    assert isinstance(env, core.Env), (
        "Your environment must inherit from the gym.Env class cf https://github.com/openai/gym/blob/master/gym/core.py"
    )
    _check_spaces(env)
    observed, acted = env.observation_space, env.action_space
    if warn:
        parts = observed.spaces if isinstance(observed, spaces.Dict) else {"": observed}
        for key, space in parts.items():
            if isinstance(space, spaces.Box):
                _warn_of(_doubts_of_observations(space, key))
                _check_bounds(space, "observation")
        if isinstance(acted, spaces.Box):
            _warn_of(_doubts_of_actions(acted))
            _check_bounds(acted, "action")
    _check_values(env, observed, acted)
    if not skip_render_check:
        _check_render(env, warn)
    if not any(isinstance(space, (spaces.Dict, spaces.Tuple)) for space in (observed, acted)):
        _warn_of(_not_finite(env))


def _warn_of(doubts: Iterator[str]) -> None:
    for doubt in doubts:
        warnings.warn(doubt, stacklevel=4)


def _check_spaces(env: Any) -> None:
    for kind in ("observation", "action"):
        assert getattr(env, f"{kind}_space", None) is not None, (
            f"You must specify an {kind} space (cf gym.spaces){_SPACES}"
        )
    for kind in ("observation", "action"):
        assert isinstance(getattr(env, f"{kind}_space"), spaces.Space), (
            f"The {kind} space must inherit from gym.spaces{_SPACES}"
        )


def _doubts_of_observations(space: Any, key: str) -> Iterator[str]:
    if len(space.shape) == 3:
        if space.dtype != np.uint8:
            yield (
                f"It seems that your observation {key} is an image but the `dtype` of your observation_space is not "
                "`np.uint8`. If your observation is not an image, we recommend you to flatten the observation to have "
                "only a 1D vector"
            )
        if np.any(space.low != 0) or np.any(space.high != 255):
            yield (
                f"It seems that your observation space {key} is an image but the upper and lower bounds are not in "
                "[0, 255]. Generally, CNN policies assume observations are within that range, so you may encounter an "
                "issue if the observation values are not."
            )
    if len(space.shape) not in {1, 3}:
        yield (
            f"Your observation {key} has an unconventional shape (neither an image, nor a 1D vector). We recommend you "
            "to flatten the observation to have only a 1D vector or use a custom policy to properly process the data."
        )
    yield from _doubts_of_bounds(space, "observation space")


def _doubts_of_actions(space: Any) -> Iterator[str]:
    yield from _doubts_of_bounds(space, "action space")
    if np.any(np.abs(space.low) != np.abs(space.high)) or np.any(np.abs(space.low) > 1) or np.any(space.high > 1):
        yield (
            "We recommend you to use a symmetric and normalized Box action space (range=[-1, 1]) cf "
            "https://stable-baselines3.readthedocs.io/en/master/guide/rl_tips.html"
        )


def _doubts_of_bounds(space: Any, name: str) -> Iterator[str]:
    if np.any(space.low == -np.inf):
        yield f"Agent's minimum {name} value is -infinity. This is probably too low."
    if np.any(space.high == np.inf):
        yield f"Agent's maxmimum {name} value is infinity. This is probably too high"
    if np.any(space.low == space.high):
        yield f"Agent's maximum and minimum {name} values are equal"


def _check_bounds(space: Any, name: str) -> None:
    assert not np.any(space.low > space.high), f"Agent's minimum {name} value is greater than it's maximum"
    for bound in ("low", "high"):
        assert getattr(space, bound).shape == space.shape, (
            f"Agent's {name}_space.{bound} and {name}_space have different shapes"
        )


def _check_values(env: Any, observed: Any, acted: Any) -> None:
    _check_observation(env.reset(), observed, "reset")
    result = env.step(acted.sample())
    assert len(result) == 4, "The `step()` method must return four values: obs, reward, done, info"
    observation, reward, done, info = result
    _check_observation(observation, observed, "step")
    assert isinstance(reward, (float, int, np.float32)), "The reward returned by `step()` must be a float"
    assert isinstance(done, bool), "The `done` signal must be a boolean"
    assert isinstance(info, dict), "The `info` returned by `step()` must be a python dictionary"
    if isinstance(env, core.GoalEnv):
        assert reward == env.compute_reward(observation["achieved_goal"], observation["desired_goal"], info)


def _check_observation(observation: Any, space: Any, method: str) -> None:
    if not isinstance(space, spaces.Dict):
        _check_part(observation, space, method)
        return
    assert isinstance(observation, dict), f"The observation returned by `{method}()` must be a dictionary"
    for key, part in space.spaces.items():
        try:
            _check_part(observation[key], part, method)
        except AssertionError as error:
            raise AssertionError(f"Error while checking key={key}: {error}") from error


def _check_part(observation: Any, space: Any, method: str) -> None:
    returned = f"The observation returned by the `{method}()` method"
    if not isinstance(space, spaces.Tuple):
        assert not isinstance(observation, tuple), f"{returned} should be a single value, not a tuple"
    if isinstance(space, spaces.Discrete):
        assert isinstance(observation, int), f"The observation returned by `{method}()` method must be an int"
    elif not isinstance(space, (spaces.Dict, spaces.Tuple)):
        assert isinstance(observation, np.ndarray), (
            f"The observation returned by `{method}()` method must be a numpy array"
        )
    assert space.contains(observation), f"{returned} does not match the given observation space"


def _check_render(env: Any, warn: bool) -> None:
    metadata: Mapping[str, Any] = env.metadata
    modes = metadata.get("render.modes")
    if modes is None:
        if warn:
            warnings.warn(
                "No render modes was declared in the environment  (env.metadata['render.modes'] is None or not "
                "defined), you may have trouble when calling `.render()`",
                stacklevel=3,
            )
        return
    for mode in modes:
        env.render(mode=mode)
    env.close()


def _not_finite(env: Any) -> Iterator[str]:
    for _ in range(_STEPS):
        observation, reward, *_ = env.step(env.action_space.sample())
        for name, is_so in (("NaN", np.isnan), ("inf", np.isinf)):
            for what, value in (("observations", observation), ("rewards", reward)):
                if np.any(is_so(value)):
                    yield f"Encountered {name} value in {what}."
