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
from ppo_frames import frame_with

import pong_pg
from pong_pg.compat import make_for_training
from pong_pg.game.frames import mask
from pong_pg.game.seeding import env_game
from pong_pg.ppo import encoder
from pong_pg.ppo.config import INPUTS
from pong_pg.ppo.encoder import LIBRARY
from pong_pg.ppo.fixed_point import to_fixed_point
from pong_pg.ppo.groups import row_classes
from pong_pg.ppo.kernels import kernels, select_action
from pong_pg.ppo.network import ACTIONS, LAYOUT_OF_ROWS, LAYOUTS, Inputs, inputs_of
from pong_pg.ppo.position_tables import MOVES_FIRST, PAIR_VIEW, POSITION_BIAS, VIEW
from pong_pg.ppo.positions import positions_of
from pong_pg.ppo.rollout import EnvRunner, Rollout
from pong_pg.ppo.scene import pixels_of
from pong_pg.ppo.symmetry import backward, forward, reflected, reflections, with_reflections
from pong_pg.viewing.weights import hidden_units
from pong_pg.viewing.weights_plot import write_weights

# Rollouts of the emulator, which other tests compare on every stack, are only what the tests are fed with.
GAMES = functools.partial(env_game, 7, 2)
ALL = pytest.mark.parametrize("inputs", INPUTS)
LAYOUT = LAYOUTS["positions+pairs"]


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
    assert inputs_of(lit, before, LAYOUT).tolist() == [*rows.tolist(), POSITION_BIAS]
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
    rows, of = positions_of(lit, before)
    assert read_pairs(rows[-2:]) == {MOVES: (-8, 20 + 12), ABOVES[0]: (4, 25)}
    assert of[-2:] == [("ball",), ("ball", "agent")]
    assert inputs_of(lit, before, LAYOUT).tolist() == [*rows.tolist(), POSITION_BIAS]
    # Back to the left, and farther than the table goes; with the opponent only; and without a ball.
    rows, _ = positions_of(frame_with(range(2), (70, 44)), before)
    assert read_pairs(rows[-2:]) == {MOVES: (20, 11), ABOVES[0]: (16, 22)}
    opponent = [(y, x) for y in range(50, 58) for x in (8, 9)]
    rows, of = positions_of(frame_with(range(0), (40, 50), *opponent), before)
    assert read_pairs(rows) == {MOVES: (-9, 32), ABOVES[1]: (-7, 25)}
    assert of[-1] == ("ball", "opponent")
    rows, _ = positions_of(frame_with(range(8)), before)
    assert not (rows >= MOVES_FIRST).any()


def test_positions_of_any_frames() -> None:
    some = frames()
    sizes = set()
    for before, lit in itertools.pairwise(some):
        rows, of = positions_of(lit, before)
        found = read(rows)
        assert found == by_hand(lit, before)
        assert [name for name, *_ in TABLES if name in found] == list(found), "in the order of the tables"
        assert [bool(names) for names in of[: len(found)]] == [name != "no ball" for name in found]
        assert list(read_pairs(rows).items()) == list(pairs_by_hand(lit, before).items())
        assert len(of) == len(rows) == len(found) + len(read_pairs(rows))
        sizes.add(len(found))
    assert {1, 10} <= sizes


def test_upside_down_positions_have_rows_of_their_own() -> None:
    some = frames()
    upside_down = {name: turned for name, _, _, turned in TABLES}
    for before, lit in itertools.pairwise(some):
        rows = inputs_of(lit, before, LAYOUT)
        assert rows[-1] == POSITION_BIAS
        images = reflected(rows, LAYOUT)
        assert images[-1] == POSITION_BIAS
        assert (reflected(images, LAYOUT) == rows).all()
        tables, pairs = images[images < POSITION_BIAS], images[images > POSITION_BIAS]
        assert (tables >= VIEW).all()
        assert (pairs >= MOVES_FIRST + PAIR_VIEW).all()
        negated = {name: (-value, other) for name, (value, other) in pairs_by_hand(lit, before).items()}
        assert read_pairs(pairs - PAIR_VIEW) == negated
        turned = {name: upside_down[name](value) for name, value in by_hand(lit, before).items()}
        assert read(tables - VIEW) == turned
        other = [frame.reshape(80, 80)[::-1].ravel() for frame in (lit, before)]
        assert turned == by_hand(other[0], other[1])
        assert negated == pairs_by_hand(other[0], other[1])


