"""`scipy.misc`: image functions through Pillow, as up to SciPy 1.2, and what has moved to other modules of SciPy."""

from __future__ import annotations

import os
import pkgutil
from typing import Any

import numpy as np

from pong_pg.compat._versions import require
from pong_pg.legacy.runtime import notes, pillow_as_then
from pong_pg.legacy.tables.scipy import MISC

_RESAMPLING = {"nearest": 0, "lanczos": 1, "bilinear": 2, "bicubic": 3, "cubic": 3}
_FILTERS = frozenset({
    "blur", "contour", "detail", "edge_enhance", "edge_enhance_more", "emboss", "find_edges", "smooth",
    "smooth_more", "sharpen",
})  # fmt: skip
_MODES_OF = {3: ("RGB", "YCbCr"), 4: ("RGBA", "CMYK")}


def bytescale(data: Any, cmin: Any = None, cmax: Any = None, high: int = 255, low: int = 0) -> Any:
    """Return an array as uint8, with its range, or that from `cmin` to `cmax`, scaled to `low` to `high`.

    A uint8 array is returned unchanged.

    Raises:
        ValueError: `low` or `high` is outside of 0 to 255, or the limits are in the wrong order.
    """
    if data.dtype == np.uint8:
        return data
    if not 0 <= low <= high <= 255:
        raise ValueError(f"`low` and `high` must be between 0 and 255, in this order; got {low} and {high}")
    least = data.min() if cmin is None else cmin
    span = (data.max() if cmax is None else cmax) - least
    if span < 0:
        raise ValueError(f"`cmax` must not be smaller than `cmin`; got a difference of {span}")
    stretched = (data - least) * (float(high - low) / (span or 1)) + low
    return (stretched.clip(low, high) + 0.5).astype(np.uint8)


def toimage(  # noqa: PLR0917 - SciPy's own parameters, in their order
    arr: Any,
    high: int = 255,
    low: int = 0,
    cmin: Any = None,
    cmax: Any = None,
    pal: Any = None,
    mode: str | None = None,
    channel_axis: int | None = None,
) -> Any:
    """Return an array of two dimensions, or of three with one of 3 or 4 channels, as a Pillow image.

    Raises:
        ValueError: the array is not an image of this mode.
        MissingPackageError: Pillow is not installed.
    """
    image = require("PIL.Image", "scipy.misc")
    # What the script then does with it.
    pillow_as_then.install()
    data = np.asarray(arr)
    if np.iscomplexobj(data):
        raise ValueError("a complex array can't be converted to an image")
    if data.ndim == 3 and {3, 4} & set(data.shape):
        return _colour_image(image, data, (cmin, cmax, high, low), mode, channel_axis)
    if data.ndim != 2:
        raise ValueError(f"an image must have 2 dimensions, or 3 with one of length 3 or 4; got shape {data.shape}")
    size = data.shape[::-1]
    if mode == "F":
        return image.frombytes("F", size, data.astype(np.float32).tobytes())
    if mode in {None, "L", "P"}:
        grey = image.frombytes("L", size, bytescale(data, cmin, cmax, high, low).tobytes())
        if pal is not None or mode == "P":
            colours = np.repeat(np.arange(256, dtype=np.uint8), 3) if pal is None else np.asarray(pal, dtype=np.uint8)
            grey.putpalette(colours.tobytes())
        return grey
    if mode == "1":
        return image.fromarray(data > high)
    if mode != "I":
        raise ValueError(f"the mode of an image of two dimensions must be 1, L, P, I or F; got {mode!r}")
    least = data.min() if cmin is None else cmin
    most = data.max() if cmax is None else cmax
    whole = ((data * 1.0 - least) * (high - low) / (most - least) + low).astype(np.uint32)
    return image.frombytes("I", size, whole.tobytes())


def _colour_image(image: Any, data: Any, scale: tuple[Any, ...], mode: str | None, axis: int | None) -> Any:
    if axis is None:
        axis = data.shape.index(3 if 3 in data.shape else 4)
    channels = data.shape[axis]
    if channels not in _MODES_OF:
        raise ValueError(f"the channel axis of an image must have length 3 or 4; got {channels}")
    mode = mode or _MODES_OF[channels][0]
    if mode not in _MODES_OF[channels]:
        raise ValueError(
            f"the mode of an image of {channels} channels must be {' or '.join(_MODES_OF[channels])}; got {mode!r}"
        )
    last = np.moveaxis(bytescale(data, *scale), axis, 2)
    return image.frombytes(mode, last.shape[1::-1], last.tobytes())


def fromimage(im: Any, flatten: bool = False, mode: str | None = None) -> Any:
    """Return a Pillow image as an array; `flatten` converts it to grayscale, as floats.

    Raises:
        TypeError: the argument is not a Pillow image.
        MissingPackageError: Pillow is not installed.
    """
    if not isinstance(im, require("PIL.Image", "scipy.misc").Image):
        raise TypeError(f"the argument must be a PIL image; got {type(im).__name__}")
    if mode is not None:
        im = im if im.mode == mode else pillow_as_then.converted(im, mode)
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


def imfilter(arr: Any, ftype: str) -> Any:
    """Return an image filtered by one of Pillow's filters, such as "blur".

    Raises:
        ValueError: there is no such filter.
    """
    if ftype not in _FILTERS:
        raise ValueError(f"the filter must be one of {', '.join(sorted(_FILTERS))}; got {ftype!r}")
    return fromimage(toimage(arr).filter(getattr(require("PIL.ImageFilter", "scipy.misc"), ftype.upper())))


def imshow(arr: Any) -> None:
    """Show an image in the system's viewer, if there is a display."""
    image = toimage(arr)
    if os.name == "posix" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        notes.say_once("there is no display, so scipy.misc.imshow shows nothing")
    else:
        image.show()


def derivative(  # noqa: PLR0917 - SciPy's own parameters, in their order
    func: Any, x0: Any, dx: float = 1.0, n: int = 1, args: tuple[Any, ...] = (), order: int = 3
) -> Any:
    """Return the n-th derivative of a function at `x0`, by central differences at `order` points, `dx` apart.

    Raises:
        ValueError: `order` is even, or less than `n` + 1.
    """
    weights = central_diff_weights(order, n)
    half = order // 2
    return sum(weight * func(x0 + (k - half) * dx, *args) for k, weight in enumerate(weights)) / dx**n


def central_diff_weights(Np: int, ndiv: int = 1) -> Any:
    """Return the weights of a central difference at `Np` points.

    Raises:
        ValueError: the number of points is even, or less than `ndiv` + 1.
    """
    if Np < ndiv + 1 or Np % 2 == 0:
        raise ValueError(f"the number of points must be odd and at least {ndiv + 1}; got {Np}")
    offsets = np.arange(-(Np // 2), Np // 2 + 1, dtype=float)
    powers = offsets[:, None] ** np.arange(Np)
    return np.prod(np.arange(1, ndiv + 1)) * np.linalg.inv(powers)[ndiv]


def __getattr__(name: str) -> Any:
    row = MISC.get(name)
    if row is not None and row.supplied_by:
        require("scipy", f"scipy.misc.{name}")
        return pkgutil.resolve_name(row.supplied_by)
    raise AttributeError(f"module 'scipy.misc' has no attribute {name!r}")
