"""Rendering of environments whose `render` takes a mode, or that were made with one."""

from __future__ import annotations

from typing import Any

from pong_pg.compat.rendering import mode_renderer


def render_in_mode(env: Any, mode: str) -> Any:
    """Return what an environment renders in a mode: "rgb_array" or "ansi"."""
    innermost = getattr(env, "unwrapped", env)
    return env.render() if mode_renderer(innermost) is None else env.render(mode=mode)
