from __future__ import annotations

import math
import multiprocessing
import shutil
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import ppo_oracle
import pytest
from ppo_frames import PIXEL_CLASSES
from wrong_arrays import WRONG

from pong_pg.native import build
from pong_pg.ppo.compiled_kernels import LIBRARY, CompiledKernels
from pong_pg.ppo.kernel_interface import AdamCoefficients, Gradient, Kernels, Lists, Parameter
from pong_pg.ppo.kernels import kernels, select_action
from pong_pg.ppo.network import PIXEL_LAYOUT, ROWS, SINGLE_ROWS, Groups, Inputs, Weights
from pong_pg.ppo.numpy_kernels import NumPyKernels
from pong_pg.ppo.symmetry import with_reflections

# Below, at and above the widths at which NumPy adds a row in another way.
WIDTHS = [1, 7, 8, 9, 127, 128, 129, 200, 256, 300]


def by_c(threads: int | None = None) -> CompiledKernels:
    library = LIBRARY.load()
    assert library is not None, f"the tests need a C compiler: {LIBRARY.about()}"
    return CompiledKernels(library, threads)


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


def listed(rows: list[Any], order: Any = None) -> Inputs:
    """The observations one after another; with an order, some of them, from wherever they lie."""
    ends = np.cumsum([len(part) for part in rows], dtype=np.int64)
    begins = np.append(0, ends[:-1])
    chosen = slice(None) if order is None else order
    return Inputs(np.concatenate(rows), begins[chosen], ends[chosen])


def weights(hidden: int, actions: int = 3) -> Weights:
    rng = np.random.default_rng(hidden)
    fresh = Weights.initial(hidden, actions, rng)
    return fresh._replace(heads=fresh.heads * 30, biases=rng.standard_normal(actions + 1).astype(np.float32))


def bits(*arrays: Any) -> list[bytes]:
    return [array.tobytes() for array in arrays]


def test_threads_do_not_disturb_each_other() -> None:
    """A policy may act in a thread while another learns."""
    compiled_way = by_c(1)
    inputs = listed(observations(40))
    nets = [weights(hidden) for hidden in (128, 128, 200)]
    nets[1] = nets[1]._replace(heads=nets[1].heads + 1)
    expected = [bits(*compiled_way.forward(net, inputs)) for net in nets]

    def wrong(number: int) -> int:
        return sum(bits(*compiled_way.forward(nets[number], inputs)) != expected[number] for _ in range(300))

    with ThreadPoolExecutor(len(nets)) as threads:
        assert list(threads.map(wrong, range(len(nets)))) == [0, 0, 0]


def test_a_forked_child_does_not_wait_for_threads_that_it_does_not_have() -> None:
    inputs, net = listed(observations(200)), weights(128)
    by_c(2)  # There is a compiler.
    expected = bits(*kernels().forward(net, inputs))
    here, there = multiprocessing.get_context("fork").Pipe(duplex=False)

    def look() -> None:
        there.send(bits(*kernels().forward(net, inputs)) == expected)

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


@pytest.mark.parametrize("is_grouped", [False, True])
@pytest.mark.parametrize("actions", [2, 3])
@pytest.mark.parametrize("hidden", WIDTHS)
def test_c_and_numpy_give_the_same_bits(hidden: int, actions: int, is_grouped: bool) -> None:
    net = weights(hidden, actions)
    # Enough samples for three threads to have a part of them.
    order = np.random.default_rng(1).integers(8, size=70)
    inputs = listed(observations(8), order)
    inputs = with_reflections(kernels().grouped(inputs, PIXEL_CLASSES), PIXEL_LAYOUT) if is_grouped else inputs
    d_outputs = np.random.default_rng(1).standard_normal((len(inputs.ends), actions + 1)).astype(np.float32)
    found = []
    for way in (NumPyKernels(), by_c(1), by_c(2), by_c(3)):
        states, outputs = (array.copy() for array in way.forward(net, inputs))
        gradient = way.backward(net, inputs, states, d_outputs)
        squares = way.squares(gradient)
        moved = Parameter(net.W1.copy(), np.full_like(net.W1, 0.1), np.full_like(net.W1, 0.2))
        step = AdamCoefficients(0.7, 0.9, 0.1, 0.999, 0.001, 1e-3, 1.1, 1e-5)
        way.adam(moved, gradient.W1, gradient.rows, step)
        rows = gradient.W1[gradient.rows]
        found.append(bits(states, outputs, gradient.rows, rows, gradient.heads, gradient.biases, squares, *moved))
    assert found[1:] == [found[0]] * 3


def test_no_gradient_is_zero_without_a_sign() -> None:
    net = weights(9)._replace(W1=np.full((ROWS, 9), -1, np.float32))
    inputs = listed(observations(1))
    for way in (NumPyKernels(), by_c(1)):
        states, _ = way.forward(net, inputs)
        assert not states.any()
        heads = way.backward(net, inputs, states, np.full((1, 4), -1, np.float32)).heads
        assert bits(heads) == bits(np.zeros_like(heads))


