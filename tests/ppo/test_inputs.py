"""What networks with other inputs than pixels have in common; most of them with distances, and with motion."""

from __future__ import annotations

import dataclasses
import functools
import re
from pathlib import Path
from typing import Any

import numpy as np
import ppo_oracle
import pytest
from ppo_frames import ALL_PIXELS, PADDLES, PIXEL_CLASSES, frame_with

import pong_pg
from pong_pg.compat import make_for_training
from pong_pg.errors import ConfigError
from pong_pg.game.decision import change_of
from pong_pg.game.frames import mask
from pong_pg.game.seeding import env_game
from pong_pg.ppo import encoder
from pong_pg.ppo.blocks import blocks
from pong_pg.ppo.config import INPUT_SUMS, INPUTS, PPOConfig
from pong_pg.ppo.distances import distances_of
from pong_pg.ppo.encoder import LIBRARY
from pong_pg.ppo.fixed_point import played_weights
from pong_pg.ppo.kernels import kernels
from pong_pg.ppo.motion import motion_of
from pong_pg.ppo.network import ACTIONS, BIAS, LAYOUTS, PLANES, ROWS, Inputs, Weights, inputs_of
from pong_pg.ppo.numpy_kernels import NumPyKernels
from pong_pg.ppo.rollout import EnvRunner, Rollout
from pong_pg.ppo.state import PPOState
from pong_pg.ppo.symmetry import backward, forward, with_reflections
from pong_pg.viewing.weights import hidden_units
from pong_pg.viewing.weights_plot import write_weights

# Rollouts of the emulator, which other tests compare on every stack, are only what the tests are fed with.
GAMES = functools.partial(env_game, 7, 2)
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
    inputs="pixels+distances+motion",
)
# Layouts of pixels by the number of their planes.
BY_PLANES = {len(layout.planes): layout for layout in LAYOUTS.values() if layout.positions is None}
MORE = pytest.mark.parametrize("planes", [3, 4])


def weights(hidden: int = 9, actions: int = 3, planes: int = 4) -> Weights:
    fresh = Weights.initial(hidden, actions, np.random.default_rng(3), BY_PLANES[planes])
    fresh.W1[BIAS] = 0.03
    # So that actions depend on these inputs above all.
    fresh.W1[ROWS:] *= 5
    return fresh._replace(heads=fresh.heads * 20)


def pong() -> Any:
    return make_for_training("ALE/Pong-v5", backend="direct")


