"""The two-layer network of "Pong from Pixels": 6,400 inputs, a ReLU layer, the probability of going up."""

from __future__ import annotations

import hashlib
import math
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from pong_pg.game.frames import PIXELS
from pong_pg.native.row_sums import RowSums, row_sums
from pong_pg.native.structs import check_array

Array = npt.NDArray[np.floating]
NetworkT = TypeVar("NetworkT", bound="Network")

_DTYPES = (np.float32, np.float64)


def sigmoid(logit: float) -> float:
    """Return 1 / (1 + exp(-logit)), without overflow for any finite logit."""
    if logit >= 0:
        return 1.0 / (1.0 + math.exp(-logit))
    odds = math.exp(logit)
    return odds / (1.0 + odds)


class Differences(NamedTuple):
    """Difference frames: each is the mask of a frame minus that of the frame before it.

    Only the pixels that are not zero are listed.

    Attributes:
        pixels: (k,) int32, 0 to 6399, ascending within each difference frame, one after another.
        signs: (k,) float32, 1 where the pixel lit up and -1 where it went dark.
        ends: (n,) intp, where each difference frame's pixels end in `pixels` and `signs`.
    """

    pixels: npt.NDArray[np.int32]
    signs: npt.NDArray[np.float32]
    ends: npt.NDArray[np.intp]

    @classmethod
    def between(cls, mask: npt.NDArray[np.int8], before: npt.NDArray[np.int8]) -> Differences:
        """Return the difference frame of two masks, (80, 80) of 0 and 1."""
        difference = (mask - before).ravel()
        pixels = np.flatnonzero(difference).astype(np.int32)
        return cls(pixels, difference[pixels].astype(np.float32), np.array([len(pixels)]))


class Network:
    """p(up) = sigmoid(W2 . max(0, W1 x)), where x is the difference of two 80x80 masks. No biases.

    The first layer is stored transposed, so that the weights of one pixel are contiguous: a forward pass adds the
    rows of the pixels that changed.

    Args:
        W1: (hidden, 6400) weights of the first layer.
        W2: (hidden,) weights of the second.
        dtype: float32 for playing; float64 lets tests compare with the reference mathematics to its last digits.

    Raises:
        ValueError: the shapes do not fit together, the weights are no real numbers, or `dtype` is another one.
    """

    def __init__(self, W1: npt.ArrayLike, W2: npt.ArrayLike, dtype: npt.DTypeLike = np.float32) -> None:
        first, second = np.asarray(W1), np.asarray(W2)
        if first.ndim != 2 or len(first) < 1 or first.shape[1] != PIXELS or second.shape != first.shape[:1]:
            raise ValueError(
                f"W1 must have the shape (hidden, {PIXELS}) and W2 (hidden,), hidden at least 1; "
                f"got {first.shape} and {second.shape}"
            )
        if not {first.dtype.kind, second.dtype.kind} <= set("fiub"):
            raise ValueError(f"W1 and W2 must be arrays of real numbers; got {first.dtype} and {second.dtype}")
        self._set(np.ascontiguousarray(first.T, dtype), np.ascontiguousarray(second, dtype))

    @classmethod
    def from_transposed(cls: type[NetworkT], W1_T: Array, W2: Array) -> NetworkT:
        """Return a network that shares these arrays, (6400, hidden) and (hidden,), instead of copying them.

        Raises:
            ValueError: they have other shapes, are not both float32 or both float64, or are not in C order.
        """
        network = cls.__new__(cls)
        network._set(W1_T, W2)
        return network

    @classmethod
    def initial(
        cls: type[NetworkT], hidden: int, rng: np.random.Generator, dtype: npt.DTypeLike = np.float32
    ) -> NetworkT:
        """Return a network with initial weights: W1 drawn from N(0, 1/6400), then W2 from N(0, 1/hidden)."""
        W1 = rng.standard_normal((hidden, PIXELS)) / math.sqrt(PIXELS)
        W2 = rng.standard_normal(hidden) / math.sqrt(hidden)
        return cls(W1, W2, dtype)

    def _set(self, W1_T: Array, W2: Array) -> None:
        check_array(W2, _DTYPES, (np.size(W2),), "W2")
        check_array(W1_T, [W2.dtype], (PIXELS, len(W2)), "W1_T, the transpose of W1,")
        self.W1_T = W1_T
        self.W2 = W2
        self._sums: RowSums | None = None

    @property
    def W1(self) -> Array:  # noqa: N802 - the field's name for it
        """(hidden, 6400) view of the first layer."""
        W1: Array = self.W1_T.T
        return W1

    @property
    def hidden(self) -> int:
        """Number of hidden units."""
        return len(self.W2)

    def forward(self, differences: Differences) -> tuple[Array, list[float]]:
        """Return the hidden layer and the logit of going up for each difference frame.

        Args:
            differences: n of them.

        Returns:
            The hidden layers after the ReLU, (n, hidden), and the n logits W2 . h.
        """
        if self._sums is None:
            self._sums = row_sums(self.W1_T)
        hidden = self._sums(*differences)
        np.maximum(hidden, 0, out=hidden)
        # Not `dot`: the order in which BLAS adds depends on the processor.
        logits: list[float] = np.add.reduce(hidden * self.W2, axis=1).tolist()
        return hidden, logits

    def digest(self) -> str:
        """Return `sha256:...` of the weights as little-endian float32 in the reference's layout, W1 then W2."""
        sha = hashlib.sha256()
        for array in (self.W1, self.W2):
            sha.update(np.ascontiguousarray(array, "<f4").tobytes())
        return f"sha256:{sha.hexdigest()}"

    def __getstate__(self) -> dict[str, Any]:
        return {"W1_T": self.W1_T, "W2": self.W2}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self._set(state["W1_T"], state["W2"])

    def __repr__(self) -> str:
        return f"{type(self).__name__}(hidden={self.hidden}, dtype={self.W2.dtype})"
