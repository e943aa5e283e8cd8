"""Watching games: keys, pauses, single steps and the end, with steps and a view made by hand."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Generator
from typing import Any
from unittest import mock

import numpy as np
import pytest

from pong_pg.viewing import watching
from pong_pg.viewing.game_steps import Step
from pong_pg.viewing.terminal import FASTEST, SLOWEST, Pace
from pong_pg.viewing.watching import watch

STEPS = 4


def made_step(number: int, screen: int = 0, over: str | None = None) -> Step:
    image = np.full((210, 160, 3), screen, np.uint8)
    return Step(0, number, image, None, None if over else 2, 0.0, (0, number), over)


def made_game(*_: Any, **__: Any) -> Generator[Step, None, None]:
    for number in range(STEPS):
        yield made_step(number, number, "terminated" if number == STEPS - 1 else None)


class View:
    """Answers each question for keys with the next of a list, "" for none, and notes what is drawn."""

    def __init__(self, *keys: str) -> None:
        self.drawn: list[tuple[int, bool]] = []
        self.messages: list[str] = []
        self._keys = list(keys)

    def draw(self, step: Step, title: str) -> None:
        self.drawn.append((step.number, "paused" in title))

    def message(self, text: str) -> None:
        self.messages.append(text)
        self._keys = self._keys or ["q"]

    def keys(self, _seconds: float) -> list[str]:
        key = self._keys.pop(0) if self._keys else ""
        return [key] if key else []


@pytest.fixture(autouse=True)
def _made_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "play_steps", made_game)
    # Draw every one.
    monkeypatch.setattr(watching, "_DRAWN_PER_SECOND", 1e9)
    monkeypatch.setattr(watching, "FINAL_SECONDS", 0)


def shown(view: View) -> list[str]:
    seen: Any = view
    # After one game there is none.
    games: Any = iter([mock.Mock()])
    return watch(lambda: next(games, None), seen, FASTEST)


def test_a_game_is_shown_to_its_end_unless_a_key_quits() -> None:
    view = View()
    assert shown(view) == [f"0 : {STEPS - 1}"]
    assert {number for number, _ in view.drawn} == set(range(STEPS))
    for key in ("q", "Q", "escape"):
        view = View("x", key)
        assert shown(view) == ["0 : 0 (not to its end)"]
        assert STEPS - 1 not in {number for number, _ in view.drawn}


def test_a_pause_stands_still_and_s_plays_one_step() -> None:
    view = View("space", *[""] * 20, "s", *[""] * 20, "q")
    assert shown(view) == ["0 : 1 (not to its end)"]
    assert {number for number, paused in view.drawn if paused} == {0, 1}


def test_a_ball_that_is_returned_for_ever_ends_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(*_: Any, **__: Any) -> Generator[Step, None, None]:
        for number in itertools.count():
            point = number == 2
            yield dataclasses.replace(made_step(number), reward=float(point), score=(0, int(number >= 2)))

    monkeypatch.setattr(watching, "play_steps", endless)
    monkeypatch.setattr(watching, "MOST_STEPS", 5)
    view = View()
    assert shown(view) == ["0 : 1 (no point in 1200 steps)"]
    # Five steps after the point.
    assert max(number for number, _ in view.drawn) == 7


def test_without_a_checkpoint_it_waits_and_q_quits() -> None:
    view = View("", "q")
    seen: Any = view
    assert watch(lambda: None, seen) == []
    assert view.messages == ["Waiting for the run's first checkpoint ..."] * 2


@pytest.mark.parametrize(
    ("keys", "speed"), [("+", 2.0), ("=", 2.0), ("-", 0.5), ("+" * 9, FASTEST), ("-" * 9, SLOWEST), ("+-", 1.0)]
)
def test_keys_change_the_speed_within_its_limits(keys: str, speed: float) -> None:
    pace = Pace(lambda _: [])
    assert all(pace.press(key) for key in keys)
    assert pace.speed == speed
    assert str(pace) == f"speed {speed:g}x"
