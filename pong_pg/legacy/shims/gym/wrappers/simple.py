"""Gym's short wrappers, for environments with four or five step values."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.compat import steps
from pong_pg.legacy.runtime import viewer
from pong_pg.legacy.shims.gym import error, spaces
from pong_pg.legacy.shims.gym.core import ActionWrapper, ObservationWrapper, RewardWrapper, Wrapper
from pong_pg.legacy.shims.gym.rendering import render_in_mode


class OrderEnforcing(Wrapper):
    """Raises an error if `step` is called before the first `reset`.

    Args:
        env: the environment.
        kwargs: `disable_render_order_enforcing` of 0.26; here `render` may always be called before `reset`.
    """

    def __init__(self, env: Any, **kwargs: Any) -> None:
        super().__init__(env)
        self._disable_render_order_enforcing = kwargs.get("disable_render_order_enforcing", False)
        self._has_reset = False

    def step(self, action: Any) -> Any:
        """Run one step.

        Raises:
            ResetNeeded: `reset` has not been called.
        """
        if not self._has_reset:
            raise error.ResetNeeded("call reset() before the first step()")
        return self.env.step(action)

    def reset(self, **kwargs: Any) -> Any:
        """Reset the environment to start an episode."""
        self._has_reset = True
        return self.env.reset(**kwargs)

    @property
    def has_reset(self) -> bool:
        """Whether `reset` has been called."""
        return self._has_reset

    _step = step
    _reset = reset


class AutoResetWrapper(Wrapper):
    """Starts the next episode in the step that ends one; the last observation is in the info."""

    def step(self, action: Any) -> Any:
        """Run one step; if it ends the episode, the observation is the first of the next episode."""
        observation, reward, *ends, info = self.env.step(action)
        if any(ends):
            first = self.env.reset()
            last = {"final_observation": observation, "final_info": info, "terminal_observation": observation}
            observation, new_info = first if steps.looks_like_pair(first) else (first, {})
            info = {**new_info, **last, **{key: info[key] for key in info.keys() & {steps.TRUNCATED}}}
        return (observation, reward, *ends, info)

    _step = step


class TransformObservation(ObservationWrapper):
    """Transforms each observation by a function.

    Args:
        env: the environment.
        f: the function.
    """

    def __init__(self, env: Any, f: Callable[[Any], Any]) -> None:
        super().__init__(env)
        self.f = f

    def observation(self, observation: Any) -> Any:
        """Return the transformed observation."""
        return self.f(observation)


class TransformReward(RewardWrapper):
    """Transforms each reward by a function.

    Args:
        env: the environment.
        f: the function.
    """

    def __init__(self, env: Any, f: Callable[[Any], Any]) -> None:
        super().__init__(env)
        self.f = f

    def reward(self, reward: Any) -> Any:
        """Return the transformed reward."""
        return self.f(reward)


class ClipAction(ActionWrapper):
    """Clips actions to the bounds of the action space, which is unchanged."""

    def action(self, action: Any) -> Any:
        """Return the clipped action."""
        return np.clip(action, self.action_space.low, self.action_space.high)


class RescaleAction(ActionWrapper):
    """Rescales actions between two bounds to the bounds of the action space, by Gym's formula.

    Args:
        env: the environment, whose actions are arrays.
        a: the lower bound.
        b: the upper bound.
        kwargs: `min_action` and `max_action`, the names of the bounds from gym 0.22 on.
    """

    def __init__(self, env: Any, a: Any = None, b: Any = None, **kwargs: Any) -> None:
        if not isinstance(env.action_space, spaces.Box):
            raise AssertionError(f"expected Box action space, got {type(env.action_space)}")  # noqa: TRY004 - as Gym
        super().__init__(env)
        inner = env.action_space
        zeros = np.zeros(inner.shape, inner.dtype)
        self.a = self.min_action = zeros + kwargs.get("min_action", a)
        self.b = self.max_action = zeros + kwargs.get("max_action", b)
        if not np.all(self.a <= self.b):
            raise AssertionError((self.a, self.b))
        self.action_space = spaces.Box(self.a, self.b, inner.shape, inner.dtype)

    def action(self, action: Any) -> Any:
        """Return the action between the bounds of the inner environment's space."""
        if not (np.all(np.greater_equal(action, self.a)) and np.all(np.less_equal(action, self.b))):
            raise AssertionError((action, self.a, self.b))
        low, high = self.env.action_space.low, self.env.action_space.high
        return np.clip(low + (high - low) * ((action - self.a) / (self.b - self.a)), low, high)


