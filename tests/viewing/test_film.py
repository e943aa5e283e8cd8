"""Which of the console's frames are recorded, at which frame rate and speed."""

from __future__ import annotations

import numpy as np
import pytest

from pong_pg.viewing.game_steps import Step
from pong_pg.viewing.recording import Film


class Written(list[int]):
    """Keeps the numbers of the frames that are written."""

    def write(self, image: np.ndarray, times: int = 1) -> None:
        self.extend([int(image[0, 0, 0])] * times)


def screen(frame: int) -> np.ndarray:
    return np.full((210, 160, 3), frame, np.uint8)


def step(number: int, *, known: bool = True, over: bool = False) -> Step:
    """A step of four frames; the value of a screen's pixels is its number among the console's frames."""
    between = tuple(screen(4 * number - back) for back in (3, 2, 1)) if number else ()
    return Step(
        0, number, screen(4 * number), None, 0, 0.0, (0, 0), "terminated" if over else None, between if known else None
    )


def film(fps: float, speed: float = 1.0, *, known: bool = True, steps: int = 3) -> list[int]:
    written = Written()
    made = Film(written.write, fps=fps, speed=speed)
    for number in range(steps + 1):
        made.add(step(number, known=known, over=number == steps))
    return written


@pytest.mark.parametrize(
    ("fps", "speed", "expected"),
    [
        (15, 1, [0, 4, 8, 12]),
        (30, 1, [0, 2, 4, 6, 8, 10, 12]),
        (60, 1, list(range(13))),
        (60, 0.5, [0, *(frame for frame in range(1, 13) for _ in "12")]),
    ],
)
def test_the_console_is_shown_in_real_time(fps: float, speed: float, expected: list[int]) -> None:
    assert film(fps, speed) == expected


def test_the_next_game_goes_on_in_time_and_the_last_picture_stays() -> None:
    written = Written()
    made = Film(written.write, fps=15)
    for _ in range(2):
        for number in range(3):
            made.add(step(number, over=number == 2))
    made.hold()
    # A game of two steps has nine frames.
    assert written == [0, 4, 8, 3, 7, *[7] * 15]
