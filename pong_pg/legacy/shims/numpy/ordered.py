"""NumPy's functions of sorted values, with what they gave before NumPy 1.20 and 2."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import numpy as np

from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.promotion import beside, watched
from pong_pg.legacy.shims.numpy.creation import taking_ragged

_EACH_NAN = {"equal_nan": False} if "equal_nan" in inspect.signature(np.unique).parameters else {}
_unique = taking_ragged(np.unique)


def unique(ar: Any, return_index: Any = False, return_inverse: Any = False, *arguments: Any, **named: Any) -> Any:
    """Return the sorted values that differ; each NaN differed from the others, and the inverse had one dimension."""
    if not settings.current().promotes_by_value:
        return _unique(ar, return_index, return_inverse, *arguments, **named)
    found = _unique(ar, return_index, return_inverse, *arguments, **{**_EACH_NAN, **named})
    if not return_inverse:
        return found
    place = 2 if return_index else 1
    return (*found[:place], found[place].reshape(-1), *found[place + 1 :])


def isin(element: Any, test_elements: Any, assume_unique: Any = False, invert: Any = False, **named: Any) -> Any:
    """Return whether each value is among others; a few of those were compared one by one, with the type of then."""
    values, others = np.asarray(element), np.asarray(test_elements).ravel()
    is_narrow = watched and values.dtype.kind == others.dtype.kind == "f" and values.dtype != others.dtype
    if not is_narrow or len(others) >= 10 * values.size**0.145:
        return np.isin(element, test_elements, assume_unique=assume_unique, invert=invert, **named)
    found = np.zeros(values.size, bool)
    for other in others:
        found |= values.ravel() == beside(values.dtype, other)
    return found.reshape(values.shape) ^ bool(invert)


def quantiles_of(real: Callable[..., Any], whole: float) -> Callable[..., Any]:
    """Return a function of quantiles whose method was called `interpolation`, and which weighted both neighbours.

    Today's goes from one neighbour towards the other, which may round otherwise in the last digit.

    Args:
        real: NumPy's `percentile` or one of its kin.
        whole: the quantile of the largest value, 100 or 1.
    """

    def find(a: Any, q: Any, *arguments: Any, **named: Any) -> Any:
        if "interpolation" in named:
            named["method"] = named.pop("interpolation")
        given = {**dict(zip(_ORDER, arguments, strict=False)), **named}
        method, axis, out = given.pop("method", "linear"), given.pop("axis", None), given.pop("out", None)
        is_then = settings.current().promotes_by_value and method in _WEIGHTS
        if not is_then or given.keys() - {"keepdims", "overwrite_input"}:
            return real(a, q, *arguments, **named)
        array, parts = np.asarray(a), np.true_divide(np.asarray(q, np.float64), whole)
        is_plain = array.dtype.kind in "biuf" and array.size > 0 and parts.ndim < 2
        if not is_plain or np.isnan(array).any() or not ((parts >= 0) & (parts <= 1)).all():
            return real(a, q, *arguments, **named)
        found = _weighted(array, parts, axis, _WEIGHTS[method], bool(given.get("keepdims")))
        if out is None:
            return found
        out[...] = found
        return out

    return find


# The parameters after the array and the quantiles, before `keepdims`.
_ORDER = ("axis", "out", "overwrite_input", "method", "keepdims")
_WEIGHTS: dict[str, Callable[[Any], Any]] = {
    "linear": lambda place: place,
    "midpoint": lambda place: 0.5 * (np.floor(place) + np.ceil(place)),
}


def _weighted(array: Any, parts: Any, axis: Any, place_of: Callable[[Any], Any], keepdims: bool) -> Any:
    given = tuple(range(array.ndim)) if axis is None else tuple(axis) if np.iterable(axis) else (axis,)
    # Refuses what is no axis.
    values = np.moveaxis(array, given, range(len(given)))
    axes = [number % array.ndim for number in given]
    rest = [size for number, size in enumerate(array.shape) if number not in axes]
    shape = [1 if number in axes else size for number, size in enumerate(array.shape)] if keepdims else rest
    values = np.sort(values.reshape(-1, *rest), axis=0)
    place = place_of(np.atleast_1d(parts) * (len(values) - 1))
    below = np.floor(place).astype(np.intp)
    above = np.minimum(below + 1, len(values) - 1)
    weight = (place - below).reshape(-1, *[1] * (values.ndim - 1))
    found = values[below] * (1 - weight) + values[above] * weight
    found = found.reshape((*parts.shape, *shape))
    return found if found.ndim else found[()]


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "isin": isin,
    "unique": unique,
    "nanpercentile": quantiles_of(np.nanpercentile, 100.0),
    "nanquantile": quantiles_of(np.nanquantile, 1.0),
    "percentile": quantiles_of(np.percentile, 100.0),
    "quantile": quantiles_of(np.quantile, 1.0),
}