@ALL
def test_the_compiled_encoder_lists_the_positions_of_any_frame(inputs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.zeros(256, np.int8)
    table[200] = 1
    net = to_fixed_point(weights(inputs=inputs))
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


@pytest.mark.parametrize(("actions", "hidden"), [(2, 3), (3, 9), (3, 64)])
@ALL
def test_c_and_numpy_choose_the_same_actions(
    actions: int, hidden: int, inputs: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = to_fixed_point(weights(hidden, actions, inputs))

    def played() -> list[Rollout]:
        runner = EnvRunner(pong(), ACTIONS[actions], GAMES)
        # Short ones, so that many begin while the ball is in play.
        return [runner.rollout(net, 5) for _ in range(50)]

    compiled = played()
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    for one, other in zip(compiled, played(), strict=True):
        assert [array.tobytes() for array in one[:-1]] == [array.tobytes() for array in other[:-1]]


@ALL
def test_actions_are_those_of_the_sums_in_plain_integers(inputs: str) -> None:
    net = to_fixed_point(weights(24, inputs=inputs))
    rollout = EnvRunner(pong(), ACTIONS[3], GAMES).rollout(net, 150, greedy=True)
    actions, begin = [], 0
    for end in rollout.ends[:-1].tolist():
        seen = rollout.rows[begin:end].astype(int).tolist()
        begin = end
        logits = np.zeros(3)
        for view in (seen, reflections(net.layout)[seen].tolist()):
            hidden = []
            for unit in range(24):
                total = sum(int(net.W1[row, unit]) if row >= 0 else -int(net.W1[~row, unit]) for row in view)
                hidden.append(max(0, total) * float(net.scale[0]))
            outputs = net.heads.astype(float) @ hidden + net.biases
            logits += outputs[:-1] if view is seen else outputs[[0, 2, 1]]
        actions.append(select_action(logits.tolist(), 0.0, greedy=True))
    assert rollout.actions.tolist() == actions
    assert len(set(actions)) > 1


@pytest.fixture
def turned_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the oracle turn positions upside down."""

    def turned(x: ppo_oracle.Floats) -> ppo_oracle.Floats:
        return x[reflections(LAYOUT_OF_ROWS[len(x)])[: len(x)]]

    monkeypatch.setattr(ppo_oracle, "turned_over", turned)


@pytest.mark.usefixtures("turned_over")
@pytest.mark.parametrize("is_grouped", [False, True])
@ALL
def test_a_batchs_gradient_is_the_slope_of_the_oracles_outputs(inputs: str, is_grouped: bool) -> None:
    net = weights(6, inputs=inputs)
    rollout = EnvRunner(pong(), ACTIONS[3], GAMES).rollout(to_fixed_point(net), 100)
    seen = Inputs(rollout.rows, np.append(0, rollout.ends[:-1]), rollout.ends)
    if is_grouped:
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


@pytest.mark.parametrize("steps", [3, 40])
@ALL
def test_what_a_policy_shows_is_what_it_computes(steps: int, inputs: str) -> None:
    """Before the ball is in play, and with it."""
    fixed = to_fixed_point(weights(24, inputs=inputs))
    # Which is rounded already.
    net = weights(24, inputs=inputs)._replace(W1=fixed.W1 * fixed.scale)
    env = pong()
    frame, _ = env.reset(seed=1)
    for _ in range(steps):
        before, (frame, *_) = mask(frame), env.step(2)
    now = mask(frame)
    shown = pong_pg.ActorCritic(net).inspect(now, before)
    rows = inputs_of(now.ravel() > 0, before.ravel() > 0, net.layout)
    hidden, outputs = forward(net, with_reflections(Inputs.one(rows), net.layout))
    odds = np.exp(outputs[0, :-1].astype(float))
    np.testing.assert_allclose(shown.probabilities, odds / odds.sum(), rtol=1e-4)
    assert shown.value == pytest.approx(np.tanh(outputs[0, -1] / 2), rel=1e-4)
    np.testing.assert_allclose(shown.hidden, hidden.ravel(), rtol=1e-4, atol=1e-5)
    # What all pixels add is all that moves the choice, but for the bias and the input that says that there is no ball.
    upward = net.heads[-3].astype(float) - net.heads[-2]
    others = [net.W1[net.layout.bias]] * 2
    used = set(np.flatnonzero((now > 0) | (before > 0)).tolist())
    if inputs != "pixels":
        without = "no ball" in read(positions_of(now.ravel() > 0, before.ravel() > 0)[0])
        assert without == (steps == 3)
        others = [bias + without * net.W1[view] for bias, view in zip(others, (VIEW - 1, 2 * VIEW - 1), strict=True)]
        used = set(np.concatenate([*pixels_of(now.ravel() > 0).values()]).tolist())
    states = zip(np.split(shown.hidden.astype(float), 2), others, strict=True)
    added = [upward @ np.where(part > 0, part - other, 0) for part, other in states]
    assert shown.influence.sum() == pytest.approx(added[0] - added[1], rel=1e-3, abs=1e-4)
    assert set(np.flatnonzero(shown.influence)) <= used


@ALL
def test_hidden_units_have_pictures_of_pixels_or_of_the_balls_place(inputs: str, tmp_path: Path) -> None:
    net = weights(4, inputs=inputs)
    units = hidden_units(pong_pg.ActorCritic(net))
    assert units.planes == (("lit", "changed") if inputs == "pixels" else ("ball", "above"))
    assert units.pictures.shape == (4, 2, 80, 80)
    W1 = net.W1[:, units.numbers[0]]
    if inputs == "pixels":
        assert units.pictures[0].ravel().tolist() == W1[:-1].tolist()
    else:
        # A ball in rows 30 and 31 and column 60; and one whose middle is ten rows above that of the paddle.
        assert units.pictures[0, 0, 30, 60] == pytest.approx(W1[61] + W1[159 + 60])
        together = W1[MOVES_FIRST + 40 * 41 + 30 * 33 + 16 - 5]
        assert units.pictures[0, 1, 30, 60] == pytest.approx(W1[159 + 80 + 165 - 20] + W1[159 + 60] + together)
    write_weights(units, tmp_path / "weights.svg", "Units")
    caption = (tmp_path / "weights.svg").read_text(encoding="utf-8")
    assert ("of the ball, by its height and column" in caption) == (inputs != "pixels")
    # Sorted by the norm of each unit's weights, without its bias.
    norms = np.linalg.norm(np.delete(net.W1, net.layout.bias, axis=0), axis=0)
    np.testing.assert_allclose(
        units.contributions, np.sort(norms * abs(net.heads[-3] - net.heads[-2]))[::-1], rtol=1e-5
    )
