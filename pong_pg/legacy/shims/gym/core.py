"""`gym.core`: the base classes of environments and wrappers, for either form of `reset` and `step`.

What a script's own classes return is never changed. What stands here looks at the length of a result and hands on
whatever else is in it.
"""

from __future__ import annotations

import functools
import math
from typing import Any

from pong_pg.compat._versions import require
from pong_pg.compat.steps import is_pair, looks_like_pair
from pong_pg.legacy.shims.gym import error, underscored
from pong_pg.legacy.shims.gym.recording.attached import AttachedMonitor
from pong_pg.legacy.shims.gym.utils import seeding

_Base: Any = require("gymnasium", "a script that imports gym").Env

# Private names that were read through wrappers in the past; other private names are not forwarded.
_FORWARDED = frozenset(
    {
        "_max_episode_steps",
        "_elapsed_steps",
        "_past_limit",
        "_get_obs",
        "_get_image",
        "_get_ram",
        "_n_actions",
        "_action_set",
        "_obs_type",
        "_frameskip",
    }
)


class Env(_Base):  # type: ignore[misc]  # Gymnasium's class is not typed here, see pyproject.toml
    """Gym's base class of environments; a subclass writes `step`, `reset`, `render`, `close` and `seed`.

    Before gym 0.9.6 they were called `_step`, `_reset` and so on; these are called too.
    """

    metadata: Any = {"render.modes": []}  # noqa: RUF012 - Gym's form
    reward_range: Any = (-math.inf, math.inf)
    spec: Any = None
    action_space: Any = None
    observation_space: Any = None
    render_mode: Any = None

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        underscored.connect(cls)

    def __class_getitem__(cls, _types: Any) -> Any:
        # Gym from 0.24 on was generic; types mean nothing here.
        return cls

    def step(self, action: Any) -> Any:
        """Play one step; a subclass writes it."""
        raise NotImplementedError(f"{type(self).__name__} has no step()")

    def reset(self, *, seed: int | None = None, **_options: Any) -> Any:
        """Begin an episode; a subclass writes it, and may call this one to seed `np_random`."""
        if type(self).reset is Env.reset:
            raise NotImplementedError(f"{type(self).__name__} has no reset()")
        if seed is not None:
            self._np_random, _ = seeding.np_random(seed)

    def render(self, mode: str = "human", **_options: Any) -> Any:
        """Show the environment; a subclass writes it."""
        raise NotImplementedError(f"{type(self).__name__} has no render() for mode {mode!r}")

    def close(self) -> None:
        """Let go of what the environment holds; nothing here."""

    def seed(self, seed: int | None = None) -> list[int]:
        """Seed `np_random`; returns the seed in a list."""
        self.np_random, number = seeding.np_random(seed)
        return [number]

    def configure(self, *args: Any, **kwargs: Any) -> None:
        """Set what an environment of 2016 took after it was made: calls its `_configure`."""
        configure = getattr(self, "_configure", None)
        if configure is not None:
            configure(*args, **kwargs)

    _step = step
    _reset = reset
    _render = render
    _close = close
    _seed = seed

    @property
    def np_random(self) -> Any:
        """The environment's generator, with the methods of its era and of today; seeded by `seed`."""
        generator = self._np_random
        if generator is None or type(generator) is seeding.TODAYS:
            generator = self._np_random = seeding.of_era(generator)
        return generator

    @np_random.setter
    def np_random(self, generator: Any) -> None:
        self._np_random = generator

    @functools.cached_property
    def monitor(self) -> Any:
        """The monitor of 2016, which is started and closed; see `AttachedMonitor`."""
        return AttachedMonitor(self)

    @property
    def unwrapped(self) -> Any:
        """The innermost environment."""
        return self

    def __str__(self) -> str:
        name = type(self).__name__
        return f"<{name} instance>" if self.spec is None else f"<{name}<{self.spec.id}>>"

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class GoalEnv(Env):
    """An environment whose observations hold what is wanted beside what is reached; with `compute_reward`."""

    def reset(self, **kwargs: Any) -> Any:
        """Check the observation space; a subclass calls it and then begins the episode."""
        names = getattr(self.observation_space, "spaces", {})
        missing = [name for name in ("observation", "achieved_goal", "desired_goal") if name not in names]
        if missing:
            raise error.Error(f"a GoalEnv needs a Dict as observation_space with {', '.join(missing)} in it")
        return super().reset(**kwargs)

    def compute_reward(self, achieved_goal: Any, desired_goal: Any, info: Any) -> Any:
        """Return the reward for what was reached; a subclass writes it."""
        raise NotImplementedError(f"{type(self).__name__} has no compute_reward()")


