"""The plain NumPy way, against values by hand, sums that define them, slopes and closed forms."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

import numpy as np
import ppo_oracle
import pytest
from falling import FallingBall
from hypothesis import given
from hypothesis import strategies as st
from ppo_games import masks_of_play, recorded, weights

import pong_pg
from pong_pg.ppo import reference
from pong_pg.ppo.adam import adam_step
from pong_pg.ppo.network import (
    BIAS,
    ROWS,
    SHARED,
    SWAPPED,
    combined,
    observation,
    reflected_rows,
    shared_gradient,
    shared_of_rows,
)
from pong_pg.ppo.reference import GOES_ON, TERMINATED, TRUNCATED, Settings

X = recorded(masks_of_play(9))[1]


def test_an_observation_is_what_is_lit_and_what_has_changed() -> None:
    mask, before = np.zeros((2, 80, 80), np.uint8)
    mask[0, 3] = mask[1, 10] = 1
    before[1, 10] = before[2, 40] = 1
    found = observation(mask, before)
    assert found.shape == (ROWS,)
    rows = np.flatnonzero(found).tolist()
    assert rows == [3, 90, 6400 + 3, 6400 + 200, BIAS]
    assert found[rows].tolist() == [1, 1, 1, -1, 1]


def test_what_is_said_of_the_reflection_is_the_reflection_of_what_is_said() -> None:
    outputs, images = (reference.forward(weights(), x)[1] for x in (X, X[:, reflected_rows()]))
    np.testing.assert_allclose(images, outputs[:, SWAPPED], rtol=1e-4, atol=1e-5)
    assert np.abs(outputs[:, 1] - outputs[:, 2]).max() > 0.01


def advantages(
    rewards: Sequence[float], values: Sequence[float], over: list[int], gamma: float = 0.5, gae_lambda: float = 0.5
) -> list[float]:
    arrays = np.array([rewards], float), np.array([values], float), np.array([over], np.uint8)
    result: list[float] = reference.advantages(*arrays, gamma, gae_lambda)[0].tolist()
    return result


@pytest.mark.parametrize(
    ("reward", "over", "expected"),
    [
        # delta = [.5 * 2 - 1, .5 * 3 - 2, .5 * 4 - 3] = [0, -.5, -1]; each takes a quarter of the one after it.
        (0, GOES_ON, [-0.1875, -0.75, -1.0]),
        # Nothing after a point counts: not the next value, nor the next advantage.
        (1, GOES_ON, [0.25 * -1, 1 - 2, -1.0]),
        (0, TERMINATED, [0.25 * -2, -2.0, -1.0]),
        # A game that was cut off would have gone on from where it was.
        (0, TRUNCATED, [0.25 * -1, 0.5 * 2 - 2, -1.0]),
    ],
)
def test_advantages_by_hand(reward: float, over: int, expected: list[float]) -> None:
    assert advantages([0, reward, 0], [1, 2, 3, 4], [0, over, 0]) == expected


@given(st.data())
def test_advantages_are_the_sums_that_define_them_in_each_stream(data: st.DataObject) -> None:
    n = data.draw(st.integers(1, 12))
    streams = []
    for _ in range(2):
        rewards = data.draw(st.lists(st.sampled_from([0.0, 0.0, 0.0, 1.0, -1.0, 0.5]), min_size=n, max_size=n))
        over = data.draw(st.lists(st.sampled_from([GOES_ON, GOES_ON, TERMINATED, TRUNCATED]), min_size=n, max_size=n))
        values = data.draw(st.lists(st.floats(-3, 3), min_size=n + 1, max_size=n + 1))
        streams.append((rewards, values, over))
    gamma, gae_lambda = data.draw(st.floats(0, 1)), data.draw(st.floats(0, 1))
    rewards_of, values_of, over_of = map(np.array, zip(*streams, strict=True))
    found = reference.advantages(rewards_of, values_of, over_of, gamma, gae_lambda)
    for stream, ours in zip(streams, found.tolist(), strict=True):
        assert ours == pytest.approx(ppo_oracle.advantages_of(*stream, gamma, gae_lambda), abs=1e-9)


def test_steps_of_adam_are_those_of_the_paper_in_some_rows_only() -> None:
    """Against a transcription in float64; a row's means do not decay in steps without it."""
    rng, rows = np.random.default_rng(0), np.array([1, 3])
    parameter = (rng.standard_normal((5, 4)).astype(np.float32), *np.zeros((2, 5, 4), np.float32))
    w, m, v = (array.astype(np.float64) for array in parameter)
    for step in range(1, 4):
        gradient = rng.standard_normal((5, 4)).astype(np.float32)
        adam_step(parameter, gradient, rows, 0.01, step)
        m[rows] = 0.9 * m[rows] + 0.1 * gradient[rows]
        v[rows] = 0.999 * v[rows] + 0.001 * gradient[rows].astype(float) ** 2
        w[rows] -= 0.01 * m[rows] / (1 - 0.9**step) / (np.sqrt(v[rows] / (1 - 0.999**step)) + 1e-5)
    for ours, exact in zip(parameter, (w, m, v), strict=True):
        np.testing.assert_allclose(ours, exact, rtol=1e-4, atol=1e-7)


