"""Where the ball and the paddles are, found in a screen by their colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Screen = npt.NDArray[np.uint8]

# Rows of the screen between the walls; the score is above.
TOP, BOTTOM = 34, 194
WIDTH = 160
PADDLE_HEIGHT = 16
_BALL, _OPPONENT, _POLICY = (236, 236, 236), (213, 130, 74), (92, 186, 92)


@dataclass(frozen=True)
class Positions:
    """The positions on one screen, in its pixels: x from the left, 0 to 159, y from the top, 34 to 193 in the field.

    Attributes:
        ball: x and y of the ball's centre; None while there is no ball.
        opponent: y of the centre of the left paddle; None while it is not on the screen.
        policy: y of the centre of the right paddle; None while it is not on the screen.
    """

    ball: tuple[float, float] | None
    opponent: float | None
    policy: float | None


def positions_of(screen: Screen) -> Positions:
    """Return where the ball and the paddles are on a screen of Pong.

    Args:
        screen: (210, 160, 3) uint8 RGB, as the emulator draws it.

    Raises:
        ValueError: the screen has another shape or type.
    """
    if screen.shape != (210, WIDTH, 3) or screen.dtype != np.uint8:
        raise ValueError(f"screen must be (210, {WIDTH}, 3) uint8; got {screen.dtype} of shape {screen.shape}")
    field = screen[TOP:BOTTOM]
    opponent, policy = _centre(field, _OPPONENT), _centre(field, _POLICY)
    return Positions(
        _centre(field, _BALL), None if opponent is None else opponent[1], None if policy is None else policy[1]
    )


def _centre(field: Screen, colour: tuple[int, int, int]) -> tuple[float, float] | None:
    rows, columns = np.nonzero((field == colour).all(axis=2))
    return None if not len(rows) else (float(columns.mean()), float(rows.mean()) + TOP)


def hits_of(positions: Sequence[Positions]) -> tuple[list[int], list[int]]:
    """Return the indices of the screens on which the opponent, and on which the policy, has just hit the ball.

    These are the screens with the ball farthest left or right: where it turns round.
    """
    opponent: list[int] = []
    policy: list[int] = []
    known = [(index, place.ball[0]) for index, place in enumerate(positions) if place.ball is not None]
    for (first, before), (index, now), (last, after) in zip(known, known[1:], known[2:], strict=False):
        # Where there was no ball in between, it is another one.
        if last - first > 2:
            continue
        if now >= before and now > after:
            policy.append(index)
        elif now <= before and now < after:
            opponent.append(index)
    return opponent, policy
