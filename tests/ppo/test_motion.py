from __future__ import annotations

from fractions import Fraction

import numpy as np
import numpy.typing as npt
from ppo_frames import ALL_PIXELS, PADDLES, frame_with

from pong_pg.ppo.motion import motion_of
from pong_pg.ppo.network import LAYOUTS, inputs_of
from pong_pg.ppo.symmetry import reflected

# The first row of motions.
MOTION = LAYOUTS["pixels+distances"].rows


def ball_at(*pixels: tuple[int, int]) -> npt.NDArray[np.bool_]:
    return frame_with(PADDLES[0], *pixels)


def by_hand(lit: npt.NDArray[np.bool_], before: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
    """The definition, pixel by pixel, in fractions."""
    pixels = [
        [(y, x) for y in range(80) for x in range(70) if x not in (8, 9) and frame[80 * y + x]]
        for frame in (lit, before)
    ]
    if not all(pixels):
        return []
    middles = [Fraction(min(pixels[k])[0] + max(pixels[k])[0], 2) for k in (0, 1)]
    motion = middles[0] - middles[1]
    if motion == 0:
        return []
    if motion.denominator == 1:
        motion += Fraction(1, 2) if motion > 0 else Fraction(-1, 2)
    motion = max(min(motion, Fraction(79, 2)), Fraction(-79, 2))
    column = min(x for _, x in pixels[0])
    rows = [y for y, x in pixels[0] if x == column]
    return [(int(80 * (motion + Fraction(79, 2))) + column, 80 * rows[len(rows) // 2] + column)]


def test_motion_by_hand() -> None:
    # Two rows downwards count as two and a half, and three upwards as three and a half.
    inputs, pixels = motion_of(ball_at((40, 50), (41, 50)), ball_at((38, 48), (39, 48)))
    assert (inputs.tolist(), pixels.tolist()) == ([42 * 80 + 50], [41 * 80 + 50])
    inputs, pixels = motion_of(ball_at((35, 20), (36, 20)), ball_at((38, 22), (39, 22)))
    assert (inputs.tolist(), pixels.tolist()) == ([36 * 80 + 20], [36 * 80 + 20])
    # Half a row: one of the ball's two rows is outside of the frame.
    assert motion_of(ball_at((0, 50), (1, 50)), ball_at((0, 48)))[0].tolist() == [40 * 80 + 50]
    # From one end of the frame to the other.
    assert motion_of(ball_at((79, 1)), ball_at((0, 1)))[0].tolist() == [79 * 80 + 1]
    assert motion_of(ball_at((0, 1)), ball_at((79, 1)))[0].tolist() == [1]
    # A ball in two columns has the motion of its first.
    assert motion_of(ball_at((40, 50), (40, 51)), ball_at((39, 48)))[0].tolist() == [41 * 80 + 50]


def test_a_ball_that_did_not_move_up_or_down_has_no_motion() -> None:
    ball = ball_at((40, 50), (41, 50))
    for before in (ball, ball_at((40, 47), (41, 47)), ball_at(), ball_at((30, 8), (31, 70), (32, 79))):
        assert [part.tolist() for part in motion_of(ball, before)] == [[], []]
        assert [part.tolist() for part in motion_of(before, ball)] == [[], []]
    # The control: one that did.
    assert len(motion_of(ball, ball_at((41, 50), (42, 50)))[0])


def test_motion_is_that_of_the_definition() -> None:
    rng = np.random.default_rng(3)
    found = 0
    for number in range(200):
        frames = [frame_with(PADDLES[number % 4], *rng.integers(80, size=(number % 5, 2)).tolist()) for _ in range(2)]
        inputs, pixels = motion_of(*frames)
        assert list(zip(inputs.tolist(), pixels.tolist(), strict=True)) == by_hand(*frames)
        found += len(inputs)
    assert found > 100


def test_upside_down_motion_is_reflected() -> None:
    rng = np.random.default_rng(0)
    for _ in range(30):
        frames = [ball_at(*rng.integers(80, size=(3, 2)).tolist()) for _ in range(2)]
        images = [frame.reshape(80, 80)[::-1].ravel() for frame in frames]
        rows = inputs_of(frames[0], frames[1], LAYOUTS["pixels+distances+motion"])
        assert sorted(reflected(rows, ALL_PIXELS).tolist()) == sorted(
            inputs_of(images[0], images[1], LAYOUTS["pixels+distances+motion"]).tolist()
        )
        assert (rows >= MOTION).sum() == len(motion_of(*frames)[0])
