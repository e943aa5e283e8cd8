"""A window with the same keys as the terminal; needs pygame."""

from __future__ import annotations

import os
import sys
from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.compat._versions import require
from pong_pg.errors import PongPGError

# One of these says where windows are to be.
_DISPLAYS = {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}


class Window:
    """A context with an open window; its size is in pixels.

    Raises:
        MissingPackageError: on entering: pygame is not installed.
        PongPGError: on entering: no window can be opened.
    """

    def __init__(self, title: str, width: int, height: int) -> None:
        self._title, self._size = title, (width, height)
        self._pygame: Any = None

    def __enter__(self) -> Window:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        pygame = self._pygame = require("pygame", "--window")
        given = _DISPLAYS & os.environ.keys()
        if given == {"DISPLAY"}:
            # Otherwise SDL would open a window that nobody sees where that display does not answer.
            os.environ["SDL_VIDEODRIVER"] = "x11"
        try:
            if sys.platform == "linux" and not given:
                raise pygame.error("there is no display")
            # Only what is needed: pygame.init() would also open the sound device.
            pygame.display.init()
            pygame.display.set_mode(self._size, pygame.RESIZABLE)
        except pygame.error as error:
            pygame.display.quit()
            raise PongPGError(
                f"--window can't open a window ({error}): set DISPLAY to a display that works, or leave --window out"
            ) from None
        self.title(self._title)
        return self

    def __exit__(self, *_: object) -> None:
        self._pygame.display.quit()

    def show(self, image: npt.NDArray[np.uint8]) -> None:
        """Show a picture, (h, w, 3) uint8, stretched over the window."""
        pygame = self._pygame
        picture = pygame.image.frombuffer(image.tobytes(), image.shape[1::-1], "RGB")
        surface = pygame.display.get_surface()
        surface.blit(pygame.transform.scale(picture, surface.get_size()), (0, 0))
        pygame.display.flip()

    def title(self, text: str) -> None:
        """Change the window's title."""
        self._pygame.display.set_caption(text)

    def keys(self, seconds: float = 0) -> list[str]:
        """Return the keys pressed since the last call, named as by `Terminal.keys`; wait at most so long for the first.

        Closing the window is the key "q".
        """
        pygame = self._pygame
        events = pygame.event.get()
        if not events and seconds > 0:
            events = [pygame.event.wait(max(1, round(seconds * 1000))), *pygame.event.get()]
        named = {pygame.K_SPACE: "space", pygame.K_ESCAPE: "escape", pygame.K_UP: "up", pygame.K_DOWN: "down"}
        keys = ["q" for event in events if event.type == pygame.QUIT]
        return keys + [named.get(event.key, event.unicode) for event in events if event.type == pygame.KEYDOWN]

    def held(self, key: str) -> bool:
        """Return whether a key, such as "up" or "w", is held down now; call `keys` first."""
        pygame = self._pygame
        return bool(pygame.key.get_pressed()[pygame.key.key_code(key)])
