"""The normal form of an environment, as a type."""

from __future__ import annotations

from typing import Any, Protocol


class Env(Protocol):
    """An environment in the normal form, which is Gymnasium's: what `make` and `adapt` return.

    Other attributes of the environment inside can be reached, too, as with Gymnasium's wrappers.
    """

    @property
    def observation_space(self) -> Any:
        """The observations: a space of the package that is installed; missing where the environment has none."""

    @property
    def action_space(self) -> Any:
        """The actions: a space of the package that is installed."""

    @property
    def spec(self) -> Any:
        """What the environment was registered as; None if it was not."""

    @property
    def unwrapped(self) -> Any:
        """The innermost environment."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Begin an episode; return (observation, info)."""

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play a step; return (observation, reward, terminated, truncated, info)."""

    def render(self) -> Any:
        """Return the screen as a uint8 array, (height, width, 3)."""

    def close(self) -> None:
        """Release what the environment holds."""
