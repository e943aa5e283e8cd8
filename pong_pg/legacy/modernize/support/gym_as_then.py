"""Environments with the numbers of Gym 0.9 to 0.19, where Gymnasium's differ, for scripts that seed them."""

from __future__ import annotations

import math
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.envs import classic_control, toy_text

from pong_pg.legacy.modernize.support.gym_seeding import np_random

# The specifications of environments as then, by id.
AS_THEN = dict[str, Any]()


def as_then(env_id: str, limit: Any = None, threshold: Any = None) -> Any:
    """Return a decorator that enters a class into `AS_THEN`, with its limit of steps and its reward threshold."""

    def enter(cls: Any) -> Any:
        AS_THEN[env_id] = gym.envs.registration.EnvSpec(
            env_id, cls, threshold, max_episode_steps=limit, order_enforce=False, disable_env_checker=True
        )
        return cls

    return enter


def make_as_in_2016(env_id: str, **kwargs: Any) -> Any:
    """Make an environment as Gym 0.9 had it: for a seed, with the numbers of then, and with bounds in float64."""
    env = gym.make(AS_THEN.get(env_id, env_id), **kwargs)
    if isinstance(env.unwrapped, SeededAsThen):
        env.unwrapped.is_of_2016 = True
        if isinstance(env.observation_space, gym.spaces.Box):
            low, high = env.unwrapped.bounds()
            env.unwrapped.observation_space = gym.spaces.Box(low, high, dtype=np.float64)
    if isinstance(env, gym.wrappers.TimeLimit):
        env._elapsed_steps = 0
    return env


class TimeLimit(gym.wrappers.TimeLimit):
    """A limit of steps that tells in the info that it ended an episode, as in Gym 0.10 to 0.25."""

    def step(self, action: Any) -> Any:
        """Run one step."""
        assert self._elapsed_steps is not None, "Cannot call env.step() before calling reset()"
        observation, reward, terminated, truncated, info = super().step(action)
        if truncated:
            info["TimeLimit.truncated"] = not terminated
        return observation, reward, terminated, truncated, info


def make_as_then(env_id: str, **kwargs: Any) -> Any:
    """Make an environment as Gym 0.10 to 0.19 had it: for a seed, with the numbers of then, and their `TimeLimit`."""
    spec = AS_THEN.get(env_id) or gym.registry.get(env_id)
    if spec is None:
        return gym.make(env_id, **kwargs)
    limit = kwargs.pop("max_episode_steps", spec.max_episode_steps)
    env = gym.make(spec, max_episode_steps=-1, **kwargs)
    return TimeLimit(env, limit) if limit else env


