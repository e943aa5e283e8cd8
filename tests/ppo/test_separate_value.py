"""Policy and value as two networks in the second part of a run: `separate_value_after`."""

from __future__ import annotations

import copy
import dataclasses
import functools
import pickle
import re
from pathlib import Path
from typing import Any

import numpy as np
import ppo_oracle
import pytest

import pong_pg
from pong_pg.compat import make_for_training
from pong_pg.errors import CheckpointError
from pong_pg.game.frames import mask
from pong_pg.game.seeding import env_game
from pong_pg.ppo import learner
from pong_pg.ppo.adam import Adam
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.encoder import LIBRARY
from pong_pg.ppo.fixed_point import played_weights
from pong_pg.ppo.gae import generalised_advantages
from pong_pg.ppo.learner import learn
from pong_pg.ppo.network import ACTIONS, MOST_ROWS, Array, Inputs, Weights, inputs_of, separated_heads
from pong_pg.ppo.rollout import EnvRunner, Rollout
from pong_pg.ppo.state import PPOState
from pong_pg.ppo.symmetry import forward, with_reflections
from pong_pg.training.checkpoint import latest, read_checkpoint
from pong_pg.viewing.weights import hidden_units

# Rollouts of the emulator, which other tests compare on every stack, are only what the tests are fed with.
pytestmark = pytest.mark.two_stacks

GAMES = functools.partial(env_game, 7, 2)
# Apart after the second of four updates, of 90 agent steps each.
CONFIG = PPOConfig(
    num_envs=3,
    rollout_steps=30,
    final_rollout_steps=30,
    num_minibatches=2,
    epochs=2,
    hidden=8,
    separate_value_after=100,
    iterations=4,
    workers=0,
    seed=4,
    learning_rate=0.01,
)
APART = separated_heads(np.ones((4, 8), np.float32))


def weights(hidden: int = 9, actions: int = 3) -> Weights:
    fresh = Weights.initial(hidden, actions, np.random.default_rng(3), planes=4)
    fresh.W1[:] *= 5
    return fresh._replace(heads=fresh.heads * 20, biases=np.linspace(-0.1, 0.1, actions + 1, dtype=np.float32))


def pong() -> Any:
    return make_for_training("ALE/Pong-v5", backend="direct")


def played(net: Any, steps: int = 100) -> Rollout:
    return EnvRunner(pong(), ACTIONS[net.actions], GAMES).rollout(net, steps)


def inputs_from(rollout: Rollout) -> Inputs:
    return with_reflections(Inputs(rollout.rows, np.append(0, rollout.ends[:-1]), rollout.ends))


def test_heads_by_hand() -> None:
    heads = np.array([[1, 2], [3, 4], [5, 6]], np.float32)
    assert separated_heads(heads).tolist() == [[1, 2, 0, 0], [3, 4, 0, 0], [0, 0, 5, 6]]


def test_both_networks_begin_as_the_one_before_and_share_no_hidden_unit() -> None:
    net = weights()
    inputs = inputs_from(played(net))
    apart = net.separated()
    before = forward(apart, inputs)[1].copy()
    np.testing.assert_allclose(before, forward(net, inputs)[1], rtol=1e-4, atol=1e-5)
    for units, moved in ((slice(9, None), [3]), (slice(9), [0, 1, 2])):
        other = apart.copy()
        other.W1[:, units] *= 2
        changed = np.abs(forward(other, inputs)[1] - before).max(axis=0) > 1e-3
        assert np.flatnonzero(changed).tolist() == moved


def learned(net: Weights, **changes: Any) -> Weights:
    """Learn from a rollout with two rewards, in one step of Adam that no maximum norm joins."""
    config = dataclasses.replace(CONFIG, hidden=9, num_envs=1, max_grad_norm=1e9, epochs=1, num_minibatches=1)
    rollout = played(weights(), config.rollout_steps)
    rollout.rewards[10], rollout.rewards[20] = 1, -1
    moved = net.copy()
    learn(dataclasses.replace(config, **changes), moved, Adam(moved, 0.5), [rollout], update=0, agent_steps=0)
    return moved


