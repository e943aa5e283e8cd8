"""The terminal as a screen with keys, given back as it was found, whatever happens; and real time for games on it."""

from __future__ import annotations

import contextlib
import os
import re
import select
import signal
import sys
import termios
import time
import tty
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any

from rich.console import COLOR_SYSTEMS, Console

from pong_pg.errors import PongPGError
from pong_pg.viewing.game_steps import FRAMES_PER_SECOND

_ENTER = b"\x1b[?1049h\x1b[?25l\x1b[2J"
_LEAVE = b"\x1b[0m\x1b[?25h\x1b[?1049l"
_KEYS = {"A": "up", "B": "down"}
# A key that sends an escape sequence, or a character.
_KEY = re.compile(r"\x1b[\[O][0-9;:]*([A-Za-z~])|(.)", re.DOTALL)
_NAMES = {" ": "space", "\r": "enter", "\n": "enter", "\x1b": "escape", "\x03": "q"}

SLOWEST, FASTEST = 1 / 16, 16.0
# The keys that quit.
QUIT = ("q", "Q", "escape")
# Who is later than this, after a pause or on a slow machine, does not hurry to make up for it.
_LATEST = 0.1


def check_terminal() -> None:
    """Check that there is a terminal to draw on, before starting the work for it.

    Raises:
        PongPGError: standard input or output is not a terminal, or TERM is dumb.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "dumb") in ("", "dumb"):
        raise PongPGError(
            "this needs a terminal that can move its cursor: run it in one, with TERM set to its type, such as "
            "xterm-256color"
        )


class Terminal:
    """A context with the terminal's alternate screen, without a cursor, and keys that come one by one.

    The terminal is restored when the context ends, and while Ctrl-Z has stopped the process. Use it in the main thread.

    Attributes:
        colors: the colours that it shows; None for none.

    Raises:
        PongPGError: on entering: see `check_terminal`.
    """

    def __init__(self) -> None:
        console = Console()
        self.colors = None if console.no_color else COLOR_SYSTEMS.get(console.color_system or "")
        self._in = self._out = -1
        self._found: list[Any] = []
        self._before: Any = signal.SIG_DFL
        # What it shows, as far as that is known, and of which size it is.
        self._lines: list[str] = []
        self._size = (0, 0)

    def __enter__(self) -> Terminal:
        check_terminal()
        sys.stdout.flush()
        self._in, self._out = sys.stdin.fileno(), sys.stdout.fileno()
        self._found = termios.tcgetattr(self._in)
        self._before = signal.signal(signal.SIGTSTP, self._stop)
        try:
            self._take()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._leave()
        signal.signal(signal.SIGTSTP, self._before)

    def size(self) -> tuple[int, int]:
        """Return the present size: columns and rows, at least 1 each."""
        with contextlib.suppress(OSError):
            columns, rows = os.get_terminal_size(self._out)
            # A terminal that does not know its size says 0.
            return columns or 80, rows or 24
        return 80, 24

    def show(self, lines: Sequence[str]) -> None:
        """Show lines, none longer than the terminal is wide, from the top on; only those that changed are sent."""
        parts = []
        if self._size != self.size():
            self._size, self._lines = self.size(), []
            parts.append("\x1b[2J")
        for row, line in enumerate(lines):
            if row >= len(self._lines) or self._lines[row] != line:
                parts.append(f"\x1b[{row + 1};1H\x1b[2K{line}")
        self._lines = list(lines)
        self._send("".join(parts).encode())

    def keys(self, seconds: float = 0) -> list[str]:
        """Return the keys pressed since the last call; wait at most so long for the first.

        A key is its character, or "space", "enter", "escape", "up" or "down".
        """
        if not select.select([self._in], [], [], max(0, seconds))[0]:
            return []
        try:
            data = os.read(self._in, 1024)
        except OSError:
            data = b""
        if not data:
            # Nobody is there any more.
            raise SystemExit(128 + signal.SIGHUP)
        return list(_keys(data.decode(errors="replace")))

    def _take(self) -> None:
        # cbreak leaves Ctrl-C and Ctrl-Z to the terminal driver.
        tty.setcbreak(self._in)
        self._send(_ENTER)
        self._size = (0, 0)

    def _leave(self) -> None:
        # The terminal may be gone, and then there is nothing to give back.
        with contextlib.suppress(OSError):
            self._send(_LEAVE)
        with contextlib.suppress(termios.error):
            termios.tcsetattr(self._in, termios.TCSADRAIN, self._found)

    def _send(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._out, data) :]

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        self._leave()
        # SIGSTOP can't be handled: the process stops here, and goes on here.
        os.kill(os.getpid(), signal.SIGSTOP)
        with contextlib.suppress(OSError, termios.error):
            self._take()


def _keys(text: str) -> Iterator[str]:
    for final, char in _KEY.findall(text):
        if char:
            yield _NAMES.get(char, char)
        elif final in _KEYS:
            yield _KEYS[final]


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
