from __future__ import annotations

import dataclasses
import functools
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import ppo_oracle
import pytest

import pong_pg
from pong_pg.compat import make_for_training
from pong_pg.errors import ConfigError
from pong_pg.game.decision import change_of
from pong_pg.game.frames import mask
from pong_pg.game.seeding import env_game
from pong_pg.ppo import encoder
from pong_pg.ppo.blocks import blocks
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.distances import distances_of
from pong_pg.ppo.encoder import LIBRARY
from pong_pg.ppo.fixed_point import played_weights
from pong_pg.ppo.kernels import kernels
from pong_pg.ppo.network import ACTIONS, BIAS, MOST_ROWS, ROWS, Inputs, Weights, inputs_of
from pong_pg.ppo.numpy_kernels import NumPyKernels
from pong_pg.ppo.rollout import EnvRunner, Rollout
from pong_pg.ppo.state import PPOState
from pong_pg.ppo.symmetry import backward, forward, reflected, with_reflections
from pong_pg.viewing.weights import hidden_units
from pong_pg.viewing.weights_plot import write_weights

# Rollouts of the emulator, which other tests compare on every stack, are only what the tests are fed with.
pytestmark = pytest.mark.two_stacks

GAMES = functools.partial(env_game, 7, 2)
# A paddle of eight rows, of seven at the edge of the frame, and none.
PADDLES = [range(30, 38), range(73, 80), range(7), range(0)]
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
    inputs="pixels+distances",
)


def frame_with(paddle: range, *pixels: tuple[int, int]) -> npt.NDArray[np.bool_]:
    lit = np.zeros((80, 80), np.bool_)
    lit[paddle.start : paddle.stop, 70:72] = True
    for y, x in pixels:
        lit[y, x] = True
    return lit.ravel()


def weights(hidden: int = 9, actions: int = 3) -> Weights:
    fresh = Weights.initial(hidden, actions, np.random.default_rng(3), distances=True)
    fresh.W1[BIAS] = 0.03
    # So that actions depend on distances above all.
    fresh.W1[ROWS:] *= 5
    return fresh._replace(heads=fresh.heads * 20)


def pong() -> Any:
    return make_for_training("ALE/Pong-v5", backend="direct")


