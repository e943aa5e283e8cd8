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
from pong_pg.ppo import encoder, positions
from pong_pg.ppo.adam import Adam
from pong_pg.ppo.blocks import blocks
from pong_pg.ppo.compiled_kernels import LIBRARY as KERNELS
from pong_pg.ppo.compiled_kernels import CompiledKernels
from pong_pg.ppo.encoder import LIBRARY
from pong_pg.ppo.fixed_point import FixedPointWeights, played_weights, to_fixed_point
from pong_pg.ppo.kernel_interface import Gradient
from pong_pg.ppo.kernels import select_action
from pong_pg.ppo.network import ACTIONS, Inputs, Weights, inputs_of
from pong_pg.ppo.numpy_kernels import NumPyKernels
from pong_pg.ppo.positions import POSITION_BIAS, POSITION_ROWS, VIEW, pixels_of, positions_of, shared_weights
from pong_pg.ppo.rollout import EnvRunner, Rollout
from pong_pg.ppo.symmetry import backward, forward, reflected, with_reflections
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


def weights(hidden: int = 9, actions: int = 3) -> Weights:
    fresh = Weights.initial(hidden, actions, np.random.default_rng(3), planes=0)
    assert not fresh.W1[POSITION_BIAS].any()
    fresh.W1[POSITION_BIAS] = 0.03
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
    assert inputs_of(lit, before, planes=0).tolist() == [*rows.tolist(), POSITION_BIAS]
    # Three rows of the paddle are in the frame, and five above it, and the other way round.
    assert read(positions_of(frame_with(range(3)), before)[0])["agent's height"] == -5 + 2
    assert read(positions_of(frame_with(range(77, 80)), before)[0])["agent's height"] == 77 + 84
    # No ball, and nothing before: no moves.
    nothing = np.zeros(6400, np.bool_)
    assert read(positions_of(frame_with(range(30, 38)), nothing)[0]) == {"agent's height": 67, "no ball": 0}
    assert read(positions_of(nothing, nothing)[0]) == {"no ball": 0}


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
    assert {1, 10} <= sizes


def test_upside_down_positions_have_rows_of_their_own() -> None:
    some = frames()
    upside_down = {name: turned for name, _, _, turned in TABLES}
    for before, lit in itertools.pairwise(some):
        rows = inputs_of(lit, before, planes=0)
        images = reflected(rows, 0)
        assert images[-1] == POSITION_BIAS
        assert (images[:-1] >= VIEW).all()
        turned = {name: upside_down[name](value) for name, value in by_hand(lit, before).items()}
        assert read(images[:-1] - VIEW) == turned
        other = [frame.reshape(80, 80)[::-1].ravel() for frame in (lit, before)]
        assert turned == by_hand(other[0], other[1])
        assert (reflected(images, 0) == rows).all()


def test_the_pixels_that_positions_follow_from() -> None:
    lit = frame_with(range(30, 38), (40, 50), (41, 50), (60, 8), (60, 9), (61, 8), (5, 75))
    found = {name: sorted(pixels.tolist()) for name, pixels in pixels_of(lit).items()}
    assert found == {
        "ball": [40 * 80 + 50, 41 * 80 + 50],
        "agent": [80 * y + x for y in range(30, 38) for x in (70, 71)],
        "opponent": [60 * 80 + 8, 60 * 80 + 9],
    }


def test_shared_weights_are_functions_of_the_values() -> None:
    of_rows, values, number = shared_weights()
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


