"""`gym.utils.play`: play an environment with the keyboard."""

from __future__ import annotations

import time
from typing import Any

from pong_pg.compat import steps
from pong_pg.legacy.runtime import viewer
from pong_pg.legacy.shims.gym import error
from pong_pg.legacy.shims.gym.recording.video_recorder import render_in_mode


def play(  # noqa: PLR0917 - Gym's form
    env: Any,
    transpose: bool = True,
    fps: int | None = 30,
    zoom: float | None = None,
    callback: Any = None,
    keys_to_action: Any = None,
    **_more: Any,
) -> None:
    """Play until the window is closed or Escape is pressed.

    Args:
        env: the environment.
        transpose: frames are (height, width, 3), as all of today's are.
        fps: steps per second.
        zoom: the factor by which the window enlarges frames.
        callback: called after each step with the observation before it and after it, the action, and what else
            `step` returned.
        keys_to_action: a mapping from a tuple of sorted key codes, or a string of their characters, to an action; None
            for the environment's own.

    Raises:
        Error: `keys_to_action` is None and the environment has no such mapping.
    """
    if not viewer.has_display():
        return
    import pygame

    env.reset()
    if keys_to_action is None:
        find = getattr(env, "get_keys_to_action", getattr(env.unwrapped, "get_keys_to_action", None))
        if find is None:
            raise error.Error(f"{env} has no get_keys_to_action(); pass keys_to_action")
        keys_to_action = find()
    actions = {
        tuple(sorted(ord(k) if isinstance(k, str) else k for k in keys)): a for keys, a in keys_to_action.items()
    }
    relevant = {key for keys in actions for key in keys}
    window = viewer.SimpleImageViewer(zoom=zoom)
    pressed: set[int] = set()
    observation = None
    over = True
    while True:
        began = time.monotonic()
        if over:
            result = env.reset()
            observation, over = (result[0] if steps.looks_like_pair(result) else result), False
        else:
            action = actions.get(tuple(sorted(pressed)), 0)
            before, result = observation, env.step(action)
            observation, over = result[0], any(result[2:-1])
            if callback is not None:
                callback(before, observation, action, *result[1:])
        frame = render_in_mode(env, "rgb_array")
        if not window.imshow(frame if transpose else frame.swapaxes(0, 1)):
            return
        for event in pygame.event.get([pygame.KEYDOWN, pygame.KEYUP]):
            if event.key == pygame.K_ESCAPE:
                window.close()
                return
            if event.key in relevant:
                (pressed.add if event.type == pygame.KEYDOWN else pressed.discard)(event.key)
        time.sleep(max(0.0, 1 / (fps or 30) - (time.monotonic() - began)))
