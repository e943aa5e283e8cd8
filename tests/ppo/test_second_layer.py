from __future__ import annotations

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
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.encoder import LIBRARY
from pong_pg.ppo.fixed_point import played_weights
from pong_pg.ppo.kernels import kernels
from pong_pg.ppo.network import ACTIONS, MOST_ROWS, Inputs, Weights, inputs_of
from pong_pg.ppo.rollout import EnvRunner, Rollout
from pong_pg.ppo.second_layer import second_backward, second_forward
from pong_pg.ppo.state import PPOState
from pong_pg.ppo.symmetry import backward, forward, with_reflections
from pong_pg.viewing.weights import hidden_units

GAMES = functools.partial(env_game, 7, 2)
CONFIG = PPOConfig(
    num_envs=3,
    rollout_steps=30,
    final_rollout_steps=30,
    num_minibatches=2,
    epochs=2,
    hidden=8,
    second_hidden=5,
    iterations=4,
    workers=0,
    seed=4,
    learning_rate=0.01,
)


def weights(hidden: int = 9, second: int = 5, actions: int = 3) -> Weights:
    rng = np.random.default_rng(3)
    fresh = Weights.initial(hidden, actions, rng, distances=True, second_hidden=second)
    # So that actions depend on the second layer above all, whose units are active now and then.
    fresh.W1[:] *= 8
    biases = (0.1 * rng.standard_normal(len(fresh.biases))).astype(np.float32)
    return fresh._replace(biases=biases, second_heads=fresh.second_heads * 40)


def pong() -> Any:
    return make_for_training("ALE/Pong-v5", backend="direct")


def played(net: Weights, steps: int = 100) -> tuple[Rollout, Inputs]:
    rollout = EnvRunner(pong(), ACTIONS[net.actions], GAMES).rollout(net, steps)
    return rollout, Inputs(rollout.rows, np.append(0, rollout.ends[:-1]), rollout.ends)


def test_by_hand() -> None:
    """One output beside two units, of which the second is off."""
    outputs = np.array([[1.0, 2.0, -3.0], [0.5, 0.0, 4.0]], np.float32)
    second_heads = np.array([[10.0, 100.0]], np.float32)
    second_layers, found = second_forward(outputs, second_heads)
    assert second_layers.tolist() == [[2.0, 0.0], [0.0, 4.0]]
    assert found.tolist() == [[21.0], [400.5]]
    d_outputs, d_heads = second_backward(np.array([[2.0], [3.0]], np.float32), second_layers, second_heads)
    assert d_outputs.tolist() == [[2.0, 20.0, 0.0], [3.0, 0.0, 300.0]]
    assert d_heads.tolist() == [[4.0, 12.0]]


@pytest.mark.parametrize("second", [1, 7, 130])
@pytest.mark.parametrize("actions", [2, 3])
def test_outputs_and_gradient_are_the_oracles(second: int, actions: int) -> None:
    net = weights(6, second, actions)
    rollout, plain = played(net)
    inputs = with_reflections(kernels().grouped(plain))
    layers, outputs = forward(net, inputs)
    layers, outputs = layers.copy(), outputs.copy()
    assert layers.second.shape == (2 * len(outputs), second)
    assert 0 < (layers.second > 0).mean() < 1
    wide = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    dense = ppo_oracle.dense(np.split(rollout.rows, rollout.ends[:-1]), MOST_ROWS)
    np.testing.assert_allclose(outputs, [ppo_oracle.outputs(wide, x) for x in dense], rtol=1e-3, atol=1e-4)
    d_outputs = np.random.default_rng(5).standard_normal(outputs.shape).astype(np.float32)
    gradient = backward(net, inputs, layers, d_outputs)
    places: dict[str, list[tuple[int, ...]]] = {
        "W1": [(int(gradient.rows[3]), 2), (int(gradient.rows[-2]), 1)],
        "heads": [(0, 1), (actions + 1, 2), (-1, 3)],
        "biases": [(1,), (-1,)],
        "second_heads": [(0, 0), (actions, -1)],
    }
    for name, some in places.items():
        for place in some:
            sums = []
            for nudge in (1e-6, -1e-6):
                moved = getattr(wide, name).copy()
                moved[place] += nudge
                other = wide._replace(**{name: moved})
                sums.append(sum(float(d @ ppo_oracle.outputs(other, x)) for d, x in zip(d_outputs, dense, strict=True)))
            slope = (sums[0] - sums[1]) / 2e-6
            assert getattr(gradient, name)[place] == pytest.approx(slope, rel=1e-3, abs=1e-3), (name, place)


