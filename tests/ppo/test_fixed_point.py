from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
from falling import BALLS, FALL, FallingBall

from pong_pg.compat import make_for_training
from pong_pg.game.frames import PIXELS
from pong_pg.game.seeding import env_game
from pong_pg.ppo import symmetry
from pong_pg.ppo.encoder import LIBRARY, CompiledEncoder
from pong_pg.ppo.fixed_point import FixedPointWeights, to_fixed_point
from pong_pg.ppo.kernels import select_action
from pong_pg.ppo.network import ACTIONS, MOST_ROWS, PIXEL_LAYOUT, ROWS, Inputs, Weights
from pong_pg.ppo.rollout import EnvRunner, Rollout

# Rollouts of the emulator, which other tests compare on every stack, are only what the tests are fed with.
GAMES = functools.partial(env_game, 7, 2)


def weights(hidden: int = 9, actions: int = 3, seed: int = 3) -> Weights:
    fresh = Weights.initial(hidden, actions, np.random.default_rng(seed))
    # Larger heads than fresh ones, so that the actions depend on what is seen; and a bias of the hidden layer.
    fresh.W1[-1] = 0.03
    return fresh._replace(heads=fresh.heads * 20)


def pong() -> Any:
    return make_for_training("ALE/Pong-v5", backend="direct")


def expected_actions(net: FixedPointWeights, rollout: Rollout) -> list[int]:
    """The greedy actions for the observations of a rollout, each from all its inputs, in Python's integers."""
    actions, begin = [], 0
    for end in rollout.ends[:-1].tolist():
        rows = rollout.rows[begin:end].astype(int)
        begin = end
        logits = np.zeros(net.actions)
        for view in (rows, symmetry.reflected(rows, PIXEL_LAYOUT).astype(int)):
            hidden = []
            for unit in range(net.hidden):
                total = 0
                for row in view.tolist():
                    sign, row = (-1, ~row) if row < 0 else (1, row)
                    total += sign * int(net.W1[row, unit])
                hidden.append(max(0, total) * float(net.scale[0]))
            outputs = net.heads.astype(float) @ hidden + net.biases
            logits += outputs[:-1] if view is rows else outputs[[0, 2, 1]]
        actions.append(select_action(logits.tolist(), 0.0, greedy=True))
    return actions


def test_the_first_layer_is_rounded_to_a_power_of_two() -> None:
    W1 = np.zeros((ROWS, 2), np.float32)
    W1[5] = 0.75, -0.3
    W1[PIXELS + 5] = 2**-16, 3 * 2**-16
    W1[-1] = -0.5, 2**-14
    net = to_fixed_point(Weights(W1, np.ones((4, 2), np.float32), np.zeros(4, np.float32)))
    assert net.scale.tolist() == [2**-14]
    assert net.W1[[5, PIXELS + 5, -1]].tolist() == [[12_288, -4915], [0, 1], [-8192, 1]]
    assert np.count_nonzero(net.W1) == 5


@pytest.mark.parametrize("size", [1e-38, 1e-12, 0.999999, 1.0, 1.0000001, 5.3, 3e38])
def test_no_weight_is_too_large_or_too_small(size: float) -> None:
    fresh = weights()
    W1 = (fresh.W1 / np.abs(fresh.W1).max() * np.float32(size)).astype(np.float32)
    net = to_fixed_point(fresh._replace(W1=W1))
    assert np.isfinite(net.scale).all()
    assert np.abs(net.W1.astype(int)).max() <= 2**14
    # All inputs at once.
    assert MOST_ROWS * 2**14 < 2**31
    assert np.abs(net.W1 * net.scale.astype(float) - W1).max() <= net.scale[0] / 2
    if size > 1e-12:
        assert np.abs(net.W1.astype(int)).max() >= 2**13


def test_weights_of_zero_stay_zero() -> None:
    net = to_fixed_point(Weights(*map(np.zeros_like, weights())))
    assert not net.W1.any()
    assert np.isfinite(net.scale).all()


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_weights_that_are_not_finite_are_refused(bad: float) -> None:
    net = weights()
    net.W1[7, 3] = bad
    with pytest.raises(ValueError, match="must be finite"):
        to_fixed_point(net)


