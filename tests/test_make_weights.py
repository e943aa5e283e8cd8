"""What benchmarks/make_weights.py takes of a run: zeros stand where nothing was learned."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from benchmark_scripts import script

from pong_pg.ppo.config import INPUTS, PPOConfig
from pong_pg.ppo.network import LAYOUTS
from pong_pg.ppo.position_tables import MOVES_FIRST
from pong_pg.ppo.state import PPOState


def weights_of(state: PPOState) -> Any:
    return script("make_weights").weights_of(state)["W1"]


@pytest.mark.parametrize("inputs", INPUTS)
def test_rows_that_were_never_seen_are_zeros_but_for_single_positions(inputs: str) -> None:
    state, layout = PPOState.initial(PPOConfig(inputs=inputs, hidden=4, num_envs=2)), LAYOUTS[inputs]
    seen = np.array([7, layout.rows - 3])
    state.adam.square.W1[seen] = 1
    found = weights_of(state)
    assert (found[seen] == state.average.W1[seen]).all()
    assert found[seen].all()
    kept = set(seen.tolist())
    if not layout.pixels:
        kept |= set(range(MOVES_FIRST))
    kept -= set(np.flatnonzero(~state.average.W1.any(axis=1)).tolist())
    assert set(np.flatnonzero(found.any(axis=1)).tolist()) == kept
    assert state.average.W1[8].any(), "the state's own are not changed"
