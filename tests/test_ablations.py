"""Each ablation of benchmarks/ablations.py still trains, and changes what is learned: its patches fit today's code."""

from __future__ import annotations

import functools
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any
from unittest import mock

import pytest
from falling import FallingBall

import pong_pg
from pong_pg.ppo.config import PPOConfig

pytestmark = pytest.mark.toy

_SCRIPT = Path(__file__).parents[1] / "benchmarks" / "ablations.py"


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ablations", _SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


ABLATIONS = _script().ABLATIONS
UNCHANGED = "fast"


@pytest.fixture(autouse=True)
def _no_patch_stays() -> Iterator[None]:
    yield
    mock.patch.stopall()


def learned(settings: dict[str, Any]) -> str:
    """The digest of what three updates learn."""
    small = {"num_envs": 4, "rollout_steps": 90, "num_minibatches": 3, "iterations": 3, "hidden": 8, "workers": 0}
    return pong_pg.train(PPOConfig(**{**small, **settings}), env_factory=FallingBall).policy.digest()


@functools.cache
def unchanged() -> str:
    return learned({})


@pytest.mark.parametrize("name", ABLATIONS)
def test_an_ablation_changes_what_is_learned(name: str) -> None:
    plain = unchanged()
    settings, patches = ABLATIONS[name]
    for patch in patches():
        patch.start()
    assert (learned(settings) == plain) == (name == UNCHANGED)
