from __future__ import annotations

import dataclasses
import hashlib
import math
from pathlib import Path

import numpy as np
import pytest

import pong_pg
from pong_pg.ppo import kernels
from pong_pg.ppo.blocks import blocks
from pong_pg.ppo.config import PPOConfig
from pong_pg.ppo.encoder import LIBRARY
from pong_pg.ppo.groups import ROW_CLASSES
from pong_pg.ppo.network import BIAS, MOST_ROWS, ROWS, inputs_of
from pong_pg.ppo.numpy_kernels import NumPyKernels
from pong_pg.ppo.waves import waves

# Rollouts of the emulator, which other tests compare on every stack, are only what the tests are fed with.
pytestmark = pytest.mark.two_stacks

STEP = 2.0**-12
# Of a ball's height and column; of the opponent and of the agent; of their changes; of distances.
COUNTS = {0: 22, 1: 11, 2: 11, 3: 2, 4: 1, 5: 1, 7: 11}
CONFIG = PPOConfig(
    num_envs=3,
    rollout_steps=30,
    final_rollout_steps=30,
    num_minibatches=2,
    epochs=2,
    hidden=8,
    iterations=4,
    workers=0,
    seed=4,
    learning_rate=0.01,
    block_shapes="squares+lines+waves",
)


def test_every_class_of_rows_has_waves_of_its_own() -> None:
    of_rows, values, number = waves(MOST_ROWS)
    assert number == sum(COUNTS.values())
    seen: set[int] = set()
    for row_class, count in COUNTS.items():
        rows = of_rows[row_class == ROW_CLASSES]
        assert (rows == rows[0]).all()
        assert (rows[0] >= 0).sum() == count
        assert (rows[0][count:] == -1).all()
        mine = set(rows[0][:count].tolist())
        assert not mine & seen
        seen |= mine
    assert seen == set(range(number))
    assert (of_rows[BIAS] == -1).all()
    assert not values[of_rows < 0].any()
    # Without distances there are those of the other rows.
    fewer = waves(ROWS)
    assert fewer.number == number - COUNTS[7]
    np.testing.assert_array_equal(fewer.of_rows, of_rows[:ROWS])
    np.testing.assert_array_equal(fewer.values, values[:ROWS])


def test_values_by_hand() -> None:
    _, values, _ = waves(MOST_ROWS)
    # A lit pixel at row 56 and column 32, where the slowest wave has gone through 7/16 and 1/4 of its period.
    lit = values[56 * 80 + 32]
    assert lit[0] == pytest.approx(16 / 32, abs=STEP)
    assert lit[[1, 5, 6]] == pytest.approx([math.sin(7 * math.pi / 8), 0, math.cos(7 * math.pi / 8)], abs=STEP)
    assert lit[[11, 12, 17, 18]] == pytest.approx([-8 / 32, 1, 0, -1], abs=STEP)
    # The agent's paddle; pixels that changed; distances.
    assert values[56 * 80 + 70][0] == pytest.approx(16 / 32 / 8, abs=STEP)
    assert values[6400 + 56 * 80 + 32][:3].tolist() == [2, -1, 0]
    assert values[6400 + 56 * 80 + 71][:2].tolist() == [1, 0]
    np.testing.assert_array_equal(values[ROWS + 56 * 80 + 32][:11], lit[:11])


def test_a_frames_linear_waves_are_heights_and_movements() -> None:
    """A ball of two pixels that has moved by three rows and five columns, and a paddle that has by two rows."""
    of_rows, values, number = waves(MOST_ROWS)

    def frame(paddle: int, y: int, x: int) -> np.ndarray:
        lit = np.zeros((80, 80), np.bool_)
        lit[paddle : paddle + 8, 70:72] = True
        lit[y : y + 2, x] = True
        return lit.ravel()

    totals = np.zeros(number)
    for row in inputs_of(frame(30, 50, 45), frame(28, 47, 40), distances=True).tolist():
        index, sign = (row, 1) if row >= 0 else (~row, -1)
        some = of_rows[index] >= 0
        totals[of_rows[index][some]] += sign * values[index][some]
    first = {row_class: int(of_rows[row_class == ROW_CLASSES][0][0]) for row_class in COUNTS}
    # Of the ball, whose middle is 0.5 rows below its first one; of the paddle, whose middle is 3.5 below.
    assert totals[first[0]] == pytest.approx(2 * 10.5 / 32, abs=2 * STEP)
    assert totals[first[0] + 11] == pytest.approx(2 * 5 / 32, abs=2 * STEP)
    assert totals[first[2]] == pytest.approx(2 * -6.5 / 32, abs=16 * STEP)
    assert totals[first[3]] == pytest.approx(2 * 3 / 8)
    assert totals[first[3] + 1] == pytest.approx(2 * 5 / 8)
    assert totals[first[5]] == pytest.approx(2 * 2 * 8 / 16)
    # The ball is 17 rows below the middle of the paddle: distances begin at 39.5 rows above.
    assert totals[first[7]] == pytest.approx(2 * (17 + 39.5 - 40) / 32, abs=2 * STEP)


def test_values_are_the_same_on_every_machine() -> None:
    """They are rounded to steps that are far larger than what the sines of mathematical libraries differ by."""
    values = waves(MOST_ROWS).values
    assert not (values / STEP % 1).any()
    digest = hashlib.sha256(values.astype("<f4").tobytes()).hexdigest()
    assert digest.startswith("b69851b665f183fb")


def test_blocks_with_waves_are_blocks_and_waves() -> None:
    plain, both, only = blocks("squares+lines", MOST_ROWS), blocks("squares+lines+waves", MOST_ROWS), waves(MOST_ROWS)
    assert both.number == plain.number + only.number
    np.testing.assert_array_equal(both.of_rows[:, :4], plain.of_rows)
    np.testing.assert_array_equal(both.of_rows[:, 4:], np.where(only.of_rows < 0, -1, only.of_rows + plain.number))
    np.testing.assert_array_equal(both.values, np.concatenate([plain.values, only.values], axis=1))
    assert set(np.unique(plain.values)) == {0, 1}


def test_a_run_goes_on_to_the_same_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = pong_pg.train(CONFIG).policy.digest()
    pong_pg.train(dataclasses.replace(CONFIG, iterations=2, run_dir=str(tmp_path / "run")))
    assert pong_pg.resume(tmp_path / "run", iterations=2).policy.digest() == whole
    # The control: without waves it is another run.
    assert pong_pg.train(dataclasses.replace(CONFIG, block_shapes="squares+lines")).policy.digest() != whole
    monkeypatch.setattr(LIBRARY, "load", lambda: None)
    monkeypatch.setattr(kernels, "CompiledKernels", lambda _library: NumPyKernels())
    kernels.kernels.cache_clear()
    try:
        assert isinstance(kernels.kernels(), NumPyKernels)
        assert pong_pg.train(CONFIG).policy.digest() == whole
    finally:
        kernels.kernels.cache_clear()
