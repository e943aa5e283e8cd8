"""What networks with any inputs have in common."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

import pong_pg
from pong_pg.errors import ConfigError
from pong_pg.ppo.config import INPUTS, PPOConfig
from pong_pg.ppo.encoder import LIBRARY
from pong_pg.ppo.network import LAYOUTS
from pong_pg.ppo.state import PPOState

CONFIG = PPOConfig(
    num_envs=3,
    rollout_steps=30,
    final_rollout_steps=30,
    num_minibatches=2,
    epochs=2,
    hidden=8,
    iterations=4,
    workers=0,
    seed=4,
    learning_rate=0.01,
)


@pytest.mark.parametrize("inputs", INPUTS)
def test_a_run_goes_on_to_the_same_bits(inputs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = dataclasses.replace(CONFIG, inputs=inputs)
    whole = pong_pg.train(config)
    assert isinstance(whole.policy, pong_pg.ActorCritic)
    assert whole.policy.weights.W1.shape == (LAYOUTS[inputs].rows, 8)
    pong_pg.train(dataclasses.replace(config, iterations=2, run_dir=str(tmp_path / "run")))
    resumed = pong_pg.resume(tmp_path / "run", iterations=2)
    assert resumed.policy.digest() == whole.policy.digest()
    assert pong_pg.load(tmp_path / "run").digest() == whole.policy.digest()
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    assert pong_pg.train(config).policy.digest() == whole.policy.digest()


def test_weights_of_other_inputs_are_refused() -> None:
    state = PPOState.initial(CONFIG)
    other = dataclasses.replace(CONFIG, inputs="pixels")
    with pytest.raises(ValueError, match=r"W1 has 11625 rows, which are not those of the inputs pixels$"):
        PPOState(other, state.weights, state.average, state.players, state.positions)


def test_every_layout_has_a_name_and_as_many_rows_as_no_other() -> None:
    assert set(INPUTS) == set(LAYOUTS)
    assert len({layout.rows for layout in LAYOUTS.values()}) == len(LAYOUTS)


def test_unknown_inputs_are_refused() -> None:
    with pytest.raises(ConfigError, match=re.escape(f"inputs must be one of {', '.join(INPUTS)}; got 'ram'")):
        PPOConfig(inputs="ram")
