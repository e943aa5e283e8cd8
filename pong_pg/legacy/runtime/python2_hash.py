"""Python 2.7's hash values, which decided the order of its dicts and sets."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import FunctionType, NoneType
from typing import Any

import numpy as np

_ALL = 2**64 - 1
_HALF = 2**63
# Keys are often words that a program uses again and again; the table is emptied when it has become large.
_of_text: dict[str, int] = {}
_MOST_TEXTS = 200_000


class AddressHashError(Exception):
    """The hash of a value came from its address in memory, so it differed from run to run."""


def hash_of(value: Any) -> int:
    """Return what `hash(value)` was in Python 2.7 on a 64-bit machine, without hash randomisation.

    Raises:
        AddressHashError: it came from the value's address.
        TypeError: the value has no hash.
    """
    kind = type(value)
    found = _HASHES.get(kind)
    if found is not None:
        return found(value)
    method = kind.__hash__
    if method is None:
        raise TypeError(f"unhashable type: '{kind.__name__}'")
    if isinstance(method, FunctionType):
        return hash_of(method(value))
    for base in kind.__mro__[1:]:
        if base in _HASHES and base.__hash__ is method:
            return _HASHES[base](value)
    if isinstance(value, np.generic) and not isinstance(value, np.void | np.datetime64 | np.timedelta64 | np.object_):
        return hash_of(value.item())
    raise AddressHashError


def _signed(value: int) -> int:
    value &= _ALL
    signed = value - 2**64 if value >= _HALF else value
    return -2 if signed == -1 else signed


def _of_integer(value: int) -> int:
    value = int(value)
    if -_HALF <= value < _HALF:
        return -2 if value == -1 else value
    # Python 2 added up the digits with a carry from the top back to the bottom, which is this remainder.
    size = abs(value) % _ALL or _ALL
    return _signed(size if value > 0 else -size)


def _of_float(value: float) -> int:
    if not math.isfinite(value):
        return 0 if math.isnan(value) else (314159 if value > 0 else -271828)
    if value == int(value):
        return _of_integer(int(value))
    fraction, exponent = math.frexp(value)
    fraction *= 2.0**31
    high = int(fraction)
    low = int((fraction - high) * 2.0**31)
    return _signed(high + low + (exponent << 15))


def _of_complex(value: complex) -> int:
    return _signed(_of_float(value.real) + 1000003 * _of_float(value.imag))


def _of_str(value: str) -> int:
    known = _of_text.get(value)
    if known is None:
        if len(_of_text) >= _MOST_TEXTS:
            _of_text.clear()
        known = _of_text[value] = _of_characters(list(map(ord, value)))
    return known


def _of_bytes(value: bytes) -> int:
    return _of_characters(list(value))


def _of_characters(codes: list[int]) -> int:
    if not codes:
        return 0
    result = codes[0] << 7
    for code in codes:
        result = ((1000003 * result) ^ code) & _ALL
    return _signed(result ^ len(codes))


def _of_tuple(value: tuple[Any, ...]) -> int:
    result, factor = 0x345678, 1000003
    left = len(value)
    for item in value:
        left -= 1
        result = ((result ^ hash_of(item)) * factor) & _ALL
        factor += 82520 + left + left
    return _signed(result + 97531)


def _of_frozenset(value: frozenset[Any]) -> int:
    result = 1927868237 * (len(value) + 1)
    for item in value:
        one = hash_of(item) & _ALL
        result ^= ((one ^ (one << 16) ^ 89869747) * 3644798167) & _ALL
    result = (result * 69069 + 907133923) & _ALL
    return 590923713 if result == _ALL else _signed(result)


def _of_none(_: None) -> int:
    # It came from the address of None, which differs from start to start; one of them stands for all.
    return 8728122609886


_HASHES: dict[type, Callable[[Any], int]] = {
    NoneType: _of_none,
    bool: _of_integer,
    bytes: _of_bytes,
    complex: _of_complex,
    float: _of_float,
    frozenset: _of_frozenset,
    int: _of_integer,
    str: _of_str,
    tuple: _of_tuple,
}
