"""`ray.actor`: the decorator of early 2017 and the module of today."""

from __future__ import annotations

import importlib
import sys
import types
from typing import Any

from pong_pg.legacy.shims.ray._names import fall_back
from pong_pg.legacy.shims.ray._remote import remote

__getattr__ = fall_back("ray.actor", "ray.actor")


class _Decorator(types.ModuleType):
    """A module that can be called."""

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        """Make an actor class: calling it makes an actor, and calling the actor's methods submits tasks."""
        return remote(*arguments, **options)

    def __reduce__(self) -> tuple[Any, ...]:
        return importlib.import_module, (self.__name__,)


sys.modules[__name__].__class__ = _Decorator
