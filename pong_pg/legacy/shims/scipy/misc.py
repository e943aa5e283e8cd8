"""`scipy.misc`: image functions through Pillow, as up to SciPy 1.2, and what has moved to other modules of SciPy."""

from __future__ import annotations

import pkgutil
from typing import Any

import numpy as np

from pong_pg.compat._versions import require
from pong_pg.legacy.runtime.messages import not_covered
from pong_pg.legacy.tables.scipy import MISC

_RESAMPLING = {"nearest": 0, "lanczos": 1, "bilinear": 2, "bicubic": 3, "cubic": 3}
_MODES_OF = {3: ("RGB", "YCbCr"), 4: ("RGBA", "CMYK")}


def bytescale(data: Any, cmin: Any = None, cmax: Any = None, high: int = 255, low: int = 0) -> Any:
    """Return an array as uint8, with its range, or that from `cmin` to `cmax`, scaled to `low` to `high`.

    A uint8 array is returned unchanged.
    """
    if data.dtype == np.uint8:
        return data
    least = data.min() if cmin is None else cmin
    span = (data.max() if cmax is None else cmax) - least
    stretched = (data - least) * (float(high - low) / (span or 1)) + low
    return (stretched.clip(low, high) + 0.5).astype(np.uint8)


def toimage(  # noqa: PLR0917 - SciPy's own parameters, in their order
    arr: Any,
    high: int = 255,
    low: int = 0,
    cmin: Any = None,
    cmax: Any = None,
    mode: str | None = None,
    channel_axis: int | None = None,
) -> Any:
    """Return an array of two dimensions, or of three with one of 3 or 4 channels, as a Pillow image.

    Raises:
        ValueError: the array is not an image of this mode.
        MissingPackageError: Pillow is not installed.
    """
    image = require("PIL.Image", "scipy.misc")
    data = np.asarray(arr)
    if data.ndim == 3 and {3, 4} & set(data.shape):
        axis = data.shape.index(3 if 3 in data.shape else 4) if channel_axis is None else channel_axis
        modes: tuple[str, ...] = _MODES_OF.get(data.shape[axis], ())
        if mode not in {None, *modes}:
            raise ValueError(f"the mode of an image of shape {data.shape} must be one of {modes}; got {mode!r}")
        last = np.moveaxis(bytescale(data, cmin, cmax, high, low), axis, 2)
        return image.frombytes(mode or modes[0], last.shape[1::-1], last.tobytes())
    if data.ndim != 2:
        raise ValueError(f"an image must have 2 dimensions, or 3 with one of length 3 or 4; got shape {data.shape}")
    size = data.shape[::-1]
    if mode == "F":
        return image.frombytes("F", size, data.astype(np.float32).tobytes())
    if mode not in {None, "L"}:
        raise ValueError(f"the mode of an image of two dimensions must be L or F; got {mode!r}")
    return image.frombytes("L", size, bytescale(data, cmin, cmax, high, low).tobytes())


def fromimage(im: Any, flatten: bool = False, mode: str | None = None) -> Any:
    """Return a Pillow image as an array; `flatten` converts it to grayscale, as floats."""
    if mode is not None:
        im = im.convert(mode)
    elif im.mode == "P":
        im = im.convert("RGBA" if "transparency" in im.info else "RGB")
    if flatten:
        im = im.convert("F")
    elif im.mode == "1":
        im = im.convert("L")
    return np.array(im)


def imread(name: Any, flatten: bool = False, mode: str | None = None) -> Any:
    """Read an image file; returns an array."""
    with require("PIL.Image", "scipy.misc").open(name) as image:
        return fromimage(image, flatten=flatten, mode=mode)


def imsave(name: Any, arr: Any, format: str | None = None) -> None:  # noqa: A002 - SciPy's name
    """Write an array to an image file; arrays other than uint8 are scaled from their range."""
    toimage(arr, channel_axis=2).save(name, format)


def imresize(arr: Any, size: Any, interp: str = "bilinear", mode: str | None = None) -> Any:
    """Return a resized image.

    Args:
        arr: the image; arrays other than uint8 are scaled from their range first, so the result is uint8.
        size: a percentage as an integer, a factor as a float, or (height, width).
        interp: "nearest", "lanczos", "bilinear", "bicubic" or "cubic".
        mode: the mode of the Pillow image that is resized, such as "L"; with "F", floats are not scaled.
    """
    image = toimage(arr, mode=mode)
    if isinstance(size, int | np.integer | float | np.floating):
        factor = size / 100.0 if isinstance(size, int | np.integer) else size
        new = tuple(int(side) for side in (np.array(image.size) * factor).astype(int))
    else:
        new = (int(size[1]), int(size[0]))
    return fromimage(image.resize(new, resample=_RESAMPLING[interp]))


def imrotate(arr: Any, angle: float, interp: str = "bilinear") -> Any:
    """Return an image rotated by an angle in degrees, counter-clockwise."""
    return fromimage(toimage(arr).rotate(angle, resample=_RESAMPLING[interp]))


def __getattr__(name: str) -> Any:
    row = MISC.get(name)
    if row is None:
        raise AttributeError(f"module 'scipy.misc' has no attribute {name!r}")
    if not row.supplied_by:
        raise not_covered("scipy.misc", name, f"modern code says {row.modern}")
    require("scipy", f"scipy.misc.{name}")
    return pkgutil.resolve_name(row.supplied_by)
