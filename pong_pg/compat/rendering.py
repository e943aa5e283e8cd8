"""Render environments of any Gym or Gymnasium version to arrays, without a window."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.compat._versions import quiet
from pong_pg.compat.wrappers import find_attribute, wrapper_stack
from pong_pg.errors import EnvError


def rgb_frame(env: Any, last: Any = None) -> Any:
    """Return the current frame of an environment.

    Args:
        env: an environment of any version of Gym or Gymnasium.
        last: the frame that was rendered before; an environment with ``render_mode="rgb_array_list"`` returns an empty
            list until its next step, and then this is still the current frame.

    Returns:
        A (height, width, 3) uint8 array.

    Raises:
        EnvError: the environment can't render to an array; the message says how to make one that can.
    """
    mode = getattr(env, "render_mode", None)
    ale = find_attribute(env, "ale")
    try:
        with quiet():
            if mode in {"rgb_array", "rgb_array_list"}:
                frame = env.render()
                # A list holds the frames since the last call; the last of them is the current one.
                frame = (frame or [last])[-1] if isinstance(frame, list) else frame
            elif ale is not None:
                frame = ale.getScreenRGB2() if hasattr(ale, "getScreenRGB2") else ale.getScreenRGB()
            elif (render := mode_renderer(env)) is not None:
                frame = render(mode="rgb_array")
            else:
                raise EnvError(
                    f"{env}: render() can't return an array, because the environment was made with "
                    f"render_mode={mode!r}; make it with render_mode='rgb_array'"
                )
    except EnvError:
        raise
    except Exception as error:  # renderers of other packages may raise anything
        raise EnvError(f"{env}: render() failed: {type(error).__name__}: {' '.join(str(error).split())}") from error
    if not (isinstance(frame, np.ndarray) and frame.ndim == 3 and frame.dtype == np.uint8):
        raise EnvError(
            f"{env}: render() must return a (height, width, 3) uint8 array; it returned {type(frame).__name__}: fix it"
        )
    return frame


def can_render(env: Any) -> bool:
    """Return whether `rgb_frame` has a way to render this environment; it is not tried."""
    if getattr(env, "render_mode", None) in {"rgb_array", "rgb_array_list"}:
        return True
    return find_attribute(env, "ale") is not None or mode_renderer(env) is not None


def mode_renderer(env: Any) -> Callable[..., Any] | None:
    """Return the outermost `render` that takes a `mode`, as in gym before 0.26; None if there is none."""
    for wrapper in wrapper_stack(env):
        if _takes_mode(wrapper):
            render: Callable[..., Any] = wrapper.render
            return render
    return None


def _takes_mode(env: Any) -> bool:
    """Return whether an environment's own `render` takes a `mode`."""
    try:
        parameters = inspect.signature(env.render).parameters
    except (AttributeError, TypeError, ValueError):
        return False
    return "mode" in parameters or any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
