"""Pictures of environments whose `render` takes a mode, or was told it when they were made."""

from __future__ import annotations

from typing import Any

from pong_pg.compat.rendering import mode_renderer


def drawn(env: Any, mode: str) -> Any:
    """Return what an environment shows in a mode: "rgb_array" or "ansi"."""
    innermost = getattr(env, "unwrapped", env)
    return env.render() if mode_renderer(innermost) is None else env.render(mode=mode)