class SeededAsThen(gym.Env):
    """The seeds of Gym up to 0.21."""

    state: Any
    steps_beyond_terminated: Any
    is_of_2016 = False

    def seed(self, seed: Any = None) -> Any:
        """Seed the environment's generator; return the seed."""
        self.np_random, seed = np_random(seed)
        return [seed]

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Start an episode."""
        if seed is not None:
            self.seed(seed)
        return super().reset(options=options)

    def bounds(self) -> Any:
        """Return the lowest and the highest observation."""
        space = self.observation_space
        return space.low.astype(np.float64), space.high.astype(np.float64)


@as_then("CartPole-v0", 200, 195.0)
@as_then("CartPole-v1", 500, 475.0)
class CartPoleEnv(SeededAsThen, classic_control.CartPoleEnv):
    """CartPole as in Gym up to 0.19, in float64."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.observation_space = gym.spaces.Box(*(bound.astype(np.float32) for bound in self.bounds()))

    def bounds(self) -> Any:
        """Return the lowest and the highest observation."""
        largest = float(np.finfo(np.float32).max)
        high = np.array([2 * self.x_threshold, largest, 2 * self.theta_threshold_radians, largest])
        return -high, high

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Start an episode."""
        super().reset(seed=seed, options=options)
        return np.array(self.state), {}

    def step(self, action: Any) -> Any:
        """Run one step, with the rounding of then."""
        assert self.action_space.contains(action), f"{action!r} ({type(action)}) invalid"
        x, speed, angle, turn = self.state
        force = self.force_mag if action == 1 else -self.force_mag
        cosine, sine = math.cos(angle), math.sin(angle)
        # The order of multiplications changed, and so the last digits.
        if self.is_of_2016:
            swing, inertia = self.polemass_length * turn * turn, self.masspole * cosine * cosine
        else:
            swing, inertia = self.polemass_length * turn**2, self.masspole * cosine**2
        push = (force + swing * sine) / self.total_mass
        turning = (self.gravity * sine - cosine * push) / (self.length * (4.0 / 3.0 - inertia / self.total_mass))
        acceleration = push - self.polemass_length * turning * cosine / self.total_mass
        x, speed = x + self.tau * speed, speed + self.tau * acceleration
        angle, turn = angle + self.tau * turn, turn + self.tau * turning
        self.state = (x, speed, angle, turn)
        terminated = bool(abs(x) > self.x_threshold or abs(angle) > self.theta_threshold_radians)
        reward = 0.0 if terminated and self.steps_beyond_terminated is not None else 1.0
        if terminated:
            self.steps_beyond_terminated = (self.steps_beyond_terminated or 0) + 1
        if self.render_mode == "human":
            self.render()
        return np.array(self.state), reward, terminated, False, {}


@as_then("MountainCar-v0", 200, -110.0)
class MountainCarEnv(SeededAsThen, classic_control.MountainCarEnv):
    """MountainCar as in Gym up to 0.19, which gave its state in float64."""

    def bounds(self) -> Any:
        """Return the lowest and the highest observation."""
        return np.array([self.min_position, -self.max_speed]), np.array([self.max_position, self.max_speed])

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Start an episode."""
        super().reset(seed=seed, options=options)
        return np.array(self.state), {}

    def step(self, action: Any) -> Any:
        """Run one step."""
        _, *rest = super().step(action)
        return (np.array(self.state), *rest)


@as_then("MountainCarContinuous-v0", 999, 90.0)
class Continuous_MountainCarEnv(SeededAsThen, classic_control.Continuous_MountainCarEnv):
    """MountainCarContinuous as in Gym up to 0.19, in float64."""

    def bounds(self) -> Any:
        """Return the lowest and the highest observation."""
        return np.array([self.min_position, -self.max_speed]), np.array([self.max_position, self.max_speed])

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Start an episode."""
        super().reset(seed=seed, options=options)
        return np.array(self.state, np.float64), {}

    def step(self, action: Any) -> Any:
        """Run one step, with the rounding of then."""
        position, velocity = self.state
        velocity += float(min(max(action[0], -1.0), 1.0)) * self.power - 0.0025 * math.cos(3 * position)
        velocity = min(max(velocity, -self.max_speed), self.max_speed)
        position = min(max(position + velocity, self.min_position), self.max_position)
        if position == self.min_position and velocity < 0:
            velocity = 0
        terminated = bool(position >= self.goal_position and velocity >= self.goal_velocity)
        reward = (100.0 if terminated else 0) - math.pow(action[0], 2) * 0.1
        self.state = np.array([position, velocity])
        if self.render_mode == "human":
            self.render()
        return np.array(self.state), reward, terminated, False, {}


@as_then("Pendulum-v0", 200)
class PendulumEnv(SeededAsThen, classic_control.PendulumEnv):
    """Pendulum-v0, whose angle moved by the speed before it was limited, in float64."""

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Start an episode."""
        super().reset(seed=seed, options=options)
        return self._get_obs(), {}

    def step(self, u: Any) -> Any:
        """Run one step."""
        angle, speed = self.state
        torque = float(np.clip(u, -self.max_torque, self.max_torque)[0])
        self.last_u = torque
        upright = ((angle + np.pi) % (2 * np.pi)) - np.pi
        costs = upright**2 + 0.1 * speed**2 + 0.001 * (torque**2)
        g, m, length, dt = self.g, self.m, self.l, self.dt
        faster = speed + (-3 * g / (2 * length) * np.sin(angle + np.pi) + 3.0 / (m * length**2) * torque) * dt
        self.state = np.array([angle + faster * dt, np.clip(faster, -self.max_speed, self.max_speed)])
        if self.render_mode == "human":
            self.render()
        return self._get_obs(), -costs, False, False, {}

    def _get_obs(self) -> Any:
        angle, speed = self.state
        return np.array([np.cos(angle), np.sin(angle), speed])


