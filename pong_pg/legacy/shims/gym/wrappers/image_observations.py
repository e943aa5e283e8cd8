"""Gym's wrappers of image observations, where Gymnasium's differ: these give the same pixels as Gym's."""

from __future__ import annotations

import importlib
from collections import OrderedDict
from typing import Any

import numpy as np

from pong_pg.errors import MissingPackageError
from pong_pg.legacy.shims.gym import error, spaces
from pong_pg.legacy.shims.gym.core import ObservationWrapper
from pong_pg.legacy.shims.gym.rendering import render_in_mode

# OpenCV's weights of red, green and blue, in 32,768ths.
_WEIGHTS = np.array([9798, 19235, 3735], np.uint32)


def to_grayscale(image: Any) -> Any:
    """Return a (height, width, 3) uint8 image in grayscale as OpenCV converts it: (height, width) uint8."""
    return ((image @ _WEIGHTS + 16384) >> 15).astype(np.uint8)


# Where PixelObservationWrapper puts an observation that is not a dictionary.
STATE_KEY = "state"


class GrayScaleObservation(ObservationWrapper):
    """Converts image observations to grayscale, as OpenCV does.

    Args:
        env: the environment, whose observations are (height, width, 3) uint8.
        keep_dim: return (height, width, 1) instead of (height, width).
    """

    def __init__(self, env: Any, keep_dim: bool = False) -> None:
        super().__init__(env)
        self.keep_dim = keep_dim
        shape = env.observation_space.shape
        if len(shape) != 3 or shape[2] != 3:
            raise error.Error(
                f"GrayScaleObservation needs observations of shape (height, width, 3); those of {env} have {shape}"
            )
        self.observation_space = spaces.Box(0, 255, shape[:2] + ((1,) if keep_dim else ()), np.uint8)

    def observation(self, observation: Any) -> Any:
        """Return the image in grayscale."""
        grey = to_grayscale(observation)
        return grey[:, :, np.newaxis] if self.keep_dim else grey


class ResizeObservation(ObservationWrapper):
    """Resizes image observations; needs opencv-python.

    Args:
        env: the environment, whose observations are images.
        shape: (height, width), or one number for both.
    """

    def __init__(self, env: Any, shape: Any) -> None:
        super().__init__(env)
        self.shape = (int(shape), int(shape)) if np.ndim(shape) == 0 else tuple(int(length) for length in shape)
        if any(length <= 0 for length in self.shape):
            raise error.Error(f"ResizeObservation needs a positive shape; got {shape!r}")
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
        """Return the resized image, always with a third dimension."""
        cv2 = importlib.import_module("cv2")
        # OpenCV takes the width first.
        small = cv2.resize(observation, self.shape[::-1], interpolation=cv2.INTER_AREA)
        return small[:, :, np.newaxis] if small.ndim == 2 else small


class PixelObservationWrapper(ObservationWrapper):
    """Adds rendered images to the observations, which become dictionaries; needs an environment that has been reset.

    Args:
        env: the environment.
        pixels_only: leave out the observation itself; otherwise it is there as "state", or with its own keys.
        render_kwargs: arguments of `render` for each image, by key; without them the mode is "rgb_array".
        pixel_keys: the keys of the images.
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
        own = {} if pixels_only else dict(inner.spaces) if isinstance(inner, spaces.Dict) else {STATE_KEY: inner}
        if double := own.keys() & set(pixel_keys):
            raise error.Error(
                f"PixelObservationWrapper: the observation already has {', '.join(sorted(double))}; "
                "choose other pixel_keys"
            )
        images = {key: self._image(key) for key in pixel_keys}
        boxes = {key: spaces.Box(0, 255, image.shape, image.dtype) for key, image in images.items()}
        self.observation_space = spaces.Dict(OrderedDict({**own, **boxes}))

    def _image(self, key: str) -> Any:
        options = self._render_kwargs[key]
        return self.env.render(**{"mode": "rgb_array", **options}) if options else render_in_mode(self.env, "rgb_array")

    def observation(self, observation: Any) -> Any:
        """Return the dictionary of the images and, unless `pixels_only`, the observation."""
        own = dict(observation) if isinstance(observation, dict) else {STATE_KEY: observation}
        own = {} if self._pixels_only else own
        return {**own, **{key: self._image(key) for key in self._render_kwargs}}
