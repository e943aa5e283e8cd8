"""Networks on positions: what is read off the pixels, what the network computes of it, and what it learns."""

from __future__ import annotations

import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import ppo_oracle
import pytest
from positions_by_hand import ABOVES, MOVES, TABLES, by_hand, frames, pairs_by_hand, read, read_pairs, weights
from ppo_frames import frame_with, touched_by

import pong_pg
from pong_pg.compat import make_for_training
from pong_pg.game.frames import mask
from pong_pg.ppo.config import INPUTS
from pong_pg.ppo.network import LAYOUT_OF_ROWS, LAYOUTS, inputs_of
from pong_pg.ppo.position_tables import MOVES_FIRST, PAIR_VIEW, POSITION_BIAS, VIEW, shared_functions
from pong_pg.ppo.positions import pixels_of, positions_of
from pong_pg.ppo.symmetry import backward, forward, reflected, reflections
from pong_pg.viewing.weights import hidden_units
from pong_pg.viewing.weights_plot import write_weights

ALL = pytest.mark.parametrize("inputs", INPUTS)
LAYOUT = LAYOUTS["positions+pairs"]
# How many weights the tables share; those of pairs come after them.
OF_TABLES = 6 * 11 + 4 * 2 + 1


def pong() -> Any:
    return make_for_training("ALE/Pong-v5", backend="direct")


def test_the_pixels_that_positions_follow_from() -> None:
    lit = frame_with(range(30, 38), (40, 50), (41, 50), (60, 8), (60, 9), (61, 8), (5, 75))
    found = {name: sorted(pixels.tolist()) for name, pixels in pixels_of(lit).items()}
    assert found == {
        "ball": [40 * 80 + 50, 41 * 80 + 50],
        "agent": [80 * y + x for y in range(30, 38) for x in (70, 71)],
        "opponent": [60 * 80 + 8, 60 * 80 + 9],
    }


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


def test_shared_weights_are_functions_of_the_values() -> None:
    of_rows, values, number = shared_functions()
    assert number == of_rows.max() + 1 == OF_TABLES + 4 + 7 + 7
    assert (of_rows[POSITION_BIAS] == -1).all()
    # A height of 100 rows of the screen, and the same in the reflection, by hand.
    angles = [math.pi * frequency * 100 / 128 for frequency in (1, 2, 4, 8, 16)]
    expected = [100 / 32, *(2 * math.sin(angle) for angle in angles), *(2 * math.cos(angle) for angle in angles)]
    for row in (100, VIEW + 100):
        assert of_rows[row].tolist() == list(range(11))
        np.testing.assert_allclose(values[row], expected, atol=2**-12)
    # A paddle that moved up by three, at the place of its move in the eighth table.
    row = sum(size for _, _, size, _ in TABLES[:7]) + 40 - 3
    assert of_rows[row, 2:].tolist() == [-1] * 9
    np.testing.assert_allclose(values[row, :2], [-0.75, 2 * math.tanh(-1.5)], atol=2**-12)
    assert not values[row, 2:].any()
    # Each table has its own.
    first = 0
    seen: set[int] = set()
    for _, _, size, _ in TABLES:
        own = set(of_rows[first : first + size].ravel().tolist()) - {-1}
        assert not own & seen
        assert own == set(of_rows[VIEW + first : VIEW + first + size].ravel().tolist()) - {-1}
        seen |= own
        first += size
    assert seen == set(range(OF_TABLES))


def test_pairs_share_functions_of_both_values() -> None:
    of_rows, values, _ = shared_functions()
    count = OF_TABLES
    # A ball in columns 40 to 43, of 70 up to the paddle, that moves down by six half rows: to the right; to the left.
    way = 1 - 41.5 / 70
    for other, expected in (
        (30, [6 * way / 5, 0, math.tanh(1.5), way]),
        (10, [0, 6 * way / 5, 0, 0]),
    ):
        row = MOVES_FIRST + 41 * other + 20 + 6
        for place in (row, row + PAIR_VIEW):
            assert of_rows[place].tolist() == [*range(count, count + 4), *[-1] * 7]
            np.testing.assert_allclose(values[place], [*expected, *[0] * 7], atol=2**-12)
    # A ball in columns 40 and 41, about 20 half rows above the middle of the paddle.
    way, angles = 1 - 40.5 / 70, [-20 * math.pi * frequency / 128 for frequency in (1, 2, 4)]
    waves = [2 * function(angle) * way for function in (math.sin, math.cos) for angle in angles]
    agent = MOVES_FIRST + 40 * 41 + 33 * 20 + 16 - 5
    for row, first in ((agent, count + 4), (agent + 40 * 33, count + 11)):
        for place in (row, row + PAIR_VIEW):
            assert of_rows[place].tolist() == [*range(first, first + 7), *[-1] * 4]
            np.testing.assert_allclose(values[place], [-20 / 32 * way, *waves, *[0] * 4], atol=2**-12)


@pytest.fixture
def turned_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the oracle turn positions upside down."""

    def turned(x: ppo_oracle.Floats) -> ppo_oracle.Floats:
        return x[reflections(LAYOUT_OF_ROWS[len(x)])[: len(x)]]

    monkeypatch.setattr(ppo_oracle, "turned_over", turned)


@pytest.mark.usefixtures("turned_over")
@ALL
def test_a_batchs_gradient_is_the_slope_of_the_oracles_outputs(inputs: str) -> None:
    net, some = weights(6, inputs=inputs), frames(30)
    seen = [inputs_of(now, before, net.layout) for before, now in itertools.pairwise(some)]
    touched = touched_by(*seen, layout=net.layout)
    states, outputs = (array.copy() for array in forward(net, touched))
    wide = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    dense = ppo_oracle.dense(seen, net.layout.rows)
    np.testing.assert_allclose(outputs, [ppo_oracle.outputs(wide, x) for x in dense], rtol=1e-4, atol=1e-3)
    d_outputs = np.random.default_rng(5).standard_normal(outputs.shape).astype(np.float32)
    found = backward(net, touched, states, d_outputs)
    for row in np.random.default_rng(2).choice(found.rows, 9, replace=False).tolist():
        sums = []
        for nudge in (1e-5, -1e-5):
            W1 = wide.W1.copy()
            W1[row, 2] += nudge
            moved = wide._replace(W1=W1)
            sums.append(sum(float(d @ ppo_oracle.outputs(moved, x)) for d, x in zip(d_outputs, dense, strict=True)))
        assert found.W1[row, 2] == pytest.approx((sums[0] - sums[1]) / 2e-5, rel=1e-3, abs=1e-3)


@pytest.mark.parametrize("steps", [3, 40])
@ALL
def test_what_a_policy_shows_is_what_it_computes(steps: int, inputs: str) -> None:
    """Before the ball is in play, and with it."""
    net = weights(24, inputs=inputs)
    env = pong()
    frame, _ = env.reset(seed=1)
    for _ in range(steps):
        before, (frame, *_) = mask(frame), env.step(2)
    now = mask(frame)
    shown = pong_pg.ActorCritic(net).inspect(now, before)
    rows = inputs_of(now.ravel() > 0, before.ravel() > 0, net.layout)
    hidden, outputs = forward(net, touched_by(rows, layout=net.layout))
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
