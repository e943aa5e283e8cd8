"""`gym.envs`: the registry, and Gymnasium's families of environments, such as `classic_control`, in the form of Gym."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import Any

from pong_pg.compat._versions import require
from pong_pg.legacy.runtime.viewer import SimpleImageViewer
from pong_pg.legacy.shims.gym.envs import toy_text
from pong_pg.legacy.shims.gym.envs.old_form import in_old_form
from pong_pg.legacy.shims.gym.envs.registration import make, register, registry, spec
from pong_pg.legacy.shims.gym.submodules import add, gone, publish
from pong_pg.legacy.tables.gym import GONE_FAMILIES

gymnasium: Any = require("gymnasium", "a script that imports gym")

__all__ = ["make", "register", "registry", "spec"]

# What this shim has itself in the modules of a family.
_OWN: dict[str, dict[str, Any]] = {
    "classic_control.rendering": {"SimpleImageViewer": SimpleImageViewer},
    "toy_text.discrete": {
        "DiscreteEnv": toy_text.DiscreteEnv,
        "categorical_sample": toy_text.categorical_sample,
    },
}


class _Family(ModuleType):
    """A module of Gymnasium's environments, such as "toy_text.taxi", that gives their classes in the form of Gym."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{__name__}.{name}")
        # Gymnasium's module is imported at the first access.
        self._todays = f"gymnasium.envs.{name}"
        vars(self).update(_OWN.get(name, {}))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        try:
            value = getattr(importlib.import_module(self._todays), name)
        except (AttributeError, ModuleNotFoundError):
            raise gone(self.__name__, name) from None
        return in_old_form(value) if isinstance(value, type) and issubclass(value, gymnasium.Env) else value


for _family in pkgutil.iter_modules(gymnasium.envs.__path__):
    if _family.ispkg:
        add(_Family(_family.name))
        for _module in pkgutil.iter_modules([f"{path}/{_family.name}" for path in gymnasium.envs.__path__]):
            add(_Family(f"{_family.name}.{_module.name}"))
# Modules that Gymnasium has no more.
for _name in ("classic_control.rendering", "toy_text.discrete"):
    add(_Family(_name))
publish(__name__, dict.fromkeys(GONE_FAMILIES, ""))


def __getattr__(name: str) -> Any:
    # It needs ale-py, which scripts for other environments may not have.
    if name == "atari":
        return importlib.import_module(f"{__name__}.atari")
    raise gone(__name__, name)