class _OwnOrInner:
    """An attribute of a wrapper that is the inner environment's until the wrapper sets its own."""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    def __get__(self, wrapper: Any, owner: type) -> Any:
        if wrapper is None:
            return self
        attributes = vars(wrapper)
        if self._name in attributes:
            return attributes[self._name]
        return getattr(attributes.get("env"), self._name, _WITHOUT_ENV.get(self._name))

    def __set__(self, wrapper: Any, value: Any) -> None:
        vars(wrapper)[self._name] = value

    def __delete__(self, wrapper: Any) -> None:
        vars(wrapper).pop(self._name, None)


_WITHOUT_ENV = {"metadata": Env.metadata, "reward_range": Env.reward_range}


class Wrapper(Env):
    """An environment around another, which it hands everything on to.

    Args:
        env: the inner environment; 2016's wrappers could get it later.
    """

    metadata = _OwnOrInner()
    reward_range = _OwnOrInner()
    spec = _OwnOrInner()
    action_space = _OwnOrInner()
    observation_space = _OwnOrInner()
    render_mode = _OwnOrInner()
    np_random = _OwnOrInner()

    def __init__(self, env: Any = None) -> None:
        self.env = env

    def step(self, action: Any) -> Any:
        """Play one step of the inner environment."""
        return self.env.step(action)

    def reset(self, **kwargs: Any) -> Any:
        """Begin an episode of the inner environment."""
        return self.env.reset(**kwargs)

    def render(self, *args: Any, **kwargs: Any) -> Any:
        """Show the inner environment."""
        return self.env.render(*args, **kwargs)

    def close(self) -> Any:
        """Close the inner environment."""
        return self.env.close() if self.env is not None else None

    def seed(self, seed: Any = None) -> Any:
        """Seed the inner environment; returns what it returns."""
        return self.env.seed(seed)

    def configure(self, *args: Any, **kwargs: Any) -> None:
        """Hand on what an environment of 2016 took after it was made."""
        self.env.configure(*args, **kwargs)

    def compute_reward(self, achieved_goal: Any, desired_goal: Any, info: Any) -> Any:
        """Return the inner environment's reward for what was reached."""
        return self.env.compute_reward(achieved_goal, desired_goal, info)

    _step = step
    _reset = reset
    _render = render
    _close = close
    _seed = seed

    @classmethod
    def class_name(cls) -> str:
        """Return the name of the wrapper's class."""
        return cls.__name__

    @property
    def unwrapped(self) -> Any:
        """The innermost environment."""
        return self if self.env is None else self.env.unwrapped

    def __getattr__(self, name: str) -> Any:
        # Without the guard, copying and unpickling look up names before there is an `env`, without end.
        if name == "env" or "env" not in vars(self) or (name.startswith("_") and name not in _FORWARDED):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self.env, name)

    def __str__(self) -> str:
        return f"<{type(self).__name__}{self.env}>"

    def __repr__(self) -> str:
        return str(self)


class ObservationWrapper(Wrapper):
    """A wrapper that changes observations: a subclass writes `observation`."""

    def step(self, action: Any) -> Any:
        """Play one step and change its observation."""
        result = self.env.step(action)
        return (self.observation(result[0]), *result[1:])

    def reset(self, **kwargs: Any) -> Any:
        """Begin an episode and change its observation."""
        result = self.env.reset(**kwargs)
        if looks_like_pair(result) and is_pair(result, self.env.observation_space):
            return self.observation(result[0]), result[1]
        return self.observation(result)

    def observation(self, observation: Any) -> Any:
        """Return what an observation becomes; a subclass writes it."""
        raise NotImplementedError(f"{type(self).__name__} has no observation()")

    _step = step
    _reset = reset
    _observation = observation


class RewardWrapper(Wrapper):
    """A wrapper that changes rewards: a subclass writes `reward`."""

    def step(self, action: Any) -> Any:
        """Play one step and change its reward."""
        observation, reward, *rest = self.env.step(action)
        return (observation, self.reward(reward), *rest)

    def reward(self, reward: Any) -> Any:
        """Return what a reward becomes; a subclass writes it."""
        raise NotImplementedError(f"{type(self).__name__} has no reward()")

    _step = step
    _reward = reward


class ActionWrapper(Wrapper):
    """A wrapper that changes actions: a subclass writes `action`."""

    def step(self, action: Any) -> Any:
        """Change an action and play it."""
        return self.env.step(self.action(action))

    def action(self, action: Any) -> Any:
        """Return what an action becomes; a subclass writes it."""
        raise NotImplementedError(f"{type(self).__name__} has no action()")

    def reverse_action(self, action: Any) -> Any:
        """Return the action that becomes this one; a subclass writes it."""
        raise NotImplementedError(f"{type(self).__name__} has no reverse_action()")

    _step = step
    _action = action
    _reverse_action = reverse_action