@as_then("Acrobot-v1", 500, -100.0)
class AcrobotEnv(SeededAsThen, classic_control.AcrobotEnv):
    """Acrobot as in Gym up to 0.19, in float64."""

    def bounds(self) -> Any:
        """Return the lowest and the highest observation."""
        high = np.array([1.0, 1.0, 1.0, 1.0, self.MAX_VEL_1, self.MAX_VEL_2])
        return -high, high

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Start an episode."""
        if seed is not None:
            self.seed(seed)
        self.state = self.np_random.uniform(low=-0.1, high=0.1, size=(4,))
        if self.render_mode == "human":
            self.render()
        return self._get_ob(), {}

    def _get_ob(self) -> Any:
        first, second, *speeds = self.state
        return np.array([np.cos(first), np.sin(first), np.cos(second), np.sin(second), *speeds])


class TableAsThen(SeededAsThen):
    """An environment with a table of transitions, whose first episode begins when it is made."""

    initial_state_distrib: Any

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.lastaction: Any = None
        self.s = (np.cumsum(self.initial_state_distrib) > self.np_random.random()).argmax()


@as_then("FrozenLake-v0", 100, 0.78)
@as_then("FrozenLake-v1", 100, 0.7)
class FrozenLakeEnv(TableAsThen, toy_text.FrozenLakeEnv):
    """FrozenLake as in Gym up to 0.19, with thirds as its probabilities."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for start, transitions in self.P.items():
            for action, outcomes in transitions.items():
                transitions[action] = [
                    # The reward for staying where an episode has ended was an int.
                    (chance, state, 0, True)
                    if done and state == start
                    else (1.0 / 3.0 if len(outcomes) == 3 else chance, state, float(reward), done)
                    for chance, state, reward, done in outcomes
                ]


@as_then("FrozenLake8x8-v0", 200, 0.99)
@as_then("FrozenLake8x8-v1", 200, 0.85)
class FrozenLake8x8Env(FrozenLakeEnv):
    """FrozenLake on the larger map."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(map_name="8x8", **kwargs)


@as_then("CliffWalking-v0")
class CliffWalkingEnv(TableAsThen, toy_text.CliffWalkingEnv):
    """CliffWalking with the seeds of then."""


@as_then("Taxi-v3", 200, 8)
class TaxiEnv(TableAsThen, toy_text.TaxiEnv):
    """Taxi with the seeds and infos of then."""

    def step(self, a: Any) -> Any:
        """Run one step."""
        *rest, info = super().step(a)
        return (*rest, {"prob": info["prob"]})


@as_then("Taxi-v2", 200, 8)
class TaxiV2Env(TaxiEnv):
    """Taxi-v2, with a wall less than Taxi-v3, and a passenger who got off at the end."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.desc[2, 4] = b":"
        for passenger in range(5):
            for destination in range(4):
                left, right = (self.encode(1, column, passenger, destination) for column in (1, 2))
                self.P[left][2] = [(1.0, right, -1, False)]
                self.P[right][3] = [(1.0, left, -1, False)]
        for destination, place in enumerate(self.locs):
            state = self.encode(*place, 4, destination)
            self.P[state][5] = [(1.0, state, 20, True)]


@as_then("Blackjack-v0")
class BlackjackEnv(SeededAsThen, toy_text.BlackjackEnv):
    """Blackjack as in Gym up to 0.19, which drew no suits."""

    def __init__(self, natural: bool = False, **kwargs: Any) -> None:
        super().__init__(sab=False, natural=natural, **kwargs)
        self.reset()

    def step(self, action: Any) -> Any:
        """Run one step; in Gym 0.9 the reward of another card was an int."""
        observation, reward, *rest = super().step(action)
        return (observation, int(reward) if action and self.is_of_2016 else reward, *rest)

    def reset(self, *, seed: Any = None, options: Any = None) -> Any:
        """Deal the cards."""
        if seed is not None:
            self.seed(seed)
        deck = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
        cards = [int(self.np_random.choice(deck)) for _ in range(4)]
        self.dealer, self.player = cards[:2], cards[2:]
        return self._get_obs(), {}

    def _get_obs(self) -> Any:
        total = sum(self.player)
        usable = 1 in self.player and total + 10 <= 21
        return total + 10 * usable, self.dealer[0], usable
