"""You against a network: the game for two, your keys, and a session."""

from __future__ import annotations

import sys
import time
from typing import Any, cast
from unittest import mock

import numpy as np
import pytest

from pong_pg.errors import MissingPackageError
from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.viewing.game_steps import Screen
from pong_pg.viewing.playing import PRESS_FRAMES, Board, Pair, TwoPlayerCourt, frame_skip, play
from pong_pg.viewing.terminal import FASTEST

# In the emulator's palette.
LEFT_COLOR, RIGHT_COLOR = 56, 200


@pytest.mark.needs("multi-agent-ale-py>=0.1.12", "ale-py>=0.9")
def test_sides_actions_and_points_of_the_game_for_two() -> None:
    court = TwoPlayerCourt()
    court.reset()
    for _ in range(60):
        before, _ = court.step(STAY, STAY)
    for _ in range(6):
        frame, _ = court.step(UP, DOWN)

    def top(screen: Screen, color: int) -> int:
        return int(np.flatnonzero((screen[34:194] == color).any(axis=1))[0])

    assert top(frame, LEFT_COLOR) < top(before, LEFT_COLOR)
    assert top(frame, RIGHT_COLOR) > top(before, RIGHT_COLOR)
    for _ in range(500):
        # The left player stays at the top, and misses what comes.
        court.step(UP, STAY)
    assert sum(court.score) >= 3
    court.reset()
    assert court.score == (0, 0)


def test_without_its_emulator_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "multi_agent_ale_py", None)
    with pytest.raises(MissingPackageError, match=r"run  pip install 'pong-pg\[play\]"):
        TwoPlayerCourt()


def test_the_frame_skip_is_that_of_training() -> None:
    assert frame_skip(None) == frame_skip(ReinforceConfig()) == frame_skip(ReinforceConfig(env="CartPole-v1")) == 4
    assert frame_skip(ReinforceConfig(env="PongNoFrameskip-v4")) == 1
    assert frame_skip(ReinforceConfig(env_kwargs={"frameskip": [2, 5]})) == 2


def test_a_press_moves_the_paddle_for_some_frames() -> None:
    terminal: Any = mock.Mock(colors=None, **{"keys.side_effect": [["w", "q"], ["up"], ["down"]]})
    board = Board(terminal)
    assert board.action() == STAY
    assert board.keys(0) == ["q"]
    assert [board.action() for _ in range(PRESS_FRAMES - 1)] == [UP] * (PRESS_FRAMES - 1)
    # The keyboard repeats a key that is held.
    assert board.keys(0) == []
    assert [board.action() for _ in range(PRESS_FRAMES + 1)] == [UP] * PRESS_FRAMES + [STAY]
    board.keys(0)
    assert board.action() == DOWN


class Table:
    """A game in which the left player makes a point in every frame, and wins with the third."""

    score: Pair = (0, 0)

    def reset(self) -> Screen:
        self.score = (0, 0)
        return np.zeros((210, 160), np.uint8)

    def step(self, left: int, right: int) -> tuple[Screen, bool]:
        assert (left, right) == (UP, STAY)
        self.score = self.score[0] + 1, 0
        return np.zeros((210, 160), np.uint8), self.score[0] == 3

    def render(self) -> Screen:
        return np.zeros((210, 160, 3), np.uint8)


class Hand:
    """Begins when it was asked twice, always goes up, and quits when the second game is over or with a key."""

    def __init__(self, *keys: str) -> None:
        self.titles: list[str] = []
        self._keys = keys
        self._asked = 0

    def begins(self) -> str | None:
        self._asked += 1
        return self._keys[self._asked // 2 - 1] if self._asked % 2 == 0 else None

    def draw(self, _screen: Screen, title: str) -> None:
        self.titles.append(title)

    def keys(self, seconds: float) -> list[str]:
        time.sleep(min(seconds, 0.01))
        return ["q"] if "you 3 : 0 fast   game 2" in self.titles[-1] else []

    def action(self) -> int:
        return UP


def test_games_are_counted_and_the_score_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pong_pg.viewing.playing.FINAL_SECONDS", 0.0)
    hand = Hand("up", "space")
    table, board = cast("Any", Table()), cast("Any", hand)
    opponent = cast("Any", mock.Mock(**{"act.return_value": STAY}))
    outcome = play(table, board, opponent, name="fast", seed=0, speed=FASTEST)
    assert outcome == ((2, 0), (6, 0))
    # Nothing moves before a key is pressed.
    assert hand.titles[:3] == [
        "you 0 : 0 fast   game 1   press a key to begin",
        "you 0 : 0 fast   game 1   speed 16x",
        "you 1 : 0 fast   game 1   speed 16x",
    ]
    assert "you 0 : 0 fast   game 2   press a key to begin" in hand.titles


def test_q_quits_before_the_game_begins() -> None:
    table, board = cast("Any", Table()), cast("Any", Hand("q"))
    assert play(table, board, mock.Mock(), name="fast", seed=0, speed=FASTEST) == ((0, 0), (0, 0))
