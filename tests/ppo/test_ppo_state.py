from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from wrong_arrays import WRONG, read_only

from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.network import LAYOUTS, PIXEL_LAYOUT, Weights
from pong_pg.ppo.rollout import Position
from pong_pg.ppo.state import PPOState

CONFIG = PPOConfig(hidden=8, num_envs=2, rollout_steps=5, num_minibatches=1, workers=0)
POSITIONS = [Position.start()] * 2


def weights(hidden: int = 8, actions: int = CONFIG.actions, inputs: str = CONFIG.inputs) -> Weights:
    return Weights.initial(hidden, actions, np.random.default_rng(0), LAYOUTS[inputs])


@pytest.mark.parametrize("wrong", [*WRONG.values(), read_only], ids=[*WRONG, "read-only"])
def test_weights_that_can_not_be_trained_in_place_are_refused(wrong: object) -> None:
    PPOState(CONFIG, weights(), weights(), weights(), POSITIONS)
    for name in Weights._fields:
        bad = weights()._replace(**{name: wrong(getattr(weights(), name))})  # type: ignore[operator]  # from a table
        for place in range(3):
            first, second, third = (bad if place == number else weights() for number in range(3))
            with pytest.raises(ValueError, match="must be a writeable float32 array of shape"):
                PPOState(CONFIG, first, second, third, POSITIONS)


@pytest.mark.parametrize("other", [weights(9), weights(8, 5 - CONFIG.actions), weights(inputs="pixels")])
def test_weights_of_another_size_are_refused(other: Weights) -> None:
    with pytest.raises(ValueError, match="weights must be of the configuration's inputs, hidden units and actions"):
        PPOState(CONFIG, other, other, other, POSITIONS)


def test_a_copy_is_the_same_state_and_does_not_move_on_with_it() -> None:
    state = PPOState.initial(dataclasses.replace(CONFIG, inputs="pixels"))
    state.adam.first_layer.shared[3] = 1
    state.adam.finish()
    other = state.copy()
    assert other.weights.layout == PIXEL_LAYOUT
    for name, array in state.arrays().items():
        assert array.tobytes() == other.arrays()[name].tobytes(), name
    assert other.weights.W1.tobytes() == state.weights.W1.tobytes()
    state.weights.W1[:] = 0
    assert other.weights.W1.any()