def test_arrays_that_c_would_misread_are_refused() -> None:
    net = to_fixed_point(weights())
    for name in FixedPointWeights._fields:
        good = getattr(net, name)
        apart = np.repeat(good, 2, axis=-1)[..., : 2 * good.shape[-1] - 1 : 2] if good.size > 1 else good[..., :-1]
        for wrong in (good.astype(np.float64), good[..., :-1], apart):
            with pytest.raises(ValueError, match=r"must be a .* array of shape"):
                net._replace(**{name: wrong}).check()
    net.check()


@pytest.mark.parametrize("make_env", [pong, FallingBall])
@pytest.mark.parametrize("actions", [2, 3])
@pytest.mark.parametrize("hidden", [3, 9, 64])
def test_c_numpy_and_plain_integers_choose_the_same_actions(
    make_env: Any, actions: int, hidden: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = to_fixed_point(weights(hidden, actions))
    steps = 2 * BALLS * FALL + 5

    def played() -> list[Rollout]:
        runner = EnvRunner(make_env(), ACTIONS[actions], GAMES)
        # Games end in the middle, and rollouts begin in the middle of games.
        return [runner.rollout(net, steps // 3) for _ in range(3)]

    compiled = played()
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    by_numpy = played()
    for one, other in zip(compiled, by_numpy, strict=True):
        assert [array.tobytes() for array in one[:-1]] == [array.tobytes() for array in other[:-1]]


@pytest.mark.parametrize("make_env", [pong, FallingBall])
def test_sums_that_follow_the_changes_are_those_of_all_inputs(make_env: Any) -> None:
    net = to_fixed_point(weights(8))
    runner = EnvRunner(make_env(), ACTIONS[3], GAMES)
    for steps in (1, 70, 2 * BALLS * FALL):
        rollout = runner.rollout(net, steps, greedy=True)
        assert rollout.actions.tolist() == expected_actions(net, rollout)


def test_sums_that_are_not_begun_anew_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the test before would fail."""
    net = to_fixed_point(weights(8))
    monkeypatch.setattr(CompiledEncoder, "begin_game", begin_game_without_sums(CompiledEncoder.begin_game))
    rollout = EnvRunner(FallingBall(), ACTIONS[3], GAMES).rollout(net, 4 * BALLS * FALL, greedy=True)
    assert rollout.actions.tolist() != expected_actions(net, rollout)


def begin_game_without_sums(begin_game: Any) -> Any:
    def without(self: CompiledEncoder) -> None:
        sums = {name: self._struct.arrays[name].copy() for name in ("lit_sums",) if name in self._struct.arrays}
        begin_game(self)
        for name, array in sums.items():
            self._struct.arrays[name][...] = array

    return without


def test_weights_may_change_between_rollouts() -> None:
    """Of a game under way as well: the sums are those of the new weights."""
    first, second = (to_fixed_point(weights(8, seed=seed)) for seed in (3, 4))
    runner = EnvRunner(FallingBall(), ACTIONS[3], GAMES)
    for net in (first, second, first):
        rollout = runner.rollout(net, 33, greedy=True)
        assert rollout.actions.tolist() == expected_actions(net, rollout)


def test_the_network_in_fixed_point_says_nearly_the_same() -> None:
    net = weights(32)
    fixed = to_fixed_point(net)
    restored = net._replace(W1=fixed.W1 * fixed.scale)
    rollout = EnvRunner(pong(), ACTIONS[3], GAMES).rollout(fixed, 100)
    rows = rollout.rows[rollout.ends[49] : rollout.ends[50]]
    inputs = symmetry.with_reflections(Inputs.one(rows), PIXEL_LAYOUT)
    ours, exact = (symmetry.forward(some, inputs)[1].copy() for some in (restored, net))
    # Each row is off by half a unit at most.
    bound = 2 * len(rows) * fixed.scale[0] / 2 * np.abs(net.heads).sum(axis=1).max()
    assert 0 < np.abs(ours - exact).max() < bound
