"""`gym.utils.play`: play an environment with the keyboard, by Gymnasium's function."""

from __future__ import annotations

from typing import Any

from pong_pg.compat import steps
from pong_pg.compat._versions import require
from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime import viewer
from pong_pg.legacy.shims.gym import error
from pong_pg.legacy.shims.gym.wrappers import Bridge


def play(  # noqa: PLR0917 - Gym's form
    env: Any,
    transpose: bool = True,
    fps: int | None = 30,
    zoom: float | None = None,
    callback: Any = None,
    keys_to_action: Any = None,
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
    native: Any = require("gymnasium.utils.play", "a script that plays by hand")
    find: Any = getattr(env, "get_keys_to_action", None)
    if keys_to_action is None and find is None:
        raise error.Error(f"{env} has no get_keys_to_action(); pass keys_to_action")

    def called(before: Any, after: Any, action: Any, reward: Any, *ends: Any) -> None:
        before = before[0] if steps.looks_like_pair(before) else before
        callback(before, after, action, reward, *(ends if five else steps.join_done(*ends)))

    five = settings.current().step_values == 5
    env.reset()
    # Gymnasium takes none for no key.
    keys = {keys: action for keys, action in (find() if keys_to_action is None else keys_to_action).items() if keys}
    native.play(Bridge(env), transpose, fps or 30, zoom, called if callback is not None else None, keys)
