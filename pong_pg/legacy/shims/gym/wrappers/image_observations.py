"""Gym's wrappers of image observations, where Gymnasium's differ: these give the same pixels as Gym's."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np

from pong_pg.errors import MissingPackageError
from pong_pg.legacy.shims.gym import error, spaces
from pong_pg.legacy.shims.gym.core import ObservationWrapper

# OpenCV's weights of red, green and blue, in 32,768ths.
_WEIGHTS = np.array([9798, 19235, 3735], np.uint32)


def to_grayscale(image: Any) -> Any:
    """Return a (height, width, 3) uint8 image in grayscale as OpenCV converts it: (height, width) uint8."""
    return ((image @ _WEIGHTS + 16384) >> 15).astype(np.uint8)


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