def test_the_policy_learns_as_if_there_were_no_loss_of_the_value() -> None:
    net = weights()
    apart, alone = learned(net.separated()), learned(net, value_coef=0.0)
    # Adam's first step is by the gradient's sign: where that of a sum of floats is doubtful, either is right.
    same = np.isclose(apart.W1[:, :9], alone.W1, atol=1e-5)
    assert same.mean() > 0.999
    np.testing.assert_allclose(apart.heads[:-1, :9], alone.heads[:-1], atol=1e-5)
    # The control: with one network, the value moves what the policy sees.
    assert np.isclose(apart.W1[:, :9], learned(net).W1, atol=1e-5).mean() < 0.99


def test_the_value_learns_the_same_whatever_the_policy_is() -> None:
    apart = weights().separated()
    other = apart.copy()
    other.W1[:, :9] *= -2
    one, two = learned(apart), learned(other)
    assert one.W1[:, 9:].tobytes() == two.W1[:, 9:].tobytes()
    assert one.heads[-1].tobytes() == two.heads[-1].tobytes()
    assert (one.heads[-1, 9:] != apart.heads[-1, 9:]).all()
    assert (one.heads[:-1, :9] != two.heads[:-1, :9]).any()


def test_a_step_goes_down_the_slope_of_the_oracles_loss() -> None:
    net = weights().separated()
    rollout = played(weights(), CONFIG.rollout_steps)
    rollout.rewards[10], rollout.rewards[20] = 1, -1
    moved = learned(net)
    dense = ppo_oracle.dense(np.split(rollout.rows, rollout.ends[:-1]), MOST_ROWS)
    wide = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    outputs = forward(net, inputs_from(rollout))[1].copy().astype(np.float64)
    values = np.tanh(outputs[:, -1] / 2)[np.newaxis]
    advantages = generalised_advantages(
        rollout.rewards[np.newaxis], values, rollout.over[np.newaxis], CONFIG.gamma, CONFIG.gae_lambda
    )[0]
    actions = rollout.actions.tolist()
    odds = [float(ppo_oracle.probabilities_of(x[:-1])[a]) for x, a in zip(outputs.tolist(), actions, strict=False)]

    def loss(some: ppo_oracle.Net) -> float:
        found = [ppo_oracle.outputs(some, x) for x in dense[:-1]]
        returns = (advantages + values[0, :-1]).tolist()
        coefficients = {"clip": CONFIG.clip_range, "value_coef": CONFIG.value_coef, "entropy_coef": 0.03}
        return ppo_oracle.loss(
            found, actions, odds, advantages.tolist(), returns, **coefficients, value_loss="cross-entropy"
        )

    for row, unit in ((0, 2), (1, 8), (3, 9), (3, 16)):
        slopes = []
        for nudge in (1e-5, -1e-5):
            heads = wide.heads.copy()
            heads[row, unit] += nudge
            slopes.append(loss(wide._replace(heads=heads)))
        # Adam's first step is the learning rate against the gradient's sign.
        step = moved.heads[row, unit] - net.heads[row, unit]
        assert abs(slopes[0] - slopes[1]) > 1e-9, (row, unit)
        assert np.sign(step) == -np.sign(slopes[0] - slopes[1]), (row, unit)


def test_no_head_gets_weights_on_the_others_units(monkeypatch: pytest.MonkeyPatch) -> None:
    apart = weights().separated()
    elsewhere = separated_heads(np.ones((4, 9), np.float32)) == 0
    assert not learned(apart).heads[elsewhere].any()

    def all_of_them(heads: Array) -> Array:
        return np.ones((len(heads), 2 * heads.shape[1]), np.float32)

    # The control: they would.
    monkeypatch.setattr(learner, "separated_heads", all_of_them)
    assert learned(apart).heads[elsewhere].all()


