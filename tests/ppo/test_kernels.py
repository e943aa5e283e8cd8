from __future__ import annotations

import math
import multiprocessing
import shutil
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import ppo_oracle
import pytest
from ppo_frames import listed
from wrong_arrays import WRONG

from pong_pg.native import build
from pong_pg.ppo.compiled_kernels import LIBRARY, CompiledKernels, kernels
from pong_pg.ppo.kernels import (
    AdamCoefficients,
    Inputs,
    Lists,
    NumPyKernels,
    Parameter,
    Touched,
    grouped,
)
from pong_pg.ppo.network import ROWS, Weights

# Below, at and above the widths at which NumPy adds a row in another way, and at which kernels.c has a part of a block.
WIDTHS = [1, 7, 8, 64, 127, 128, 129, 200, 300]
STEP = AdamCoefficients(0.7, 0.9, 0.1, 0.999, 0.001, 1e-3, 1.1, 1e-5)


def by_c(threads: int | None = None) -> CompiledKernels:
    library = LIBRARY.load()
    assert library is not None, f"the tests need a C compiler: {LIBRARY.about()}"
    return CompiledKernels(library, threads)


WAYS = pytest.mark.parametrize("way", [by_c, NumPyKernels])


def observations(count: int, seed: int = 0) -> list[Any]:
    """Random lists of rows; some share many of them, and one is as full as can be."""
    rng = np.random.default_rng(seed)
    found = []
    for index in range(count):
        lit = rng.choice(6400, 6400 if index == 1 else rng.integers(0, 60), replace=False)
        changed = rng.choice(60, rng.integers(0, 50), replace=False) + 6400
        signed = np.where(rng.random(len(changed)) < 0.5, changed, ~changed)
        found.append(np.concatenate([np.sort(lit), signed, [ROWS - 1]]).astype(np.int16))
    return found


def single(rows: list[Any]) -> Inputs:
    """Each row of W1 as a group of its own."""
    taken, ends = listed(rows)
    groups = Lists(np.arange(ROWS, dtype=np.int16), np.arange(1, ROWS + 1))
    return Inputs(taken.astype(np.int32), np.append(0, ends[:-1]), ends, groups)


def weights(hidden: int, actions: int = 3) -> Weights:
    rng = np.random.default_rng(hidden)
    fresh = Weights.initial(hidden, actions, rng)
    return fresh._replace(heads=fresh.heads * 30, biases=rng.standard_normal(actions + 1).astype(np.float32))


def bits(*arrays: Any) -> list[bytes]:
    return [array.tobytes() for array in arrays]


def passes(way: NumPyKernels, net: Weights, inputs: Inputs) -> list[bytes]:
    """The bits of all that a minibatch goes through."""
    touched = way.touched(inputs)
    hidden_layers, outputs = (array.copy() for array in way.forward(net, touched))
    gradient = way.backward(net, touched, hidden_layers, outputs)
    squares = way.squares(gradient)
    moved = Parameter(net.W1.copy(), np.full_like(net.W1, 0.1), np.full_like(net.W1, 0.2))
    way.adam(moved, gradient.W1, gradient.rows, STEP)
    rows = gradient.W1[gradient.rows]
    return bits(hidden_layers, outputs, gradient.rows, rows, gradient.heads, gradient.biases, squares, *moved)


@pytest.mark.parametrize("is_grouped", [False, True])
@pytest.mark.parametrize("actions", [2, 3])
@pytest.mark.parametrize("hidden", WIDTHS)
def test_c_and_numpy_give_the_same_bits(hidden: int, actions: int, is_grouped: bool) -> None:
    net = weights(hidden, actions)
    rows = observations(8)
    inputs = grouped(*listed(rows)) if is_grouped else single(rows)
    # Enough samples for three threads to have a part of them.
    order = np.random.default_rng(1).integers(8, size=100)
    inputs = inputs._replace(begins=inputs.begins[order], ends=inputs.ends[order])
    found = [passes(way, net, inputs) for way in (NumPyKernels(), by_c(1), by_c(3))]
    assert found[1:] == [found[0]] * 2