@pytest.mark.parametrize("way", [by_c, NumPyKernels])
def test_forward_is_the_oracles(way: Any) -> None:
    net, rows = weights(16), observations(6)
    _, outputs = way().forward(net, listed(rows))
    wide = ppo_oracle.Net(*(array.astype(np.float64) for array in net))
    for found, x in zip(outputs, ppo_oracle.dense(rows), strict=True):
        np.testing.assert_allclose(found, ppo_oracle.plain(wide, x), rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("way", [by_c, NumPyKernels])
def test_backward_is_the_product_of_dense_matrices(way: Any) -> None:
    net, rows = weights(16), observations(6)
    inputs = listed(rows)
    states, _ = (array.copy() for array in way().forward(net, inputs))
    d_outputs = np.random.default_rng(1).standard_normal((6, 4)).astype(np.float32)
    gradient = way().backward(net, inputs, states, d_outputs)
    xs = ppo_oracle.dense(rows)
    d_states = np.where(states > 0, d_outputs.astype(np.float64) @ net.heads, 0)
    dW1 = xs.T @ d_states
    assert gradient.rows.tolist() == np.flatnonzero(np.abs(xs).sum(axis=0)).tolist()
    np.testing.assert_allclose(gradient.W1[gradient.rows], dW1[gradient.rows], rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(gradient.heads, d_outputs.T.astype(np.float64) @ states, rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(gradient.biases, d_outputs.sum(axis=0), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("way", [by_c, NumPyKernels])
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
    first, second = listed(observations(8)), listed(observations(3, seed=1))

    def gradient(way: Kernels, inputs: Inputs) -> Gradient:
        states, outputs = way.forward(net, inputs)
        return way.backward(net, inputs, states, outputs)

    gradient(way, first)
    found, expected = gradient(way, second), gradient(by_c(), second)
    assert bits(found.rows, found.W1[found.rows], found.heads) == bits(
        expected.rows, expected.W1[expected.rows], expected.heads
    )


def lists(found: Lists) -> list[list[int]]:
    return [part.tolist() for part in np.split(found.items, found.ends[:-1])]


@pytest.mark.parametrize("way", [by_c, NumPyKernels])
def test_inputs_are_places_among_the_rows_that_occur(way: Any) -> None:
    parts = [[7, ~6500, 12_800], [12_800, 3], [~6500, 7, ~6401]]
    touched = way().touched(listed([np.array(part, np.int16) for part in parts], np.array([1, 2, 0])))
    assert touched.rows.tolist() == [3, 7, 6401, 6500, 12_800]
    assert lists(touched.members) == [[12_800], [3], [6500], [7], [6401]]
    assert lists(touched.holders) == [[1], [3], [4], [2], [0]]
    assert touched.inputs.tolist() == [0, 1, ~2, 3, ~4, 3, ~2, 0]
    assert (touched.begins.tolist(), touched.ends.tolist()) == ([0, 2, 5], [2, 5, 8])
    assert touched.inputs.dtype == touched.rows.dtype == np.int32


@pytest.mark.parametrize("way", [by_c, NumPyKernels])
def test_inputs_are_places_among_the_groups_that_occur(way: Any) -> None:
    groups = Groups(np.array([5, 6, 9, 6, 8], np.int16), np.array([2, 3, 5]))
    inputs = Inputs(np.array([1, 0, ~2, 2], np.int32), np.array([1, 0, 3]), np.array([3, 0, 4]), groups)
    touched = way().touched(inputs)
    assert touched.inputs.tolist() == [0, ~1, 1]
    assert (touched.begins.tolist(), touched.ends.tolist()) == ([0, 2, 2], [2, 2, 3])
    assert lists(touched.members) == [[5, 6], [6, 8]]
    assert touched.rows.tolist() == [5, 6, 8]
    assert lists(touched.holders) == [[0], [0, 1], [1]]


@pytest.mark.parametrize("is_grouped", [False, True])
def test_rows_that_are_known_change_no_bit(is_grouped: bool) -> None:
    inputs = listed(observations(30), np.random.default_rng(2).permutation(30))
    for hidden in (7, 64, 100):
        net, way = weights(hidden), by_c()
        inputs = way.grouped(inputs, PIXEL_CLASSES) if is_grouped and inputs.groups is SINGLE_ROWS else inputs
        touched = way.touched(inputs)
        states, outputs = (array.copy() for array in way.forward(net, inputs, touched))
        gradient = way.backward(net, inputs, states, outputs, touched)
        found = bits(states, outputs, gradient.W1[gradient.rows], gradient.heads)
        for other in (by_c(), NumPyKernels()):
            states, outputs = (array.copy() for array in other.forward(net, inputs))
            gradient = other.backward(net, inputs, states, outputs)
            assert bits(states, outputs, gradient.W1[gradient.rows], gradient.heads) == found


def test_buffers_begin_at_a_cache_line() -> None:
    way, net, inputs = by_c(2), weights(128), listed(observations(4))
    states, outputs = way.forward(net, inputs)
    gradient = way.backward(net, inputs, states, outputs)
    for array in (*vars(way._buffers).values(), states, gradient.W1):
        assert array.ctypes.data % 64 == 0


def test_a_buffer_has_room_for_somewhat_more() -> None:
    way = by_c(1)
    first, more = way._buffer("some", (100, 4)), way._buffer("some", (125, 4))
    assert (first.shape, more.shape) == ((100, 4), (125, 4))
    assert np.shares_memory(first, more)
    assert not np.shares_memory(first, way._buffer("some", (126, 4)))


def test_threads_can_be_limited_and_allowed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    net, inputs, way = weights(128), listed(observations(200)), by_c(3)
    expected = bits(*way.forward(net, inputs))
    used: list[int] = []
    divided = way._divided

    def counted(work: Callable[[int, slice], Any], size: int, multiple: int = 1) -> list[Any]:
        parts = divided(work, size, multiple)
        used.append(len(parts))
        return parts

    monkeypatch.setattr(way, "_divided", counted)
    for most in (1, 2, 8):
        way.limit_threads(most)
        assert bits(*way.forward(net, inputs)) == expected
    assert used == [1, 2, 3]


def test_arrays_of_another_order_or_dtype_are_refused() -> None:
    """C would read them as if they were the right ones, and rows beyond the end of W1."""
    net, inputs = weights(8), listed(observations(2))
    # A W1 may have some rows only, but not fewer than the inputs need.
    refused = r"must be a float32 array of shape .* in C order; got|W1 must have a row for each input; got 12800 rows"
    for way in (by_c(), NumPyKernels()):
        hidden_layers, outputs = (array.copy() for array in way.forward(net, inputs))
        way.backward(net, inputs, hidden_layers, outputs)
        for wrong in WRONG.values():
            for name in Weights._fields:
                bad = net._replace(**{name: wrong(getattr(net, name))})
                with pytest.raises(ValueError, match=refused):
                    way.forward(bad, inputs)
                with pytest.raises(ValueError, match=refused):
                    way.backward(bad, inputs, hidden_layers, outputs)
    rows: Any = inputs.rows.astype(np.int32)
    with pytest.raises(ValueError, match=r"argument 1 of pong_pg_ppo_groups must be a int16 array.*got int32"):
        by_c().grouped(inputs._replace(rows=rows), PIXEL_CLASSES)
    ends: Any = inputs.ends.astype(np.int32)
    with pytest.raises(ValueError, match=r"argument 3 of pong_pg_ppo_touched must be a int64 array.*got int32"):
        by_c().forward(net, inputs._replace(ends=ends))


@pytest.mark.parametrize(
    ("uniform", "action"), [(0.0, 0), (0.24, 0), (0.26, 1), (0.74, 1), (0.76, 2), (0.999999, 2), (None, 1)]
)
def test_a_number_chooses_by_cumulative_probability(uniform: float | None, action: int) -> None:
    chosen = select_action([5.0, 5.0 + np.log(2), 5.0], uniform or 0.0, greedy=uniform is None)
    assert chosen == action


def test_exponentials_and_logarithms_are_pythons() -> None:
    numbers = np.concatenate([np.linspace(-750, 700, 999), [0.0, -np.inf]]).reshape(7, 11, 13)
    for way in (by_c(), NumPyKernels()):
        found = way.exp(numbers)
        assert found.ravel().tolist() == [math.exp(number) for number in numbers.ravel().tolist()]
        assert way.exp(numbers.T).tolist() == found.T.tolist()
        positive = np.maximum(found, 5e-324)
        assert way.log(positive).ravel().tolist() == [math.log(number) for number in positive.ravel().tolist()]


def test_processors_with_and_without_wide_registers_give_the_same_bits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("CC", f"{shutil.which('cc') or 'gcc'} -DWIDE=")
    fresh = build.Library(LIBRARY.source, symbols=())
    library = fresh.load()
    assert library is not None, fresh.about()
    assert b".avx2" not in Path(library._name).read_bytes()
    net, inputs = weights(200), listed(observations(8))
    found = []
    for way in (by_c(), CompiledKernels(library)):
        states, outputs = (array.copy() for array in way.forward(net, inputs))
        gradient = way.backward(net, inputs, states, outputs)
        moved = Parameter(net.W1.copy(), np.full_like(net.W1, 0.1), np.full_like(net.W1, 0.2))
        way.adam(moved, gradient.W1, gradient.rows, AdamCoefficients(0.7, 0.9, 0.1, 0.999, 0.001, 1e-3, 1.1, 1e-5))
        found.append(bits(states, outputs, gradient.W1[gradient.rows], way.squares(gradient), *moved))
    assert found[0] == found[1]