class TimeAwareObservation(ObservationWrapper):
    """Appends the time step to each observation.

    Args:
        env: the environment, whose observations are one-dimensional arrays.
    """

    def __init__(self, env: Any) -> None:
        super().__init__(env)
        low, high = (
            np.append(bound, end)
            for bound, end in ((env.observation_space.low, 0.0), (env.observation_space.high, np.inf))
        )
        self.observation_space = spaces.Box(low, high, dtype=np.float32)
        self.t = 0

    def observation(self, observation: Any) -> Any:
        """Return the observation with the time step appended."""
        return np.append(observation, self.t)

    def step(self, action: Any) -> Any:
        """Run one step."""
        self.t += 1
        return super().step(action)

    def reset(self, **kwargs: Any) -> Any:
        """Start an episode and set the time step to 0."""
        self.t = 0
        return super().reset(**kwargs)

    _step = step
    _reset = reset


class StepAPICompatibility(Wrapper):
    """Makes `step` return five values, or four, whatever the environment returns.

    Args:
        env: the environment.
        output_truncation_bool: return five values.
    """

    def __init__(self, env: Any, output_truncation_bool: bool = True, **kwargs: Any) -> None:
        super().__init__(env)
        self.output_truncation_bool = kwargs.get("new_step_api", output_truncation_bool)

    def step(self, action: Any) -> Any:
        """Run one step."""
        observation, reward, done, *truncated, info = self.env.step(action)
        if self.output_truncation_bool and not truncated:
            return (observation, reward, *steps.split_done(done, info), info)
        if truncated and not self.output_truncation_bool:
            return (observation, reward, *steps.join_done(done, truncated[0], info))
        return (observation, reward, done, *truncated, info)


def SkipWrapper(repeat_count: int) -> Any:  # noqa: N802 - Gym's name
    """Return a wrapper class that repeats each action `repeat_count` times and sums the rewards."""

    class SkipWrapper(Wrapper):
        """Repeats each action."""

        def __init__(self, env: Any) -> None:
            super().__init__(env)
            self.repeat_count = repeat_count
            self.stepcount = 0

        def step(self, action: Any) -> Any:
            """Repeat an action, at most to the end of the episode."""
            total: Any = 0
            for _ in range(self.repeat_count + 1):
                observation, reward, *ends, info = self.env.step(action)
                self.stepcount += 1
                total += reward
                if any(ends):
                    break
            info = {**info, "skip.stepcount": self.stepcount}
            return (observation, total, *ends, info)

        def reset(self, **kwargs: Any) -> Any:
            """Reset the environment to start an episode."""
            self.stepcount = 0
            return self.env.reset(**kwargs)

    return SkipWrapper


class HumanRendering(Wrapper):
    """Renders the environment in a window after every step, if there is a display."""

    def reset(self, **kwargs: Any) -> Any:
        """Reset the environment to start an episode."""
        result = self.env.reset(**kwargs)
        self._show()
        return result

    def step(self, action: Any) -> Any:
        """Run one step."""
        result = self.env.step(action)
        self._show()
        return result

    def _show(self) -> None:
        if not viewer.has_display():
            return
        if "_viewer" not in vars(self):
            self._viewer = viewer.SimpleImageViewer()
        self._viewer.imshow(render_in_mode(self.env, "rgb_array"))

    def close(self) -> Any:
        """Close the window and the environment."""
        if "_viewer" in vars(self):
            self._viewer.close()
        return super().close()

    _step = step
    _reset = reset


__all__ = [
    "AutoResetWrapper",
    "ClipAction",
    "HumanRendering",
    "OrderEnforcing",
    "RescaleAction",
    "SkipWrapper",
    "StepAPICompatibility",
    "TimeAwareObservation",
    "TransformObservation",
    "TransformReward",
]
