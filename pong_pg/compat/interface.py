"""The form of every environment in this package."""

from __future__ import annotations

from typing import Any, Protocol


class Env(Protocol):
    """An environment with Gymnasium's API, the *normal form* of this package: what `make` and `adapt` return.

    Other attributes are forwarded to the wrapped environment, as by Gymnasium's wrappers.
    """

    @property
    def observation_space(self) -> Any:
        """The space of observations, of the installed package."""

    @property
    def action_space(self) -> Any:
        """The space of actions, of the installed package."""

    @property
    def spec(self) -> Any:
        """The specification under which the environment was registered; None if it was not registered."""

    @property
    def unwrapped(self) -> Any:
        """The innermost environment."""

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Start an episode and return (observation, info)."""

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Take a step and return (observation, reward, terminated, truncated, info)."""

    def render(self) -> Any:
        """Return the current frame as a (height, width, 3) uint8 array."""

    def close(self) -> None:
        """Release the environment's resources."""
