"""Keys that are pressed, repeated, held and released, as moves of a paddle."""

from __future__ import annotations

import pytest

from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.playing.paddle_keys import MOST_FRAMES, REPEAT_FRAMES, TAP_FRAMES, TappedPaddle, held_action

pytestmark = pytest.mark.any_stack


def frames(paddle: TappedPaddle, count: int = 40) -> list[int]:
    return [action for action in (paddle.action() for _ in range(count)) if action != STAY]


def test_taps_add_up_to_a_limit() -> None:
    paddle = TappedPaddle()
    assert frames(paddle) == []
    assert paddle.press("w", 0.0)
    assert frames(paddle) == [UP] * TAP_FRAMES
    for tap in range(20):
        paddle.press("up", 1 + tap * 0.1)
    assert frames(paddle) == [UP] * MOST_FRAMES
    assert not paddle.press("q", 9.0)


def test_the_other_way_stops_the_first() -> None:
    paddle = TappedPaddle()
    for at in (0.0, 0.2, 0.4):
        paddle.press("up", at)
    paddle.press("s", 0.5)
    assert frames(paddle) == [DOWN] * TAP_FRAMES


def test_repetition_goes_on_without_adding_up() -> None:
    paddle = TappedPaddle()
    for repeat in range(20):
        paddle.press("down", repeat * 0.033)
    assert frames(paddle) == [DOWN] * REPEAT_FRAMES


def test_a_key_is_held_until_it_is_released_where_the_terminal_says_so() -> None:
    paddle = TappedPaddle()
    paddle.press("up", 0.0)
    assert paddle.press("release up", 0.1)
    assert frames(paddle) == []
    paddle.press("up", 1.0)
    assert frames(paddle, 500) == [UP] * 500
    paddle.press("down", 2.0)
    paddle.press("release up", 2.1)
    assert frames(paddle, 5) == [DOWN] * 5
    paddle.press("release down", 3.0)
    assert frames(paddle) == []


def test_both_keys_of_a_window_are_none() -> None:
    assert held_action(up=True, down=False) == UP
    assert held_action(up=False, down=True) == DOWN
    assert held_action(up=True, down=True) == held_action(up=False, down=False) == STAY
