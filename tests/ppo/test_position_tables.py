"""Weights that the values of a position share: which functions they are of, and how they are learned."""

from __future__ import annotations

import math

import numpy as np
import pytest
from positions_by_hand import TABLES, weights

from pong_pg.ppo.adam import Adam
from pong_pg.ppo.blocks import blocks
from pong_pg.ppo.compiled_kernels import LIBRARY as KERNELS
from pong_pg.ppo.compiled_kernels import CompiledKernels
from pong_pg.ppo.kernel_interface import Gradient
from pong_pg.ppo.network import LAYOUTS
from pong_pg.ppo.numpy_kernels import NumPyKernels
from pong_pg.ppo.position_tables import MOVES_FIRST, PAIR_VIEW, POSITION_BIAS, POSITION_ROWS, VIEW, shared_weights

# How many weights the tables share, those of pairs come after them.
OF_TABLES = 6 * 11 + 4 * 2 + 1


def test_shared_weights_are_functions_of_the_values() -> None:
    of_rows, values, number = shared_weights()
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
    of_rows, values, _ = shared_weights()
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
    shares = blocks(LAYOUTS["positions+pairs"])
    own, shared = (rng.standard_normal((size, hidden)).astype(np.float32) for size in (POSITION_ROWS, shares.number))
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
    assert np.abs(np.delete(of_shared, 6 * 11 + 4 * 2, axis=0)).min() > 0.005