@pytest.mark.parametrize("acting_dtype", ["int16", "float32"])
@pytest.mark.parametrize("actions", [2, 3])
@pytest.mark.parametrize("second", [1, 7, 64, 130])
def test_c_and_numpy_choose_the_same_actions(
    second: int, actions: int, acting_dtype: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = weights(20, second, actions)
    of_first = net._replace(second_heads=np.zeros_like(net.second_heads))

    def rollouts(some: Weights) -> list[list[bytes]]:
        runner, playing = EnvRunner(pong(), ACTIONS[actions], GAMES), played_weights(some, acting_dtype)
        return [[array.tobytes() for array in runner.rollout(playing, 5)[:-1]] for _ in range(40)]

    compiled = rollouts(net)
    # The control: the second layer decides something.
    assert compiled != rollouts(of_first)
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    assert rollouts(net) == compiled


def test_heads_of_zero_are_the_network_without_a_second_layer() -> None:
    net = weights()
    plain = Weights(net.W1, net.heads[:4].copy(), net.biases[:4].copy())
    _, inputs = played(plain)
    inputs = with_reflections(inputs)
    without = forward(plain, inputs)[1].copy()
    none = net._replace(second_heads=np.zeros_like(net.second_heads))
    assert forward(none, inputs)[1].tobytes() == without.tobytes()
    assert np.abs(forward(net, inputs)[1] - without).max() > 0.1


def test_fresh_weights_begin_with_those_of_the_network_without() -> None:
    plain, net = (Weights.initial(16, 3, np.random.default_rng(1), second_hidden=units) for units in (0, 6))
    assert (plain.second_hidden, net.second_hidden, net.actions) == (0, 6, 3)
    assert net.W1.tobytes() == plain.W1.tobytes()
    assert net.heads[:4].tobytes() == plain.heads.tobytes()
    assert [array.shape for array in net] == [(12_801, 16), (10, 16), (10,), (4, 6)]


@pytest.mark.two_stacks
def test_a_run_goes_on_to_the_same_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = pong_pg.train(CONFIG).policy
    assert isinstance(whole, pong_pg.ActorCritic)
    fresh = PPOState.initial(CONFIG).average
    # All weights of the second layer and of its heads are trained.
    assert np.abs(whole.weights.second_heads - fresh.second_heads).min() > 1e-5
    assert (np.abs(whole.weights.heads - fresh.heads)[4:].max(axis=1) > 1e-3).all()
    pong_pg.train(dataclasses.replace(CONFIG, iterations=2, run_dir=str(tmp_path / "run")))
    assert pong_pg.resume(tmp_path / "run", iterations=2).policy.digest() == whole.digest()
    assert pong_pg.load(tmp_path / "run").digest() == whole.digest()
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    assert pong_pg.train(CONFIG).policy.digest() == whole.digest()


def test_files_of_runs_without_it_have_no_array_more() -> None:
    # Of weights, average and players, and of Adam's two means.
    for units, names in ((0, 0), (5, 5)):
        config = dataclasses.replace(CONFIG, second_hidden=units)
        state = PPOState.initial(config)
        arrays = state.arrays()
        assert sum(name.startswith("second_heads") for name in arrays) == names
        assert arrays.keys() == PPOState.shapes(config).keys()
        again = PPOState.from_arrays(config, arrays, state.progress)
        assert again.policy().digest() == state.policy().digest()


def test_what_a_policy_shows_is_what_it_computes() -> None:
    net = weights(24, 11)
    policy = pong_pg.ActorCritic(net, acting_dtype="float32", value_loss="squared")
    assert repr(policy) == "ActorCritic(hidden=24, second_hidden=11, actions=3)"
    env = pong()
    frame, _ = env.reset(seed=1)
    for _ in range(40):
        before, (frame, *_) = mask(frame), env.step(2)
    now = mask(frame)
    shown = policy.inspect(now, before)
    rows = inputs_of(now.ravel().astype(bool), before.ravel().astype(bool), distances=True)
    layers, outputs = forward(net, with_reflections(Inputs.one(rows)))
    odds = np.exp(outputs[0, :-1].astype(float) - outputs[0, :-1].max())
    np.testing.assert_allclose(shown.probabilities, odds / odds.sum(), rtol=1e-3)
    assert shown.value == pytest.approx(outputs[0, -1], rel=1e-3)
    np.testing.assert_allclose(shown.hidden, layers.first.ravel(), rtol=1e-4, atol=1e-5)
    assert (layers.second > 0).any()
    again = pickle.loads(pickle.dumps(policy))
    assert again.digest() == policy.digest()
    # In a game's first frame no pixel has changed.
    best = shown.actions[int(np.argmax(policy.inspect(now, now).probabilities))]
    assert [again.act(frame, greedy=True), policy.act(frame, greedy=True)] == [best, best]


def test_a_units_weight_upwards_has_what_goes_through_the_second_layer() -> None:
    net = weights(4, 6)
    units = hidden_units(pong_pg.ActorCritic(net))
    heads, second = net.heads.astype(float), net.second_heads.astype(float)
    expected = [
        heads[1, unit] - heads[2, unit] + sum((second[1, k] - second[2, k]) / 2 * heads[4 + k, unit] for k in range(6))
        for unit in range(4)
    ]
    np.testing.assert_allclose(units.upward, np.array(expected)[units.numbers], rtol=1e-5)


@pytest.mark.parametrize("wrong", [(3, 5), (4, 4), (4, 6), (5, 4), (20,), (4, 5, 1)])
def test_a_policy_refuses_heads_of_another_shape(wrong: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="second_heads the shape"):
        pong_pg.ActorCritic(weights()._replace(second_heads=np.zeros(wrong, np.float32)))


def test_the_setting_is_checked() -> None:
    with pytest.raises(ConfigError, match="second_hidden"):
        PPOConfig(second_hidden=-1)
