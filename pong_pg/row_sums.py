"""Sums of a matrix' rows, each with a sign: the first layer of the policy, forward and backward.

Both ways it is a product with the sparse matrix of the difference frames. SciPy's does it where SciPy is installed,
NumPy alone otherwise; either adds the rows of a group one after another, so the bits are the same.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.compat._versions import optional

Array = npt.NDArray[np.floating]


class RowSums:
    """Adds up rows of one matrix.

    Args:
        matrix: (m, width), float32 or float64. It is not copied.
        use_scipy: False to do without SciPy even where it is installed.
    """

    def __init__(self, matrix: Array, *, use_scipy: bool = True) -> None:
        self._matrix = matrix
        self._sparse = optional("scipy.sparse", "adding rows") if use_scipy else None
        self._operator: Any = None

    def __call__(self, rows: npt.NDArray[np.int32], signs: npt.NDArray[np.int8], ends: npt.NDArray[np.intp]) -> Array:
        """Return, for each group, the sum of signs[j] * matrix[rows[j]] over the j of the group, in their order.

        Args:
            rows: (k,) int32, 0 to m - 1, one group after another.
            signs: (k,) int8, 1 or -1.
            ends: (groups,) where each group ends, ascending to k.

        Returns:
            (groups, width) of the matrix' dtype; zeros for an empty group.
        """
        if self._sparse is None:
            return self._by_numpy(rows, signs, ends)
        operator = self._operator
        if operator is None or operator.shape[0] != len(ends):
            shape = len(ends), len(self._matrix)
            operator = self._operator = self._sparse.csr_matrix(shape, dtype=self._matrix.dtype)
        # Made once and filled again and again: to make one takes longer than to use it.
        operator.data = signs.astype(self._matrix.dtype)
        operator.indices = rows
        operator.indptr = np.zeros(len(ends) + 1, np.int32)
        operator.indptr[1:] = ends
        sums: Array = operator @ self._matrix
        return sums

    def _by_numpy(
        self, rows: npt.NDArray[np.int32], signs: npt.NDArray[np.int8], ends: npt.NDArray[np.intp]
    ) -> Array:
        sums = np.empty((len(ends), self._matrix.shape[1]), self._matrix.dtype)
        for group, (begin, end) in enumerate(itertools.pairwise([0, *ends.tolist()])):
            signed = self._matrix.take(rows[begin:end], axis=0)
            signed *= signs[begin:end, np.newaxis]
            np.add.reduce(signed, axis=0, out=sums[group])
        return sums