def test_the_compiled_encoder_lists_the_positions_of_any_frame(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.zeros(256, np.int8)
    table[200] = 1
    net = weights()
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


@pytest.mark.parametrize("acting_dtype", ["int16", "float32"])
@pytest.mark.parametrize(("actions", "hidden"), [(2, 3), (3, 64)])
def test_c_and_numpy_choose_the_same_actions(
    actions: int, hidden: int, acting_dtype: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = played_weights(weights(hidden, actions), acting_dtype)

    def played() -> list[Rollout]:
        runner = EnvRunner(pong(), ACTIONS[actions], GAMES)
        # Short ones, so that many begin while the ball is in play.
        return [runner.rollout(net, 5) for _ in range(50)]

    compiled = played()
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    for one, other in zip(compiled, played(), strict=True):
        assert [array.tobytes() for array in one[:-1]] == [array.tobytes() for array in other[:-1]]


def test_actions_are_those_of_the_sums_in_plain_integers() -> None:
    net = to_fixed_point(weights(24))
    assert isinstance(net, FixedPointWeights)
    rollout = EnvRunner(pong(), ACTIONS[3], GAMES).rollout(net, 150, greedy=True)
    actions, begin = [], 0
    for end in rollout.ends[:-1].tolist():
        seen = rollout.rows[begin:end].astype(int).tolist()
        begin = end
        logits = np.zeros(3)
        for view in (seen, positions.REFLECTED_POSITIONS[seen].tolist()):
            hidden = []
            for unit in range(24):
                total = sum(int(net.pixels[row, 0, unit]) for row in view if row != POSITION_BIAS)
                hidden.append(max(0, total + int(net.hidden_biases[unit])) * float(net.scale[0]))
            outputs = net.heads.astype(float) @ hidden + net.biases
            logits += outputs[:-1] if view is seen else outputs[[0, 2, 1]]
        actions.append(select_action(logits.tolist(), -1.0))
    assert rollout.actions.tolist() == actions
    assert len(set(actions)) > 1


def gradient(rows: list[int], hidden: int) -> Gradient:
    rng = np.random.default_rng(0)
    W1 = np.full((POSITION_ROWS, hidden), np.nan, np.float32)
    W1[rows] = rng.standard_normal((len(rows), hidden))
    heads, biases = rng.standard_normal((4, hidden)).astype(np.float32), rng.standard_normal(4).astype(np.float32)
    return Gradient(np.array(rows, np.int32), W1, heads, biases)


def some_rows() -> list[int]:
    return sorted(np.random.default_rng(1).choice(POSITION_ROWS, 900, replace=False).tolist())


@pytest.mark.parametrize("hidden", [1, 7, 64, 129])
def test_c_and_numpy_share_weights_with_the_same_bits(hidden: int) -> None:
    library = KERNELS.load()
    assert library is not None
    rng = np.random.default_rng(hidden)
    shares = blocks("squares+lines", POSITION_ROWS)
    own, shared = (rng.standard_normal((count, hidden)).astype(np.float32) for count in (POSITION_ROWS, shares.number))
    for rows in (some_rows(), [POSITION_BIAS], [0]):
        parts, listed = gradient(rows, hidden), np.array(rows, np.int32)
        results = []
        for way in (NumPyKernels(), CompiledKernels(library, 1), CompiledKernels(library, 3)):
            found, sums = way.block_sums(parts, shares)
            W1 = np.zeros_like(own)
            way.combine(own, shared, shares, listed, W1)
            results.append([found.tolist(), sums[found].tobytes(), W1.tobytes()])
        assert results[1:] == results[:1] * 2


def test_steps_move_shared_weights_by_the_chain_rule() -> None:
    """The gradient of each shared weight is that of the rows times its value, against a dense product in float64."""
    net = weights(5)
    adam = Adam(net, block_rate=0.5)
    assert adam.blocks is not None
    of_rows, values, number = shared_weights()
    matrix = np.zeros((POSITION_ROWS, number))
    for row, level in np.argwhere(of_rows >= 0).tolist():
        matrix[row, of_rows[row, level]] = values[row, level]
    before, parts = net.W1.astype(float), gradient(some_rows(), 5)
    adam.step(parts, 0.01, math.inf)
    adam.finish()
    dense = np.zeros((POSITION_ROWS, 5))
    dense[parts.rows] = parts.W1[parts.rows]
    of_shared = matrix.T @ dense
    # The first step of Adam moves each weight by its rate, against the gradient.
    expected = before - 0.01 * np.sign(dense) - 0.005 * matrix @ np.sign(of_shared)
    np.testing.assert_allclose(net.W1, expected, atol=1e-3)
    # The signs are no matter of rounding; of the input that there is no ball, no row has a gradient.
    assert np.abs(of_shared[:-1]).min() > 0.01


@pytest.fixture
def turned_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the oracle turn positions upside down."""

    def turned(x: ppo_oracle.Floats) -> ppo_oracle.Floats:
        return x[positions.REFLECTED_POSITIONS]

    monkeypatch.setattr(ppo_oracle, "turned_over", turned)


@pytest.mark.usefixtures("turned_over")
def test_a_batchs_gradient_is_the_slope_of_the_oracles_outputs() -> None:
    net = weights(6)
    rollout = EnvRunner(pong(), ACTIONS[3], GAMES).rollout(net, 100)
    inputs = with_reflections(Inputs(rollout.rows, np.append(0, rollout.ends[:-1]), rollout.ends), 0)
    states, outputs = (array.copy() for array in forward(net, inputs))
    wide = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    dense = ppo_oracle.dense(np.split(rollout.rows, rollout.ends[:-1]), POSITION_ROWS)
    np.testing.assert_allclose(outputs, [ppo_oracle.outputs(wide, x) for x in dense], rtol=1e-4, atol=1e-4)
    d_outputs = np.random.default_rng(5).standard_normal(outputs.shape).astype(np.float32)
    found = backward(net, inputs, states, d_outputs)
    for row in np.random.default_rng(2).choice(found.rows, 9, replace=False).tolist():
        sums = []
        for nudge in (1e-5, -1e-5):
            W1 = wide.W1.copy()
            W1[row, 2] += nudge
            moved = wide._replace(W1=W1)
            sums.append(sum(float(d @ ppo_oracle.outputs(moved, x)) for d, x in zip(d_outputs, dense, strict=True)))
        assert found.W1[row, 2] == pytest.approx((sums[0] - sums[1]) / 2e-5, rel=1e-3, abs=1e-4)


@pytest.mark.parametrize("steps", [3, 40])
def test_what_a_policy_shows_is_what_it_computes(steps: int) -> None:
    """Before the ball is in play, and with it."""
    net = weights(24)
    policy = pong_pg.ActorCritic(net, acting_dtype="float32", value_loss="squared")
    env = pong()
    frame, _ = env.reset(seed=1)
    for _ in range(steps):
        before, (frame, *_) = mask(frame), env.step(2)
    now = mask(frame)
    shown = policy.inspect(now, before)
    rows = inputs_of(now.ravel() > 0, before.ravel() > 0, planes=0)
    hidden, outputs = forward(net, with_reflections(Inputs.one(rows), 0))
    odds = np.exp(outputs[0, :-1].astype(float))
    np.testing.assert_allclose(shown.probabilities, odds / odds.sum(), rtol=1e-4)
    assert shown.value == pytest.approx(outputs[0, -1], rel=1e-4)
    np.testing.assert_allclose(shown.hidden, hidden.ravel(), rtol=1e-4, atol=1e-5)
    fixed = pong_pg.ActorCritic(net, value_loss="squared").inspect(now, before)
    np.testing.assert_allclose(fixed.probabilities, shown.probabilities, rtol=1e-2)
    # What all pixels add is all that moves the choice, but for the bias and the input that says that there is no ball.
    upward, seen = net.heads[-3].astype(float) - net.heads[-2], read(rows[:-1])
    assert ("no ball" in seen) == (steps == 3)
    others = [net.W1[POSITION_BIAS] + ("no ball" in seen) * net.W1[view] for view in (VIEW - 1, 2 * VIEW - 1)]
    states = zip(np.split(shown.hidden.astype(float), 2), others, strict=True)
    added = [upward @ np.where(part > 0, part - other, 0) for part, other in states]
    assert shown.influence.sum() == pytest.approx(added[0] - added[1], rel=1e-3, abs=1e-4)
    used = np.concatenate([*pixels_of(now.ravel() > 0).values()])
    assert set(np.flatnonzero(shown.influence)) == set(used.tolist())


def test_hidden_units_have_pictures_of_the_balls_place(tmp_path: Path) -> None:
    net = weights(4)
    now, before = (frame_with(PADDLES[0], (y, 40)).reshape(80, 80).astype(np.int8) for y in (50, 52))
    seen = np.stack([now, change_of(now, before)])[np.newaxis]
    units = hidden_units(pong_pg.ActorCritic(net), seen)
    assert units.planes == ("ball", "above")
    assert units.pictures.shape == (4, 2, 80, 80)
    states, _ = forward(net, with_reflections(Inputs.one(inputs_of(now.ravel() > 0, before.ravel() > 0, planes=0)), 0))
    expected = np.abs((states[0] - states[1]) * (net.heads[-3] - net.heads[-2]))
    np.testing.assert_allclose(units.contributions, np.sort(expected)[::-1], rtol=1e-4)
    W1 = net.W1[:, units.numbers[0]]
    # A ball in rows 30 and 31 and column 60; and one whose middle is ten rows above that of the paddle.
    assert units.pictures[0, 0, 30, 60] == pytest.approx(W1[61] + W1[159 + 60])
    assert units.pictures[0, 1, 30, 60] == pytest.approx(W1[159 + 80 + 165 - 20] + W1[159 + 60])
    write_weights(units, tmp_path / "weights.svg", "Units")
    assert "weights of the ball, by its height and column" in (tmp_path / "weights.svg").read_text(encoding="utf-8")
    assert hidden_units(pong_pg.ActorCritic(net)).planes == ("ball", "above")


def test_arrays_that_c_would_misread_are_refused() -> None:
    net = to_fixed_point(weights())
    assert net.planes == weights().planes == 0
    net.check()
    for wrong in (net.pixels[:-1], net.pixels.astype(np.int32), np.repeat(net.pixels, 2, axis=1)):
        with pytest.raises(ValueError, match=r"pixels must be an? .*int16 array of shape"):
            net._replace(pixels=wrong).check()  # type: ignore[arg-type]  # one is of a wrong type