def test_every_pixel_lies_in_one_block_of_each_shape_in_each_plane() -> None:
    of_rows = shared_of_rows()
    assert SHARED == 2 * (20 * 20 + 5 * 5 + 80 + 80)
    # By hand: the first pixel, the last of the first row, the one at row 17 and column 18, the first changed one, bias.
    assert of_rows[0].tolist() == [0, 400, 425, 505]
    assert of_rows[79].tolist() == [19, 404, 425, 584]
    assert of_rows[17 * 80 + 18].tolist() == [4 * 20 + 4, 400 + 5 + 1, 425 + 17, 505 + 18]
    assert of_rows[6400].tolist() == [585, 985, 1010, 1090]
    assert of_rows[BIAS].tolist() == [-1] * 4
    for level, size in enumerate((4 * 4, 16 * 16, 80, 80)):
        assert set(np.unique(of_rows[:BIAS, level], return_counts=True)[1].tolist()) == {size}


def test_shared_weights_are_those_of_a_matrix_product_and_their_gradient_of_its_transpose() -> None:
    rng = np.random.default_rng(0)
    own, dW1 = (rng.standard_normal((ROWS, 2)).astype(np.float32) for _ in range(2))
    shared = rng.standard_normal((SHARED, 2)).astype(np.float32)
    matrix = np.zeros((ROWS, SHARED))
    rows, levels = np.nonzero(shared_of_rows() >= 0)
    matrix[rows, shared_of_rows()[rows, levels]] = 1
    np.testing.assert_allclose(combined(own, shared), own + matrix @ shared, atol=1e-5)
    np.testing.assert_allclose(shared_gradient(dW1), matrix.T @ dW1, atol=1e-4)


def test_it_runs_by_itself() -> None:
    command = [sys.executable, "-m", "pong_pg.ppo.reference", "--updates", "1"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_it_learns_what_it_is_to(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """In the toy game: nothing of the page is Pong's alone."""
    monkeypatch.setattr(pong_pg, "make", lambda _: FallingBall())
    fast = Settings(vf_coef=1.0, ent_coef=0.01, target_kl=1e9, learning_rate=0.02, block_rate=1.0)
    monkeypatch.setattr(reference, "Settings", lambda: fast)
    reference.train(5, num_envs=4, steps=160, hidden=8)
    returns = [float(line.rsplit(" ", 1)[1]) for line in capsys.readouterr().out.splitlines()]
    assert len(returns) == 5 * 4 * 2
    assert np.mean(returns[-8:]) > np.mean(returns[:8]) + 3
