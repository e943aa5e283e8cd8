"""Pictures of environments of every era, without a window."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.compat._versions import quiet
from pong_pg.compat.layers import attribute, layers
from pong_pg.errors import EnvError


def rgb_frame(env: Any, last: Any = None) -> Any:
    """Return what an environment shows now.

    Args:
        env: a live environment of any era.
        last: the picture before; where an environment collects its frames, it is the present one until the next step.

    Returns:
        A (height, width, 3) uint8 array.

    Raises:
        EnvError: it can't give one; the message says what it was made without.
    """
    mode = getattr(env, "render_mode", None)
    ale = attribute(env, "ale")
    try:
        with quiet():
            if mode in {"rgb_array", "rgb_array_list"}:
                picture = env.render()
                # A list holds the frames since the last call; the last of them is the present.
                picture = (picture or [last])[-1] if isinstance(picture, list) else picture
            elif ale is not None:
                picture = ale.getScreenRGB2() if hasattr(ale, "getScreenRGB2") else ale.getScreenRGB()
            elif (render := mode_renderer(env)) is not None:
                picture = render(mode="rgb_array")
            else:
                raise EnvError(
                    f"{env}: no picture without a window: it was made with render_mode={mode!r}; "
                    "make it with render_mode='rgb_array'"
                )
    except EnvError:
        raise
    except Exception as error:  # whatever a renderer of another package fails with
        raise EnvError(f"{env}: render() failed: {type(error).__name__}: {' '.join(str(error).split())}") from error
    if not (isinstance(picture, np.ndarray) and picture.ndim == 3 and picture.dtype == np.uint8):
        raise EnvError(f"{env}: render() must give a (height, width, 3) uint8 array; it gave {type(picture).__name__}")
    return picture


def draws(env: Any) -> bool:
    """Return whether `rgb_frame` knows a way to a picture of this environment, without trying it."""
    mode = getattr(env, "render_mode", None)
    return (
        mode in {"rgb_array", "rgb_array_list"} or attribute(env, "ale") is not None or mode_renderer(env) is not None
    )


def mode_renderer(env: Any) -> Callable[..., Any] | None:
    """Return the outermost `render` that takes a mode, as they did before gym 0.26; None if there is none."""
    for layer in layers(env):
        if _takes_a_mode(layer):
            render: Callable[..., Any] = layer.render
            return render
    return None


def _takes_a_mode(env: Any) -> bool:
    """Return whether an environment's own `render` takes a mode."""
    try:
        parameters = inspect.signature(env.render).parameters
    except (AttributeError, TypeError, ValueError):
        return False
    return "mode" in parameters or any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
