from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from wrong_arrays import WRONG, read_only

from pong_pg.ppo.adam import EPSILON, KEEP_MEAN, KEEP_SQUARE, Adam, FirstLayer, sharing
from pong_pg.ppo.compiled_kernels import LIBRARY, CompiledKernels
from pong_pg.ppo.config import INPUTS
from pong_pg.ppo.kernels import Gradient, NumPyKernels
from pong_pg.ppo.network import LAYOUTS, PIXEL_LAYOUT, ROWS, Layout, Weights

HIDDEN = 5
BLOCKS = sharing(PIXEL_LAYOUT)
ALL = pytest.mark.parametrize("layout", [LAYOUTS[name] for name in INPUTS], ids=INPUTS)


def weights(layout: Layout = PIXEL_LAYOUT) -> Weights:
    return Weights.initial(HIDDEN, 3, np.random.default_rng(0), layout)


def gradient(rows: list[int], seed: int = 0, hidden: int = HIDDEN, layout: Layout = PIXEL_LAYOUT) -> Gradient:
    rng = np.random.default_rng(seed)
    W1 = np.full((layout.rows, hidden), np.nan, np.float32)
    W1[rows] = rng.standard_normal((len(rows), hidden))
    heads, biases = rng.standard_normal((4, hidden)).astype(np.float32), rng.standard_normal(4).astype(np.float32)
    return Gradient(np.array(rows, np.int32), W1, heads, biases)


def some_rows(count: int = 900, layout: Layout = PIXEL_LAYOUT) -> list[int]:
    return sorted(np.random.default_rng(1).choice(layout.rows, count, replace=False).tolist())


def shares(layout: Layout) -> np.ndarray:
    """The (rows, number) matrix by which shared weights are multiplied in W1."""
    of_rows, values, number = sharing(layout)
    matrix = np.zeros((layout.rows, number))
    for row, level in np.argwhere(of_rows >= 0).tolist():
        matrix[row, of_rows[row, level]] = values[row, level]
    return matrix


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
    for level, size in enumerate((4 * 4, 16 * 16, 80, 80)):
        assert set(np.unique(of_rows[:-1, level], return_counts=True)[1].tolist()) == {size}


@ALL
def test_steps_are_those_of_the_paper_for_own_and_shared_weights(layout: Layout) -> None:
    """Against a transcription in float64, with a dense gradient of the shared weights by the chain rule."""
    net, matrix = weights(layout), shares(layout)
    adam = Adam(net, block_rate=0.3)
    # Own weights, shared ones, heads, biases, each with its means.
    values = [
        net.W1.astype(float),
        np.zeros((matrix.shape[1], HIDDEN)),
        net.heads.astype(float),
        net.biases.astype(float),
    ]
    means, squares = ([np.zeros_like(value) for value in values] for _ in range(2))
    for step in range(1, 5):
        parts = gradient(some_rows(900 if step % 2 else 40, layout), seed=step, layout=layout)
        adam.step(parts, 0.01, math.inf)
        dense = np.zeros((layout.rows, HIDDEN))
        dense[parts.rows] = parts.W1[parts.rows]
        touched = (np.abs(matrix.T) @ (dense != 0).any(axis=1)) > 0
        every = slice(None)
        for value, mean, square, g, rows, rate in zip(
            *(values, means, squares),
            (dense, matrix.T @ dense, parts.heads, parts.biases),
            (parts.rows, touched, every, every),
            (0.01, 0.003, 0.01, 0.01),
            strict=True,
        ):
            mean[rows] += (1 - KEEP_MEAN) * (g[rows] - mean[rows])
            square[rows] += (1 - KEEP_SQUARE) * (g[rows].astype(float) ** 2 - square[rows])
            ahead = mean[rows] / (1 - KEEP_MEAN**step)
            value[rows] -= rate * ahead / (np.sqrt(square[rows] / (1 - KEEP_SQUARE**step)) + EPSILON)
    adam.finish()
    own, shared, heads, biases = values
    # The sums of the functions of positions, many of whose terms cancel, are rounded.
    close: Any = {"rtol": 1e-3, "atol": 1e-4}
    np.testing.assert_allclose(adam.first_layer.own, own, **close)
    np.testing.assert_allclose(adam.first_layer.shared, shared, **close)
    np.testing.assert_allclose(net.W1, own + matrix @ shared, **close)
    np.testing.assert_allclose(net.heads, heads, **close)
    np.testing.assert_allclose(net.biases, biases, **close)
    # The control: the shared weights have moved.
    assert np.abs(shared).max() > 0.003


