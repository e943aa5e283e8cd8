from __future__ import annotations

import copy
import dataclasses
from typing import Any

import numpy as np
import pytest
from wrong_arrays import WRONG, read_only

from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.reinforce.exact_sum import GradientSum
from pong_pg.reinforce.state import ReinforceState


def moved(state: ReinforceState, seed: int) -> ReinforceState:
    rng = np.random.default_rng(seed)
    W1, W2 = (rng.integers(-(2**32), 2**32, array.shape) for array in state.weights)
    state.ascend(GradientSum(np.arange(6400), W1, W2))
    state.progress = dataclasses.replace(state.progress, update=state.progress.update + 1)
    return state


def bits(state: ReinforceState) -> list[bytes]:
    return [array.tobytes() for array in (*state.weights, *state.memory)]


def test_a_copy_does_not_move_on_with_the_state(small_config: ReinforceConfig) -> None:
    state = moved(ReinforceState.initial(small_config), 1)
    before = bits(state)
    copied = copy.deepcopy(state)
    assert bits(copied) == before
    assert (copied.progress, copied.config) == (state.progress, state.config)
    moved(state, 2)
    assert all(now != then for now, then in zip(bits(state), before, strict=True))
    assert bits(copied) == before
    assert copied.progress.update == 1


def test_a_copy_goes_on_as_the_state_does_and_leaves_it_alone(small_config: ReinforceConfig) -> None:
    state = moved(ReinforceState.initial(small_config), 1)
    before = bits(state)
    copied = moved(copy.deepcopy(state), 2)
    assert bits(state) == before
    assert bits(moved(state, 2)) == bits(copied)


@pytest.mark.parametrize("wrong", [*WRONG.values(), read_only], ids=[*WRONG, "read-only"])
def test_weights_that_can_not_be_trained_in_place_are_refused(small_config: ReinforceConfig, wrong: Any) -> None:
    weights = ReinforceState.initial(small_config).weights
    ReinforceState(small_config, weights, weights)
    for place in (0, 1):
        bad: Any = tuple(wrong(array) if index == place else array for index, array in enumerate(weights))
        for arguments in ((bad, None), (weights, bad)):
            with pytest.raises(ValueError, match=r"must be a writeable float32 array of shape .* in C order; got"):
                ReinforceState(small_config, *arguments)


def test_weights_of_another_size_than_the_configuration_says_are_refused(small_config: ReinforceConfig) -> None:
    other = ReinforceState.initial(dataclasses.replace(small_config, hidden=9)).weights
    with pytest.raises(ValueError, match=r"of shape \(6400, 8\) in C order; got float32 of shape \(6400, 9\)"):
        ReinforceState(small_config, other)
