"""`gym.wrappers.time_limit`: truncates episodes, with four or five step values."""

from __future__ import annotations

from typing import Any

from pong_pg.compat.steps import TRUNCATED
from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.gym.core import Wrapper


class TimeLimit(Wrapper):
    """Truncates an episode after a number of steps.

    Args:
        env: the environment.
        max_episode_steps: the number of steps; None for that of the environment's spec.
    """

    def __init__(self, env: Any, max_episode_steps: int | None = None) -> None:
        super().__init__(env)
        spec = getattr(env, "spec", None)
        if max_episode_steps is None and spec is not None:
            max_episode_steps = spec.max_episode_steps
        elif spec is not None:
            spec.max_episode_steps = max_episode_steps
        self._max_episode_steps = max_episode_steps
        self._elapsed_steps: int | None = 0 if settings.current().is_gym_094 else None
        self._is_reset = False

    def step(self, action: Any) -> Any:
        """Run one step; the last is truncated or, with four values, done with ``info["TimeLimit.truncated"]`` set."""
        if not self._is_reset and not self._elapsed_steps:
            raise AssertionError("Cannot call env.step() before calling reset()")
        result = self.env.step(action)
        self._elapsed_steps = elapsed = (self._elapsed_steps or 0) + 1
        limit = self._max_episode_steps
        if limit is None or elapsed < limit:
            return result
        observation, reward, done, *truncated, info = result
        if truncated:
            return observation, reward, done, True, info
        if not settings.current().is_gym_094:
            info[TRUNCATED] = not done
        return observation, reward, True, info

    def reset(self, **kwargs: Any) -> Any:
        """Start an episode and its count of steps."""
        self._elapsed_steps, self._is_reset = 0, True
        return self.env.reset(**kwargs)

    _step = step
    _reset = reset

    @property
    def _past_limit(self) -> bool:
        limit = self._max_episode_steps
        return limit is not None and (self._elapsed_steps or 0) >= limit
