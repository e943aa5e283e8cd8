from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
from falling import FallingBall
from wrong_arrays import WRONG, read_only

from pong_pg.game.seeding import env_game
from pong_pg.ppo.adam import Adam
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.encoder import LIBRARY, make_encoder
from pong_pg.ppo.fixed_point import to_fixed_point
from pong_pg.ppo.kernel_interface import Gradient
from pong_pg.ppo.network import LAYOUTS, ROWS, Weights
from pong_pg.ppo.policy import ActorCritic
from pong_pg.ppo.rollout import EnvRunner, Position
from pong_pg.ppo.state import PPOState
from pong_pg.ppo.workers import LocalRolloutPool

CONFIG = PPOConfig(hidden=8, num_envs=2, rollout_steps=5, num_minibatches=1, workers=0)
REFUSED = "must be an? (writeable )?(float32|int16) array of shape .* in C order; got"


def weights(hidden: int = 8, actions: int = CONFIG.actions) -> Weights:
    return Weights.initial(hidden, actions, np.random.default_rng(0), LAYOUTS[CONFIG.inputs])


@pytest.fixture(params=[*WRONG.values(), read_only], ids=[*WRONG, "read-only"])
def bad(request: pytest.FixtureRequest) -> list[Weights]:
    """Weights of which one array is wrong."""
    good = weights()
    return [good._replace(**{name: request.param(getattr(good, name))}) for name in Weights._fields]


def test_a_state_refuses_weights_that_can_not_be_trained_in_place(bad: list[Weights]) -> None:
    positions = [Position.start()] * 2
    PPOState(CONFIG, weights(), weights(), weights(), positions)
    for wrong in bad:
        for place in range(3):
            first, second, third = (wrong if place == number else weights() for number in range(3))
            with pytest.raises(ValueError, match=REFUSED):
                PPOState(CONFIG, first, second, third, positions)


@pytest.mark.parametrize("other", [weights(9), weights(8, 5 - CONFIG.actions)])
def test_a_state_refuses_weights_of_another_size(other: Weights) -> None:
    with pytest.raises(ValueError, match=r"weights must be of 8 hidden units and . actions"):
        PPOState(CONFIG, other, other, other, [])


def test_a_step_refuses_arrays_that_it_would_not_change(bad: list[Weights]) -> None:
    gradient = Gradient(np.zeros(1, np.int32), *(np.ones_like(array) for array in weights()))
    Adam(weights(), CONFIG.block_rate).step(gradient, 0.1, 1.0)
    for wrong in bad:
        for name in ("mean", "square"):
            adam = Adam(weights(), CONFIG.block_rate)
            setattr(adam, name, wrong)
            with pytest.raises(ValueError, match=REFUSED):
                adam.step(gradient, 0.1, 1.0)


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
@pytest.mark.parametrize("compiled", [True, False])
def test_nothing_plays_with_weights_that_c_would_misread(
    wrong: Any, compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert LIBRARY.load() is not None
    if not compiled:
        monkeypatch.setattr(LIBRARY, "load", lambda: None)
    pool = LocalRolloutPool(CONFIG, FallingBall)
    pool.place([Position.start()] * 2)
    good = to_fixed_point(weights())
    for name in Weights._fields:
        bad = good._replace(**{name: wrong(getattr(good, name))})
        with pytest.raises(ValueError, match=REFUSED):
            make_encoder(np.zeros(256, np.int8)).begin_rollout(bad, 1, None)
        with pytest.raises(ValueError, match=REFUSED):
            EnvRunner(FallingBall(), (0, 2, 3), functools.partial(env_game, 0, 0)).rollout(bad, 3)
        pool.begin(bad, 5)
        with pytest.raises(ValueError, match=REFUSED):
            pool.finish(lambda: False)
        pool._begun.clear()
    pool.begin(good, 5)
    assert len(pool.finish(lambda: False).rollouts) == 2
    pool.close()


@pytest.mark.parametrize("way", ["float64", "other byte order", "Fortran order", "not contiguous"])
def test_a_policy_converts_weights_of_another_type(way: str) -> None:
    converted = ActorCritic(Weights(*(WRONG[way](array) for array in weights())))
    assert converted.digest() == ActorCritic(weights()).digest()
    frame = np.random.default_rng(1).integers(0, 255, (210, 160), np.uint8)
    assert converted.act(frame, greedy=True) == ActorCritic(weights()).act(frame, greedy=True)


def test_a_policy_refuses_weights_that_are_no_real_numbers() -> None:
    for dtype in (np.complex64, np.object_, np.str_):
        arrays: list[Any] = [array.astype(dtype) for array in (np.zeros((ROWS, 2)), np.zeros((4, 2)), np.zeros(4))]
        with pytest.raises(ValueError, match="must be arrays of real numbers; got"):
            ActorCritic(Weights(*arrays))