@pytest.mark.parametrize("max_norm", [0.5, 1e9])
def test_the_norm_that_is_clipped_is_that_of_all_that_is_scaled(max_norm: float) -> None:
    adam = Adam(weights(), block_rate=0.5)
    parts = gradient(some_rows())
    found, sums = NumPyKernels().shared_gradient(parts, BLOCKS)
    arrays = [parts.W1[parts.rows], sums[found], parts.heads, parts.biases]
    length = math.sqrt(sum(float(np.square(array, dtype=np.float64).sum()) for array in arrays))
    assert adam.step(parts, 0.01, max_norm) == pytest.approx(length, rel=1e-5)
    taken = [adam.first_layer.mean, *adam.mean]
    moved = math.sqrt(sum(float(np.square(mean, dtype=np.float64).sum()) for mean in taken)) / (1 - KEEP_MEAN)
    assert moved == pytest.approx(min(length, max_norm), rel=1e-5)


def test_rows_that_an_observation_needs_are_brought_up_to_date_and_no_others() -> None:
    net = weights()
    adam = Adam(net, block_rate=0.5)
    adam.step(gradient([*some_rows(), ROWS - 1]), 0.1, math.inf)
    before, rows = net.W1.copy(), [3, 70, 7000, ROWS - 1]
    adam.prepare(np.array(rows, np.int32))
    assert np.flatnonzero((before != net.W1).any(axis=1)).tolist() == rows
    needed = net.W1[rows].copy()
    adam.finish()
    assert (net.W1[rows] == needed).all()
    assert (before != net.W1).any(axis=1).mean() > 0.99, "nearly every pixel shares a block with one of the gradient"


@pytest.mark.parametrize("hidden", [1, 7, 64, 129])
@ALL
def test_c_and_numpy_share_weights_with_the_same_bits(layout: Layout, hidden: int) -> None:
    library = LIBRARY.load()
    assert library is not None
    rng, shared_by = np.random.default_rng(hidden), sharing(layout)
    own, shared = (rng.standard_normal((n, hidden)).astype(np.float32) for n in (layout.rows, shared_by.number))
    for rows in (some_rows(layout=layout), [layout.bias], [0]):
        parts, listed = gradient(rows, hidden=hidden, layout=layout), np.array(rows, np.int32)
        results = []
        for way in (NumPyKernels(), CompiledKernels(library, 1), CompiledKernels(library, 3)):
            found, sums = way.shared_gradient(parts, shared_by)
            W1 = np.zeros_like(own)
            way.combine(own, shared, shared_by, listed, W1)
            results.append([found.tolist(), sums[found].tobytes(), W1.tobytes()])
        assert results[1:] == results[:1] * 2


@pytest.mark.parametrize("wrong", [*WRONG.values(), read_only], ids=[*WRONG, "read-only"])
def test_arrays_that_could_not_be_changed_in_place_are_refused(wrong: Any) -> None:
    net = weights()
    memory: dict[str, Any] = {"mean": net, "square": net, "first_layer": FirstLayer.initial(net.W1, PIXEL_LAYOUT)}
    Adam(net, 0.5, **memory)
    for name, arrays in memory.items():
        for field in arrays._fields:
            bad = arrays._replace(**{field: wrong(getattr(arrays, field))})
            with pytest.raises(ValueError, match="must be a writeable float32 array of shape"):
                Adam(net, 0.5, **{**memory, name: bad})
