"""Gym's wrappers of pictures that Gymnasium's of today differ from: these give what Gym's gave, pixel for pixel."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from pong_pg.errors import MissingPackageError
from pong_pg.legacy.shims.gym import error, spaces
from pong_pg.legacy.shims.gym.core import ObservationWrapper
from pong_pg.legacy.shims.gym.rendering import render_in_mode

# OpenCV's weights of red, green and blue, in 32,768ths.
_WEIGHTS = np.array([9798, 19235, 3735], np.uint32)


def in_grey(picture: Any) -> Any:
    """Return a (height, width, 3) uint8 picture in grey as OpenCV turns it: (height, width) uint8."""
    return ((picture @ _WEIGHTS + 16384) >> 15).astype(np.uint8)


class GrayScaleObservation(ObservationWrapper):
    """Gives pictures in grey, as OpenCV turns them.

    Args:
        env: the environment, whose observations are (height, width, 3) uint8.
        keep_dim: (height, width, 1) instead of (height, width).
    """

    def __init__(self, env: Any, keep_dim: bool = False) -> None:
        super().__init__(env)
        self.keep_dim = keep_dim
        shape = env.observation_space.shape
        if len(shape) != 3 or shape[2] != 3:
            raise error.Error(f"GrayScaleObservation needs pictures of shape (height, width, 3); {env} has {shape}")
        self.observation_space = spaces.Box(0, 255, shape[:2] + ((1,) if keep_dim else ()), np.uint8)

    def observation(self, observation: Any) -> Any:
        """Return the picture in grey."""
        grey = in_grey(observation)
        return grey[:, :, np.newaxis] if self.keep_dim else grey


class ResizeObservation(ObservationWrapper):
    """Gives pictures in another size; needs opencv-python.

    Args:
        env: the environment, whose observations are pictures.
        shape: (height, width), or one number for both.
    """

    def __init__(self, env: Any, shape: Any) -> None:
        super().__init__(env)
        self.shape = (int(shape), int(shape)) if np.ndim(shape) == 0 else tuple(int(length) for length in shape)
        if any(length <= 0 for length in self.shape):
            raise error.Error(f"ResizeObservation needs sizes above 0; got {shape!r}")
        try:
            importlib.import_module("cv2")
        except ImportError as problem:
            raise MissingPackageError(
                "gym.wrappers.ResizeObservation needs the package opencv-python, which is not installed: "
                "run  pip install opencv-python"
            ) from problem
        channels = env.observation_space.shape[2:] or (1,)
        self.observation_space = spaces.Box(0, 255, self.shape + channels, np.uint8)

    def observation(self, observation: Any) -> Any:
        """Return the picture in the other size; always with a third dimension."""
        cv2 = importlib.import_module("cv2")
        # OpenCV wants the width first.
        small = cv2.resize(observation, self.shape[::-1], interpolation=cv2.INTER_AREA)
        return small[:, :, np.newaxis] if small.ndim == 2 else small


class PixelObservationWrapper(ObservationWrapper):
    """Gives dictionaries with pictures of the environment in them; it must have begun an episode when it is wrapped.

    Args:
        env: the environment.
        pixels_only: leave the observation itself out; otherwise it is there as "state", or by its own keys.
        render_kwargs: arguments of `render` for each picture, by key; without them a picture of mode "rgb_array".
        pixel_keys: the pictures' keys.
    """

    def __init__(
        self,
        env: Any,
        pixels_only: bool = True,
        render_kwargs: dict[str, dict[str, Any]] | None = None,
        pixel_keys: tuple[str, ...] = ("pixels",),
    ) -> None:
        super().__init__(env)
        self._pixels_only = pixels_only
        self._render_kwargs = {key: dict((render_kwargs or {}).get(key, {})) for key in pixel_keys}
        inner = env.observation_space
        own = {} if pixels_only else dict(inner.spaces) if isinstance(inner, spaces.Dict) else {"state": inner}
        if double := own.keys() & set(pixel_keys):
            raise error.Error(f"PixelObservationWrapper: the observation has {', '.join(sorted(double))} already")
        pictures = {key: self._picture(key) for key in pixel_keys}
        boxes = {key: spaces.Box(0, 255, picture.shape, picture.dtype) for key, picture in pictures.items()}
        self.observation_space = spaces.Dict({**own, **boxes})

    def _picture(self, key: str) -> Any:
        options = self._render_kwargs[key]
        return self.env.render(**{"mode": "rgb_array", **options}) if options else render_in_mode(self.env, "rgb_array")

    def observation(self, observation: Any) -> Any:
        """Return the dictionary."""
        own = (
            {} if self._pixels_only else dict(observation) if isinstance(observation, dict) else {"state": observation}
        )
        return {**own, **{key: self._picture(key) for key in self._render_kwargs}}
