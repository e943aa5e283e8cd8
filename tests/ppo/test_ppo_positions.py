"""Networks on positions: what is read off the pixels, what the network computes of it, and what it learns."""

from __future__ import annotations

import functools
import itertools
from pathlib import Path
from typing import Any

import numpy as np
import ppo_oracle
import pytest
from positions_by_hand import ABOVES, MOVES, TABLES, by_hand, frames, pairs_by_hand, read, read_pairs, weights
from ppo_frames import PADDLES, frame_with

import pong_pg
from pong_pg.compat import make_for_training
from pong_pg.game.decision import change_of
from pong_pg.game.frames import mask
from pong_pg.game.seeding import env_game
from pong_pg.ppo import encoder
from pong_pg.ppo.config import INPUT_SUMS
from pong_pg.ppo.encoder import LIBRARY
from pong_pg.ppo.fixed_point import FixedPointWeights, played_weights, to_fixed_point
from pong_pg.ppo.groups import row_classes
from pong_pg.ppo.kernels import kernels, select_action
from pong_pg.ppo.network import ACTIONS, LAYOUT_OF_ROWS, LAYOUTS, Inputs, inputs_of
from pong_pg.ppo.position_tables import PAIR_VIEW, POSITION_BIAS, POSITION_ROWS, VIEW
from pong_pg.ppo.positions import positions_of
from pong_pg.ppo.rollout import EnvRunner, Rollout
from pong_pg.ppo.scene import pixels_of
from pong_pg.ppo.symmetry import backward, forward, reflected, reflections, with_reflections
from pong_pg.viewing.weights import hidden_units
from pong_pg.viewing.weights_plot import write_weights

# Rollouts of the emulator, which other tests compare on every stack, are only what the tests are fed with.
GAMES = functools.partial(env_game, 7, 2)
ALL = pytest.mark.parametrize("inputs", ["positions", "positions+pairs", "pixels+positions+pairs"])


def pong() -> Any:
    return make_for_training("ALE/Pong-v5", backend="direct")


def test_positions_by_hand() -> None:
    """A ball of two rows, 40 and 41, in column 50; the agent's paddle in rows 30 to 37; no opponent."""
    lit = frame_with(range(30, 38), (40, 50), (41, 50))
    before = frame_with(range(33, 41), (44, 47), (45, 47))
    rows, _ = positions_of(lit, before)
    assert read(rows) == {
        "ball's height": 81,
        "ball's column": 50,
        "above the agent's paddle": 81 - 67,
        "ball's move down": -8,
        "ball's move right": 3,
        "agent's height": 67,
        "agent's move": -6,
    }
    assert inputs_of(lit, before, LAYOUTS["positions"]).tolist() == [*rows.tolist(), POSITION_BIAS]
    # Three rows of the paddle are in the frame, and five above it, and the other way round.
    assert read(positions_of(frame_with(range(3)), before)[0])["agent's height"] == -5 + 2
    assert read(positions_of(frame_with(range(77, 80)), before)[0])["agent's height"] == 77 + 84
    # No ball, and nothing before: no moves.
    nothing = np.zeros(6400, np.bool_)
    assert read(positions_of(frame_with(range(30, 38)), nothing)[0]) == {"agent's height": 67, "no ball": 0}
    assert read(positions_of(nothing, nothing)[0]) == {"no ball": 0}


def test_pairs_by_hand() -> None:
    """A ball that moved up by eight half rows and to the right is 14 half rows below the middle of the paddle."""
    lit = frame_with(range(30, 38), (40, 50), (41, 50))
    before = frame_with(range(33, 41), (44, 47), (45, 47))
    alone, _ = positions_of(lit, before)
    rows, of = positions_of(lit, before, pairs=True)
    assert rows[:-2].tolist() == alone.tolist()
    assert read_pairs(rows[-2:]) == {MOVES: (-8, 20 + 12), ABOVES[0]: (4, 25)}
    assert of[-2:] == [("ball",), ("ball", "agent")]
    assert inputs_of(lit, before, LAYOUTS["positions+pairs"]).tolist() == [*rows.tolist(), POSITION_BIAS]
    # Back to the left, and farther than the table goes; with the opponent only; and without a ball.
    rows, _ = positions_of(frame_with(range(2), (70, 44)), before, pairs=True)
    assert read_pairs(rows[-2:]) == {MOVES: (20, 11), ABOVES[0]: (16, 22)}
    opponent = [(y, x) for y in range(50, 58) for x in (8, 9)]
    rows, of = positions_of(frame_with(range(0), (40, 50), *opponent), before, pairs=True)
    assert read_pairs(rows[rows >= POSITION_ROWS]) == {MOVES: (-9, 32), ABOVES[1]: (-7, 25)}
    assert of[-1] == ("ball", "opponent")
    rows, _ = positions_of(frame_with(range(8)), before, pairs=True)
    assert not (rows >= POSITION_ROWS).any()


