"""`gym.envs.classic_control` and the other families: Gymnasium's modules, with their environments in Gym's form."""

from __future__ import annotations

import importlib
import pkgutil
from types import ModuleType
from typing import Any

from pong_pg.compat._versions import require
from pong_pg.legacy.runtime.viewer import SimpleImageViewer
from pong_pg.legacy.shims.gym.envs import toy_text
from pong_pg.legacy.shims.gym.envs.old_form import in_old_form
from pong_pg.legacy.shims.gym.submodules import add, gone, publish
from pong_pg.legacy.tables.gym import GONE_FAMILIES

gymnasium: Any = require("gymnasium", "a script that imports gym")

_PACKAGE = __name__.rpartition(".")[0]
# What this shim has itself in the modules of a family.
_OWN: dict[str, dict[str, Any]] = {
    "classic_control.rendering": {"SimpleImageViewer": SimpleImageViewer},
    "toy_text.discrete": {
        "DiscreteEnv": toy_text.DiscreteEnv,
        "categorical_sample": toy_text.categorical_sample,
    },
    "toy_text.frozen_lake": {"generate_random_map": toy_text.generate_random_map},
}


class Family(ModuleType):
    """A module of Gymnasium's environments that gives their classes in the form of Gym.

    Args:
        name: such as "toy_text" or "toy_text.taxi".
    """

    def __init__(self, name: str) -> None:
        super().__init__(f"{_PACKAGE}.{name}")
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


def publish_families() -> None:
    """Make the families and the modules in them importable; without importing Gymnasium's modules."""
    paths = gymnasium.envs.__path__
    families = [family.name for family in pkgutil.iter_modules(paths) if family.ispkg]
    for family in families:
        add(Family(family))
        for module in pkgutil.iter_modules([f"{path}/{family}" for path in paths]):
            add(Family(f"{family}.{module.name}"))
    # Modules that Gymnasium has no more.
    for name in _OWN.keys() - {"toy_text.frozen_lake"}:
        add(Family(name))
    publish(_PACKAGE, dict.fromkeys(GONE_FAMILIES, ""))
