"""Gym's own dynamics of 2016 to 2021, by the name of Gymnasium's class, where today's give other numbers.

Classic control computed and observed in float64 (since 0.20 the observations are float32), and some formulas changed in
their rounding or, for the pendulum, in their order. The functions here take an environment of Gymnasium's class.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from pong_pg.legacy.read import settings


def _nothing(env: Any) -> None:
    """Change nothing of an environment."""


@dataclass(frozen=True)
class AsThen:
    """What replaces parts of Gymnasium's class; None where it stays.

    Attributes:
        observe: from the environment to the observation of its state.
        step: from the environment and the action to (reward, terminated, truncated, info).
        reset: sets the environment's state.
        prepare: changes the environment when it has been made.
        bounds: from the environment to the lowest and highest observation; gym 0.9.4 had them in float64, where
            today's spaces round them to float32.
        modes: the render modes up to gym 0.21, where today's class has more.
    """

    observe: Callable[[Any], Any] | None = None
    step: Callable[[Any, Any], tuple[float, bool, bool, dict[str, Any]]] | None = None
    reset: Callable[[Any], None] | None = None
    prepare: Callable[[Any], None] = _nothing
    bounds: Callable[[Any], tuple[Any, Any]] | None = None
    modes: list[str] | None = None


def _state(env: Any) -> Any:
    return np.array(env.state, np.float64)


def _symmetric(*high: float) -> tuple[Any, Any]:
    """Return bounds that differ in their sign alone."""
    return -np.array(high), np.array(high)


def _bounds_of_cart_pole(env: Any) -> tuple[Any, Any]:
    largest = float(np.finfo(np.float32).max)
    return _symmetric(2 * env.x_threshold, largest, 2 * env.theta_threshold_radians, largest)


def _bounds_of_car(env: Any) -> tuple[Any, Any]:
    return np.array([env.min_position, -env.max_speed]), np.array([env.max_position, env.max_speed])


def _bounds_of_acrobot(env: Any) -> tuple[Any, Any]:
    return _symmetric(1.0, 1.0, 1.0, 1.0, env.MAX_VEL_1, env.MAX_VEL_2)


def _prepare_cart_pole(env: Any) -> None:
    """Bound the speeds by the largest float32, where today's bounds are infinite."""
    space = env.observation_space
    largest = np.finfo(np.float32).max
    env.observation_space = type(space)(np.maximum(space.low, -largest), np.minimum(space.high, largest))
    env.steps_beyond_done = None


def _reset_cart_pole(env: Any) -> None:
    env.state = env.np_random.uniform(low=-0.05, high=0.05, size=(4,))
    env.steps_beyond_done = None


def _step_cart_pole(env: Any, action: Any) -> tuple[float, bool, bool, dict[str, Any]]:
    if not env.action_space.contains(action):
        raise AssertionError(f"{action!r} ({type(action)}) invalid")
    x, speed, angle, turn = env.state
    force = env.force_mag if action == 1 else -env.force_mag
    cosine, sine = math.cos(angle), math.sin(angle)
    # The order of multiplications changed, and so the last digits.
    if settings.current().is_gym_094:
        swing, inertia = env.polemass_length * turn * turn, env.masspole * cosine * cosine
    else:
        swing, inertia = env.polemass_length * turn**2, env.masspole * cosine**2
    push = (force + swing * sine) / env.total_mass
    turning = (env.gravity * sine - cosine * push) / (env.length * (4.0 / 3.0 - inertia / env.total_mass))
    acceleration = push - env.polemass_length * turning * cosine / env.total_mass
    if env.kinematics_integrator == "euler":
        x, speed = x + env.tau * speed, speed + env.tau * acceleration
        angle, turn = angle + env.tau * turn, turn + env.tau * turning
    else:
        speed, turn = speed + env.tau * acceleration, turn + env.tau * turning
        x, angle = x + env.tau * speed, angle + env.tau * turn
    env.state = (x, speed, angle, turn)
    done = bool(abs(x) > env.x_threshold or abs(angle) > env.theta_threshold_radians)
    if not done:
        return 1.0, False, False, {}
    first = env.steps_beyond_done is None
    env.steps_beyond_done = 0 if first else env.steps_beyond_done + 1
    return (1.0 if first else 0.0), True, False, {}


def _step_continuous_car(env: Any, action: Any) -> tuple[float, bool, bool, dict[str, Any]]:
    position, velocity = env.state
    # Before NumPy 2 the type of a scalar did not matter: those of float32 computed in float64.
    pushed = float(np.asarray(action[0]).item())
    velocity = velocity + (min(max(pushed, -1.0), 1.0) * env.power - 0.0025 * math.cos(3 * position))
    velocity = min(max(velocity, -env.max_speed), env.max_speed)
    position = min(max(position + velocity, env.min_position), env.max_position)
    if position == env.min_position and velocity < 0:
        velocity = 0
    done = bool(position >= env.goal_position and velocity >= env.goal_velocity)
    reward = (100.0 if done else 0) - math.pow(pushed, 2) * 0.1
    env.state = np.array([position, velocity])
    return reward, done, False, {}


