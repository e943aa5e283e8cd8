from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from wrong_arrays import WRONG, read_only

from pong_pg.ppo.adam import Adam
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.network import Weights, combined
from pong_pg.ppo.rollout import Position
from pong_pg.ppo.state import PPOState

CONFIG = PPOConfig(hidden=8, num_envs=2, rollout_steps=5, num_minibatches=1, workers=0)
POSITIONS = [Position()] * 2


def weights(hidden: int = 8) -> Weights:
    return Weights.initial(hidden, np.random.default_rng(0))


@pytest.mark.parametrize("wrong", [*WRONG.values(), read_only], ids=[*WRONG, "read-only"])
def test_weights_that_can_not_be_changed_in_place_are_refused(wrong: Callable[[Any], Any]) -> None:
    adam = Adam.initial(weights())
    PPOState(CONFIG, adam, weights(), weights(), POSITIONS)
    for name in Weights._fields:
        bad = weights()._replace(**{name: wrong(getattr(weights(), name))})
        for average, players in ((bad, weights()), (weights(), bad)):
            with pytest.raises(ValueError, match="must be a writeable float32 array of shape"):
                PPOState(CONFIG, adam, average, players, POSITIONS)


def test_weights_of_another_size_are_refused() -> None:
    for place in range(3):
        first, second, third = (weights(9 if number == place else 8) for number in range(3))
        with pytest.raises(ValueError, match="weights must be of 8 hidden units; got 9"):
            PPOState(CONFIG, Adam.initial(first), second, third, POSITIONS)


def test_a_copy_is_the_same_state_and_does_not_move_on_with_it() -> None:
    state = PPOState.initial(CONFIG)
    state.adam.values.shared[3] = state.adam.mean.own[5] = state.adam.square.heads[1] = 1
    state.adam.steps = 9
    state.adam.weights.W1[...] = combined(state.adam.values.own, state.adam.values.shared)
    other = state.copy()
    assert other.adam.steps == 9
    for name, array in state.arrays().items():
        assert array.tobytes() == other.arrays()[name].tobytes(), name
    assert other.weights.W1.tobytes() == state.weights.W1.tobytes()
    for array in (*state.arrays().values(), state.weights.W1):
        array[...] = 0
    assert all(array.any() for array in (*other.adam.values[:3], *other.average[:2], *other.players[:2]))
    assert other.weights.W1.any()
