"""Watching games: keys, pauses, single steps and the end, with steps and a view made by hand."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import numpy as np
import pytest

from pong_pg.reinforce.config import ReinforceConfig
from pong_pg.viewing import watching
from pong_pg.viewing.game_steps import Step
from pong_pg.viewing.overlay import Overlay
from pong_pg.viewing.watching import FASTEST, SLOWEST, Pace, WindowView, watch

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

    def draw(self, step: Step, _name: str, pace: Pace) -> None:
        self.drawn.append((step.number, pace.paused))

    def message(self, text: str) -> None:
        self.messages.append(text)

    def keys(self, _seconds: float) -> list[str]:
        key = self._keys.pop(0) if self._keys else ""
        return [key] if key else []


@pytest.fixture(autouse=True)
def _made_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "play_steps", made_game)
    # Draw every one.
    monkeypatch.setattr(watching, "_FRAMES_PER_SECOND", 1e9)


def shown(view: View, games: int = 1) -> int:
    policy: Any = object()
    return watch(lambda: (policy, ReinforceConfig(), "name"), view, games=games, pace=Pace(speed=FASTEST))


def test_a_game_is_shown_to_its_end() -> None:
    view = View()
    assert shown(view, games=2) == 2
    numbers = [number for number, _ in view.drawn]
    assert numbers[0] == 0
    assert numbers[-1] == STEPS - 1
    assert set(numbers) == set(range(STEPS))


def test_q_quits_in_the_middle() -> None:
    view = View("x", "q")
    assert shown(view) == 0
    assert STEPS - 1 not in {number for number, _ in view.drawn}


def test_a_pause_stands_still_and_s_plays_one_step() -> None:
    view = View("space", *[""] * 20, "s", *[""] * 20, "q")
    assert shown(view) == 0
    assert {number for number, paused in view.drawn if paused} == {0, 1}
    view = View("space", *[""] * 20, "s", *[""] * 20, "s", *[""] * 20, "q")
    assert shown(view) == 0
    assert max(number for number, paused in view.drawn if paused) == 2


def test_without_a_checkpoint_it_waits_and_q_quits() -> None:
    view = View("", "q")
    assert watch(lambda: None, view) == 0
    assert view.messages == ["Waiting for the run's first checkpoint ..."] * 2


@pytest.mark.parametrize(
    ("keys", "speed"), [("+", 2.0), ("=", 2.0), ("-", 0.5), ("+" * 9, FASTEST), ("-" * 9, SLOWEST), ("+-", 1.0)]
)
def test_keys_change_the_speed_within_its_limits(keys: str, speed: float) -> None:
    pace = Pace()
    assert all(pace.press(key) for key in keys)
    assert pace.speed == speed
    assert str(pace) == f"speed {speed:g}x"


@pytest.mark.parametrize("key", ["q", "Q", "escape"])
def test_some_keys_quit(key: str) -> None:
    assert not Pace().press(key)


def test_a_window_shows_the_screen_beside_the_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    images: list[Any] = []
    titles: list[str] = []

    class Window:
        keys = View().keys
        show = staticmethod(images.append)
        title = staticmethod(titles.append)

    overlay = Overlay(2)
    panels: list[Step] = []
    drawn = overlay._panel_of

    def counted(step: Step) -> Any:
        panels.append(step)
        return drawn(step)

    monkeypatch.setattr(overlay, "_panel_of", counted)
    window: Any = Window
    view = WindowView(window, overlay)
    view.draw(made_step(3, 200), "fast", Pace())
    view.draw(made_step(3, 100), "fast", Pace())
    assert [image.shape for image in images] == [(420, 480, 3)] * 2
    assert [int(image[0, 0, 0]) for image in images] == [200, 100]
    assert len(panels) == 1, "the screens between two decisions share what is beside them"
    assert titles == ["0 : 3   speed 1x   fast"] * 2
    view.draw(made_step(4, 100, "terminated"), "fast", Pace())
    assert len(panels) == 2
