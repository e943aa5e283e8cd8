"""The functions of `scipy.misc`, through Pillow, as up to SciPy 1.2, and conversions as up to Pillow 6."""

from __future__ import annotations

from typing import Any

import numpy as np
from PIL import Image, ImageFilter

RESAMPLING = {"nearest": 0, "lanczos": 1, "bilinear": 2, "bicubic": 3, "cubic": 3}


def bytescale(data: Any, cmin: Any = None, cmax: Any = None, high: int = 255, low: int = 0) -> Any:
    """Return an array as uint8, with its range, or that from `cmin` to `cmax`, scaled to `low` to `high`.

    A uint8 array is returned unchanged.
    """
    if data.dtype == np.uint8:
        return data
    if not 0 <= low <= high <= 255:
        raise ValueError(f"`low` and `high` must be between 0 and 255, in this order; got {low} and {high}")
    least = data.min() if cmin is None else cmin
    span = (data.max() if cmax is None else cmax) - least
    if span < 0:
        raise ValueError("`cmax` should be larger than `cmin`.")
    stretched = (data - least) * (float(high - low) / (span or 1)) + low
    return (stretched.clip(low, high) + 0.5).astype(np.uint8)


def toimage(
    arr: Any,
    high: int = 255,
    low: int = 0,
    cmin: Any = None,
    cmax: Any = None,
    pal: Any = None,
    mode: Any = None,
    channel_axis: Any = None,
) -> Any:
    """Return an array of two dimensions, or of three with one of 3 or 4 channels, as a Pillow image.

    Arrays other than uint8 are scaled from their range.
    """
    data = np.asarray(arr)
    if data.ndim == 3 and {3, 4} & set(data.shape):
        axis = channel_axis if channel_axis is not None else data.shape.index(3 if 3 in data.shape else 4)
        last = np.moveaxis(bytescale(data, cmin, cmax, high, low), axis, 2)
        mode = mode or {3: "RGB", 4: "RGBA"}[last.shape[2]]
        return Image.frombytes(mode, last.shape[1::-1], last.tobytes())
    if data.ndim != 2:
        raise ValueError(f"an image must have 2 dimensions, or 3 with one of length 3 or 4; got shape {data.shape}")
    size = data.shape[::-1]
    if mode == "F":
        return Image.frombytes("F", size, data.astype(np.float32).tobytes())
    if mode == "1":
        return Image.fromarray(data > high)
    if mode == "I":
        least = data.min() if cmin is None else cmin
        most = data.max() if cmax is None else cmax
        whole = ((data * 1.0 - least) * (high - low) / (most - least) + low).astype(np.uint32)
        return Image.frombytes("I", size, whole.tobytes())
    if mode not in {None, "L", "P"}:
        raise ValueError(f"the mode of an image of two dimensions must be 1, L, P, I or F; got {mode!r}")
    grey = Image.frombytes("L", size, bytescale(data, cmin, cmax, high, low).tobytes())
    if pal is not None or mode == "P":
        colours = np.repeat(np.arange(256, dtype=np.uint8), 3) if pal is None else np.asarray(pal, dtype=np.uint8)
        grey.putpalette(colours.tobytes())
    return grey


def converted(image: Any, mode: Any) -> Any:
    """Return an image in another mode; shades of grey of colours are rounded down, as up to Pillow 6."""
    if image.mode not in {"CMYK", "HSV", "RGB", "RGBA", "RGBX"} or mode not in {"I", "L"}:
        return image.convert(mode)
    colours = np.asarray(image.convert("RGB")).astype(int)
    return Image.fromarray((colours @ [19595, 38470, 7471] >> 16).astype(np.uint8)).convert(mode)


def fromimage(im: Any, flatten: bool = False, mode: Any = None) -> Any:
    """Return a Pillow image as an array; `flatten` converts it to greyscale, as floats."""
    if mode is not None:
        im = im if im.mode == mode else converted(im, mode)
    elif im.mode == "P":
        im = im.convert("RGBA" if "transparency" in im.info else "RGB")
    if flatten:
        im = im.convert("F")
    elif im.mode == "1":
        im = im.convert("L")
    return np.array(im)


def imread(name: Any, flatten: bool = False, mode: Any = None) -> Any:
    """Read an image file as an array."""
    with Image.open(name) as image:
        return fromimage(image, flatten, mode)


def imsave(name: Any, arr: Any, format: Any = None) -> None:
    """Write an array to an image file; arrays other than uint8 are scaled from their range."""
    toimage(arr, channel_axis=2).save(name, format)


def imresize(arr: Any, size: Any, interp: str = "bilinear", mode: Any = None) -> Any:
    """Return an image resized to a percentage (an integer), by a factor (a float) or to (height, width), as uint8.

    Arrays other than uint8 are scaled from their range first, unless the mode is "F".
    """
    image = toimage(arr, mode=mode)
    if isinstance(size, int | np.integer):
        new = tuple(int(side) for side in (np.array(image.size) * (size / 100.0)).astype(int))
    elif isinstance(size, float | np.floating):
        new = tuple(int(side) for side in (np.array(image.size) * size).astype(int))
    else:
        new = (int(size[1]), int(size[0]))
    return fromimage(image.resize(new, resample=RESAMPLING[interp]))


def imrotate(arr: Any, angle: float, interp: str = "bilinear") -> Any:
    """Return an image rotated by an angle in degrees, counter-clockwise."""
    return fromimage(toimage(arr).rotate(angle, resample=RESAMPLING[interp]))


def imfilter(arr: Any, ftype: str) -> Any:
    """Return an image filtered by one of Pillow's filters, such as "blur"."""
    return fromimage(toimage(arr).filter(getattr(ImageFilter, ftype.upper())))


def imshow(arr: Any) -> None:
    """Show an image in the system's viewer."""
    toimage(arr).show()


def derivative(func: Any, x0: Any, dx: float = 1.0, n: int = 1, args: Any = (), order: int = 3) -> Any:
    """Return the n-th derivative of a function at `x0`, by central differences at `order` points, `dx` apart."""
    weights = central_diff_weights(order, n)
    return sum(weight * func(x0 + (k - order // 2) * dx, *args) for k, weight in enumerate(weights)) / dx**n


def central_diff_weights(Np: int, ndiv: int = 1) -> Any:
    """Return the weights of a central difference at `Np` points."""
    if Np < ndiv + 1 or Np % 2 == 0:
        raise ValueError(f"the number of points must be odd and at least {ndiv + 1}; got {Np}")
    offsets = np.arange(-(Np // 2), Np // 2 + 1, dtype=float)
    powers = offsets[:, None] ** np.arange(Np)
    return np.prod(np.arange(1, ndiv + 1)) * np.linalg.inv(powers)[ndiv]
