"""NumPy's functions of two operands, with the types of results that scalars beside arrays gave before NumPy 2."""

from __future__ import annotations

from typing import Any

import numpy as np

from pong_pg.legacy.read import settings
from pong_pg.legacy.runtime.arithmetic import promoting
from pong_pg.legacy.runtime.indexing import as_index
from pong_pg.legacy.runtime.promotion import clip_operands, full_dtype, operands, smallest_beside, watched

_MODULE = __name__.rpartition(".")[0]


class Ufunc:
    """One of NumPy's universal functions of two operands; everything but a call is the real one's.

    Args:
        real: NumPy's function.
    """

    def __init__(self, real: Any) -> None:
        self._real = real
        self._promoting = promoting(real)
        self.__name__ = self.__qualname__ = real.__name__
        self.__doc__ = real.__doc__
        self.__module__ = _MODULE

    @property  # type: ignore[misc]  # so that `isinstance(np.add, np.ufunc)` holds
    def __class__(self) -> type[Any]:
        return np.ufunc

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        """Return the results."""
        if len(arguments) == 2 and not named:
            return self._promoting(*arguments)
        if len(arguments) >= 2 and watched and named.get("dtype") is None:
            return self._real(*operands(*arguments[:2]), *arguments[2:], **named)
        return self._real(*arguments, **named)

    def at(self, array: Any, index: Any, *values: Any) -> None:
        """Do the operation in place for the elements at an index, one after another."""
        if values and watched:
            values = (operands(array, values[0])[1], *values[1:])
        self._real.at(array, as_index(array, index), *values)

    def outer(self, a: Any, b: Any, **named: Any) -> Any:
        """Return the operation for all pairs of elements."""
        if watched and _is_scalar(a) is not _is_scalar(b):
            dtype = result_type(a, b)
            a, b = np.asarray(a, dtype), np.asarray(b, dtype)
        return self._real.outer(a, b, **named)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") or name == "_real":
            raise AttributeError(name)
        return getattr(self._real, name)

    def __repr__(self) -> str:
        return repr(self._real)

    def __reduce__(self) -> str:
        return str(self.__name__)


def result_type(*values: Any) -> Any:
    """Return the dtype of the result of arrays, scalars and dtypes."""
    if not watched:
        return np.result_type(*values)
    scalars = [value for value in values if _is_scalar(value)]
    arrays = [value for value in values if not _is_scalar(value)]
    if not arrays or not scalars:
        return np.result_type(*(full_dtype(value) if _is_scalar(value) else value for value in values))
    common = np.result_type(*arrays)
    found = common
    for scalar in scalars:
        found = np.promote_types(found, smallest_beside(common, scalar))
    return found


def can_cast(from_: Any, to: Any, casting: Any = "safe") -> bool:
    """Return whether a cast is allowed; that of a scalar, whether its value fits."""
    if not watched or not _is_scalar(from_):
        return np.can_cast(from_, to, casting)
    return np.can_cast(smallest_beside(np.dtype(to), from_), to, casting)


def where(condition: Any, *choices: Any) -> Any:
    """Return elements of two arrays by a condition, or the indices where it holds."""
    return np.where(condition, *(operands(*choices) if len(choices) == 2 and watched else choices))


def divide(*arguments: Any, **named: Any) -> Any:
    """Return the quotients; in a Python 2 program those of integers are rounded down."""
    if settings.current().python2 and len(arguments) >= 2 and all(_is_whole(part) for part in arguments[:2]):
        return UFUNCS["floor_divide"](*arguments, **named)
    return UFUNCS["true_divide"](*arguments, **named)


def _is_whole(value: Any) -> bool:
    return (value.dtype if hasattr(value, "dtype") else np.asarray(value).dtype).kind in "iub"


def clip(a: Any, a_min: Any = None, a_max: Any = None, out: Any = None, **named: Any) -> Any:
    """Return the values, those outside of the limits replaced by the limits."""
    a, limits = clip_operands(a, (a_min, a_max))
    return np.clip(a, *limits, out=out, **named)


def _is_scalar(value: Any) -> bool:
    return full_dtype(value) is not None and not getattr(value, "ndim", 0)


UFUNCS: dict[str, Any] = {
    name: Ufunc(value)
    for name, value in vars(np).items()
    if isinstance(value, np.ufunc) and value.nin == 2 and value.signature is None and value.__name__ == name
}
# Other names of the same functions.
for _name, _value in vars(np).items():
    if isinstance(_value, np.ufunc) and _value.__name__ in UFUNCS:
        UFUNCS[_name] = UFUNCS[_value.__name__]
