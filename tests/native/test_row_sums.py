from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
import scipy.sparse
from hypothesis import given
from hypothesis import strategies as st

from pong_pg.native import row_sums as module
from pong_pg.native.row_sums import RowSums, row_sums

WAYS = ["kernel", "product", "numpy"]


def by(way: str, matrix: npt.NDArray[Any]) -> RowSums:
    if way == "product":
        return module._by_product(matrix, scipy.sparse)
    return row_sums(matrix, use_scipy=way == "kernel")


def groups(counts: list[int], m: int, rng: np.random.Generator) -> tuple[Any, Any, Any]:
    """Rows, signs and ends of groups of so many."""
    total = sum(counts)
    rows = rng.integers(0, m, total).astype(np.int32)
    signs = rng.choice([-1, 1], total).astype(np.float32)
    return rows, signs, np.cumsum(counts, dtype=np.intp)


def test_the_three_ways_are_three() -> None:
    matrix = np.ones((2, 2), np.float32)
    assert {by(way, matrix).__qualname__.split(".")[0] for way in WAYS} == {"_by_kernel", "_by_product", "_by_numpy"}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_hand_values(way: str, dtype: Any) -> None:
    matrix = np.array([[1, 10], [2, 20], [4, 40]], dtype)
    rows, signs = np.array([0, 2, 1, 1, 1], np.int32), np.array([1, -1, -1, 1, 1], np.float32)
    sums = by(way, matrix)(rows, signs, np.array([2, 2, 4, 5, 5]))
    assert sums.dtype == dtype
    np.testing.assert_array_equal(sums, [[-3, -30], [0, 0], [0, 0], [2, 20], [0, 0]])


@pytest.mark.parametrize("way", WAYS)
def test_no_group_and_groups_of_nothing(way: str) -> None:
    sums = by(way, np.ones((3, 4), np.float32))
    none = np.empty(0, np.int32), np.empty(0, np.float32)
    assert sums(*none, np.empty(0, np.intp)).shape == (0, 4)
    np.testing.assert_array_equal(sums(*none, np.zeros(2, np.intp)), np.zeros((2, 4)))


@given(
    counts=st.lists(st.integers(0, 40), max_size=8),
    width=st.integers(1, 33),
    dtype=st.sampled_from([np.float32, np.float64]),
    seed=st.integers(0, 2**32),
)
def test_the_three_ways_give_the_same_bits(counts: list[int], width: int, dtype: Any, seed: int) -> None:
    rng = np.random.default_rng(seed)
    # Of all sizes, so that the order of the additions shows.
    matrix = (rng.standard_normal((50, width)) * 10.0 ** rng.integers(-4, 5, (50, width))).astype(dtype)
    arguments = groups(counts, 50, rng)
    kernel, product, plain = (by(way, matrix)(*arguments) for way in WAYS)
    assert kernel.dtype == product.dtype == plain.dtype == dtype
    assert kernel.shape == product.shape == plain.shape == (len(counts), width)
    # An empty or cancelled sum may be -0 in one of them: that is no other number.
    assert (kernel + 0).tobytes() == (product + 0).tobytes() == (plain + 0).tobytes()


def plain_sums(
    matrix: npt.NDArray[Any], rows: npt.NDArray[Any], signs: npt.NDArray[Any], ends: npt.NDArray[Any]
) -> Any:
    sums = np.zeros((len(ends), matrix.shape[1]), matrix.dtype)
    begin = 0
    for total, end in zip(sums, ends, strict=True):
        for row, sign in zip(rows[begin:end], signs[begin:end], strict=True):
            total += matrix[row] if sign > 0 else -matrix[row]
        begin = end
    return sums


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_rows_are_added_one_after_another(way: str, dtype: Any) -> None:
    rng = np.random.default_rng(3)
    matrix = rng.standard_normal((6400, 200)).astype(dtype)
    rows, signs, ends = groups([300, 0, 17, 1, 150], 6400, rng)
    sums = by(way, matrix)(rows, signs, ends)
    expected = plain_sums(matrix, rows, signs, ends)
    assert (sums + 0).tobytes() == (expected + 0).tobytes()
    backward = plain_sums(matrix, rows[:300][::-1], signs[:300][::-1], np.array([300]))
    assert (backward[0] != expected[0]).any(), "in another order the bits would be others"


@pytest.mark.parametrize("way", WAYS)
def test_the_matrix_is_not_copied(way: str) -> None:
    matrix = np.zeros((3, 2), np.float32)
    sums = by(way, matrix)
    matrix[1] = 5
    one = np.ones(1, np.int32), np.ones(1, np.float32), np.ones(1, np.intp)
    np.testing.assert_array_equal(sums(*one), [[5, 5]])


def test_without_its_kernel_scipys_product_does(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "_by_kernel" in row_sums(np.ones((2, 2))).__qualname__
    monkeypatch.setattr(module, "_kernel", lambda: None)
    assert "_by_product" in row_sums(np.ones((2, 2))).__qualname__


def test_without_scipy_numpy_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_kernel", lambda: None)
    monkeypatch.setattr("importlib.util.find_spec", lambda _: None)
    assert "_by_numpy" in row_sums(np.ones((2, 2))).__qualname__
