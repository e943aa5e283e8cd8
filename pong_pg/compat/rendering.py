"""Pictures of environments of every era, without a window."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np

from pong_pg.compat._versions import quiet
from pong_pg.compat.layers import attribute
from pong_pg.errors import EnvError


def rgb_frame(env: Any) -> Any:
    """Return what an environment shows now.

    Args:
        env: a live environment of any era.

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
                picture = picture[-1] if isinstance(picture, list) else picture
            elif ale is not None:
                picture = ale.getScreenRGB2() if hasattr(ale, "getScreenRGB2") else ale.getScreenRGB()
            elif _takes_a_mode(env):
                picture = env.render(mode="rgb_array")
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


def _takes_a_mode(env: Any) -> bool:
    try:
        parameters = inspect.signature(getattr(env, "unwrapped", env).render).parameters
    except (AttributeError, TypeError, ValueError):
        return False
    return "mode" in parameters or any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())
