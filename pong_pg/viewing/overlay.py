"""What a policy makes of a screen, drawn beside it: probabilities, value, what it sees, and the pixels that decided."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pong_pg.compat._versions import require
from pong_pg.game.actions import DOWN, STAY, UP
from pong_pg.game.decision import Decision
from pong_pg.viewing.game_steps import Screen, Step

# In pixels of the screen: the panel on its right holds two pictures of the network's 80x80 pixels, and lines of text.
HEIGHT, PANEL = 210, 80
_LINE = 8
# Text smaller than this is not legible.
SMALLEST_SCALE = 2

ACTIONS = ((UP, "up"), (DOWN, "down"), (STAY, "stay"))
# All parts of colours are multiples of this, so that with the shades of text there are less than the 255 of a GIF.
_LEVEL = 17
_UP, _DOWN, _NEITHER = (255, 153, 0), (68, 136, 255), (153, 153, 153)
COLORS = {UP: _UP, DOWN: _DOWN, STAY: _NEITHER}
_LIT, _CAME, _WENT = (136, 136, 136), (85, 238, 85), (238, 68, 68)
_BACKGROUND, _TROUGH, _TEXT, _FAINT = (17, 17, 17), (51, 51, 51), (238, 238, 238), (170, 170, 170)
# Shades of the influence; few, so that a GIF has a colour for each.
_SHADES = 16


def seen(decision: Decision) -> Screen:
    """Return the network's input as (80, 80, 3) uint8: lit pixels grey, those that came green, those that went red."""
    image = np.zeros((*decision.mask.shape, 3), np.uint8)
    image[decision.mask == 1] = _LIT
    image[decision.change == 1] = _CAME
    image[decision.change == -1] = _WENT
    return image


def decided(decision: Decision) -> Screen:
    """Return the pixels that decided as (80, 80, 3) uint8: orange for going up, blue for going down; the rest is black.

    The strongest of the picture is the brightest. Brightness is the square root of the influence, so that the weaker
    ones show as well.
    """
    influence = np.abs(decision.influence)
    shades = np.round(np.sqrt(influence / max(1e-9, float(influence.max()))) * _SHADES)
    strength = np.sign(decision.influence) * shades / _SHADES
    colored = strength.clip(0)[..., None] * _UP + (-strength).clip(0)[..., None] * _DOWN
    return _leveled(colored)


def _leveled(image: npt.NDArray[np.floating] | Screen) -> Screen:
    leveled: Screen = (np.round(image / _LEVEL) * _LEVEL).astype(np.uint8)
    return leveled


class Overlay:
    """Draws a policy's decisions beside the screen.

    Args:
        scale: each pixel of the screen becomes a square of so many pixels; at least 2.

    Raises:
        MissingPackageError: Pillow is not installed.
    """

    def __init__(self, scale: int) -> None:
        self._scale = scale
        self._draw: Any = require("PIL.ImageDraw", "--overlay", "video")
        self._pil: Any = require("PIL.Image", "--overlay", "video")
        self._font: Any = require("PIL.ImageFont", "--overlay", "video").load_default(size=max(9, round(5.2 * scale)))
        # The screens of a step share the picture beside them; a step is known by its game and number.
        self._of: tuple[int, int] | None = None
        self._panel: Screen = np.zeros(0, np.uint8)

    def picture(self, screen: Screen, step: Step) -> Screen:
        """Return a picture, (210 scale, 240 scale, 3) uint8: a screen, and on its right the decision of a step.

        Args:
            screen: (210, 160, 3) uint8.
            step: that shows on the screen, or whose action is being carried out.
        """
        if self._of != (step.game, step.number):
            self._of, self._panel = (step.game, step.number), self._panel_of(step)
        return np.concatenate([self._enlarged(screen), self._panel], axis=1)

    def _enlarged(self, image: Screen) -> Screen:
        return image.repeat(self._scale, axis=1).repeat(self._scale, axis=0)

    def _panel_of(self, step: Step) -> Screen:
        scale, made = self._scale, step.decision
        image = self._pil.new("RGB", (PANEL * scale, HEIGHT * scale), _BACKGROUND)
        pen = self._draw.Draw(image)
        if made is None:
            text = "The game is over." if step.over else "This policy does not\nshow how it decides."
            pen.text((3 * scale, 3 * scale), text, _FAINT, self._font, spacing=scale)
            return _leveled(np.asarray(image))
        for line, (action, label) in enumerate(ACTIONS):
            probability = made.probability(action)
            self._bar(pen, line, label, f"{probability:.2f}", _TEXT if action == step.action else _FAINT)
            self._fill(pen, line, 0, probability, COLORS[action])
        if made.value is not None:
            self._bar(pen, 3, "value", f"{made.value:+.2f}", _TEXT)
            # From the middle to the left or the right.
            self._fill(pen, 3, 0.5, 0.5 + float(np.clip(made.value, -1, 1)) / 2, _CAME if made.value > 0 else _WENT)
        top = 4 * _LINE + 1
        for picture, words in (
            (seen(made), (("sees: ", _FAINT), ("lit  ", _LIT), ("new  ", _CAME), ("gone", _WENT))),
            (decided(made), (("decided by: ", _FAINT), ("up  ", _UP), ("down", _DOWN))),
        ):
            x = 3.0 * scale
            for word, color in words:
                pen.text((x, (top + _LINE / 2) * scale), word, color, self._font, anchor="lm")
                x += pen.textlength(word, self._font)
            image.paste(self._pil.fromarray(self._enlarged(picture)), (0, (top + _LINE) * scale))
            top += _LINE + PANEL
        return _leveled(np.asarray(image))

    def _bar(self, pen: Any, line: int, label: str, number: str, color: tuple[int, int, int]) -> None:
        scale, middle = self._scale, (line + 0.5) * _LINE + 1
        pen.text((3 * scale, middle * scale), label, color, self._font, anchor="lm")
        pen.text(((PANEL - 3) * scale, middle * scale), number, color, self._font, anchor="rm")
        self._fill(pen, line, 0, 1, _TROUGH)

    def _fill(self, pen: Any, line: int, start: float, end: float, color: tuple[int, int, int]) -> None:
        """Fill a bar between two parts of its length, from 0 to 1."""
        left, length = 19, PANEL - 19 - 20
        x0, x1 = (round((left + part * length) * self._scale) for part in sorted((start, end)))
        top = line * _LINE + 3
        if x1 > x0:
            pen.rectangle((x0, top * self._scale, x1 - 1, (top + _LINE - 4) * self._scale - 1), fill=color)
