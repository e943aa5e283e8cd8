from __future__ import annotations

import math

import numpy as np
import pytest

from pong_pg.reinforce.trainer import _norm


@pytest.mark.parametrize("rows", [1, 255, 256, 257, 600])
def test_the_norm_is_that_of_exact_sums(rows: int) -> None:
    rng = np.random.default_rng(rows)
    first, second = (rng.standard_normal(shape).astype(np.float32) * 1e3 for shape in ((rows, 200), 200))
    expected = math.sqrt(math.fsum(float(number) ** 2 for array in (first, second) for number in array.flat))
    # A sum in float32, as BLAS takes it, is off by some 1e-7.
    assert _norm((first, second)) == pytest.approx(expected, rel=1e-13)
