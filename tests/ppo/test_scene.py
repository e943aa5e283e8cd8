"""Where the ball and the paddles are in a frame."""

from __future__ import annotations

from ppo_frames import frame_with

from pong_pg.ppo.scene import pixels_of


def test_the_pixels_that_positions_follow_from() -> None:
    lit = frame_with(range(30, 38), (40, 50), (41, 50), (60, 8), (60, 9), (61, 8), (5, 75))
    found = {name: sorted(pixels.tolist()) for name, pixels in pixels_of(lit).items()}
    assert found == {
        "ball": [40 * 80 + 50, 41 * 80 + 50],
        "agent": [80 * y + x for y in range(30, 38) for x in (70, 71)],
        "opponent": [60 * 80 + 8, 60 * 80 + 9],
    }
