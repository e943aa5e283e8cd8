"""RMSProp as in the reference: gradient ascent, in place."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from pong_pg.errors import DivergedError

Array = npt.NDArray[np.floating]

EPSILON = 1e-5


class RMSProp:
    """m = decay * m + (1 - decay) * g^2;  w += learning_rate * g / (sqrt(m) + 1e-5).

    Args:
        weights: the arrays that `step` updates in place.
        learning_rate: above 0.
        decay_rate: 0 to below 1.

    Attributes:
        memory: the running means m of the squared gradient, one array for each of `weights`, with the same shapes and
            dtypes, initially zero.
    """

    def __init__(self, weights: tuple[Array, ...], learning_rate: float, decay_rate: float) -> None:
        self._weights = weights
        self._learning_rate = learning_rate
        self._decay_rate = decay_rate
        self.memory = tuple(np.zeros_like(array) for array in weights)

    @np.errstate(over="ignore", invalid="ignore")
    def step(self, gradients: tuple[Array, ...]) -> None:
        """Take one step of gradient ascent.

        Args:
            gradients: one array for each of the weights; they are overwritten.

        Raises:
            DivergedError: a weight or its memory would not be finite; all are as they were.
        """
        following: list[tuple[Array, Array]] = []
        for weight, memory, gradient in zip(self._weights, self.memory, gradients, strict=True):
            dtype = weight.dtype.type
            square = gradient * gradient
            square *= dtype(1 - self._decay_rate)
            kept = memory * dtype(self._decay_rate)
            kept += square
            scale = np.sqrt(kept, out=square)
            scale += dtype(EPSILON)
            gradient *= dtype(self._learning_rate)
            gradient /= scale
            gradient += weight
            if not (np.isfinite(gradient).all() and np.isfinite(kept).all()):
                raise DivergedError(
                    "the step of its games gives a weight that is not finite: the weights have diverged; begin a new "
                    "run with a lower --learning-rate"
                )
            following.append((gradient, kept))
        for weight, memory, (new_weight, new_memory) in zip(self._weights, self.memory, following, strict=True):
            weight[...] = new_weight
            memory[...] = new_memory
