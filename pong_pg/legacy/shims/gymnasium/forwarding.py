"""Wrappers that forward the attributes of the environments inside them, as Gymnasium's did before 1.0."""

from __future__ import annotations

import functools
from typing import Any

import gymnasium as _real


class Forwarding:
    """Looks up missing attributes in the environments inside a wrapper, from the outermost to the innermost."""

    def __getattr__(self, name: str) -> Any:
        # Copying and unpickling look up names before there is an `env`: without the check, without end.
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


class _CountsGymnasiums(type):
    """Counts instances and subclasses of Gymnasium's own class as those of the class here."""

    def __instancecheck__(cls, instance: Any) -> bool:
        return isinstance(instance, cls._gymnasiums()) if cls in _BASES else super().__instancecheck__(instance)

    def __subclasscheck__(cls, subclass: type) -> bool:
        return issubclass(subclass, cls._gymnasiums()) if cls in _BASES else super().__subclasscheck__(subclass)

    def _gymnasiums(cls) -> type:
        real: type = getattr(_real, cls.__name__)
        return real

    def __getitem__(cls, _types: Any) -> Any:
        # Gymnasium's classes are generic; the types are ignored here.
        return cls


class Wrapper(Forwarding, _real.Wrapper, metaclass=_CountsGymnasiums):  # type: ignore[misc]  # Gymnasium is not typed here
    """`gymnasium.Wrapper` with the attributes of the environment inside."""


class ObservationWrapper(Forwarding, _real.ObservationWrapper, metaclass=_CountsGymnasiums):  # type: ignore[misc]  # as above
    """`gymnasium.ObservationWrapper` with the attributes of the environment inside."""


class RewardWrapper(Forwarding, _real.RewardWrapper, metaclass=_CountsGymnasiums):  # type: ignore[misc]  # as above
    """`gymnasium.RewardWrapper` with the attributes of the environment inside."""


class ActionWrapper(Forwarding, _real.ActionWrapper, metaclass=_CountsGymnasiums):  # type: ignore[misc]  # as above
    """`gymnasium.ActionWrapper` with the attributes of the environment inside."""


_BASES = (Wrapper, ObservationWrapper, RewardWrapper, ActionWrapper)


def forwarding(env: Any) -> Any:
    """Make the outermost wrapper of an environment of `gymnasium.make` forward attributes; returns the environment."""
    cls = type(env)
    if getattr(_real.wrappers, cls.__name__, None) is cls:
        env.__class__ = forwarding_class(cls)
    return env


@functools.cache
def forwarding_class(cls: type) -> type:
    """Return a subclass of a class of `gymnasium.wrappers` that forwards attributes.

    It can be pickled by reference: the shim of `gymnasium.wrappers` has it by its name.
    """
    module = f"{__name__.rpartition('.')[0]}.wrappers"
    # With a second base class, existing objects could not be given this class.
    body = {"__module__": module, "__doc__": cls.__doc__, "__getattr__": Forwarding.__getattr__}
    return type(cls.__name__, (cls,), body)
