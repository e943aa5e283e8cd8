"""`gym.envs`: the registry, and the classes of environments by family."""

from __future__ import annotations

import importlib
from typing import Any

from pong_pg.legacy.shims.gym.envs.families import publish_families
from pong_pg.legacy.shims.gym.envs.registration import make, register, registry, spec
from pong_pg.legacy.shims.gym.submodules import gone

__all__ = ["make", "register", "registry", "spec"]

publish_families()


def __getattr__(name: str) -> Any:
    # It needs ale-py, which scripts for other environments may not have.
    if name == "atari":
        return importlib.import_module(f"{__name__}.atari")
    raise gone(__name__, name)
