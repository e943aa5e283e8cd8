from __future__ import annotations

import math

import numpy as np
import pytest
from wrong_arrays import WRONG, read_only

from pong_pg.ppo.adam import EPSILON, KEEP_MEAN, KEEP_SQUARE, Adam
from pong_pg.ppo.blocks import SHAPES, BlockWeights, blocks
from pong_pg.ppo.compiled_kernels import LIBRARY, CompiledKernels
from pong_pg.ppo.kernel_interface import Gradient
from pong_pg.ppo.network import PIXEL_LAYOUT, ROWS, Inputs, Weights
from pong_pg.ppo.numpy_kernels import NumPyKernels

HIDDEN = 5
BLOCKS = blocks(PIXEL_LAYOUT)


def weights(seed: int = 0) -> Weights:
    return Weights.initial(HIDDEN, 3, np.random.default_rng(seed))


def gradient(rows: list[int], seed: int = 0, hidden: int = HIDDEN) -> Gradient:
    rng = np.random.default_rng(seed)
    W1 = np.full((ROWS, hidden), np.nan, np.float32)
    W1[rows] = rng.standard_normal((len(rows), hidden))
    heads, biases = rng.standard_normal((4, hidden)).astype(np.float32), rng.standard_normal(4).astype(np.float32)
    return Gradient(np.array(rows, np.int32), W1, heads, biases)


def some_rows(count: int = 900) -> list[int]:
    return sorted(np.random.default_rng(1).choice(ROWS, count, replace=False).tolist())


def test_every_pixel_lies_in_one_block_of_each_shape_in_each_plane() -> None:
    of_rows, values, count = BLOCKS
    assert count == 2 * (20 * 20 + 5 * 5 + 80 + 80)
    # By hand: the first pixel, the last of the first row, the one at row 17 and column 18, and the bias.
    assert of_rows[0].tolist() == [0, 400, 425, 505]
    assert of_rows[79].tolist() == [19, 404, 425, 584]
    assert of_rows[17 * 80 + 18].tolist() == [4 * 20 + 4, 400 + 5 + 1, 425 + 17, 505 + 18]
    assert of_rows[6400].tolist() == [585, 985, 1010, 1090]
    assert of_rows[-1].tolist() == [-1] * 4
    assert (values[:-1] == 1).all()
    assert not values[-1].any()
    for level, (height, width) in enumerate(SHAPES):
        counts = np.unique(of_rows[:-1, level], return_counts=True)[1]
        assert set(counts.tolist()) == {height * width}
        for first in range(0, 12_800, 6400):
            for block in np.unique(of_rows[first : first + 6400, level]):
                y, x = np.divmod(np.flatnonzero(of_rows[:, level] == block) - first, 80)
                assert (np.ptp(y), np.ptp(x)) == (height - 1, width - 1)


