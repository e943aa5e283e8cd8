"""The room that an encoder of frames takes."""

from __future__ import annotations

import numpy as np
import pytest

from pong_pg.native.build import Library
from pong_pg.ppo.config import INPUTS
from pong_pg.ppo.encoder import LIBRARY, CompiledEncoder, make_encoder
from pong_pg.ppo.fixed_point import FixedPointWeights, to_fixed_point
from pong_pg.ppo.network import LAYOUTS, Weights

TABLE = np.zeros(256, np.int8)
TABLE[200] = 1


def weights(inputs: str) -> FixedPointWeights:
    return to_fixed_point(Weights.initial(5, 3, np.random.default_rng(3), LAYOUTS[inputs]))


@pytest.mark.parametrize("inputs", INPUTS)
def test_a_rollout_takes_little_memory(inputs: str) -> None:
    """32 environments have an encoder each, and a worker may have all of them."""
    encoder = make_encoder(TABLE)
    assert isinstance(encoder, CompiledEncoder)
    encoder.begin_rollout(weights(inputs), 513, None)
    assert sum(array.nbytes for array in encoder._struct.arrays.values() if array.dtype != np.int8) < 1e6


@pytest.mark.parametrize("inputs", INPUTS)
def test_observations_of_any_size_find_room(inputs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of all pixels are lit at random, and then all and none in turns, which is the most that can be."""
    rng = np.random.default_rng(5)
    screens = [np.where(rng.random((80, 80)) < 0.5, 200, 0) for _ in range(30)]
    screens += [np.full((80, 80), 200 * (number % 2)) for number in range(30)]
    compiled = make_encoder(TABLE)
    monkeypatch.setattr(Library, "load", lambda _: None)
    found = []
    for encoder in (compiled, make_encoder(TABLE)):
        encoder.begin_game()
        encoder.begin_rollout(weights(inputs), 60, None)
        for screen in screens:
            encoder.screen[35:195:2, ::2] = screen
            encoder.encode()
        found.append([part.tolist() for part in encoder.observations()])
    assert found[0] == found[1]
    assert len(found[0][1]) == 60
    assert type(compiled) is CompiledEncoder is not type(encoder)
    assert LIBRARY.load() is None
