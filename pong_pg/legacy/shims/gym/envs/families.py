"""`gym.envs.classic_control` and the other families: Gymnasium's modules, with their environments in Gym's form."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from types import ModuleType
from typing import Any

from pong_pg.compat._versions import require
from pong_pg.legacy.runtime.uncovered import not_covered
from pong_pg.legacy.shims.gym.envs.as_then import usable_ace
from pong_pg.legacy.shims.gym.envs.frozen_lake import generate_random_map
from pong_pg.legacy.shims.gym.envs.in_old_form import in_old_form
from pong_pg.legacy.shims.gym.envs.removed import FILES, toy_text
from pong_pg.legacy.shims.gym.submodules import publish, script_name
from pong_pg.legacy.tables.gym import GONE_FAMILIES

gymnasium: Any = require("gymnasium", "a script that imports gym")

_PACKAGE = __name__.rpartition(".")[0]
# Modules within a family that this shim has itself.
_OF_THIS_SHIM = {
    "classic_control": {"rendering": f"{_PACKAGE}.rendering"},
    "toy_text": {"discrete": f"{_PACKAGE}.discrete"},
}
# What this shim has itself in a module of Gymnasium's.
_OWN: dict[str, dict[str, Any]] = {
    "toy_text": {name: getattr(toy_text, name) for name in toy_text.__all__},
    "toy_text.blackjack": {"usable_ace": usable_ace},
    "toy_text.frozen_lake": {"generate_random_map": generate_random_map},
}


class Family(ModuleType):
    """A module of Gymnasium's environments that gives their classes in the form of Gym.

    Args:
        name: the module's own full name.
        todays: the name of Gymnasium's module, which is imported at the first access.
    """

    def __init__(self, name: str, todays: str) -> None:
        super().__init__(name)
        self._todays = todays
        self.__path__: list[str] = []

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        own = _OWN.get(self.__name__.removeprefix(f"{_PACKAGE}."), {})
        if name in own:
            return own[name]
        try:
            value = getattr(importlib.import_module(self._todays), name)
        except AttributeError:
            raise not_covered(script_name(self.__name__), name) from None
        return in_old_form(value) if isinstance(value, type) and issubclass(value, gymnasium.Env) else value


def publish_families() -> None:
    """Make the families and the modules in them importable; without importing Gymnasium's modules."""
    envs = gymnasium.envs
    for family in pkgutil.iter_modules(envs.__path__):
        if family.ispkg:
            todays = f"{envs.__name__}.{family.name}"
            _add(f"{_PACKAGE}.{family.name}", todays)
            for path in envs.__path__:
                for module in pkgutil.iter_modules([f"{path}/{family.name}"]):
                    _add(f"{_PACKAGE}.{family.name}.{module.name}", f"{todays}.{module.name}")
    removed = {family: f"{_PACKAGE}.removed.{family}" for family in FILES}
    publish(_PACKAGE, {family: removed.get(family, _PACKAGE) for family in GONE_FAMILIES})
    for family_name, files in FILES.items():
        publish(f"{_PACKAGE}.{family_name}", dict.fromkeys(files, removed[family_name]))
    for family_name, table in _OF_THIS_SHIM.items():
        publish(f"{_PACKAGE}.{family_name}", table)


def _add(name: str, todays: str) -> None:
    module = sys.modules[name] = Family(name, todays)
    parent, _, short = name.rpartition(".")
    setattr(sys.modules[parent], short, module)
