"""What to do to an array of weights so that C would read it wrongly, or beyond its end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

WRONG: dict[str, Callable[[Any], Any]] = {
    "float64": lambda array: array.astype(np.float64),
    "float16": lambda array: array.astype(np.float16),
    "other byte order": lambda array: array.astype(array.dtype.newbyteorder()),
    "Fortran order": lambda array: np.asfortranarray(array) if array.ndim > 1 else np.repeat(array, 2)[::2],
    "not contiguous": lambda array: np.repeat(array, 2, axis=0)[::2],
    "too short": lambda array: array[:-1].copy(),
    "another dimension": lambda array: np.stack([array, array]),
    "a list": lambda array: array.tolist(),
}


def read_only(array: Any) -> Any:
    """Whoever writes to it all the same, as C can, crashes where it is a mapped file."""
    array = array.copy()
    array.flags.writeable = False
    return array
