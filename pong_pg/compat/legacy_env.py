"""Convert an environment with Gymnasium's API to the API of old OpenAI Gym."""

from __future__ import annotations

import functools
import warnings
from typing import Any

import numpy as np

from pong_pg.compat import steps
from pong_pg.compat._versions import optional
from pong_pg.compat.envs import adapt
from pong_pg.compat.rendering import mode_renderer
from pong_pg.compat.seeds import checked_seed
from pong_pg.compat.spaces import converted
from pong_pg.compat.wrappers import Forwarding
from pong_pg.errors import EnvError


def as_legacy(env: Any) -> Any:
    """Wrap an environment so that it has the API of OpenAI Gym 0.9.6 to 0.21, for code written for those versions.

    `reset()` returns the observation, `step(action)` returns (observation, reward, done, info), and `seed(n)` seeds
    the next `reset()`. Where an episode was truncated, ``info["TimeLimit.truncated"]`` is true; where it was truncated
    in the same step in which it terminated, false. That one case is lost in a round trip: `adapt` reads it as
    terminated, as Gym and Gymnasium do.

    Args:
        env: anything that `adapt` takes.

    Raises:
        EnvError: `env` is not an environment.
    """
    return env if isinstance(env, LegacyEnv) else _legacy_env_class()(adapt(env))


class LegacyEnv(Forwarding):
    """A wrapper that gives an environment with Gymnasium's API the methods of old Gym.

    Attributes that old Gym does not define are forwarded to the environment.

    Args:
        env: an environment with Gymnasium's API.
    """

    def __init__(self, env: Any) -> None:
        self.env = env
        self._next_seed: int | None = None
        self._warned = False
        self._unwrapped: Any = None
        gym = optional("gym.spaces", "describing an environment's spaces")
        self.action_space = env.action_space if gym is None else converted(env.action_space, gym)
        space = getattr(env, "observation_space", None)
        if space is not None:
            self.observation_space = space if gym is None else converted(space, gym)

    def reset(
        self, *, seed: int | None = None, return_info: bool = False, options: dict[str, Any] | None = None
    ) -> Any:
        """Start an episode and return the observation.

        Args:
            seed: seed of the environment, as in gym 0.22 to 0.25; `seed()` has the same effect.
            return_info: whether to return (observation, info) instead of the observation, as in those versions.
            options: passed to the environment.
        """
        seed = self._next_seed if seed is None else seed
        self._next_seed = None
        observation, info = self.env.reset(seed=seed, options=options)
        return (observation, info) if return_info else observation

    def step(self, action: Any) -> tuple[Any, float, bool, dict[str, Any]]:
        """Take one step and return (observation, reward, done, info)."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        done, info = steps.join_done(terminated, truncated, info)
        return observation, reward, done, info

    def seed(self, seed: int | None = None) -> list[int]:
        """Seed the next `reset`.

        Args:
            seed: an integer of at least 0; None to draw one.

        Returns:
            The seed, in a list.

        Raises:
            EnvError: the seed is not an integer of at least 0.
        """
        self._next_seed = checked_seed(np.random.SeedSequence().generate_state(1)[0] >> 1 if seed is None else seed)
        return [self._next_seed]

    def render(self, mode: str = "human", **_options: Any) -> Any:
        """Render the current frame.

        Args:
            mode: "rgb_array" for a (height, width, 3) uint8 array. "human" for a window, if the environment was made
                with ``render_mode="human"``; otherwise a warning says once that there is no window.

        Returns:
            The array; for "human", whether there is a window.

        Raises:
            EnvError: the environment can't render in this mode.
        """
        if mode == "rgb_array":
            return self.env.render()
        inner = self._inner()
        own_mode = getattr(inner, "render_mode", None)
        render = mode_renderer(inner)
        if own_mode is None and render is not None and inner is not self.env:
            return render(mode=mode)
        if mode == "human":
            if own_mode == "human":
                inner.render()
            elif not self._warned:
                self._warned = True
                warnings.warn(f"{self.env} has no window: make it with render_mode='human'", stacklevel=2)
            return own_mode == "human"
        if mode == own_mode:
            return inner.render()
        raise EnvError(
            f"{self.env}: render(mode={mode!r}) needs another render mode; "
            f"make the environment with render_mode={mode!r}"
        )

    def _inner(self) -> Any:
        return vars(self.env).get("env", self.env)

    @property
    def unwrapped(self) -> Any:
        """The innermost environment, with old Gym's API too; this wrapper itself if it wraps no other."""
        innermost = self.env.unwrapped
        if innermost is self.env or innermost is self._inner():
            return self
        if self._unwrapped is None:
            self._unwrapped = as_legacy(innermost)
        return self._unwrapped

    @property
    def spec(self) -> Any:
        """The environment's specification; None if it has none."""
        return self.env.spec

    @spec.setter
    def spec(self, spec: Any) -> None:
        # `gym.make` sets it on whatever an entry point returns.
        self.env.spec = spec

    @property
    def render_mode(self) -> str | None:
        """The environment's render mode; None if `render` takes the mode at each call."""
        mode: str | None = self.env.render_mode
        return mode

    @property
    def metadata(self) -> dict[str, Any]:
        """The environment's metadata, with old Gym's key ``render.modes`` beside ``render_modes``."""
        metadata = self.env.metadata
        return {"render.modes": list(metadata.get("render_modes", [])), **metadata}

    def __reduce__(self) -> tuple[Any, ...]:
        return as_legacy, (self.env,), {"_next_seed": self._next_seed}

    def __repr__(self) -> str:
        return f"<legacy {self.env}>"


@functools.cache
def _legacy_env_class() -> Any:
    """Return `LegacyEnv` as a subclass of `gym.Env`, for `isinstance`, unless Gym would then change its methods."""
    gym = optional("gym", "subclassing gym.Env")
    # Gym 0.22 to 0.25 rewrite the `render` of every subclass, and warn about it.
    if gym is None or type(gym.Env) is not type or "__init_subclass__" in vars(gym.Env):
        return LegacyEnv
    return type("LegacyEnv", (LegacyEnv, gym.Env), {"__module__": __name__, "__doc__": LegacyEnv.__doc__})