@pytest.mark.parametrize("acting_dtype", ["int16", "float32"])
@pytest.mark.parametrize("actions", [2, 3])
@pytest.mark.parametrize(("hidden", "planes"), [(3, 4), (64, 3), (64, 4)])
def test_c_and_numpy_choose_the_same_actions(
    actions: int, hidden: int, planes: int, acting_dtype: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = played_weights(weights(hidden, actions, planes), acting_dtype)

    def played() -> list[Rollout]:
        runner = EnvRunner(pong(), ACTIONS[actions], GAMES)
        # Short ones, so that many begin while the ball is in play.
        return [runner.rollout(net, 5) for _ in range(50)]

    compiled = played()
    assert any((rollout.rows >= PLANES[planes - 1]).any() for rollout in compiled)
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    for one, other in zip(compiled, played(), strict=True):
        assert [array.tobytes() for array in one[:-1]] == [array.tobytes() for array in other[:-1]]


@MORE
def test_the_compiled_encoder_lists_the_inputs_of_any_frame(planes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also of frames that Pong does not have: paddles of any length, many pixels between them."""
    rng = np.random.default_rng(1)
    table = np.zeros(256, np.int8)
    table[200] = 1
    net = weights(planes=planes)
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
    # A ball in each column, which moves up and down.
    frames += [frame_with(PADDLES[0], (40 + x % 3, x)).reshape(80, 80) for x in range(80)]
    for way in ways:
        way.begin_game()
        way.begin_rollout(net, len(frames), None)
        for lit in frames:
            way.screen[35:195:2, ::2] = np.where(lit, 200, 0)
            way.encode()
        found.append([part.tolist() for part in way.observations()])
    assert found[0] == found[1]
    assert sum(ROWS <= row < BY_PLANES[3].rows for row in found[0][0]) > 1000
    assert (sum(row >= BY_PLANES[3].rows for row in found[0][0]) > 40) == (planes == 4)


def test_the_kernels_compute_the_same_bits() -> None:
    net = weights(16)
    rollout = EnvRunner(pong(), ACTIONS[3], GAMES).rollout(net, 120)
    plain = Inputs(rollout.rows, np.append(0, rollout.ends[:-1]), rollout.ends)
    found = []
    for way in (kernels(), NumPyKernels()):
        for inputs in (plain, way.grouped(plain, PIXEL_CLASSES)):
            states, outputs = (array.copy() for array in way.forward(net, inputs))
            gradient = way.backward(net, inputs, states, outputs)
            assert gradient.W1.shape == (BY_PLANES[4].rows, 16)
            assert (gradient.rows >= PLANES[3]).any()
            parts = states, outputs, gradient.rows, gradient.W1[gradient.rows], gradient.heads
            found.append([part.tobytes() for part in parts])
    assert found[:2] == found[2:]


@MORE
def test_each_plane_has_blocks_of_its_own(planes: int) -> None:
    found = blocks("squares+lines", BY_PLANES[planes].rows)
    each = found.number // planes
    for number, first in enumerate(PLANES[:planes]):
        assert (found.of_rows[first : first + 6400] == found.of_rows[:6400] + number * each).all()
    assert (found.of_rows[BIAS] == -1).all()
    assert found.of_rows.max() == found.number - 1


@pytest.mark.parametrize("input_sums", ["groups", "pixels"])
def test_a_batchs_gradient_is_the_slope_of_the_oracles_outputs(input_sums: str) -> None:
    net = weights(6)
    rollout = EnvRunner(pong(), ACTIONS[3], GAMES).rollout(net, 100)
    plain = Inputs(rollout.rows, np.append(0, rollout.ends[:-1]), rollout.ends)
    inputs = with_reflections(kernels().grouped(plain, PIXEL_CLASSES) if input_sums == "groups" else plain, ALL_PIXELS)
    states, outputs = (array.copy() for array in forward(net, inputs))
    wide = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    dense = ppo_oracle.dense(np.split(rollout.rows, rollout.ends[:-1]), BY_PLANES[4].rows)
    np.testing.assert_allclose(outputs, [ppo_oracle.outputs(wide, x) for x in dense], rtol=1e-4, atol=1e-4)
    d_outputs = np.random.default_rng(5).standard_normal(outputs.shape).astype(np.float32)
    gradient = backward(net, inputs, states, d_outputs)
    planes = [gradient.rows[(gradient.rows >= first) & (gradient.rows < first + 6400)] for first in PLANES[2:]]
    for row in (row for rows in planes for row in np.random.default_rng(2).choice(rows, 3, replace=False).tolist()):
        sums = []
        for nudge in (1e-5, -1e-5):
            W1 = wide.W1.copy()
            W1[row, 2] += nudge
            moved = wide._replace(W1=W1)
            sums.append(sum(float(d @ ppo_oracle.outputs(moved, x)) for d, x in zip(d_outputs, dense, strict=True)))
        assert gradient.W1[row, 2] == pytest.approx((sums[0] - sums[1]) / 2e-5, rel=1e-3, abs=1e-4)


@MORE
def test_what_a_policy_shows_is_what_it_computes(planes: int) -> None:
    net = weights(24, planes=planes)
    policy = pong_pg.ActorCritic(net, acting_dtype="float32", value_loss="squared")
    env = pong()
    frame, _ = env.reset(seed=1)
    for _ in range(40):
        before, (frame, *_) = mask(frame), env.step(2)
    now = mask(frame)
    shown = policy.inspect(now, before)
    rows = inputs_of(now.ravel().astype(bool), before.ravel().astype(bool), BY_PLANES[planes])
    assert (rows >= PLANES[planes - 1]).any()
    hidden, outputs = forward(net, with_reflections(Inputs.one(rows), ALL_PIXELS))
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
    # A distance is part of what its pixel adds, and motion of what a pixel of the ball does, in the frame and in its
    # reflection.
    frames = now.ravel().astype(bool), before.ravel().astype(bool)
    images = [frame.reshape(80, 80)[::-1].ravel() for frame in frames]
    for number, of in enumerate((lambda now, _before: distances_of(now), motion_of)[: planes - 2], 2):
        place = np.arange(len(net.W1))[:, np.newaxis] - PLANES[number]
        alone = net._replace(W1=np.where((place >= 0) & (place < 6400), net.W1, np.float32(0)))
        influence = pong_pg.ActorCritic(alone).inspect(now, before).influence.ravel()
        pixels, mirrored = of(*frames)[1], of(*images)[1]
        assert set(np.flatnonzero(influence)) == {*pixels, *((79 - mirrored // 80) * 80 + mirrored % 80)}


@MORE
def test_hidden_units_have_a_picture_of_each_plane(planes: int, tmp_path: Path) -> None:
    net = weights(4, planes=planes)
    now, before = (frame_with(PADDLES[0], (y, 40)).reshape(80, 80).astype(np.int8) for y in (50, 52))
    seen = np.stack([now, change_of(now, before)])[np.newaxis]
    units = hidden_units(pong_pg.ActorCritic(net), seen)
    assert units.planes == ("lit", "changed", "distance", "motion")[:planes]
    assert units.pictures.shape == (4, planes, 80, 80)
    rows = inputs_of(now.ravel() > 0, before.ravel() > 0, BY_PLANES[planes])
    states, _ = forward(net, with_reflections(Inputs.one(rows), ALL_PIXELS))
    expected = np.abs((states[0] - states[1]) * (net.heads[-3] - net.heads[-2]))
    np.testing.assert_allclose(units.contributions, np.sort(expected)[::-1], rtol=1e-4)
    write_weights(units, tmp_path / "weights.svg", "Units")
    caption = (tmp_path / "weights.svg").read_text(encoding="utf-8")
    assert "distance from the paddle" in caption
    assert ("moved up or down" in caption) == (planes == 4)
    for number, first in enumerate(PLANES[:planes]):
        np.testing.assert_array_equal(units.pictures[0, number].ravel(), net.W1[first : first + 6400, units.numbers[0]])


@pytest.mark.parametrize("inputs", [inputs for inputs in INPUTS if inputs != "pixels"])
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


def test_a_group_of_positions_is_one_of_them() -> None:
    config = dataclasses.replace(CONFIG, inputs="positions")
    found = [pong_pg.train(dataclasses.replace(config, input_sums=sums)).policy.digest() for sums in INPUT_SUMS]
    assert len(set(found)) == 1


def test_other_inputs_are_another_run() -> None:
    others = [pong_pg.train(dataclasses.replace(CONFIG, inputs=inputs)).policy for inputs in INPUTS]
    assert len({policy.digest() for policy in others}) == len(INPUTS)


@pytest.mark.parametrize("inputs", [inputs for inputs in INPUTS if inputs != CONFIG.inputs])
def test_weights_of_other_inputs_are_refused(inputs: str) -> None:
    state = PPOState.initial(CONFIG)
    other = dataclasses.replace(CONFIG, inputs=inputs)
    message = rf"W1 has 25601 rows, which are not those of the inputs {re.escape(inputs)}$"
    with pytest.raises(ValueError, match=message):
        PPOState(other, state.weights, state.average, state.players, state.positions)


def test_every_layout_has_a_name_and_as_many_rows_as_no_other() -> None:
    assert set(INPUTS) == set(LAYOUTS)
    assert len({layout.rows for layout in LAYOUTS.values()}) == len(LAYOUTS)


def test_unknown_inputs_are_refused() -> None:
    with pytest.raises(ConfigError, match=re.escape(f"inputs must be one of {', '.join(INPUTS)}; got 'ram'")):
        PPOConfig(inputs="ram")