def _pendulum(env: Any) -> Any:
    angle, speed = env.state
    return np.array([np.cos(angle), np.sin(angle), speed])


def _step_pendulum(env: Any, action: Any) -> tuple[float, bool, bool, dict[str, Any]]:
    env.last_u = np.clip(action, -env.max_torque, env.max_torque)[0]
    angle, speed = env.state
    # As above; but an array, as actions of two dimensions give one, computes in its own type.
    torque = env.last_u if np.ndim(env.last_u) else float(env.last_u)
    upright = ((angle + np.pi) % (2 * np.pi)) - np.pi
    costs = upright**2 + 0.1 * speed**2 + 0.001 * (torque**2)
    g, m, length, dt = env.g, env.m, env.l, env.dt
    pull = np.sin(angle + np.pi)
    faster = speed + (-3 * g / (2 * length) * pull + 3.0 / (m * length**2) * torque) * dt
    # Up to Pendulum-v0 the angle moved by the speed before it was limited.
    env.state = np.array([angle + faster * dt, np.clip(faster, -env.max_speed, env.max_speed)])
    return -costs, False, False, {}


def _reset_acrobot(env: Any) -> None:
    env.state = env.np_random.uniform(low=-0.1, high=0.1, size=(4,))


def _acrobot(env: Any) -> Any:
    first, second, *speeds = env.state
    return np.array([np.cos(first), np.sin(first), np.cos(second), np.sin(second), *speeds])


def _reset_blackjack(env: Any) -> None:
    def card() -> int:
        return int(env.np_random.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]))

    env.dealer = [card(), card()]
    env.player = [card(), card()]


def _step_blackjack(env: Any, action: Any) -> tuple[float, bool, bool, dict[str, Any]]:
    _, reward, done, _, info = env._native.step(env, action)
    # In gym 0.9.4 only the end of a game that the player ended by sticking was worth a float.
    return (int(reward) if action and settings.current().is_gym_094 else reward), done, False, info


def _blackjack(env: Any) -> tuple[int, int, bool]:
    usable = 1 in env.player and sum(env.player) + 10 <= 21
    return sum(env.player) + 10 * usable, env.dealer[0], usable


def _prepare_table(env: Any) -> None:
    """Begin the first episode, as environments with a table of transitions did when they were made."""
    env.lastaction = None
    env.s = (np.cumsum(env.initial_state_distrib) > env.np_random.random()).argmax()


def _prepare_frozen_lake(env: Any) -> None:
    """Make the rewards of steps floats, and the probabilities of slippery ice exact thirds."""
    for start, transitions in env.P.items():
        for action, outcomes in transitions.items():
            transitions[action] = [
                # The reward for staying where an episode has ended was an int.
                (chance, state, 0, True)
                if done and state == start
                else (1.0 / 3.0 if len(outcomes) == 3 else chance, state, float(reward), done)
                for chance, state, reward, done in outcomes
            ]
    _prepare_table(env)


def prepare_taxi_v2(env: Any) -> None:
    """Undo what Taxi-v3 changed: a wall between the columns 1 and 2 of row 1, and the passenger got off at the end."""
    env.desc[2, 4] = b":"
    for passenger in range(5):
        for destination in range(4):
            left, right = (env.encode(1, column, passenger, destination) for column in (1, 2))
            env.P[left][2] = [(1.0, right, -1, False)]
            env.P[right][3] = [(1.0, left, -1, False)]
    for destination, place in enumerate(env.locs):
        state = env.encode(*place, 4, destination)
        env.P[state][5] = [(1.0, state, 20, True)]


# The ids of Gym that Gymnasium has in a later version alone, with the mean return from which on they counted as solved.
IDS_THEN = {
    "Pendulum-v0": None,
    "Blackjack-v0": None,
    "FrozenLake-v0": 0.78,
    "FrozenLake8x8-v0": 0.99,
    "CliffWalking-v0": None,
    "Taxi-v2": 8,
    "Taxi-v3": 8,
}

_TEXT = ["human", "ansi"]
AS_THEN = {
    "AcrobotEnv": AsThen(_acrobot, reset=_reset_acrobot, bounds=_bounds_of_acrobot),
    "BlackjackEnv": AsThen(_blackjack, _step_blackjack, _reset_blackjack, prepare=_reset_blackjack, modes=[]),
    "CartPoleEnv": AsThen(_state, _step_cart_pole, _reset_cart_pole, _prepare_cart_pole, bounds=_bounds_of_cart_pole),
    "CliffWalkingEnv": AsThen(prepare=_prepare_table, modes=_TEXT),
    "Continuous_MountainCarEnv": AsThen(_state, _step_continuous_car, bounds=_bounds_of_car),
    "FrozenLakeEnv": AsThen(prepare=_prepare_frozen_lake, modes=_TEXT),
    "MountainCarEnv": AsThen(_state, bounds=_bounds_of_car),
    "PendulumEnv": AsThen(_pendulum, _step_pendulum),
    "TaxiEnv": AsThen(prepare=_prepare_table, modes=_TEXT),
}
