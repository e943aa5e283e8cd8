"""Gym's wrappers that normalise observations and rewards, of one environment or of a vector environment."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.legacy.read import settings
from pong_pg.legacy.shims.gym.core import Wrapper


class RunningMeanStd:
    """The mean and the variance of all samples so far, in float64.

    Args:
        epsilon: the number of samples that the first mean of 0 and variance of 1 count for.
        shape: the shape of a sample.
    """

    def __init__(self, epsilon: float = 1e-4, shape: Any = ()) -> None:
        self.mean = np.zeros(shape, np.float64)
        self.var = np.ones(shape, np.float64)
        self.count = epsilon

    def update(self, x: Any) -> None:
        """Add a batch of samples."""
        self.update_from_moments(np.mean(x, axis=0), np.var(x, axis=0), x.shape[0])

    def update_from_moments(self, batch_mean: Any, batch_var: Any, batch_count: Any) -> None:
        """Add a batch of samples of which the mean, the variance and the number are known."""
        self.mean, self.var, self.count = update_mean_var_count_from_moments(
            self.mean, self.var, self.count, batch_mean, batch_var, batch_count
        )


def update_mean_var_count_from_moments(  # noqa: PLR0917 - the signature of Gym
    mean: Any, var: Any, count: Any, batch_mean: Any, batch_var: Any, batch_count: Any
) -> tuple[Any, Any, Any]:
    """Return the mean, the variance and the number of two batches together.

    By Chan, Golub and LeVeque, "Updating formulae and a pairwise algorithm for computing sample variances" (1979), with
    Gym's order of operations.
    """
    difference = batch_mean - mean
    total = count + batch_count
    squares = var * count + batch_var * batch_count + np.square(difference) * count * batch_count / total
    return mean + difference * batch_count / total, squares / total, total


class _Normalizing(Wrapper):
    def __init__(self, env: Any) -> None:
        super().__init__(env)
        self.num_envs = getattr(env, "num_envs", 1)
        self.is_vector_env = getattr(env, "is_vector_env", False)


class NormalizeObservation(_Normalizing):
    """Subtracts the mean of the observations so far, and divides by their standard deviation.

    Args:
        env: the environment, or a vector environment.
        epsilon: added to the variance.
    """

    def __init__(self, env: Any, epsilon: float = 1e-8) -> None:
        super().__init__(env)
        space: Any = self.single_observation_space if self.is_vector_env else self.observation_space
        self.obs_rms = RunningMeanStd(shape=space.shape)
        self.epsilon = epsilon

    def step(self, action: Any) -> Any:
        """Run one step."""
        observation, *others = self.env.step(action)
        return (self._normalized(observation), *others)

    def reset(self, **kwargs: Any) -> Any:
        """Reset the environment to start an episode."""
        pair = kwargs.get("return_info", settings.current().reset_pair)
        result = self.env.reset(**kwargs)
        return (self._normalized(result[0]), result[1]) if pair else self._normalized(result)

    def normalize(self, obs: Any) -> Any:
        """Add a batch of observations to the mean and the variance; return them normalised."""
        self.obs_rms.update(obs)
        return (obs - self.obs_rms.mean) / np.sqrt(self.obs_rms.var + self.epsilon)

    def _normalized(self, observation: Any) -> Any:
        return self.normalize(observation) if self.is_vector_env else self.normalize(np.array([observation]))[0]

    _step = step
    _reset = reset


class NormalizeReward(_Normalizing):
    """Divides rewards by the standard deviation of the discounted returns so far.

    Args:
        env: the environment, or a vector environment.
        gamma: the discount factor.
        epsilon: added to the variance.
    """

    def __init__(self, env: Any, gamma: float = 0.99, epsilon: float = 1e-8) -> None:
        super().__init__(env)
        self.return_rms = RunningMeanStd(shape=())
        self.returns = np.zeros(self.num_envs)
        self.gamma = gamma
        self.epsilon = epsilon

    def step(self, action: Any) -> Any:
        """Run one step."""
        observation, rewards, *ends, infos = self.env.step(action)
        rewards = rewards if self.is_vector_env else np.array([rewards])
        self.returns = self.returns * self.gamma + rewards
        rewards = self.normalize(rewards)
        self.returns[np.logical_or.reduce(ends)] = 0.0
        return (observation, rewards if self.is_vector_env else rewards[0], *ends, infos)

    def normalize(self, rews: Any) -> Any:
        """Add the returns to their variance; return the rewards normalised."""
        self.return_rms.update(self.returns)
        return rews / np.sqrt(self.return_rms.var + self.epsilon)

    _step = step
