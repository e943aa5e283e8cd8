"""Arrays of one element, which NumPy took for numbers."""

from __future__ import annotations

from typing import Any

import numpy as np


def one(value: Any) -> Any:
    """Return the number in an array of one element, and anything else as it is."""
    return value.item() if isinstance(value, np.ndarray) and value.size == 1 else value
