"""Environments that tell somebody what happens in them."""

from __future__ import annotations

from typing import Any, Protocol

from pong_pg.compat import Env


class Tap(Protocol):
    """What is told of an environment."""

    def began(self, observation: Any, /) -> None:
        """A game has begun with this observation."""

    def stepped(self, action: int, outcome: tuple[Any, float, bool, bool], /) -> None:
        """An action has led to an observation, a reward, and whether the game is terminated or truncated."""

    def closed(self) -> None:
        """The environment is about to be closed, at the end or in the middle of a game."""


class TappedEnv:
    """A wrapper that passes everything on and tells a `Tap` of it.

    Args:
        env: the environment, with Gymnasium's API.
        tap: is told.
    """

    def __init__(self, env: Env, tap: Tap) -> None:
        self._env, self._tap = env, tap

    def reset(self, **kwargs: Any) -> Any:
        """Start a game."""
        result = self._env.reset(**kwargs)
        self._tap.began(result[0])
        return result

    def step(self, action: int) -> Any:
        """Take a step."""
        result = self._env.step(action)
        self._tap.stepped(action, result[:4])
        return result

    def close(self) -> None:
        """Close the environment, after the tap."""
        try:
            self._tap.closed()
        finally:
            self._env.close()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        return getattr(self._env, name)
