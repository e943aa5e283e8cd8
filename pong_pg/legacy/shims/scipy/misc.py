"""scipy.misc: images through Pillow as it did until SciPy 1.3, and what has moved to other places of SciPy."""

from __future__ import annotations

import os
import pkgutil
from typing import Any

import numpy as np

from pong_pg.compat._versions import require
from pong_pg.legacy.runtime import notes
from pong_pg.legacy.tables.scipy import MISC

_RESAMPLING = {"nearest": 0, "lanczos": 1, "bilinear": 2, "bicubic": 3, "cubic": 3}
_FILTERS = frozenset({
    "blur", "contour", "detail", "edge_enhance", "edge_enhance_more", "emboss", "find_edges", "smooth",
    "smooth_more", "sharpen",
})  # fmt: skip
_MODES_OF = {3: ("RGB", "YCbCr"), 4: ("RGBA", "CMYK")}


def bytescale(data: Any, cmin: Any = None, cmax: Any = None, high: int = 255, low: int = 0) -> Any:
    """Return an array as bytes: its range, or that from `cmin` to `cmax`, is stretched from `low` to `high`.

    An array of bytes is returned as it is.

    Raises:
        ValueError: a limit is outside 0 to 255, or the two are the wrong way round.
    """
    if data.dtype == np.uint8:
        return data
    if not 0 <= low <= high <= 255:
        raise ValueError(f"`low` and `high` should be between 0 and 255, in this order; got {low} and {high}")
    least = data.min() if cmin is None else cmin
    span = (data.max() if cmax is None else cmax) - least
    if span < 0:
        raise ValueError("`cmax` should be larger than `cmin`.")
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
        ValueError: the array or the mode is not one of an image.
        MissingPackageError: Pillow is not installed.
    """
    image = require("PIL.Image", "scipy.misc")
    data = np.asarray(arr)
    if np.iscomplexobj(data):
        raise ValueError("Cannot convert a complex-valued array.")
    if data.ndim == 3 and {3, 4} & set(data.shape):
        return _colour_image(image, data, (cmin, cmax, high, low), mode, channel_axis)
    if data.ndim != 2:
        raise ValueError("'arr' does not have a suitable array shape for any mode.")
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
        raise ValueError(f"Mode {mode} is not one of an array of two dimensions: 1, L, P, I or F.")
    least = data.min() if cmin is None else cmin
    most = data.max() if cmax is None else cmax
    whole = ((data * 1.0 - least) * (high - low) / (most - least) + low).astype(np.uint32)
    return image.frombytes("I", size, whole.tobytes())


def _colour_image(image: Any, data: Any, scale: tuple[Any, ...], mode: str | None, axis: int | None) -> Any:
    if axis is None:
        axis = data.shape.index(3 if 3 in data.shape else 4)
    channels = data.shape[axis]
    if channels not in _MODES_OF:
        raise ValueError("Channel axis dimension is not valid.")
    mode = mode or _MODES_OF[channels][0]
    if mode not in _MODES_OF[channels]:
        raise ValueError(f"An array of {channels} channels can't be an image of mode {mode}.")
    last = np.moveaxis(bytescale(data, *scale), axis, 2)
    return image.frombytes(mode, last.shape[1::-1], last.tobytes())


def fromimage(im: Any, flatten: bool = False, mode: str | None = None) -> Any:
    """Return a Pillow image as an array; `flatten` makes it grey, as floats.

    Raises:
        TypeError: it is not an image.
        MissingPackageError: Pillow is not installed.
    """
    if not isinstance(im, require("PIL.Image", "scipy.misc").Image):
        raise TypeError("Input is not a PIL image.")
    if mode is not None:
        im = im if im.mode == mode else im.convert(mode)
    elif im.mode == "P":
        im = im.convert("RGBA" if "transparency" in im.info else "RGB")
    if flatten:
        im = im.convert("F")
    elif im.mode == "1":
        im = im.convert("L")
    return np.array(im)


def imread(name: Any, flatten: bool = False, mode: str | None = None) -> Any:
    """Return an image file as an array."""
    with require("PIL.Image", "scipy.misc").open(name) as image:
        return fromimage(image, flatten=flatten, mode=mode)


def imsave(name: Any, arr: Any, format: str | None = None) -> None:  # noqa: A002 - SciPy's name
    """Write an array to an image file; other arrays than of bytes are stretched to their range."""
    toimage(arr, channel_axis=2).save(name, format)


def imresize(arr: Any, size: Any, interp: str = "bilinear", mode: str | None = None) -> Any:
    """Return an image in another size.

    Args:
        arr: the image; other arrays than of bytes are stretched to their range first, so the result is bytes.
        size: a whole number of percent, a factor as a float, or (height, width).
        interp: "nearest", "lanczos", "bilinear", "bicubic" or "cubic".
        mode: the mode of the image in between, such as "L"; "F" keeps floats as they are.
    """
    image = toimage(arr, mode=mode)
    if isinstance(size, int | np.integer | float | np.floating):
        factor = size / 100.0 if isinstance(size, int | np.integer) else size
        new = tuple(int(side) for side in (np.array(image.size) * factor).astype(int))
    else:
        new = (int(size[1]), int(size[0]))
    return fromimage(image.resize(new, resample=_RESAMPLING[interp]))


def imrotate(arr: Any, angle: float, interp: str = "bilinear") -> Any:
    """Return an image turned by so many degrees, counter-clockwise."""
    return fromimage(toimage(arr).rotate(angle, resample=_RESAMPLING[interp]))


def imfilter(arr: Any, ftype: str) -> Any:
    """Return an image through one of Pillow's filters, such as "blur".

    Raises:
        ValueError: there is no such filter.
    """
    if ftype not in _FILTERS:
        raise ValueError("Unknown filter type.")
    return fromimage(toimage(arr).filter(getattr(require("PIL.ImageFilter", "scipy.misc"), ftype.upper())))


def imshow(arr: Any) -> None:
    """Show an image in the system's viewer, where there is a display."""
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
        raise ValueError(f"the number of points must be odd and at least {ndiv + 1}, got {Np}")
    offsets = np.arange(-(Np // 2), Np // 2 + 1, dtype=float)
    powers = offsets[:, None] ** np.arange(Np)
    return np.prod(np.arange(1, ndiv + 1)) * np.linalg.inv(powers)[ndiv]


def __getattr__(name: str) -> Any:
    row = MISC.get(name)
    if row is not None and row.supplied_by:
        require("scipy", f"scipy.misc.{name}")
        return pkgutil.resolve_name(row.supplied_by)
    raise AttributeError(f"module 'scipy.misc' has no attribute {name!r}")
