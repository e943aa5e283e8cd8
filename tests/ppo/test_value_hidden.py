from __future__ import annotations

import copy
import dataclasses
import functools
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import ppo_oracle
import pytest

import pong_pg
from pong_pg.compat import make_for_training
from pong_pg.errors import ConfigError
from pong_pg.game.frames import mask
from pong_pg.game.seeding import env_game
from pong_pg.ppo.adam import Adam
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.encoder import LIBRARY
from pong_pg.ppo.fixed_point import last_units, played_weights
from pong_pg.ppo.gae import generalised_advantages
from pong_pg.ppo.learner import learn
from pong_pg.ppo.network import ACTIONS, MOST_ROWS, Inputs, Weights, heads_mask, inputs_of
from pong_pg.ppo.rollout import EnvRunner, Rollout
from pong_pg.ppo.state import PPOState
from pong_pg.ppo.symmetry import forward, with_reflections
from pong_pg.viewing.weights import hidden_units

# Rollouts of the emulator, which other tests compare on every stack, are only what the tests are fed with.
pytestmark = pytest.mark.two_stacks

GAMES = functools.partial(env_game, 7, 2)
OWN = 5
CONFIG = PPOConfig(
    num_envs=3,
    rollout_steps=30,
    final_rollout_steps=30,
    num_minibatches=2,
    epochs=2,
    hidden=8,
    value_hidden=OWN,
    iterations=4,
    workers=0,
    seed=4,
    learning_rate=0.01,
)


def weights(hidden: int = 9, actions: int = 3) -> Weights:
    fresh = Weights.initial(hidden, actions, np.random.default_rng(3), distances=True, value_hidden=OWN)
    fresh.W1[:] *= 5
    return fresh._replace(heads=fresh.heads * 20, biases=np.linspace(-0.1, 0.1, actions + 1, dtype=np.float32))


def pong() -> Any:
    return make_for_training("ALE/Pong-v5", backend="direct")


def played(net: Any, steps: int = 100) -> Rollout:
    return EnvRunner(pong(), ACTIONS[net.actions], GAMES).rollout(net, steps)


def inputs_from(rollout: Rollout) -> Inputs:
    return with_reflections(Inputs(rollout.rows, np.append(0, rollout.ends[:-1]), rollout.ends))


def test_logits_and_value_share_no_hidden_unit() -> None:
    net = weights()
    inputs = inputs_from(played(net))
    before = forward(net, inputs)[1].copy()
    for units, moved in ((slice(9, None), [3]), (slice(9), [0, 1, 2])):
        other = net.copy()
        other.W1[:, units] *= 2
        changed = np.abs(forward(other, inputs)[1] - before).max(axis=0) > 1e-3
        assert np.flatnonzero(changed).tolist() == moved
    assert heads_mask(2, 1, 2).tolist() == [[1, 1, 0], [1, 1, 0], [0, 0, 1]]
    assert heads_mask(2, 0, 2).tolist() == [[1, 1]] * 3


def test_a_step_is_that_of_two_networks_apart() -> None:
    """One learns the policy from advantages, the other the value; each is moved as if the other were not there."""
    config = dataclasses.replace(CONFIG, hidden=9, num_envs=1, epochs=1, num_minibatches=1, max_grad_norm=1e9)
    net = weights()
    rollout = played(net, config.rollout_steps)
    rollout.rewards[10], rollout.rewards[20] = 1, -1
    moved = net.copy()
    learn(config, moved, Adam(moved), [rollout], update=0, agent_steps=0)
    dense = ppo_oracle.dense(np.split(rollout.rows, rollout.ends[:-1]), MOST_ROWS)
    wide = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    outputs = forward(net, inputs_from(rollout))[1].copy().astype(np.float64)
    values = np.tanh(outputs[:, -1] / 2)[np.newaxis]
    advantages = generalised_advantages(
        rollout.rewards[np.newaxis], values, rollout.over[np.newaxis], config.gamma, config.gae_lambda
    )[0]
    actions = rollout.actions.tolist()
    odds = [float(ppo_oracle.probabilities_of(x[:-1])[a]) for x, a in zip(outputs.tolist(), actions, strict=False)]

    def loss(some: ppo_oracle.Net) -> float:
        found = [ppo_oracle.outputs(some, x) for x in dense[:-1]]
        returns = (advantages + values[0, :-1]).tolist()
        coefficients = {"clip": config.clip_range, "value_coef": config.value_coef, "entropy_coef": 0.03}
        return ppo_oracle.loss(
            found, actions, odds, advantages.tolist(), returns, **coefficients, value_loss="cross-entropy"
        )

    for row, unit in ((0, 2), (1, 8), (3, 9), (3, 13)):
        slopes = []
        for nudge in (1e-5, -1e-5):
            heads = wide.heads.copy()
            heads[row, unit] += nudge
            slopes.append(loss(wide._replace(heads=heads)))
        # Adam's first step is the learning rate against the gradient's sign.
        step = moved.heads[row, unit] - net.heads[row, unit]
        assert abs(slopes[0] - slopes[1]) > 1e-9, (row, unit)
        assert np.sign(step) == -np.sign(slopes[0] - slopes[1]), (row, unit)
    assert not moved.heads[heads_mask(9, OWN, 3) == 0].any()
    assert (moved.heads != net.heads)[heads_mask(9, OWN, 3) == 1].all()