def by_hand(lit: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The definition, pixel by pixel, in fractions."""
    picture = lit.reshape(80, 80)
    rows = [y for y in range(80) if picture[y, 70] and picture[y, 71]]
    found = []
    for y in range(80):
        for x in range(70):
            if not rows or not picture[y, x] or x in (8, 9):
                continue
            below = y - Fraction(rows[0] + rows[-1], 2)
            if below == 0:
                continue
            if below.denominator == 1:
                below += Fraction(1, 2) if below > 0 else Fraction(-1, 2)
            below = max(min(below, Fraction(79, 2)), Fraction(-79, 2))
            found.append((int(80 * (below + Fraction(79, 2))) + x, 80 * y + x))
    return found


def test_distances_by_hand() -> None:
    # The middle of the paddle is at 33.5. Two pixels of a ball: 6.5 and 7.5 rows below it.
    inputs, pixels = distances_of(frame_with(PADDLES[0], (40, 50), (41, 50)))
    assert inputs.tolist() == [46 * 80 + 50, 47 * 80 + 50]
    assert pixels.tolist() == [40 * 80 + 50, 41 * 80 + 50]
    # Just above and just below the middle; and too far above.
    assert distances_of(frame_with(PADDLES[0], (33, 1), (34, 1)))[0].tolist() == [39 * 80 + 1, 40 * 80 + 1]
    assert distances_of(frame_with(range(72, 80), (3, 1), (36, 2), (37, 2)))[0].tolist() == [1, 2, 80 + 2]
    # The middle is at 76: whole rows count as half a row more, and the middle as nothing.
    assert distances_of(frame_with(PADDLES[1], (75, 1), (76, 1), (77, 1)))[0].tolist() == [38 * 80 + 1, 41 * 80 + 1]


def test_pixels_that_are_far_away_are_counted() -> None:
    lit = frame_with(range(72, 80), (3, 1), (4, 1), (35, 1))
    assert distances_of(lit)[0].tolist() == [1, 1, 1]
    assert distances_of(lit)[1].tolist() == [3 * 80 + 1, 4 * 80 + 1, 35 * 80 + 1]


def test_paddles_are_no_balls() -> None:
    for pixels in ([], [(5, 8), (6, 9)], [(50, 70), (51, 71), (52, 79)]):
        assert not len(distances_of(frame_with(PADDLES[0], *pixels))[0])
    # A ball in one of the paddle's columns does not make the paddle longer.
    assert distances_of(frame_with(PADDLES[0], (20, 70), (40, 50)))[0].tolist() == [46 * 80 + 50]
    assert not len(distances_of(frame_with(PADDLES[3], (40, 50)))[0])


@pytest.mark.parametrize("paddle", PADDLES)
def test_distances_are_those_of_the_definition(paddle: range) -> None:
    rng = np.random.default_rng(len(paddle))
    for _ in range(30):
        lit = frame_with(paddle, *rng.integers(80, size=(20, 2)).tolist())
        found = distances_of(lit)
        assert list(zip(*(part.tolist() for part in found), strict=True)) == by_hand(lit)


@pytest.mark.parametrize("paddle", PADDLES)
def test_upside_down_distances_are_reflected(paddle: range) -> None:
    rng = np.random.default_rng(0)
    for _ in range(30):
        lit = frame_with(paddle, *rng.integers(80, size=(20, 2)).tolist())
        rows = inputs_of(lit, lit, distances=True)
        image = lit.reshape(80, 80)[::-1].ravel()
        assert sorted(reflected(rows).tolist()) == sorted(inputs_of(image, image, distances=True).tolist())
        assert len(rows) == lit.sum() + 1 + len(distances_of(lit)[0])


@pytest.mark.parametrize("acting_dtype", ["int16", "float32"])
@pytest.mark.parametrize("actions", [2, 3])
@pytest.mark.parametrize("hidden", [3, 64])
def test_c_and_numpy_choose_the_same_actions(
    actions: int, hidden: int, acting_dtype: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = played_weights(weights(hidden, actions), acting_dtype)

    def played() -> list[Rollout]:
        runner = EnvRunner(pong(), ACTIONS[actions], GAMES)
        # Short ones, so that many begin while the ball is in play.
        return [runner.rollout(net, 5) for _ in range(50)]

    compiled = played()
    assert any((rollout.rows >= ROWS).any() for rollout in compiled)
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    for one, other in zip(compiled, played(), strict=True):
        assert [array.tobytes() for array in one[:-1]] == [array.tobytes() for array in other[:-1]]


def test_the_compiled_encoder_lists_the_distances_of_any_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of frames that Pong does not have: paddles of any length, many pixels between them."""
    rng = np.random.default_rng(1)
    table = np.zeros(256, np.int8)
    table[200] = 1
    net = weights()
    ways = [encoder.make_encoder(table)]
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    ways.append(encoder.make_encoder(table))
    assert type(ways[0]) is not type(ways[1])
    found = []
    frames = []
    for number in range(60):
        first = int(rng.integers(80))
        lit = frame_with(range(first, first + number % 12), *rng.integers(80, size=(number, 2)).tolist())
        frames.append(lit.reshape(80, 80))
    for way in ways:
        way.begin_game()
        way.begin_rollout(net, len(frames), None)
        for lit in frames:
            way.screen[35:195:2, ::2] = np.where(lit, 200, 0)
            way.encode()
        found.append([part.tolist() for part in way.observations()])
    assert found[0] == found[1]
    assert sum(row >= ROWS for row in found[0][0]) > 1000


def test_the_kernels_compute_the_same_bits() -> None:
    net = weights(16)
    rollout = EnvRunner(pong(), ACTIONS[3], GAMES).rollout(net, 120)
    plain = Inputs(rollout.rows, np.append(0, rollout.ends[:-1]), rollout.ends)
    found = []
    for way in (kernels(), NumPyKernels()):
        for inputs in (plain, way.grouped(plain)):
            states, outputs = (array.copy() for array in way.forward(net, inputs))
            gradient = way.backward(net, inputs, states, outputs)
            assert gradient.W1.shape == (MOST_ROWS, 16)
            assert (gradient.rows >= ROWS).any()
            parts = states, outputs, gradient.rows, gradient.W1[gradient.rows], gradient.heads
            found.append([part.tobytes() for part in parts])
    assert found[:2] == found[2:]


def test_distances_have_blocks_of_their_own() -> None:
    found = blocks("squares+lines", MOST_ROWS)
    lit, changed, distances = (found.of_rows[first : first + 6400] for first in (0, 6400, ROWS))
    each = found.number // 3
    assert (changed == lit + each).all()
    assert (distances == lit + 2 * each).all()
    assert (found.of_rows[BIAS] == -1).all()
    assert found.of_rows.max() == found.number - 1


@pytest.mark.parametrize("input_sums", ["groups", "pixels"])
def test_a_batchs_gradient_is_the_slope_of_the_oracles_outputs(input_sums: str) -> None:
    net = weights(6)
    rollout = EnvRunner(pong(), ACTIONS[3], GAMES).rollout(net, 100)
    plain = Inputs(rollout.rows, np.append(0, rollout.ends[:-1]), rollout.ends)
    inputs = with_reflections(kernels().grouped(plain) if input_sums == "groups" else plain)
    states, outputs = (array.copy() for array in forward(net, inputs))
    wide = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    dense = ppo_oracle.dense(np.split(rollout.rows, rollout.ends[:-1]), MOST_ROWS)
    np.testing.assert_allclose(outputs, [ppo_oracle.outputs(wide, x) for x in dense], rtol=1e-4, atol=1e-4)
    d_outputs = np.random.default_rng(5).standard_normal(outputs.shape).astype(np.float32)
    gradient = backward(net, inputs, states, d_outputs)
    rows = gradient.rows[gradient.rows >= ROWS]
    for row in np.random.default_rng(2).choice(rows, 4, replace=False).tolist():
        sums = []
        for nudge in (1e-5, -1e-5):
            W1 = wide.W1.copy()
            W1[row, 2] += nudge
            moved = wide._replace(W1=W1)
            sums.append(sum(float(d @ ppo_oracle.outputs(moved, x)) for d, x in zip(d_outputs, dense, strict=True)))
        assert gradient.W1[row, 2] == pytest.approx((sums[0] - sums[1]) / 2e-5, rel=1e-3, abs=1e-4)


def test_what_a_policy_shows_is_what_it_computes() -> None:
    net = weights(24)
    policy = pong_pg.ActorCritic(net, acting_dtype="float32", value_loss="squared")
    env = pong()
    frame, _ = env.reset(seed=1)
    for _ in range(40):
        before, (frame, *_) = mask(frame), env.step(2)
    now = mask(frame)
    shown = policy.inspect(now, before)
    rows = inputs_of(now.ravel().astype(bool), before.ravel().astype(bool), distances=True)
    assert (rows >= ROWS).any()
    hidden, outputs = forward(net, with_reflections(Inputs.one(rows)))
    odds = np.exp(outputs[0, :-1].astype(float))
    np.testing.assert_allclose(shown.probabilities, odds / odds.sum(), rtol=1e-4)
    assert shown.value == pytest.approx(outputs[0, -1], rel=1e-4)
    np.testing.assert_allclose(shown.hidden, hidden.ravel(), rtol=1e-4, atol=1e-5)
    fixed = pong_pg.ActorCritic(net, value_loss="squared").inspect(now, before)
    np.testing.assert_allclose(fixed.probabilities, shown.probabilities, rtol=1e-2)
    # What all pixels add is all that moves the choice, but for the biases.
    upward = net.heads[-3].astype(float) - net.heads[-2]
    added = [upward @ np.where(part > 0, part - net.W1[BIAS], 0) for part in np.split(shown.hidden.astype(float), 2)]
    assert shown.influence.sum() == pytest.approx(added[0] - added[1], rel=1e-3, abs=1e-4)
    # A distance is part of what its pixel adds: without other weights, only the ball adds anything.
    alone = net._replace(W1=np.where(np.arange(MOST_ROWS)[:, np.newaxis] < BIAS, np.float32(0), net.W1))
    influence = pong_pg.ActorCritic(alone).inspect(now, before).influence.ravel()
    assert set(np.flatnonzero(influence)) == set(distances_of(now.ravel().astype(bool))[1].tolist())


def test_hidden_units_have_a_picture_of_distances(tmp_path: Path) -> None:
    net = weights(4)
    now, before = (frame_with(PADDLES[0], (y, 40)).reshape(80, 80).astype(np.int8) for y in (50, 52))
    seen = np.stack([now, change_of(now, before)])[np.newaxis]
    units = hidden_units(pong_pg.ActorCritic(net), seen)
    assert units.planes == ("lit", "changed", "distance")
    assert units.pictures.shape == (4, 3, 80, 80)
    states = forward(net, with_reflections(Inputs.one(inputs_of(now.ravel() > 0, before.ravel() > 0, distances=True))))[
        0
    ]
    expected = np.abs((states[0] - states[1]) * (net.heads[-3] - net.heads[-2]))
    np.testing.assert_allclose(units.contributions, np.sort(expected)[::-1], rtol=1e-4)
    write_weights(units, tmp_path / "weights.svg", "Units")
    assert "distance from the paddle" in (tmp_path / "weights.svg").read_text(encoding="utf-8")
    np.testing.assert_array_equal(units.pictures[0, 2].ravel(), net.W1[ROWS:, units.numbers[0]])


def test_a_run_goes_on_to_the_same_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = pong_pg.train(CONFIG)
    assert isinstance(whole.policy, pong_pg.ActorCritic)
    assert whole.policy.weights.W1.shape == (MOST_ROWS, 8)
    pong_pg.train(dataclasses.replace(CONFIG, iterations=2, run_dir=str(tmp_path / "run")))
    resumed = pong_pg.resume(tmp_path / "run", iterations=2)
    assert resumed.policy.digest() == whole.policy.digest()
    assert pong_pg.load(tmp_path / "run").digest() == whole.policy.digest()
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    assert pong_pg.train(dataclasses.replace(CONFIG, acting_dtype="int16")).policy.digest() == whole.policy.digest()
    # The control: without distances it is another run.
    assert pong_pg.train(dataclasses.replace(CONFIG, inputs="pixels")).policy.digest() != whole.policy.digest()


def test_weights_of_other_inputs_are_refused() -> None:
    state = PPOState.initial(CONFIG)
    other = dataclasses.replace(CONFIG, inputs="pixels")
    with pytest.raises(ValueError, match="W1 has 19201 rows, which are not those of the inputs pixels"):
        PPOState(other, state.weights, state.average, state.players, state.positions)
    with pytest.raises(ConfigError, match=r"inputs must be one of pixels\+distances, pixels"):
        PPOConfig(inputs="ram")
