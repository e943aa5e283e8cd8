from __future__ import annotations

import subprocess
import sys

import pytest

pytestmark = pytest.mark.needs("gymnasium>=1.0", "ale-py>=0.10", "pygame")

SCRIPT = """
import pong_pg.legacy.shims.gym as gym
env = gym.make("PongDeterministic-v4")
env.reset()
assert [env.render() for _ in range(3)] == [True, True, True]
import pygame
surface = pygame.display.get_surface()
assert surface.get_size() == (480, 630), surface.get_size()
frame = env.render("rgb_array")
shown = pygame.surfarray.array3d(surface).swapaxes(0, 1)[::3, ::3]
assert (shown == frame).all()
pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a))
env.render()
assert pygame.event.get(pygame.KEYDOWN), "the script's own events are gone"
pygame.event.post(pygame.event.Event(pygame.QUIT))
assert [env.render(), env.render()] == [False, False]
assert env.unwrapped.viewer.isopen is False
env.step(0)
env.close()
other = gym.make("CartPole-v1")
other.reset()
assert other.render() is True
other.close()
from pong_pg.legacy.shims.gym.envs.classic_control import rendering
import numpy as np
viewer = rendering.SimpleImageViewer()
assert viewer.imshow(np.zeros((10, 20), np.uint8)) and viewer.isopen
viewer.close()
env = gym.make("Pong-v0", render_mode="human")
env.reset()
assert env.unwrapped.viewer.isopen
print("seen")
"""


def _run(script: str, **variables: str) -> subprocess.CompletedProcess[str]:
    import os

    surroundings = {name: value for name, value in os.environ.items() if name not in {"DISPLAY", "WAYLAND_DISPLAY"}}
    return subprocess.run(
        [sys.executable, "-c", script],
        env={**surroundings, **variables},
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )


def test_a_window_shows_the_frames_until_it_is_closed() -> None:
    run = _run(SCRIPT, SDL_VIDEODRIVER="dummy")
    assert run.stdout == "seen\n", run.stderr


def test_handlers_of_keys_are_refused() -> None:
    script = "import pong_pg.legacy.shims.gym as gym\nenv = gym.make('Pong-v0')\nenv.reset()\nenv.render()\n"
    run = _run(f"{script}env.unwrapped.viewer.window.on_key_press = print")
    assert "env.viewer.window is not covered" in run.stderr


def test_a_missing_display_is_reported_once() -> None:
    script = "import pong_pg.legacy.shims.gym as gym\nenv = gym.make('Pong-v0')\nenv.reset()\n"
    run = _run(script + "print([env.render() for _ in range(3)])", DISPLAY=":9876")
    assert run.stdout == "[True, True, True]\n", run.stderr
    assert run.stderr.count("the display can't be used") == 1


def test_a_missing_pygame_is_reported_once() -> None:
    script = "import sys\nsys.modules['pygame'] = None\nimport pong_pg.legacy.shims.gym as gym\n"
    script += "env = gym.make('Pong-v0')\nenv.reset()\nprint([env.render() for _ in range(3)])"
    run = _run(script, SDL_VIDEODRIVER="dummy")
    assert run.stdout == "[True, True, True]\n", run.stderr
    assert run.stderr.count("pip install 'pong-pg[run]") == 1
