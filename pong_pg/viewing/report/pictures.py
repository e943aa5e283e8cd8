"""Pictures of hidden units for a report: small PNGs that are as readable on white as on black."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.compat._versions import require
from pong_pg.viewing.weights import HiddenUnits

# Weights beyond this quantile of their sizes have the full colour, so that few large ones don't hide the others.
_FULL = 0.995
# Steps of opacity for each sign; few, since the noise of untrained weights compresses badly.
_LEVELS = 16
_NEGATIVE, _POSITIVE = (0x2F, 0x7D, 0xD8), (0xE0, 0x62, 0x14)


@dataclass(frozen=True)
class UnitPicture:
    """A hidden unit.

    Attributes:
        number: its index in the network.
        share: its part of the contributions of all units, 0 to 1.
        up: whether its activation makes going up more probable.
        pictures: the name of each plane of the input, and a data URI.
    """

    number: int
    share: float
    up: bool
    pictures: Sequence[tuple[str, str]]


def unit_pictures(units: HiddenUnits, most: int) -> list[UnitPicture]:
    """Return pictures of the units that contribute most, at most so many.

    Raises:
        MissingPackageError: Pillow is not installed.
    """
    total = float(units.contributions.sum()) or 1.0
    return [
        UnitPicture(
            int(units.numbers[place]),
            float(units.contributions[place]) / total,
            bool(units.upward[place] > 0),
            [(plane, signed_png(units.pictures[place, index])) for index, plane in enumerate(units.planes)],
        )
        for place in range(min(most, len(units.numbers)))
    ]


def signed_png(values: npt.NDArray[np.floating]) -> str:
    """Return signed numbers as a picture: blue below 0, orange above, and the more opaque the larger.

    Args:
        values: (h, w).

    Returns:
        The data URI of a PNG with a palette and transparency.

    Raises:
        MissingPackageError: Pillow is not installed.
    """
    image_module = require("PIL.Image", "pictures of weights")
    full = float(np.quantile(np.abs(values), _FULL)) or float(np.abs(values).max()) or 1.0
    levels = np.clip(np.rint(values / full * _LEVELS), -_LEVELS, _LEVELS).astype(np.int16)
    image: Any = image_module.fromarray((levels + _LEVELS).astype(np.uint8))
    signs = range(-_LEVELS, _LEVELS + 1)
    image.putpalette([part for level in signs for part in (_NEGATIVE if level < 0 else _POSITIVE)])
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True, transparency=bytes(abs(level) * 255 // _LEVELS for level in signs))
    return data_uri("image/png", file.getvalue())


def data_uri(media_type: str, content: bytes) -> str:
    """Return the content of a file as a URI that can stand in a page."""
    return f"data:{media_type};base64,{base64.b64encode(content).decode()}"
