from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from pong_pg.config import TrainConfig
from pong_pg.reinforce.state import TrainState

pytestmark = pytest.mark.any_stack


def moved(state: TrainState, seed: int) -> TrainState:
    rng = np.random.default_rng(seed)
    W1, W2 = (rng.standard_normal(array.shape, np.float32) for array in state.weights)
    state.optimizer.step((W1, W2))
    state.progress = dataclasses.replace(state.progress, update=state.progress.update + 1)
    return state


def bits(state: TrainState) -> list[bytes]:
    return [array.tobytes() for array in (*state.weights, *state.optimizer.memory)]


def test_a_copy_does_not_move_on_with_the_state(small_config: TrainConfig) -> None:
    state = moved(TrainState.initial(small_config), 1)
    before = bits(state)
    copied = state.copy()
    assert bits(copied) == before
    assert (copied.progress, copied.config) == (state.progress, state.config)
    moved(state, 2)
    assert all(now != then for now, then in zip(bits(state), before, strict=True))
    assert bits(copied) == before
    assert copied.progress.update == 1


def test_a_copy_goes_on_as_the_state_does_and_leaves_it_alone(small_config: TrainConfig) -> None:
    state = moved(TrainState.initial(small_config), 1)
    before = bits(state)
    copied = moved(state.copy(), 2)
    assert bits(state) == before
    assert bits(moved(state, 2)) == bits(copied)
