"""Shows frames of `render()` in a window, where there is a display; pygame is imported with the first frame."""

from __future__ import annotations

import os
import sys
from typing import Any

import numpy as np

from pong_pg.errors import pip_install
from pong_pg.legacy.runtime.messages import not_covered, say_once

# SDL's video drivers that show nothing.
_HEADLESS_DRIVERS = {"offscreen"}
# A frame narrower than this, such as the Atari's, is enlarged.
_MIN_WIDTH = 400


def has_display() -> bool:
    """Return whether a window can be opened; prints a message, once, if not."""
    if sys.platform in {"darwin", "win32"} or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return bool(_state["works"])
    driver = os.environ.get("SDL_VIDEODRIVER")
    if driver and driver not in _HEADLESS_DRIVERS:
        return bool(_state["works"])
    say_once("there is no display: render() shows nothing, and the script goes on")
    return False


def draw_without_display() -> None:
    """Let pygame draw off screen where there is no display, so that it doesn't fail in search of one."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")


# Whether pygame can open a window, and the viewer that it shows: pygame has one window a process.
_state: dict[str, Any] = {"works": True, "owner": None}


class SimpleImageViewer:
    """A window that shows frames, like the class of that name in `gym.envs.classic_control.rendering`.

    Args:
        display: an X11 display; ignored, since the environment variable DISPLAY decides.
        maxwidth: the largest width of the window in pixels, unless `zoom` is given.
        zoom: pixels of the window for each pixel of a frame; by default small frames are enlarged.

    Attributes:
        isopen: the window is open.
        width: that of the frames, in pixels; None until the first is shown.
        height: likewise.
    """

    def __init__(self, display: Any = None, maxwidth: int = 1200, zoom: float | None = None) -> None:  # noqa: ARG002 - gym's signature
        self.maxwidth = maxwidth
        self.zoom = zoom
        self.isopen = False
        self.width: int | None = None
        self.height: int | None = None
        self._closed_by_user = False

    def imshow(self, arr: Any) -> bool:
        """Show a frame.

        Args:
            arr: (height, width, 3) RGB or (height, width) grey, 0 to 255.

        Returns:
            Whether the script should go on: False once the user has closed the window.
        """
        if self._closed_by_user:
            return False
        if not has_display():
            return True
        pygame = _pygame()
        if pygame is None:
            return True
        frame = np.asarray(arr, np.uint8)
        if frame.ndim == 2:
            frame = np.repeat(frame[:, :, None], 3, axis=2)
        height, width = frame.shape[:2]
        scale = self.zoom or max(1, min(-(-_MIN_WIDTH // width), self.maxwidth // width))
        size = (round(width * scale), round(height * scale))
        try:
            screen = pygame.display.get_surface()
            if screen is None or _state["owner"] is not self:
                screen = pygame.display.set_mode(size, pygame.RESIZABLE)
                pygame.display.set_caption("pong-pg run")
                _state["owner"], self.isopen, self.width, self.height = self, True, width, height
            picture = pygame.surfarray.make_surface(frame[:, :, :3].swapaxes(0, 1))
            screen.blit(pygame.transform.scale(picture, screen.get_size()), (0, 0))
            pygame.display.flip()
            self._handle_events(pygame)
        except pygame.error as problem:
            _state["works"] = False
            say_once(f"the display can't be used ({problem}): render() shows nothing, and the script goes on")
            return True
        return self.isopen

    def _handle_events(self, pygame: Any) -> None:
        # Other events stay in the queue: the script may read the keyboard by pygame.
        pygame.event.pump()
        if pygame.event.get(pygame.QUIT):
            self._closed_by_user = True
            self.close()

    def close(self) -> None:
        """Close the window; further calls do nothing."""
        if self.isopen:
            self.isopen = False
            pygame = _pygame()
            if pygame is not None and _state["owner"] is self:
                pygame.display.quit()
                _state["owner"] = None

    @property
    def window(self) -> Any:
        """Pyglet's window, whose handlers of keys are not covered.

        Raises:
            NotCoveredError: always.
        """
        raise not_covered("env.viewer", "window", "modern code: read the keys by pygame.event.get()")

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "isopen": False}


def _pygame() -> Any:
    """Return pygame with its display initialised; None, after a message, without pygame or a display."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "hide")
    try:
        import pygame
    except ImportError:
        _state["works"] = False
        say_once(f"render() shows nothing, because pygame is not installed: run  {pip_install('run')}")
        return None
    if not pygame.display.get_init():
        try:
            pygame.display.init()
            if pygame.display.get_driver() in _HEADLESS_DRIVERS:
                raise pygame.error("it can't be reached")
        except pygame.error as problem:
            _state["works"] = False
            say_once(f"the display can't be used ({problem}): render() shows nothing, and the script goes on")
            return None
    return pygame
