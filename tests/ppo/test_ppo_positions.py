"""Networks on positions: what is read off the pixels, what the network computes of it, and what it learns."""

from __future__ import annotations

import functools
import itertools
import math
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import ppo_oracle
import pytest
from ppo_frames import PADDLES, frame_with

import pong_pg
from pong_pg.compat import make_for_training
from pong_pg.game.decision import change_of
from pong_pg.game.frames import mask
from pong_pg.game.seeding import env_game
from pong_pg.ppo import encoder
from pong_pg.ppo.adam import Adam
from pong_pg.ppo.blocks import SHAPES, blocks
from pong_pg.ppo.compiled_kernels import LIBRARY as KERNELS
from pong_pg.ppo.compiled_kernels import CompiledKernels
from pong_pg.ppo.config import INPUT_SUMS
from pong_pg.ppo.encoder import LIBRARY
from pong_pg.ppo.fixed_point import FixedPointWeights, played_weights, to_fixed_point
from pong_pg.ppo.groups import row_classes
from pong_pg.ppo.kernel_interface import Gradient
from pong_pg.ppo.kernels import kernels, select_action
from pong_pg.ppo.network import ACTIONS, LAYOUT_OF_ROWS, LAYOUTS, Inputs, Weights, inputs_of
from pong_pg.ppo.numpy_kernels import NumPyKernels
from pong_pg.ppo.position_tables import PAIR_ROWS, PAIR_VIEW, POSITION_BIAS, POSITION_ROWS, VIEW, shared_weights
from pong_pg.ppo.positions import positions_of
from pong_pg.ppo.rollout import EnvRunner, Rollout
from pong_pg.ppo.scene import pixels_of
from pong_pg.ppo.symmetry import backward, forward, reflected, reflections, with_reflections
from pong_pg.viewing.weights import hidden_units
from pong_pg.viewing.weights_plot import write_weights

# Rollouts of the emulator, which other tests compare on every stack, are only what the tests are fed with.
pytestmark = pytest.mark.two_stacks

GAMES = functools.partial(env_game, 7, 2)
# Names, first values and sizes of the tables, in their order, and how a value reads upside down.
TABLES: list[tuple[str, int, int, Any]] = [
    ("ball's height", 0, 159, lambda v: 158 - v),
    ("ball's column", 0, 80, lambda v: v),
    ("above the agent's paddle", -165, 331, lambda v: -v),
    ("above the opponent's paddle", -165, 331, lambda v: -v),
    ("ball's move down", -40, 81, lambda v: -v),
    ("ball's move right", -20, 41, lambda v: v),
    ("agent's height", -7, 173, lambda v: 158 - v),
    ("agent's move", -40, 81, lambda v: -v),
    ("opponent's height", -7, 173, lambda v: 158 - v),
    ("opponent's move", -40, 81, lambda v: -v),
    ("no ball", 0, 1, lambda v: v),
]
# Of pairs, the names, how far the first number goes, and how many values the second has.
MOVES, ABOVES = "move down by column", ("above the agent's paddle by column", "above the opponent's paddle by column")
PAIRS: list[tuple[str, int, int]] = [(MOVES, 20, 40), (ABOVES[0], 16, 40), (ABOVES[1], 16, 40)]

PAIRED = pytest.mark.parametrize(("inputs", "count"), [("positions", POSITION_ROWS), ("positions+pairs", PAIR_ROWS)])
ALL = pytest.mark.parametrize("inputs", ["positions", "positions+pairs", "pixels+positions+pairs"])

Bools = npt.NDArray[np.bool_]


def read(rows: npt.NDArray[np.integer]) -> dict[str, int]:
    """The names and values that rows of an observation stand for."""
    found: dict[str, int] = {}
    for row in rows.tolist():
        first = 0
        for name, lowest, size, _ in TABLES:
            if first <= row < first + size:
                assert name not in found
                found[name] = row - first + lowest
            first += size
    assert len(found) == len(rows)
    return found


def read_pairs(rows: npt.NDArray[np.integer]) -> dict[str, tuple[int, int]]:
    """The names and the two values that rows of pairs in an observation stand for."""
    found = {}
    for row in rows.tolist():
        first = POSITION_ROWS
        for name, most, others in PAIRS:
            other, value = divmod(row - first, 2 * most + 1)
            if 0 <= other < others:
                assert name not in found
                found[name] = value - most, other
            first += others * (2 * most + 1)
    assert len(found) == len(rows)
    return found


