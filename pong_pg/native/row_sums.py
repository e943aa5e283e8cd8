"""Signed sums of the rows of a matrix: the first layer of a network, forward and backward.

Both passes are products with the sparse matrix of the network's inputs. SciPy computes them where it is installed,
NumPy otherwise; both add the rows of a group one after another, so the bits are the same.
"""

from __future__ import annotations

import functools
import importlib
import importlib.util
import itertools
from collections.abc import Callable
from importlib.machinery import PathFinder
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.floating]
Rows = npt.NDArray[np.int32]
Signs = npt.NDArray[np.float32]
Ends = npt.NDArray[np.intp]
RowSums = Callable[[Rows, Signs, Ends], Array]


def row_sums(matrix: Array, *, use_scipy: bool = True) -> RowSums:
    """Return a function that adds up rows of one matrix.

    It takes (k,) int32 rows, 0 to m - 1, one group after another; (k,) float32 signs, 1 or -1; and (groups,) ends
    of the groups, ascending to k. It returns, for each group, the sum of signs[j] * matrix[rows[j]] over its j in
    their order: (groups, width) of the matrix' dtype, zeros for an empty group.

    Args:
        matrix: (m, width), float32 or float64, C-contiguous. It is not copied.
        use_scipy: False to use NumPy even where SciPy is installed.
    """
    if not use_scipy:
        return _by_numpy(matrix)
    kernel = _kernel()
    if kernel is not None:
        return _by_kernel(matrix, kernel)
    if importlib.util.find_spec("scipy") is None:
        return _by_numpy(matrix)
    return _by_product(matrix, importlib.import_module("scipy.sparse"))


@functools.cache
def _kernel() -> Any:
    """Return the compiled function behind SciPy's `csr_matrix @ matrix`; None where it is not found.

    The operator itself spends longer on checks and wrappers than on additions, and importing it takes a third of a
    second in every worker. The function is in one file that needs nothing but NumPy.
    """
    package = importlib.util.find_spec("scipy")
    folders = [] if package is None else package.submodule_search_locations or []
    found = PathFinder.find_spec("_sparsetools", [str(Path(folder) / "sparse") for folder in folders])
    if found is None or found.loader is None:
        return None
    try:
        module = importlib.util.module_from_spec(found)
        found.loader.exec_module(module)
    except ImportError:
        return None
    return getattr(module, "csr_matvecs", None)


def _by_kernel(matrix: Array, kernel: Any) -> RowSums:
    (m, width), dtype, flat = matrix.shape, matrix.dtype, matrix.reshape(-1)

    def sums(rows: Rows, signs: Signs, ends: Ends) -> Array:
        groups = len(ends)
        bounds = np.zeros(groups + 1, np.int32)
        bounds[1:] = ends
        total = np.zeros((groups, width), dtype)
        kernel(groups, m, width, bounds, rows, signs.astype(dtype, copy=False), flat, total.reshape(-1))
        return total

    return sums


def _by_product(matrix: Array, sparse: Any) -> RowSums:
    def sums(rows: Rows, signs: Signs, ends: Ends) -> Array:
        bounds = np.concatenate([[0], ends])
        shape = len(ends), len(matrix)
        total: Array = sparse.csr_matrix((signs.astype(matrix.dtype), rows, bounds), shape) @ matrix
        return total

    return sums


def _by_numpy(matrix: Array) -> RowSums:
    def sums(rows: Rows, signs: Signs, ends: Ends) -> Array:
        total = np.empty((len(ends), matrix.shape[1]), matrix.dtype)
        for group, (begin, end) in enumerate(itertools.pairwise([0, *ends.tolist()])):
            signed = matrix.take(rows[begin:end], axis=0)
            signed *= signs[begin:end, np.newaxis]
            if matrix.shape[1] == 1:
                # NumPy would add up a single column pairwise.
                np.add.accumulate(signed, axis=0, out=signed)
                signed = signed[-1:]
            np.add.reduce(signed, axis=0, out=total[group])
        return total

    return sums