@pytest.mark.parametrize("acting_dtype", ["int16", "float32"])
@pytest.mark.parametrize("actions", [2, 3])
def test_only_the_policys_units_play(actions: int, acting_dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    net = weights(12, actions)
    playing = played_weights(net, acting_dtype, OWN)
    assert playing.hidden == 12
    assert last_units(net, OWN).hidden == OWN

    def bits(some: Any) -> list[bytes]:
        return [array.tobytes() for array in played(some)[:-1]]

    compiled = bits(playing)
    assert bits(played_weights(net, acting_dtype)) == compiled, "with the value's units, too, the actions are the same"
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    assert bits(playing) == compiled


def test_a_run_goes_on_to_the_same_bits(tmp_path: Path) -> None:
    whole = pong_pg.train(CONFIG).policy
    assert isinstance(whole, pong_pg.ActorCritic)
    assert (whole.hidden, whole.weights.hidden) == (8, 8 + OWN)
    assert not whole.weights.heads[heads_mask(8, OWN, 3) == 0].any()
    fresh = PPOState.initial(CONFIG).average
    assert (np.abs(whole.weights.W1 - fresh.W1).max(axis=0) > 1e-3).all(), "every unit is trained"
    pong_pg.train(dataclasses.replace(CONFIG, iterations=2, run_dir=str(tmp_path / "run")))
    assert pong_pg.resume(tmp_path / "run", iterations=2).policy.digest() == whole.digest()
    loaded = pong_pg.load(tmp_path / "run")
    assert isinstance(loaded, pong_pg.ActorCritic)
    assert (loaded.digest(), loaded.hidden) == (whole.digest(), 8)
    # The control: with shared units it is another run.
    other = pong_pg.train(dataclasses.replace(CONFIG, hidden=8 + OWN, value_hidden=0)).policy
    assert other.digest() != whole.digest()


def test_what_a_policy_shows_is_what_it_computes() -> None:
    net = weights(24)
    policy = pong_pg.ActorCritic(net, acting_dtype="float32", value_loss="squared", value_hidden=OWN)
    env = pong()
    frame, _ = env.reset(seed=1)
    for _ in range(40):
        before, (frame, *_) = mask(frame), env.step(2)
    now = mask(frame)
    rows = inputs_of(now.ravel().astype(bool), before.ravel().astype(bool), distances=True)
    layers, outputs = forward(net, with_reflections(Inputs.one(rows)))
    odds = np.exp(outputs[0, :-1].astype(float) - outputs[0, :-1].max())
    for one in (policy, copy.deepcopy(policy), pickle.loads(pickle.dumps(policy))):
        shown = one.inspect(now, before)
        np.testing.assert_allclose(shown.probabilities, odds / odds.sum(), rtol=1e-3)
        assert shown.value == pytest.approx(outputs[0, -1], rel=1e-3)
        np.testing.assert_allclose(shown.hidden, layers[:, :24].ravel(), rtol=1e-4, atol=1e-5)
    assert hidden_units(policy).pictures.shape == (24, 3, 80, 80)


def test_weights_that_are_not_apart_are_refused() -> None:
    net = weights()
    with pytest.raises(ValueError, match="heads must be zero where they would connect the value's 5 hidden units"):
        pong_pg.ActorCritic(net._replace(heads=np.ones_like(net.heads)), value_hidden=OWN)
    with pytest.raises(ValueError, match="value_hidden must be less than the 14 hidden units; got 14"):
        pong_pg.ActorCritic(net, value_hidden=14)
    state = PPOState.initial(CONFIG)
    shared = state.weights._replace(heads=np.ones_like(state.weights.heads))
    with pytest.raises(ValueError, match="heads must be zero where they would connect"):
        PPOState(CONFIG, shared, state.average, state.players, state.positions)
    with pytest.raises(ConfigError, match="value_hidden"):
        PPOConfig(value_hidden=-1)