def pairs_by_hand(lit: Bools, before: Bools) -> dict[str, tuple[int, int]]:
    """The definition: columns in fours, and to the left before to the right; heights in fours, columns in twos."""
    now, then, found = by_hand(lit, before), by_hand(before, before), {}
    if "ball's height" in now and "ball's height" in then:
        down = now["ball's height"] - then["ball's height"]
        right = now["ball's column"] > then["ball's column"]
        found[MOVES] = max(-20, min(20, down)), 20 * right + now["ball's column"] // 4
    for name, paddle in zip(ABOVES, ("agent", "opponent"), strict=True):
        above = now.get(f"above the {paddle}'s paddle")
        if above is not None:
            # Of 2 to 5 half rows, 1; of -2 to -5, -1.
            groups = min(16, (abs(above) + 2) // 4)
            found[name] = groups if above > 0 else -groups, now["ball's column"] // 2
    return found


def by_hand(lit: Bools, before: Bools) -> dict[str, int]:
    """The definition, pixel by pixel."""

    def middle(rows: list[int]) -> int | None:
        return min(rows) + max(rows) if rows else None

    def whole(rows: list[int]) -> int | None:
        """A paddle of eight rows, some of which may be outside."""
        if rows and len(rows) < 8:
            rows = [*range(rows[-1] - 7, 0), *rows] if 0 in rows else rows
            rows = [*rows, *range(80, rows[0] + 8)] if 79 in rows else rows
        return middle(rows)

    def scene(frame: Bools) -> tuple[int | None, ...]:
        pixels = [(y, x) for y in range(80) for x in range(70) if x not in (8, 9) and frame[80 * y + x]]
        paddles = [whole([y for y in range(80) if frame[80 * y + x] and frame[80 * y + x + 1]]) for x in (70, 8)]
        return middle([y for y, _ in pixels]), min((x for _, x in pixels), default=None), *paddles

    (ball, column, agent, opponent), then = scene(lit), scene(before)
    expected: dict[str, int | None] = {
        "ball's height": ball,
        "ball's column": column,
        "above the agent's paddle": None if ball is None or agent is None else ball - agent,
        "above the opponent's paddle": None if ball is None or opponent is None else ball - opponent,
        "agent's height": agent,
        "opponent's height": opponent,
        "no ball": 0 if ball is None else None,
    }
    for name, number, earlier, most in (
        ("ball's move down", ball, then[0], 40),
        ("ball's move right", column, then[1], 20),
        ("agent's move", agent, then[2], 40),
        ("opponent's move", opponent, then[3], 40),
    ):
        moved = None if number is None or earlier is None else max(min(number - earlier, most), -most)
        expected[name] = moved
    return {name: value for name, value in expected.items() if value is not None}


def frames(count: int = 60) -> list[Bools]:
    """Frames of Pong and others: paddles of any length and place, and many pixels between them."""
    rng = np.random.default_rng(1)
    found = []
    for number in range(count):
        first, opponent = (int(row) for row in rng.integers(80, size=2))
        pixels = rng.integers(80, size=(number % 4 if number % 5 else 30, 2)).tolist()
        pixels += [(y, x) for y in range(opponent, min(80, opponent + number % 9)) for x in (8, 9)]
        found.append(frame_with(range(first, min(80, first + number % 12)), *map(tuple, pixels)))
    # A ball in each column, which moves up and down.
    return [*found, *(frame_with(PADDLES[0], (40 + x % 3, x), (41 + x % 3, x)) for x in range(80))]


def weights(hidden: int = 9, actions: int = 3, inputs: str = "positions") -> Weights:
    layout = LAYOUTS[inputs]
    fresh = Weights.initial(hidden, actions, np.random.default_rng(3), layout)
    assert not fresh.W1[layout.bias].any()
    # Beside pixels, nothing has the row that is the bias of positions.
    assert layout.positions is not None
    assert not fresh.W1[layout.positions + POSITION_BIAS].any()
    fresh.W1[layout.bias] = 0.03
    return fresh._replace(W1=fresh.W1 * 5, heads=fresh.heads * 20)


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


def test_the_pixels_that_positions_follow_from() -> None:
    lit = frame_with(range(30, 38), (40, 50), (41, 50), (60, 8), (60, 9), (61, 8), (5, 75))
    found = {name: sorted(pixels.tolist()) for name, pixels in pixels_of(lit).items()}
    assert found == {
        "ball": [40 * 80 + 50, 41 * 80 + 50],
        "agent": [80 * y + x for y in range(30, 38) for x in (70, 71)],
        "opponent": [60 * 80 + 8, 60 * 80 + 9],
    }


def test_shared_weights_are_functions_of_the_values() -> None:
    of_rows, values, number = shared_weights(POSITION_ROWS)
    assert number == of_rows.max() + 1 == 6 * 11 + 4 * 2 + 1
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
    assert len(seen) == number


def test_pairs_share_functions_of_both_values() -> None:
    alone, with_pairs = shared_weights(POSITION_ROWS), shared_weights(PAIR_ROWS)
    for part, whole in zip(alone[:2], with_pairs[:2], strict=True):
        assert part.tolist() == whole[:POSITION_ROWS].tolist()
    of_rows, values, number = with_pairs
    count = alone[2]
    assert number == count + 4 + 7 + 7
    # A ball in columns 40 to 43, of 70 up to the paddle, that moves down by six half rows: to the right; to the left.
    way = 1 - 41.5 / 70
    for other, expected in (
        (30, [6 * way / 5, 0, math.tanh(1.5), way]),
        (10, [0, 6 * way / 5, 0, 0]),
    ):
        row = POSITION_ROWS + 41 * other + 20 + 6
        for place in (row, row + PAIR_VIEW):
            assert of_rows[place].tolist() == [*range(count, count + 4), *[-1] * 7]
            np.testing.assert_allclose(values[place], [*expected, *[0] * 7], atol=2**-12)
    # A ball in columns 40 and 41, about 20 half rows above the middle of the paddle.
    way, angles = 1 - 40.5 / 70, [-20 * math.pi * frequency / 128 for frequency in (1, 2, 4)]
    waves = [2 * function(angle) * way for function in (math.sin, math.cos) for angle in angles]
    agent = POSITION_ROWS + 40 * 41 + 33 * 20 + 16 - 5
    for row, first in ((agent, count + 4), (agent + 40 * 33, count + 11)):
        for place in (row, row + PAIR_VIEW):
            assert of_rows[place].tolist() == [*range(first, first + 7), *[-1] * 4]
            np.testing.assert_allclose(values[place], [-20 / 32 * way, *waves, *[0] * 4], atol=2**-12)


@pytest.mark.parametrize("shapes", SHAPES)
def test_pixels_and_positions_share_no_weights(shapes: str) -> None:
    names = "pixels", "positions+pairs", "pixels+positions+pairs"
    pixels, pairs, both = (blocks(shapes, LAYOUTS[name].rows) for name in names)
    assert both.number == pixels.number + pairs.number
    levels = pixels.of_rows.shape[1]
    assert (both.of_rows[:12_801, :levels] == pixels.of_rows).all()
    assert (both.of_rows[:12_801, levels:] == -1).all()
    assert (both.values[:12_801, :levels] == pixels.values).all()
    assert (both.of_rows[12_801:] == np.where(pairs.of_rows < 0, -1, pixels.number + pairs.of_rows)).all()
    assert (both.values[12_801:] == pairs.values).all()


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


def gradient(rows: list[int], hidden: int, count: int = POSITION_ROWS) -> Gradient:
    rng = np.random.default_rng(0)
    W1 = np.full((count, hidden), np.nan, np.float32)
    W1[rows] = rng.standard_normal((len(rows), hidden))
    heads, biases = rng.standard_normal((4, hidden)).astype(np.float32), rng.standard_normal(4).astype(np.float32)
    return Gradient(np.array(rows, np.int32), W1, heads, biases)


def some_rows(count: int = POSITION_ROWS) -> list[int]:
    return sorted(np.random.default_rng(1).choice(count, 900, replace=False).tolist())


@pytest.mark.parametrize(
    ("hidden", "count"), [(1, POSITION_ROWS), (7, PAIR_ROWS), (64, POSITION_ROWS), (129, POSITION_ROWS)]
)
def test_c_and_numpy_share_weights_with_the_same_bits(hidden: int, count: int) -> None:
    library = KERNELS.load()
    assert library is not None
    rng = np.random.default_rng(hidden)
    shares = blocks("squares+lines", count)
    own, shared = (rng.standard_normal((size, hidden)).astype(np.float32) for size in (count, shares.number))
    for rows in (some_rows(count), [POSITION_BIAS], [0]):
        parts, listed = gradient(rows, hidden, count), np.array(rows, np.int32)
        results = []
        for way in (NumPyKernels(), CompiledKernels(library, 1), CompiledKernels(library, 3)):
            found, sums = way.block_sums(parts, shares)
            W1 = np.zeros_like(own)
            way.combine(own, shared, shares, listed, W1)
            results.append([found.tolist(), sums[found].tobytes(), W1.tobytes()])
        assert results[1:] == results[:1] * 2


@PAIRED
def test_steps_move_shared_weights_by_the_chain_rule(inputs: str, count: int) -> None:
    """The gradient of each shared weight is that of the rows times its value, against a dense product in float64."""
    net = weights(5, inputs=inputs)
    adam = Adam(net, block_rate=0.5)
    assert adam.blocks is not None
    of_rows, values, number = shared_weights(count)
    matrix = np.zeros((count, number))
    for row, level in np.argwhere(of_rows >= 0).tolist():
        matrix[row, of_rows[row, level]] = values[row, level]
    before, parts = net.W1.astype(float), gradient(some_rows(count), 5, count)
    adam.step(parts, 0.01, math.inf)
    adam.finish()
    dense = np.zeros((count, 5))
    dense[parts.rows] = parts.W1[parts.rows]
    of_shared = matrix.T @ dense
    # The first step of Adam moves each weight by its rate, against the gradient.
    expected = before - 0.01 * np.sign(dense) - 0.005 * matrix @ np.sign(of_shared)
    np.testing.assert_allclose(net.W1, expected, atol=1e-3)
    # The signs are no matter of rounding; of the input that there is no ball, no row has a gradient.
    assert np.abs(np.delete(of_shared, 6 * 11 + 4 * 2, axis=0)).min() > 0.005


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
