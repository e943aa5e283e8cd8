"""Wrappers that hand on what the environments inside them have, as Gymnasium's did before 1.0."""

from __future__ import annotations

import functools
from typing import Any

import gymnasium as _real


class Forwarding:
    """Looks for what a wrapper does not have in the environment inside it, and so on to the innermost."""

    def __getattr__(self, name: str) -> Any:
        # Without the guard, copying and unpickling look up names before there is an `env`, without end.
        if not name.startswith("_"):
            env = vars(self).get("env")
            while env is not None:
                try:
                    return object.__getattribute__(env, name)
                except AttributeError:
                    inner = vars(env).get("env")
                    if inner is None:
                        return getattr(env, name)
                    env = inner
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")


class _AlsoTheReal(type):
    """Takes what derives from Gymnasium's own class for an instance or a subclass of the one here."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, cls._its_real()) if cls in _BASES else super().__instancecheck__(instance)

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, cls._its_real()) if cls in _BASES else super().__subclasscheck__(subclass)

    def _its_real(cls) -> type:
        real: type = getattr(_real, cls.__name__)
        return real

    def __getitem__(cls, _types: Any) -> Any:
        # Gymnasium's classes are generic; types mean nothing here.
        return cls


class Wrapper(Forwarding, _real.Wrapper, metaclass=_AlsoTheReal):  # type: ignore[misc]  # Gymnasium is not typed here
    """`gymnasium.Wrapper` with the attributes of the environment inside."""


class ObservationWrapper(Forwarding, _real.ObservationWrapper, metaclass=_AlsoTheReal):  # type: ignore[misc]  # as above
    """`gymnasium.ObservationWrapper` with the attributes of the environment inside."""


class RewardWrapper(Forwarding, _real.RewardWrapper, metaclass=_AlsoTheReal):  # type: ignore[misc]  # as above
    """`gymnasium.RewardWrapper` with the attributes of the environment inside."""


class ActionWrapper(Forwarding, _real.ActionWrapper, metaclass=_AlsoTheReal):  # type: ignore[misc]  # as above
    """`gymnasium.ActionWrapper` with the attributes of the environment inside."""


_BASES = (Wrapper, ObservationWrapper, RewardWrapper, ActionWrapper)


def forwarding(env: Any) -> Any:
    """Return an environment that `gymnasium.make` made, its outermost wrapper handing on what is inside."""
    cls = type(env)
    if getattr(_real.wrappers, cls.__name__, None) is cls:
        env.__class__ = forwarding_class(cls)
    return env


@functools.cache
def forwarding_class(cls: type) -> type:
    """Return a class of `gymnasium.wrappers` that hands on what is inside.

    It can be pickled by reference: the shim of `gymnasium.wrappers` has it by its name.
    """
    module = f"{__name__.rpartition('.')[0]}.wrappers"
    # With a second base, an object that is there already could not become one.
    body = {"__module__": module, "__doc__": cls.__doc__, "__getattr__": Forwarding.__getattr__}
    return type(cls.__name__, (cls,), body)
