"""Real time for games, and the keys that change it."""

from __future__ import annotations

import time
from collections.abc import Callable

from pong_pg.viewing.game_steps import FRAMES_PER_SECOND

SLOWEST, FASTEST = 1 / 16, 16.0
# The keys that quit.
QUIT = ("q", "Q", "escape")
# Who is later than this, after a pause or on a slow machine, does not hurry to make up for it.
_LATEST = 0.1


class Pace:
    """How fast the games go on.

    Args:
        keys: returns the keys pressed, after waiting at most so many seconds for the first.
        speed: to begin with.

    Attributes:
        speed: 1 is that of the console; from `SLOWEST` to `FASTEST`.
        paused: whether they stand still.
        quit: whether somebody has quit.
    """

    def __init__(self, keys: Callable[[float], list[str]], speed: float = 1.0) -> None:
        self._keys = keys
        self.speed = speed
        self.paused = self.quit = False
        # Whether one step is asked for while they do.
        self._single = False
        self._due = time.monotonic()

    def press(self, key: str) -> bool:
        """Do what a key says; return False for the one that quits."""
        if key in QUIT:
            self.quit = True
            return False
        if key == "space":
            self.paused = not self.paused
        elif key == "s":
            self.paused = self._single = True
        elif key in ("+", "="):
            self.speed = min(FASTEST, self.speed * 2)
        elif key in ("-", "_"):
            self.speed = max(SLOWEST, self.speed / 2)
        return True

    def wait(self, frames: float, redraw: Callable[[], None], *, stands: bool = True) -> bool:
        """Wait until so many of the console's frames have been seen, or a pause has ended; return False to quit.

        Args:
            frames: how many.
            redraw: called now and then during a pause, for what a key or another size of the screen changes.
            stands: whether a pause may begin here.
        """
        self._due = max(self._due + frames / (FRAMES_PER_SECOND * self.speed), time.monotonic() - _LATEST)
        while True:
            left = self._due - time.monotonic()
            still = self.paused and stands
            if not all(self.press(key) for key in self._keys(0.1 if still else max(0.0, left))):
                return False
            if self._single and stands:
                self._single = False
                return True
            if self.paused and stands:
                redraw()
            elif self.paused or left <= 0:
                return True

    def __str__(self) -> str:
        return f"speed {self.speed:g}x" + (", paused" if self.paused else "")
