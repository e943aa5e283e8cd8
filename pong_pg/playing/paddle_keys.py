"""Which way your paddle moves, from keys that are pressed in a terminal or held in a window."""

from __future__ import annotations

from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.viewing.terminal import RELEASE

ACTION_OF = {"up": UP, "w": UP, "W": UP, "down": DOWN, "s": DOWN, "S": DOWN}
# A tap moves the paddle by its own height, which takes three frames; more taps add up.
TAP_FRAMES = 3
MOST_FRAMES = 12
# The same key again after at most so many seconds is the keyboard's repetition of a key that is held: it goes on for
# these frames, which last until the next repetition.
REPEAT_SECONDS = 0.075
REPEAT_FRAMES = 4


class TappedPaddle:
    """Your paddle in a terminal, where only presses of keys are known.

    A tap moves it by its own height, and a key that is held moves it on, once the keyboard repeats it. Where the
    terminal tells of releases, an arrow key that is held moves it all the time.
    """

    def __init__(self) -> None:
        self._action = STAY
        self._frames = 0.0
        self._pressed: tuple[str, float] = ("", -1.0)
        self._tells_releases = False

    def press(self, key: str, now: float) -> bool:
        """Take in a key; return whether it moves the paddle.

        Args:
            key: as named by `pong_pg.viewing.terminal.Terminal.keys`.
            now: the time in seconds.
        """
        name = key.removeprefix(RELEASE)
        if name not in ACTION_OF:
            return False
        action = ACTION_OF[name]
        if name != key:
            self._tells_releases = True
            if action == self._action:
                self._frames = 0
            return True
        before, at = self._pressed
        self._pressed = key, now
        is_repeat = key == before and now - at <= REPEAT_SECONDS
        if self._tells_releases and name in ("up", "down"):
            self._frames = float("inf")
        elif action != self._action:
            self._frames = TAP_FRAMES
        elif is_repeat:
            self._frames = max(self._frames, REPEAT_FRAMES)
        else:
            self._frames = min(MOST_FRAMES, self._frames + TAP_FRAMES)
        self._action = action
        return True

    def action(self) -> int:
        """Return the action of the next frame: 0 (stay), 2 (up) or 3 (down)."""
        if self._frames <= 0:
            return STAY
        self._frames -= 1
        return self._action


def held_action(*, up: bool, down: bool) -> int:
    """Return the action for keys that are held; for both, and for none, it is 0 (stay)."""
    return STAY if up == down else UP if up else DOWN