def test_positions_of_any_frames() -> None:
    some = frames()
    sizes = set()
    for before, lit in itertools.pairwise(some):
        rows, of = positions_of(lit, before)
        found = read(rows)
        assert found == by_hand(lit, before)
        assert [name for name, *_ in TABLES if name in found] == list(found), "in the order of the tables"
        assert [bool(names) for names in of] == [name != "no ball" for name in found]
        sizes.add(len(found))
        rows, of = positions_of(lit, before, pairs=True)
        assert rows[: len(found)].tolist() == positions_of(lit, before)[0].tolist()
        assert list(read_pairs(rows[len(found) :]).items()) == list(pairs_by_hand(lit, before).items())
        assert len(of) == len(rows)
    assert {1, 10} <= sizes


def test_upside_down_positions_have_rows_of_their_own() -> None:
    some = frames()
    upside_down = {name: turned for name, _, _, turned in TABLES}
    for before, lit in itertools.pairwise(some):
        rows = inputs_of(lit, before, LAYOUTS["positions"])
        images = reflected(rows, LAYOUTS["positions"])
        assert images[-1] == POSITION_BIAS
        assert (images[:-1] >= VIEW).all()
        with_pairs = inputs_of(lit, before, LAYOUTS["positions+pairs"])
        turned_pairs = reflected(with_pairs, LAYOUTS["positions+pairs"])
        assert (reflected(turned_pairs, LAYOUTS["positions+pairs"]) == with_pairs).all()
        pairs = turned_pairs[turned_pairs >= POSITION_ROWS]
        assert (pairs >= POSITION_ROWS + PAIR_VIEW).all()
        # Beside pixels, the same rows lie further behind.
        beside, first = LAYOUTS["pixels+positions+pairs"], 12_801
        behind = inputs_of(lit, before, beside)
        behind = behind[behind >= first]
        assert behind.tolist() == [first + row for row in with_pairs[:-1].tolist()]
        assert reflected(behind, beside).tolist() == [first + row for row in turned_pairs[:-1].tolist()]
        negated = {name: (-value, other) for name, (value, other) in pairs_by_hand(lit, before).items()}
        assert read_pairs(pairs - PAIR_VIEW) == negated
        turned = {name: upside_down[name](value) for name, value in by_hand(lit, before).items()}
        assert read(images[:-1] - VIEW) == turned
        other = [frame.reshape(80, 80)[::-1].ravel() for frame in (lit, before)]
        assert turned == by_hand(other[0], other[1])
        assert negated == pairs_by_hand(other[0], other[1])
        assert (reflected(images, LAYOUTS["positions"]) == rows).all()


