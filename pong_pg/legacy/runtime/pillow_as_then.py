"""Pillow as up to 6.2, the last for Python 2, where the script is of that time, and names that Pillow 10 dropped.

An image was resized with the nearest pixels unless another filter was named, and a shade of grey was rounded down. All
of the process gets it, since a library may convert the images that the script sees. Byte strings of Python 2 are data.
"""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.legacy.read import settings
from pong_pg.legacy.tables.pillow import FILTERS

# Functions that take the filter as an argument -> its name, and how many come before it.
_WITH_FILTER = {"fit": ("method", 2), "pad": ("method", 2), "scale": ("resample", 2)}
# Modes of colours, and those of grey that came from them by way of shades from 0 to 255.
_COLOURS = frozenset({"CMYK", "HSV", "RGB", "RGBA", "RGBX"})
_GREYS = frozenset({"I", "L"})
# The share of red, green and blue, in 65536ths.
_SHARES = np.array([19595, 38470, 7471])


@functools.cache
def install() -> None:
    """Let Pillow, if it is installed, do as then from now on in scripts of that time."""
    try:
        image = importlib.import_module("PIL.Image")
        operations = importlib.import_module("PIL.ImageOps")
    except ImportError:
        return
    for old, new in FILTERS.items():
        name = old.rpartition(".")[2]
        if not hasattr(image, name):
            setattr(image, name, getattr(image, new))
    image.Image.resize = _with_nearest(image.Image.resize, image, "resample", 2)
    image.Image.convert = _with_grey_rounded_down(image.Image.convert)
    for name in ("frombuffer", "frombytes"):
        setattr(image, name, _of_byte_strings(getattr(image, name)))
    for name, (argument, before) in _WITH_FILTER.items():
        setattr(operations, name, _with_nearest(getattr(operations, name), image, argument, before))


def _is_then() -> bool:
    return settings.current().is_before_numpy_117


def _of_byte_strings(real: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(real)
    def make(mode: str, size: Any, data: Any, *arguments: Any) -> Any:
        return real(mode, size, data, *arguments)

    return make


def _with_nearest(real: Callable[..., Any], image: Any, argument: str, before: int) -> Callable[..., Any]:
    @functools.wraps(real)
    def resize(*arguments: Any, **named: Any) -> Any:
        if _is_then() and len(arguments) <= before:
            named.setdefault(argument, image.NEAREST)
        return real(*arguments, **named)

    return resize


def _with_grey_rounded_down(real: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(real)
    def convert(self: Any, mode: str | None = None, *arguments: Any, **named: Any) -> Any:
        if _is_then() and _is_of_colours(self, mode) and not (arguments or named):
            return converted(self, mode)
        return real(self, mode, *arguments, **named)

    return convert


def converted(image: Any, mode: str | None) -> Any:
    """Return an image in another mode, with shades of grey of colours rounded down."""
    if not _is_of_colours(image, mode):
        return image.convert(mode)
    colours = np.asarray(image.convert("RGB")).astype(np.int32)
    grey = importlib.import_module("PIL.Image").fromarray(((colours @ _SHARES) >> 16).astype(np.uint8))
    grey.info = image.info.copy()
    return grey.convert(mode)


def _is_of_colours(image: Any, mode: str | None) -> bool:
    return image.mode in _COLOURS and mode in _GREYS and "transparency" not in image.info