@pytest.mark.parametrize("acting_dtype", ["int16", "float32"])
@pytest.mark.parametrize("actions", [2, 3])
def test_only_the_policys_units_play(actions: int, acting_dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    net = weights(16, actions).separated()
    net.W1[:, 16:] *= 3
    playing = played_weights(net, acting_dtype)
    playing.check()
    assert playing.hidden == 16
    assert played_weights(net, acting_dtype, with_value=True).hidden == 32

    def bits(some: Any) -> list[bytes]:
        return [array.tobytes() for array in played(some)[:-1]]

    compiled = bits(playing)
    assert bits(played_weights(net, acting_dtype, with_value=True)) == compiled
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    assert bits(playing) == compiled
    # The control: without most of its units, the games are others.
    net.heads[:-1, 4:] = 0
    assert bits(played_weights(net, acting_dtype)) != compiled


@pytest.mark.parametrize("iterations", [1, 2, 3], ids=["before", "then", "after"])
def test_a_run_goes_on_to_the_same_bits(iterations: int, tmp_path: Path) -> None:
    whole = pong_pg.train(CONFIG).policy
    assert isinstance(whole, pong_pg.ActorCritic)
    assert whole.weights.hidden == 16
    assert ((whole.weights.heads != 0) == (APART != 0)).all()
    policy, value = np.split(whole.weights.W1, 2, axis=1)
    assert (np.abs(policy - value).max(axis=0) > 1e-3).all(), "each unit has learned something else than its copy"
    pong_pg.train(dataclasses.replace(CONFIG, iterations=iterations, run_dir=str(tmp_path / "run")))
    stopped = pong_pg.load(tmp_path / "run")
    assert isinstance(stopped, pong_pg.ActorCritic)
    assert stopped.weights.hidden == (8 if iterations == 1 else 16)
    assert pong_pg.resume(tmp_path / "run", iterations=4 - iterations).policy.digest() == whole.digest()
    assert pong_pg.load(tmp_path / "run").digest() == whole.digest()


def test_compiled_or_not_with_blocks_or_without(monkeypatch: pytest.MonkeyPatch) -> None:
    configs = [dataclasses.replace(CONFIG, block_rate=rate, seed=6) for rate in (0.5, 0.0)]
    compiled = [pong_pg.train(config).policy.digest() for config in configs]
    monkeypatch.setenv("PONG_PG_NO_COMPILE", "1")
    assert [pong_pg.train(config).policy.digest() for config in configs] == compiled
    # The control: one network for both is another run.
    assert pong_pg.train(dataclasses.replace(configs[0], separate_value_after=0)).policy.digest() not in compiled


def test_what_a_policy_shows_is_what_it_computes() -> None:
    net = weights(24).separated()
    net.W1[:, 24:] *= 3
    policy = pong_pg.ActorCritic(net, acting_dtype="float32", value_loss="squared")
    env = pong()
    frame, _ = env.reset(seed=1)
    for _ in range(40):
        before, (frame, *_) = mask(frame), env.step(2)
    now = mask(frame)
    rows = inputs_of(now.ravel().astype(bool), before.ravel().astype(bool), planes=4)
    outputs = forward(net, with_reflections(Inputs.one(rows)))[1]
    odds = np.exp(outputs[0, :-1].astype(float) - outputs[0, :-1].max())
    for one in (policy, copy.deepcopy(policy), pickle.loads(pickle.dumps(policy))):
        shown = one.inspect(now, before)
        np.testing.assert_allclose(shown.probabilities, odds / odds.sum(), rtol=1e-3)
        assert shown.value == pytest.approx(outputs[0, -1], rel=1e-3)
    # The value's units have no say in the choice between up and down, and so come last.
    units = hidden_units(policy)
    assert sorted(units.numbers[:24]) == list(range(24))
    assert not units.contributions[24:].any()


@pytest.fixture
def checkpoint(tmp_path: Path) -> Path:
    pong_pg.train(dataclasses.replace(CONFIG, iterations=2, run_dir=str(tmp_path / "run")))
    return latest(tmp_path / "run")


@pytest.mark.parametrize(
    ("name", "change", "complaint"),
    [
        ("W1_mean", lambda array: array[:, :8], "W1_mean has the shape (25601, 8), not (25601, 16)"),
        ("blocks_square", lambda array: array[:, :-1], "blocks_square has the shape"),
        ("heads_average", np.ones_like, "heads_average joins policy and value"),
        ("heads_mean", np.ones_like, "heads_mean joins policy and value"),
    ],
)
def test_networks_that_the_run_can_not_have_are_refused(
    name: str, change: Any, complaint: str, checkpoint: Path
) -> None:
    read = read_checkpoint(checkpoint)
    assert isinstance(read.config, PPOConfig)
    assert PPOState.from_arrays(read.config, read.arrays, read.progress).weights.hidden == 16
    changed = {**read.arrays, name: np.ascontiguousarray(change(read.arrays[name]))}
    with pytest.raises(ValueError, match=re.escape(complaint)):
        PPOState.from_arrays(read.config, changed, read.progress)
    with pytest.raises(CheckpointError, match=r"is damaged: .*; use an earlier one"):
        dataclasses.replace(read, arrays=changed).run()
