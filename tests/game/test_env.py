"""What is told of environments that are not Pong's, and of factories that do not make environments."""

from __future__ import annotations

import threading
from typing import Any

import numpy as np
import pytest
from falling import Discrete, FallingBall

from pong_pg.errors import EnvError
from pong_pg.game.env import EnvWorker, MaskedEnv, training_env
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.ray_pool import RayRolloutPool
from pong_pg.reinforce.config import ReinforceConfig

CONFIG = ReinforceConfig()


class Changed:
    """The toy game without an observation space, whose steps return other observations."""

    action_space = Discrete()

    def __init__(self, change: Any) -> None:
        self._game, self._change = FallingBall(), change
        self.reset = self._game.reset

    def step(self, action: int) -> Any:
        frame, *others = self._game.step(action)
        return (self._change(frame), *others)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (lambda frame: frame / 255, r"float64 of shape \(210, 160, 3\)"),
        (lambda frame: frame.astype(int), r"int64 of shape \(210, 160, 3\)"),
        (lambda frame: np.concatenate([frame, frame[..., :1]], axis=2), r"uint8 of shape \(210, 160, 4\)"),
        (lambda _: None, "a NoneType"),
    ],
)
def test_what_is_no_frame_is_told_at_the_first_step(change: Any, found: str) -> None:
    env = MaskedEnv(training_env(CONFIG, lambda: Changed(change)))
    env.reset(seed=0)
    with pytest.raises(EnvError, match=rf"must be a uint8 array of .*; got {found}: fix the environment$"):
        env.step(2)


def played(env: Any, steps: int) -> None:
    env = MaskedEnv(env)
    env.reset(seed=0)
    for _ in range(steps):
        *_, terminated, truncated, _ = env.step(2)
        if terminated or truncated:
            env.reset(seed=1)


@pytest.mark.parametrize("value", [0, 87])
def test_another_game_is_told_after_some_hundred_frames(value: int) -> None:
    """Nothing on Pong's background, or another background."""
    env = training_env(CONFIG, lambda: Changed(lambda frame: np.full_like(frame, value)))
    played(env, 400)
    with pytest.raises(EnvError, match=r"do not look like Pong's: in .* use an environment of Pong"):
        played(env, 600)


@pytest.mark.parametrize("env_id", ["ALE/Pong-v5", "PongNoFrameskip-v4", "Pong-v0"])
def test_pong_is_pong(env_id: str) -> None:
    played(training_env(ReinforceConfig(env=env_id)), 600)
    played(FallingBall(), 600)


def test_a_factory_that_returns_the_same_object_again_is_told() -> None:
    env = FallingBall()
    worker = EnvWorker(CONFIG, lambda: env)
    worker.prepare()
    with pytest.raises(EnvError, match="env_factory must return a new environment each time"):
        worker.env(1)


@pytest.mark.usefixtures("local_ray")
@pytest.mark.ray
def test_a_factory_that_can_not_be_pickled_is_told() -> None:
    lock = threading.Lock()

    def factory() -> FallingBall:
        with lock:
            return FallingBall()

    with pytest.raises(EnvError, match=r"env_factory must be one that pickle .*'_thread.lock' object: ") as caught:
        RayRolloutPool(PPOConfig(num_envs=2, workers=1), factory, 1, 0)
    assert "\n" not in str(caught.value)