def test_processors_with_and_without_wide_registers_give_the_same_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CC", f"{shutil.which('cc') or 'gcc'} -DWIDE=")
    fresh = build.Library(LIBRARY.source, symbols=())
    library = fresh.load()
    assert library is not None, fresh.about()
    assert b".avx2" not in Path(library._name).read_bytes()
    net, inputs = weights(200), single(observations(8))
    assert passes(CompiledKernels(library), net, inputs) == passes(by_c(), net, inputs)


@WAYS
def test_passes_are_products_of_dense_matrices(way: Any) -> None:
    net, rows = weights(16), observations(6)
    touched = way().touched(single(rows))
    hidden_layers, outputs = (array.copy() for array in way().forward(net, touched))
    xs = ppo_oracle.dense(rows)
    wide = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    np.testing.assert_allclose(outputs, [ppo_oracle.plain(wide, x) for x in xs], rtol=1e-3, atol=1e-3)
    d_outputs = np.random.default_rng(1).standard_normal((6, 4)).astype(np.float32)
    gradient = way().backward(net, touched, hidden_layers, d_outputs)
    dW1 = xs.T @ np.where(hidden_layers > 0, d_outputs.astype(np.float64) @ net.heads, 0)
    assert gradient.rows.tolist() == np.flatnonzero(np.abs(xs).sum(axis=0)).tolist()
    np.testing.assert_allclose(gradient.W1[gradient.rows], dW1[gradient.rows], rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(gradient.heads, d_outputs.T.astype(np.float64) @ hidden_layers, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(gradient.biases, d_outputs.sum(axis=0), rtol=1e-5, atol=1e-6)


@WAYS
def test_adam_moves_these_rows_and_no_others(way: Any) -> None:
    rng = np.random.default_rng(0)
    moved = Parameter(*(rng.random((9, 5)).astype(np.float32) for _ in range(3)))
    before = [array.copy() for array in moved]
    gradient, rows = rng.standard_normal((9, 5)).astype(np.float32), np.array([0, 4, 8], np.int32)
    way().adam(moved, gradient, rows, AdamCoefficients(0.5, 0.9, 0.1, 0.99, 0.01, 0.3, 2.0, 1e-3))
    g = 0.5 * gradient[rows]
    m, v = 0.9 * before[1][rows] + 0.1 * g, 0.99 * before[2][rows] + 0.01 * g * g
    expected = before[0][rows] - 0.3 * m / (2 * np.sqrt(v) + 1e-3), m, v
    others = [row for row in range(9) if row not in rows]
    for array, old, new in zip(moved, before, expected, strict=True):
        np.testing.assert_allclose(array[rows], new, rtol=1e-5)
        np.testing.assert_array_equal(array[others], old[others])


def test_a_second_batch_begins_anew() -> None:
    """The compiled way keeps its buffers: nothing of the batch before may be left in them."""
    net, way = weights(8), by_c()
    passes(way, net, single(observations(8)))
    second = single(observations(3, seed=1))
    assert passes(way, net, second) == passes(by_c(), net, second)


def lists(found: Lists) -> list[list[int]]:
    return [part.tolist() for part in np.split(found.items, found.ends[:-1])]


@WAYS
def test_touched_groups_are_in_the_order_in_which_they_occur(way: Any) -> None:
    groups = Lists(np.array([5, 6, 9, 6, 8], np.int16), np.array([2, 3, 5]))
    inputs = Inputs(np.array([1, 0, ~2, 2], np.int32), np.array([1, 0, 3]), np.array([3, 0, 4]), groups)
    touched: Touched = way().touched(inputs)
    assert touched.inputs.tolist() == [0, ~1, 1]
    assert (touched.begins.tolist(), touched.ends.tolist()) == ([0, 2, 2], [2, 2, 3])
    assert lists(touched.members) == [[5, 6], [6, 8]]
    assert touched.rows.tolist() == [5, 6, 8]


def test_groups_by_hand() -> None:
    """Columns 8 and 9 of the 80 have the opponent's paddle, 70 and 71 the agent's."""
    ball, paddle, own = [80 * 3 + 40], [80 * 5 + 8, 80 * 5 + 9, 80 * 6 + 8], [80 * 5 + 70, 80 * 6 + 71]
    newly = [6400 + 80 * 3 + 40]
    first = [*ball, *paddle[:2], own[0], paddle[2], own[1], *newly, 12_800]
    second = [*own, 12_800, ~newly[0]]
    found = grouped(*listed([first, second]))
    assert lists(found.rows) == [ball, paddle, own, newly, [12_800]]
    assert found.groups.tolist() == [0, 1, 2, 3, 4, 2, 4, ~3]
    assert (found.begins.tolist(), found.ends.tolist()) == ([0, 5], [5, 8])


def test_threads_do_not_disturb_each_other() -> None:
    """A policy may act in a thread while another learns."""
    way, inputs = by_c(1), single(observations(40))
    nets = [weights(hidden) for hidden in (128, 128, 200)]
    nets[1] = nets[1]._replace(heads=nets[1].heads + 1)
    expected = [passes(way, net, inputs) for net in nets]

    def wrong(number: int) -> int:
        return sum(passes(way, nets[number], inputs) != expected[number] for _ in range(30))

    with ThreadPoolExecutor(len(nets)) as threads:
        assert list(threads.map(wrong, range(len(nets)))) == [0, 0, 0]


def test_threads_can_be_limited() -> None:
    net, inputs, way = weights(128), single(observations(200)), by_c(3)
    expected = passes(way, net, inputs)
    for most in (1, 2, 8):
        way.limit_threads(most)
        assert passes(way, net, inputs) == expected


def test_a_forked_child_does_not_wait_for_threads_that_it_does_not_have() -> None:
    inputs, net = single(observations(200)), weights(128)
    expected = passes(kernels(), net, inputs)
    here, there = multiprocessing.get_context("fork").Pipe(duplex=False)

    def look() -> None:
        there.send(passes(kernels(), net, inputs) == expected)

    with warnings.catch_warnings():
        # Python 3.12 warns of what is tested here.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = multiprocessing.get_context("fork").Process(target=look)
        child.start()
    try:
        assert here.poll(30)
        assert here.recv()
    finally:
        child.kill()
        child.join()


def test_arrays_of_another_order_or_dtype_are_refused() -> None:
    """C would read them as if they were the right ones."""
    net = weights(8)
    for way in (by_c(), NumPyKernels()):
        touched = way.touched(single(observations(2)))
        hidden_layers, outputs = (array.copy() for array in way.forward(net, touched))
        for wrong in WRONG.values():
            for name in Weights._fields:
                bad = net._replace(**{name: wrong(getattr(net, name))})
                with pytest.raises(ValueError, match=r"array of shape .* in C order"):
                    way.forward(bad, touched)
                with pytest.raises(ValueError, match=r"array of shape .* in C order"):
                    way.backward(bad, touched, hidden_layers, outputs)
    inputs: Any = single(observations(2))
    with pytest.raises(ValueError, match="int64 array"):
        by_c().touched(inputs._replace(ends=inputs.ends.astype(np.int32)))


def test_exponentials_and_logarithms_are_pythons() -> None:
    numbers = np.concatenate([np.linspace(-750, 700, 999), [0.0, -np.inf]]).reshape(7, 11, 13)
    for way in (by_c(), NumPyKernels()):
        found = way.exp(numbers)
        assert found.ravel().tolist() == [math.exp(number) for number in numbers.ravel().tolist()]
        assert way.exp(numbers.T).tolist() == found.T.tolist()
        positive = np.maximum(found, 5e-324)
        assert way.log(positive).ravel().tolist() == [math.log(number) for number in positive.ravel().tolist()]
