from __future__ import annotations

import pytest
from ppo_games import weights
from wrong_arrays import WRONG, read_only

from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.network import Weights
from pong_pg.ppo.rollout import Position
from pong_pg.ppo.state import PPOState

CONFIG = PPOConfig(hidden=8, num_envs=2, rollout_steps=5, num_minibatches=1, workers=0)
POSITIONS = [Position.start()] * 2


@pytest.mark.parametrize("wrong", [*WRONG.values(), read_only], ids=[*WRONG, "read-only"])
def test_weights_that_can_not_be_trained_in_place_are_refused(wrong: object) -> None:
    PPOState(CONFIG, weights(8), weights(8), weights(8), POSITIONS)
    for name in Weights._fields:
        bad = weights(8)._replace(**{name: wrong(getattr(weights(8), name))})  # type: ignore[operator]  # from a table
        for place in range(3):
            first, second, third = (bad if place == number else weights(8) for number in range(3))
            with pytest.raises(ValueError, match="must be a writeable float32 array of shape"):
                PPOState(CONFIG, first, second, third, POSITIONS)


def test_weights_of_another_size_are_refused() -> None:
    with pytest.raises(ValueError, match="weights must be of 8 hidden units; got 9"):
        PPOState(CONFIG, weights(9), weights(9), weights(9), POSITIONS)


def test_a_copy_is_the_same_state_and_does_not_move_on_with_it() -> None:
    state = PPOState.initial(CONFIG)
    state.adam.first_layer.shared[3] = 1
    state.adam.finish()
    other = state.copy()
    for name, array in state.arrays().items():
        assert array.tobytes() == other.arrays()[name].tobytes(), name
    assert other.weights.W1.tobytes() == state.weights.W1.tobytes()
    state.weights.W1[:] = 0
    assert other.weights.W1.any()
