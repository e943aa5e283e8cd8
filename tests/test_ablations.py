"""Each ablation of benchmarks/ablations.py still trains, and changes what is learned: its patches fit today's code."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any
from unittest import mock

import pytest
from benchmark_scripts import script
from falling import FallingBall

import pong_pg
from pong_pg.game.seeding import weights_rng
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.network import LAYOUTS, Weights

ABLATIONS = script("ablations").ABLATIONS
UNCHANGED = "fast"


@pytest.fixture(autouse=True)
def _no_patch_stays() -> Iterator[None]:
    yield
    mock.patch.stopall()


SMALL = {"num_envs": 4, "rollout_steps": 90, "num_minibatches": 3, "iterations": 3, "hidden": 8, "workers": 0}


def learned(settings: dict[str, Any]) -> str:
    """The digest of what three updates learn."""
    return pong_pg.train(PPOConfig(**{**SMALL, **settings}), env_factory=FallingBall).policy.digest()


@functools.cache
def without_patches(name: str) -> str:
    return learned(ABLATIONS[name][0])


@pytest.mark.parametrize("name", ABLATIONS)
def test_an_ablation_changes_what_is_learned(name: str) -> None:
    # Of pixels, what pixels themselves learn.
    plain = without_patches("pixels" if name.startswith("pixels,") else UNCHANGED)
    settings, patches = ABLATIONS[name]
    for patch in patches():
        patch.start()
    assert (learned(settings) == plain) == (name == UNCHANGED)


@pytest.mark.parametrize(("name", "first"), [("pixels, changes only", 0), ("pixels, mask only", 6400)])
def test_inputs_that_are_left_out_have_no_weights_and_all_others_learn(name: str, first: int) -> None:
    config = PPOConfig(**{**SMALL, **ABLATIONS[name][0]})
    for patch in ABLATIONS[name][1]():
        patch.start()
    before = Weights.initial(config.hidden, config.actions, weights_rng(config.seed), LAYOUTS[config.inputs]).W1
    policy = pong_pg.train(config, env_factory=FallingBall).policy
    assert isinstance(policy, pong_pg.ActorCritic)
    W1 = policy.weights.W1
    assert not W1[first : first + 6400].any()
    other = 6400 - first
    assert (W1[other : other + 6400] != before[other : other + 6400]).any(axis=1).mean() > 0.5
