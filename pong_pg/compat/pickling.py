"""Make environments picklable whose wrappers forward every attribute without a guard."""

from __future__ import annotations

import copyreg
from typing import Any

from pong_pg.compat.wrappers import wrapper_stack


def repair_pickling(env: Any) -> None:
    """Register reducers with `copyreg` for wrappers that can be pickled but not unpickled.

    A class whose `__getattr__` forwards every name to an attribute, as shimmy's wrapper does, recurses without end
    on an object that has no attributes yet, which is its state during unpickling and copying. Such a class gets a
    reducer that sets the attributes before any is looked up.

    Args:
        env: the outermost environment.
    """
    for wrapper in wrapper_stack(env):
        if _recurses_when_empty(type(wrapper)):
            copyreg.pickle(type(wrapper), _reduce)


def _recurses_when_empty(cls: Any) -> bool:
    if not hasattr(cls, "__getattr__") or (cls.__reduce__, cls.__reduce_ex__) != (
        object.__reduce__,
        object.__reduce_ex__,
    ):
        return False
    try:
        getattr(object.__new__(cls), "__setstate__", None)
    except RecursionError:
        return True
    return False


def _reduce(env: Any) -> tuple[Any, ...]:
    return _rebuild, (type(env), dict(vars(env)))


def _rebuild(cls: Any, attributes: dict[str, Any]) -> Any:
    env: Any = object.__new__(cls)
    vars(env).update(attributes)
    return env
