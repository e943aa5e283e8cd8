"""The pyglet window of gym's viewer, in which scripts handle keys, on top of pygame's events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

# Names of pygame's constants, and pyglet's codes for the same keys. Letters and digits have the same codes in both.
_CODES = {
    "K_RETURN": 0xFF0D,
    "K_ESCAPE": 0xFF1B,
    "K_BACKSPACE": 0xFF08,
    "K_TAB": 0xFF09,
    "K_LEFT": 0xFF51,
    "K_UP": 0xFF52,
    "K_RIGHT": 0xFF53,
    "K_DOWN": 0xFF54,
    "K_LSHIFT": 0xFFE1,
    "K_RSHIFT": 0xFFE2,
    "K_LCTRL": 0xFFE3,
    "K_RCTRL": 0xFFE4,
}


class Window:
    """Holds a script's event handlers, set by `window.on_key_press = f`, `push_handlers` or `event`.

    Attributes:
        on_key_press: called with pyglet's code of a key and 0 (no modifiers) when the key goes down.
        on_key_release: the same when the key comes up.
        on_close: called without arguments when the user closes the window.
    """

    def __init__(self) -> None:
        self.on_key_press: Callable[[int, int], Any] | None = None
        self.on_key_release: Callable[[int, int], Any] | None = None
        self.on_close: Callable[[], Any] | None = None

    def push_handlers(self, *functions: Callable[..., Any], **named: Callable[..., Any]) -> None:
        """Set handlers: functions by their own names, or as keywords."""
        for name, handler in {**{function.__name__: function for function in functions}, **named}.items():
            setattr(self, name, handler)

    set_handlers = push_handlers

    def event(self, handler: Callable[..., Any]) -> Callable[..., Any]:
        """Set a function as the handler that its name says; a decorator."""
        self.push_handlers(handler)
        return handler

    def dispatch(self, pygame: Any) -> None:
        """Call the handlers for keys that went down or up; events without a handler stay in pygame's queue."""
        handlers: dict[int, Callable[[int, int], Any]] = {}
        if self.on_key_press is not None:
            handlers[pygame.KEYDOWN] = self.on_key_press
        if self.on_key_release is not None:
            handlers[pygame.KEYUP] = self.on_key_release
        # All kinds of events at once, because `get` of one kind would lose their order.
        for event in pygame.event.get() if handlers else ():
            if event.type in handlers:
                handlers[event.type](_code(pygame, event.key), 0)
            else:
                pygame.event.post(event)

    def closed(self) -> None:
        """Call the handler for a window that the user has closed."""
        if self.on_close is not None:
            self.on_close()

    def switch_to(self) -> None:
        """Do nothing: there is one window."""

    clear = flip = dispatch_events = activate = switch_to

    def set_caption(self, caption: str) -> None:
        """Do nothing: the window keeps its title."""


def _code(pygame: Any, key: int) -> int:
    return next((code for name, code in _CODES.items() if getattr(pygame, name) == key), key)