def test_steps_are_those_of_the_paper_for_pixels_and_for_blocks() -> None:
    """Against a transcription in float64, with a dense gradient of the blocks by the chain rule."""
    net = weights()
    adam = Adam(net, block_rate=0.3)
    of_rows, _, count = BLOCKS
    own, shared = net.W1.astype(float), np.zeros((count, HIDDEN))
    memory = {"mo": own * 0, "so": own * 0, "ms": shared * 0, "ss": shared * 0}
    membership = np.zeros((count, ROWS))
    for level in range(len(SHAPES)):
        membership[of_rows[:-1, level], np.arange(ROWS - 1)] = 1
    for step in range(1, 5):
        parts = gradient(some_rows() if step % 2 else some_rows(40), seed=step)
        adam.step(parts, 0.01, math.inf)
        dense = np.zeros(own.shape)
        dense[parts.rows] = parts.W1[parts.rows]
        touched = (membership @ (dense != 0).any(axis=1)) > 0
        for values, g, mean, square, rows, rate in (
            (own, dense, memory["mo"], memory["so"], parts.rows, 0.01),
            (shared, membership @ dense, memory["ms"], memory["ss"], touched, 0.003),
        ):
            mean[rows] += (1 - KEEP_MEAN) * (g[rows] - mean[rows])
            square[rows] += (1 - KEEP_SQUARE) * (g[rows] ** 2 - square[rows])
            ahead = mean[rows] / (1 - KEEP_MEAN**step)
            values[rows] -= rate * ahead / (np.sqrt(square[rows] / (1 - KEEP_SQUARE**step)) + EPSILON)
    adam.finish()
    np.testing.assert_allclose(adam.blocks.own, own, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(adam.blocks.shared, shared, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(net.W1, own + membership.T @ shared, rtol=1e-4, atol=1e-5)
    # The control: the blocks have moved.
    assert np.abs(shared).max() > 0.003


@pytest.mark.parametrize("max_norm", [0.5, 1e9])
def test_the_norm_that_is_clipped_is_that_of_all_that_is_scaled(max_norm: float) -> None:
    adam = Adam(weights(), block_rate=0.5)
    parts = gradient(some_rows())
    found, sums = NumPyKernels().block_sums(parts, BLOCKS)
    arrays = [parts.W1[parts.rows], sums[found], parts.heads, parts.biases]
    length = math.sqrt(sum(float(np.square(array, dtype=np.float64).sum()) for array in arrays))
    assert adam.step(parts, 0.01, max_norm) == pytest.approx(length, rel=1e-5)
    taken = [adam.blocks.mean, *adam.mean]
    moved = math.sqrt(sum(float(np.square(mean, dtype=np.float64).sum()) for mean in taken)) / (1 - KEEP_MEAN)
    assert moved == pytest.approx(min(length, max_norm), rel=1e-5)


def test_the_gradient_of_a_block_is_that_of_the_loss() -> None:
    """By finite differences: the loss is the sum of squares of W1, whose gradient is 2 W1."""
    net = weights()
    shared = BlockWeights(net.W1)
    rows = some_rows()
    parts = Gradient(np.array(rows, np.int32), 2 * net.W1, net.heads, net.biases)
    found, sums = (NumPyKernels()).block_sums(parts, BLOCKS)
    for block in found[[0, 100, -1]].tolist():
        for unit in (0, HIDDEN - 1):
            losses = []
            for move in (1e-2, -1e-2):
                shared.shared[block, unit] = move
                W1 = np.zeros_like(net.W1)
                shared.combine(W1)
                shared.shared[block, unit] = 0
                losses.append(float((W1[rows].astype(float) ** 2).sum()))
            assert (losses[0] - losses[1]) / 2e-2 == pytest.approx(sums[block, unit], rel=1e-3, abs=1e-3)


def test_rows_that_an_observation_needs_are_brought_up_to_date_and_no_others() -> None:
    net = weights()
    adam = Adam(net, block_rate=0.5)
    adam.step(gradient([*some_rows(), ROWS - 1]), 0.1, math.inf)
    before = net.W1.copy()
    adam.prepare(np.array([3, 70, 7000, ROWS - 1], np.int32))
    assert np.flatnonzero((before != net.W1).any(axis=1)).tolist() == [3, 70, 7000, ROWS - 1]
    needed = net.W1[[3, 70, 7000, ROWS - 1]].copy()
    adam.finish()
    assert (net.W1[[3, 70, 7000, ROWS - 1]] == needed).all()
    assert (before != net.W1).any(axis=1).mean() > 0.99, "nearly every pixel shares a block with one of the gradient"


def bits_of(adam: Adam) -> list[bytes]:
    arrays = [*adam.weights, *adam.mean, *adam.square, *adam.blocks.arrays().values()]
    return [array.tobytes() for array in arrays]


def test_some_rows_side_by_side_are_moved_as_among_all() -> None:
    rng, adams = np.random.default_rng(3), [Adam(weights(), 0.5) for _ in range(2)]
    rows = np.array([*some_rows(), ROWS - 1], np.int32)
    whole, other = adams
    part = other.of_rows(rows)
    before = bits_of(other)
    for size in (len(rows), 20, 7):
        some = np.sort(rng.choice(len(rows), size, replace=False)).astype(np.int32)
        places = rows[some]
        gradients = gradient(places.tolist())
        for adam, found, needed in (
            (whole, gradients, places),
            (part, gradients._replace(rows=some, W1=gradients.W1[rows]), some),
        ):
            adam.prepare(needed)
            adam.step(found, 0.1, 1.0)
    assert bits_of(other) == before, "the original stays as it was"
    whole.finish()
    other.move_weights(part, rows)
    assert [array.tobytes() for array in other.weights] == [array.tobytes() for array in whole.weights]
    assert bits_of(other) != bits_of(whole), "Adam's memory has not been taken over"
    other.take_over(part, rows)
    assert bits_of(other) == bits_of(whole)
    assert other.steps == whole.steps == 3


@pytest.mark.parametrize("hidden", [1, 7, 64, 129])
def test_c_and_numpy_give_the_same_bits(hidden: int) -> None:
    library = LIBRARY.load()
    assert library is not None
    rng = np.random.default_rng(hidden)
    own, shared = (rng.standard_normal((count, hidden)).astype(np.float32) for count in (ROWS, BLOCKS.number))
    for rows in (some_rows(), [ROWS - 1], [0]):
        parts, listed = gradient(rows, hidden=hidden), np.array(rows, np.int32)
        results = []
        for way in (NumPyKernels(), CompiledKernels(library, 1), CompiledKernels(library, 3)):
            found, sums = way.block_sums(parts, BLOCKS)
            W1 = np.zeros_like(own)
            way.combine(own, shared, BLOCKS, listed, W1)
            results.append([found.tolist(), sums[found].tobytes(), W1.tobytes()])
        assert results[1:] == results[:1] * 2
    inputs = Inputs(np.array([5, ~6500, 5, ROWS - 1, 0, ~6500], np.int16), np.array([4, 0]), np.array([6, 3]))
    for way in (NumPyKernels(), CompiledKernels(library, 2)):
        assert way.touched(inputs).rows.tolist() == [0, 5, 6500]


@pytest.mark.parametrize("wrong", [*WRONG.values(), read_only], ids=[*WRONG, "read-only"])
@pytest.mark.parametrize("name", BlockWeights.NAMES)
def test_arrays_that_c_would_misread_are_refused(name: str, wrong: object) -> None:
    adam = Adam(weights(), block_rate=0.5)
    setattr(adam.blocks, name, wrong(getattr(adam.blocks, name)))  # type: ignore[operator]  # from a table
    with pytest.raises(ValueError, match=f"the blocks' {name} must be a writeable float32 array"):
        adam.step(gradient(some_rows()), 0.1, 1.0)
