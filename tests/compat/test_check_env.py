"""Gymnasium's own `check_env` accepts what `make` and `adapt` return."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import own_envs
import pytest
from stack import BACKENDS, HAS_GYMNASIUM

import pong_pg

pytestmark = pytest.mark.needs("gymnasium")


def with_real_spaces(cls: Callable[[], Any]) -> Any:
    from gymnasium import spaces

    env = cls()
    env.action_space = spaces.Discrete(2)
    env.observation_space = spaces.Box(0, 100, (own_envs.WIDTH,), np.float32)
    env.metadata = {"render_modes": ["rgb_array"], "render_fps": 30}
    return env


ENVS: dict[str, Callable[[], Any]] = {
    "direct": lambda: pong_pg.make("Pong-v0"),
    "direct, ram": lambda: pong_pg.make("Pong-ram-v4"),
    "own class, four values": lambda: pong_pg.adapt(with_real_spaces(own_envs.FourValues)),
    "legacy and back": lambda: pong_pg.adapt(pong_pg.as_legacy(with_real_spaces(own_envs.FiveValues))),
}
if HAS_GYMNASIUM:
    ENVS |= {
        f"{backend} {env_id}": lambda backend=backend, env_id=env_id: pong_pg.make(env_id, backend=backend)  # type: ignore[misc]  # bound at once
        for backend in BACKENDS
        for env_id in ("Pong-v4", "CartPole-v1")
    }


@pytest.mark.filterwarnings("ignore")  # its advice, such as on infinite bounds, is to the environment's author
@pytest.mark.parametrize("make", ENVS.values(), ids=ENVS)
def test_gymnasiums_checker_passes(make: Callable[[], Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from gymnasium.utils.env_checker import check_env

    # It tries the render mode "human" too, on a machine that may have no screen.
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    env = make()
    # Without pygame CartPole can't render; the class behind the legacy interface has no `render`.
    check_env(env, skip_render_check=any(name in repr(env) for name in ("CartPole", "legacy")))