@ALL
def test_the_compiled_encoder_lists_the_positions_of_any_frame(inputs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.zeros(256, np.int8)
    table[200] = 1
    net = weights(inputs=inputs)
    ways = [encoder.make_encoder(table)]
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    ways.append(encoder.make_encoder(table))
    assert type(ways[0]) is not type(ways[1])
    found = []
    for way in ways:
        way.begin_game()
        way.begin_rollout(net, 200, None)
        for lit in frames():
            way.screen[35:195:2, ::2] = np.where(lit.reshape(80, 80), 200, 0)
            way.encode()
        found.append([part.tolist() for part in way.observations()])
    assert found[0] == found[1]
    assert len(found[0][1]) == 140
    assert len(set(found[0][0])) > 300
    layout = LAYOUTS[inputs]
    assert layout.positions is not None
    assert any(row >= layout.positions + POSITION_ROWS for row in found[0][0]) == layout.pairs


@pytest.mark.parametrize("acting_dtype", ["int16", "float32"])
@pytest.mark.parametrize(
    ("actions", "hidden", "inputs"),
    [(2, 3, "positions"), (3, 64, "positions"), (3, 9, "positions+pairs"), (3, 64, "pixels+positions+pairs")],
)
def test_c_and_numpy_choose_the_same_actions(
    actions: int, hidden: int, inputs: str, acting_dtype: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = played_weights(weights(hidden, actions, inputs), acting_dtype)

    def played() -> list[Rollout]:
        runner = EnvRunner(pong(), ACTIONS[actions], GAMES)
        # Short ones, so that many begin while the ball is in play.
        return [runner.rollout(net, 5) for _ in range(50)]

    compiled = played()
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    for one, other in zip(compiled, played(), strict=True):
        assert [array.tobytes() for array in one[:-1]] == [array.tobytes() for array in other[:-1]]


def stored(net: FixedPointWeights, row: int, unit: int) -> int:
    """A weight of an input, or what an input of -1 adds."""
    if row < 0:
        return -stored(net, ~row, unit)
    first = net.layout.positions
    assert first is not None
    if row >= first:
        return int(net.positions[row - first, unit])
    plane, pixel = divmod(row, 6400)
    return int(net.pixels[pixel, plane, unit])


@ALL
def test_actions_are_those_of_the_sums_in_plain_integers(inputs: str) -> None:
    net = to_fixed_point(weights(24, inputs=inputs))
    assert isinstance(net, FixedPointWeights)
    rollout = EnvRunner(pong(), ACTIONS[3], GAMES).rollout(net, 150, greedy=True)
    actions, begin = [], 0
    for end in rollout.ends[:-1].tolist():
        seen = rollout.rows[begin:end].astype(int).tolist()
        begin = end
        logits = np.zeros(3)
        for view in (seen, reflections(net.layout)[seen].tolist()):
            hidden = []
            for unit in range(24):
                total = sum(stored(net, row, unit) for row in view if row != net.layout.bias)
                hidden.append(max(0, total + int(net.hidden_biases[unit])) * float(net.scale[0]))
            outputs = net.heads.astype(float) @ hidden + net.biases
            logits += outputs[:-1] if view is seen else outputs[[0, 2, 1]]
        actions.append(select_action(logits.tolist(), -1.0))
    assert rollout.actions.tolist() == actions
    assert len(set(actions)) > 1


@pytest.fixture
def turned_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the oracle turn positions upside down."""

    def turned(x: ppo_oracle.Floats) -> ppo_oracle.Floats:
        return x[reflections(LAYOUT_OF_ROWS[len(x)])[: len(x)]]

    monkeypatch.setattr(ppo_oracle, "turned_over", turned)


@pytest.mark.usefixtures("turned_over")
@pytest.mark.parametrize("input_sums", INPUT_SUMS)
@ALL
def test_a_batchs_gradient_is_the_slope_of_the_oracles_outputs(inputs: str, input_sums: str) -> None:
    net = weights(6, inputs=inputs)
    rollout = EnvRunner(pong(), ACTIONS[3], GAMES).rollout(net, 100)
    seen = Inputs(rollout.rows, np.append(0, rollout.ends[:-1]), rollout.ends)
    if input_sums == "groups":
        seen = kernels().grouped(seen, row_classes(net.layout))
    both = with_reflections(seen, net.layout)
    states, outputs = (array.copy() for array in forward(net, both))
    wide = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    dense = ppo_oracle.dense(np.split(rollout.rows, rollout.ends[:-1]), net.layout.rows)
    np.testing.assert_allclose(outputs, [ppo_oracle.outputs(wide, x) for x in dense], rtol=1e-4, atol=1e-4)
    d_outputs = np.random.default_rng(5).standard_normal(outputs.shape).astype(np.float32)
    found = backward(net, both, states, d_outputs)
    for row in np.random.default_rng(2).choice(found.rows, 9, replace=False).tolist():
        sums = []
        for nudge in (1e-5, -1e-5):
            W1 = wide.W1.copy()
            W1[row, 2] += nudge
            moved = wide._replace(W1=W1)
            sums.append(sum(float(d @ ppo_oracle.outputs(moved, x)) for d, x in zip(d_outputs, dense, strict=True)))
        assert found.W1[row, 2] == pytest.approx((sums[0] - sums[1]) / 2e-5, rel=1e-3, abs=1e-4)


@pytest.mark.parametrize(
    ("steps", "inputs"), [(3, "positions"), (40, "positions"), (40, "positions+pairs"), (40, "pixels+positions+pairs")]
)
def test_what_a_policy_shows_is_what_it_computes(steps: int, inputs: str) -> None:
    """Before the ball is in play, and with it."""
    net = weights(24, inputs=inputs)
    policy = pong_pg.ActorCritic(net, acting_dtype="float32", value_loss="squared")
    env = pong()
    frame, _ = env.reset(seed=1)
    for _ in range(steps):
        before, (frame, *_) = mask(frame), env.step(2)
    now = mask(frame)
    shown = policy.inspect(now, before)
    rows = inputs_of(now.ravel() > 0, before.ravel() > 0, net.layout)
    hidden, outputs = forward(net, with_reflections(Inputs.one(rows), net.layout))
    odds = np.exp(outputs[0, :-1].astype(float))
    np.testing.assert_allclose(shown.probabilities, odds / odds.sum(), rtol=1e-4)
    assert shown.value == pytest.approx(outputs[0, -1], rel=1e-4)
    np.testing.assert_allclose(shown.hidden, hidden.ravel(), rtol=1e-4, atol=1e-5)
    fixed = pong_pg.ActorCritic(net, value_loss="squared").inspect(now, before)
    np.testing.assert_allclose(fixed.probabilities, shown.probabilities, rtol=1e-2)
    # What all pixels add is all that moves the choice, but for the bias and the input that says that there is no ball.
    upward, seen = (
        net.heads[-3].astype(float) - net.heads[-2],
        read(positions_of(now.ravel() > 0, before.ravel() > 0)[0]),
    )
    assert ("no ball" in seen) == (steps == 3)
    bias = net.W1[net.layout.bias]
    others = [bias + ("no ball" in seen) * net.W1[view] for view in (VIEW - 1, 2 * VIEW - 1)]
    states = zip(np.split(shown.hidden.astype(float), 2), others, strict=True)
    added = [upward @ np.where(part > 0, part - other, 0) for part, other in states]
    assert shown.influence.sum() == pytest.approx(added[0] - added[1], rel=1e-3, abs=1e-4)
    used = set(np.concatenate([*pixels_of(now.ravel() > 0).values()]).tolist())
    pixels = set(np.flatnonzero((now > 0) | (before > 0)).tolist()) if net.layout.planes else set()
    assert used <= set(np.flatnonzero(shown.influence)) <= used | pixels


@ALL
def test_hidden_units_have_pictures_of_the_balls_place(inputs: str, tmp_path: Path) -> None:
    net = weights(4, inputs=inputs)
    now, before = (frame_with(PADDLES[0], (y, 40)).reshape(80, 80).astype(np.int8) for y in (50, 52))
    seen = np.stack([now, change_of(now, before)])[np.newaxis]
    units = hidden_units(pong_pg.ActorCritic(net), seen)
    names = (*("lit", "changed")[: len(net.layout.planes)], "ball", "above")
    assert units.planes == names
    assert units.pictures.shape == (4, len(names), 80, 80)
    rows = inputs_of(now.ravel() > 0, before.ravel() > 0, net.layout)
    states, _ = forward(net, with_reflections(Inputs.one(rows), net.layout))
    expected = np.abs((states[0] - states[1]) * (net.heads[-3] - net.heads[-2]))
    np.testing.assert_allclose(units.contributions, np.sort(expected)[::-1], rtol=1e-4)
    first = net.layout.positions
    pixels, W1 = net.W1[:first, units.numbers[0]], net.W1[first:, units.numbers[0]]
    for plane in range(len(net.layout.planes)):
        assert units.pictures[0, plane].ravel().tolist() == pixels[6400 * plane : 6400 * (plane + 1)].tolist()
    # A ball in rows 30 and 31 and column 60; and one whose middle is ten rows above that of the paddle.
    assert units.pictures[0, -2, 30, 60] == pytest.approx(W1[61] + W1[159 + 60])
    together = W1[POSITION_ROWS + 40 * 41 + 30 * 33 + 16 - 5] if net.layout.pairs else 0
    assert units.pictures[0, -1, 30, 60] == pytest.approx(W1[159 + 80 + 165 - 20] + W1[159 + 60] + together)
    write_weights(units, tmp_path / "weights.svg", "Units")
    caption = (tmp_path / "weights.svg").read_text(encoding="utf-8")
    assert "of the ball, by its height and column" in caption
    assert ("a pixel that becomes lit or a ball there" in caption) == bool(net.layout.planes)
    assert ("a scale of its own for pixels and one for the ball" in caption) == bool(net.layout.planes)
    # Without observations, by the norm of each unit's weights, without its bias.
    units = hidden_units(pong_pg.ActorCritic(net))
    assert units.planes == names
    norms = np.linalg.norm(np.delete(net.W1, net.layout.bias, axis=0), axis=0)
    np.testing.assert_allclose(
        units.contributions, np.sort(norms * abs(net.heads[-3] - net.heads[-2]))[::-1], rtol=1e-5
    )


@ALL
def test_arrays_that_c_would_misread_are_refused(inputs: str) -> None:
    net = to_fixed_point(weights(inputs=inputs))
    assert net.layout == weights(inputs=inputs).layout == LAYOUTS[inputs]
    net.check()
    wrong: Any
    for wrong in (net.positions[:-1], net.positions.astype(np.int32), np.repeat(net.positions, 2, axis=1)):
        with pytest.raises(ValueError, match=r"(pixels|positions) must be an? .*int16 array of shape"):
            net._replace(positions=wrong).check()
    for wrong in (net.pixels[:-1], net.pixels.astype(np.int32), np.zeros((6400, 3, 9), np.int16)):
        with pytest.raises(ValueError, match=r"(pixels|positions) must be an? .*int16 array of shape"):
            net._replace(pixels=wrong).check()
