"""`gym.envs.classic_control.rendering`: the viewer of images; drawing with pyglet is not covered."""

from __future__ import annotations

from typing import Any

from pong_pg.legacy.runtime.uncovered import not_covered
from pong_pg.legacy.runtime.viewer import SimpleImageViewer

__all__ = ["SimpleImageViewer"]


def __getattr__(name: str) -> Any:
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    advice = "it drew with pyglet; use render(mode='rgb_array') and SimpleImageViewer"
    raise not_covered("gym.envs.classic_control.rendering", name, advice)
