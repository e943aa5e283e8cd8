from __future__ import annotations

import numpy as np
import pytest
from ppo_games import masks_of_play, recorded, weights

from pong_pg.game.frames import PIXELS
from pong_pg.ppo.network import ROWS, Weights, to_fixed_point
from pong_pg.ppo.reference import forward


def test_the_first_layer_is_rounded_to_a_power_of_two() -> None:
    W1 = np.zeros((ROWS, 2), np.float32)
    W1[5] = 0.75, -0.3
    W1[PIXELS + 5] = 2**-16, 3 * 2**-16
    W1[-1] = -0.5, 2**-14
    net = to_fixed_point(Weights(W1, np.ones((4, 2), np.float32), np.zeros(4, np.float32)))
    assert (net.heads == 2**-14).all()
    assert net.W1[[5, PIXELS + 5, -1]].tolist() == [[12_288, -4915], [0, 1], [-8192, 1]]
    assert np.count_nonzero(net.W1) == 5


@pytest.mark.parametrize("size", [1e-12, 0.999999, 1.0, 1.0000001, 5.3, 3e38])
def test_no_weight_is_too_large_or_too_small(size: float) -> None:
    fresh = weights()
    W1 = (fresh.W1 / np.abs(fresh.W1).max() * np.float32(size)).astype(np.float32)
    net = to_fixed_point(fresh._replace(W1=W1))
    scale = np.median(net.heads / fresh.heads)
    assert 2**13 <= np.abs(net.W1.astype(int)).max() <= 2**14
    # All inputs at once.
    assert ROWS * 2**14 < 2**31
    assert np.abs(net.W1 * float(scale) - W1).max() <= scale / 2


@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_weights_that_are_not_finite_are_refused(bad: float) -> None:
    net = weights()
    net.W1[7, 3] = bad
    with pytest.raises(ValueError, match="must be finite"):
        to_fixed_point(net)


def test_the_network_in_fixed_point_says_nearly_the_same() -> None:
    net, X = weights(32), recorded(masks_of_play(20))[1]
    fixed = to_fixed_point(net)
    ours, exact = (forward(some, X)[1] for some in (fixed, net))
    # Each row is off by half a unit at most, and there are two views.
    most = np.abs(X).sum(axis=1, dtype=int)[:, np.newaxis] * np.abs(fixed.heads).sum(axis=1).max()
    assert (np.abs(ours - exact) < most).all()
    assert (ours != exact).any()
