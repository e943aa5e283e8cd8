"""Gym's wrapper that leaves parts of observations out."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from typing import Any

from pong_pg.legacy.shims.gym import spaces
from pong_pg.legacy.shims.gym.core import ObservationWrapper


class FilterObservation(ObservationWrapper):
    """Keeps some parts of observations of a Dict space.

    Args:
        env: the environment.
        filter_keys: the keys to keep; None for all.

    Raises:
        ValueError: the space does not have one of the keys.
    """

    def __init__(self, env: Any, filter_keys: Iterable[str] | None = None) -> None:
        super().__init__(env)
        space = env.observation_space
        assert isinstance(space, spaces.Dict), "FilterObservationWrapper is only usable with dict observations."
        known = space.spaces.keys()
        filter_keys = tuple(known) if filter_keys is None else filter_keys
        missing = {key for key in filter_keys if key not in known}
        if missing:
            raise ValueError(
                f"All the filter_keys must be included in the original observation space.\nFilter keys: {filter_keys}\n"
                f"Observation keys: {known}\nMissing keys: {missing}"
            )
        self._filter_keys = tuple(filter_keys)
        kept = [(key, copy.deepcopy(part)) for key, part in space.spaces.items() if key in self._filter_keys]
        self.observation_space = type(space)(kept)

    def observation(self, observation: Any) -> Any:
        """Return the parts that are kept."""
        return type(observation)([(key, part) for key, part in observation.items() if key in self._filter_keys])
